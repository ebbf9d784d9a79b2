package apache

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/codec/apache/internal/deep"
	"github.com/miserwire/miser/codec/apache/probe"
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// Check returns nil when miser encodes and decodes values of v's type, which is
// a pointer to a generated struct: the arguments or the result of a method, for
// example. Otherwise the error names what package probe does not understand, or
// each struct and field that its generated code reads otherwise than miser does
// with what the probe found; then [Client] and [Handle] leave the type to that
// code.
func Check(v thrift.TStruct) error {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
		return notStruct(v)
	}
	return judge(t.Elem(), nil).err
}

func notStruct(v any) error {
	return fmt.Errorf("thrift: apache: got %T; pass a pointer to a generated struct", v)
}

// verdict says how miser takes a type.
type verdict struct {
	schema *layout.Schema // nil: what its tags say is all
	err    error          // why it does not take it
}

// verdicts holds what judge found.
var verdicts sync.Map // question -> verdict

type question struct {
	t     reflect.Type
	given *layout.Schema
}

// judge asks the generated code of t, and of what it leads to, what they are on
// the wire, unless a schema is given, and proves the answer: once for each type.
// Caller: *t is a thrift.TStruct.
func judge(t reflect.Type, given *layout.Schema) verdict {
	q := question{t, given}
	if v, ok := verdicts.Load(q); ok {
		return v.(verdict)
	}
	v := verdict{schema: given}
	if given == nil {
		v.schema, v.err = learn(t)
	}
	if v.err == nil {
		v.err = compare(t, v.schema)
	}
	kept, _ := verdicts.LoadOrStore(q, v)
	return kept.(verdict)
}

// learned has what the probe found, for all types of the program: each has one
// plan in it, however many methods lead to it.
var learned = struct {
	sync.Mutex
	schema layout.Schema
	hints  map[reflect.Type]layout.Hint
}{hints: map[reflect.Type]layout.Hint{}}

// share returns the schema of learned with the hints, or one that has them alone
// where they are not those that learned has: the defaults of a type show only where
// another one holds it.
func share(hints []layout.Hint) (*layout.Schema, error) {
	learned.Lock()
	defer learned.Unlock()
	var fresh []layout.Hint
	for _, h := range hints {
		known, ok := learned.hints[h.Type]
		switch {
		case !ok:
			fresh = append(fresh, h)
		case (known.New == nil) != (h.New == nil) || known.Union != h.Union || !slices.Equal(known.Fields, h.Fields):
			return layout.NewSchema(hints...)
		}
	}
	if err := learned.schema.Add(fresh...); err != nil {
		return nil, err
	}
	for _, h := range fresh {
		learned.hints[h.Type] = h
	}
	return &learned.schema, nil
}

// learn returns a schema with what the probe finds for t: nil where it says
// nothing that the tags do not, so that plans of tags alone are shared.
func learn(t reflect.Type) (*layout.Schema, error) {
	hints, err := probe.Hints(reflect.New(t).Interface().(thrift.TStruct))
	if err != nil {
		return nil, err
	}
	schema, err := share(hints)
	if err != nil {
		return nil, err
	}
	found, err := schema.Of(t)
	if err != nil {
		return nil, err
	}
	if plain, err := layout.Of(t); err == nil && alike(plain, found) {
		return nil, nil
	}
	return schema, nil
}

// alike reports whether two plans of a type do the same.
func alike(a, b *layout.Struct) bool {
	as, bs := a.All(), b.All()
	if len(as) != len(bs) {
		return false
	}
	for i, a := range as {
		b := bs[i]
		if a.Go != b.Go || a.Union != b.Union || (a.Init == nil) != (b.Init == nil) || b.Init != nil && b.Init.Named || len(a.Fields) != len(b.Fields) {
			return false
		}
		for j := range a.Fields {
			f, g := &a.Fields[j], &b.Fields[j]
			if f.ID != g.ID || f.GoName != g.GoName || f.Presence != g.Presence || f.Type.String() != g.Type.String() ||
				(f.Req == layout.Required) != (g.Req == layout.Required) {
				return false
			}
		}
	}
	return true
}

// proofs holds what compareStruct said of a plan: an error, or nil, by *layout.Struct.
var proofs sync.Map

type proof struct{ err error }

// compare compares the plan of the struct type t, and of those that it leads to,
// with their generated code: once for each plan.
func compare(t reflect.Type, schema *layout.Schema) error {
	plan, err := schema.Of(t)
	if err != nil {
		return err
	}
	var found []error
	for _, s := range plan.All() {
		p, ok := proofs.Load(s)
		if !ok {
			p, _ = proofs.LoadOrStore(s, proof{compareStruct(s, schema)})
		}
		found = append(found, p.(proof).err)
	}
	return errors.Join(found...)
}

// compareStruct lets the generated code of s and miser read the same samples of
// it, and the generated code read what miser writes then.
func compareStruct(s *layout.Struct, schema *layout.Schema) error {
	if !reflect.PointerTo(s.Go).Implements(tStruct) {
		return fmt.Errorf("thrift: apache: %v has no generated code to compare with", s.Go)
	}
	c, err := codec.ForType(s.Go, codec.Binary, codec.Options{Schema: schema})
	if err != nil {
		return err
	}
	all, err := samplesOf(s)
	if err != nil {
		return err
	}
	for _, b := range all {
		want, err := generatedRead(s, b)
		if err != nil {
			return fmt.Errorf("thrift: apache: %v: its generated code does not read a sample: %w", s.Go, err)
		}
		got := reflect.New(s.Go)
		if _, err := c.Decode(b, got.Interface()); err != nil {
			return err
		}
		if err := difference(s, got.Elem(), want.Elem(), deep.Same, "the generated code reads it otherwise"); err != nil {
			return err
		}
		b, err = c.Append(nil, got.Interface())
		if errors.Is(err, codec.ErrUnion) {
			continue // too deep in the sample for one that has a field
		}
		if err != nil {
			return err
		}
		if want, err = generatedRead(s, b); err != nil {
			return fmt.Errorf("thrift: apache: %v: its generated code does not read what miser writes: %w", s.Go, err)
		}
		if err := difference(s, got.Elem(), want.Elem(), deep.Alike, "the generated code reads otherwise what miser writes of it"); err != nil {
			return err
		}
	}
	return nil
}

// generatedRead reads a value of s by its generated code, which whoever calls it
// gives a value with the defaults.
func generatedRead(s *layout.Struct, b []byte) (reflect.Value, error) {
	v := reflect.New(s.Go)
	if s.Init != nil {
		s.Init.Apply(unsafeio.PtrTo(v))
	}
	mem := &memory{in: b}
	return v, v.Interface().(thrift.TStruct).Read(context.Background(), generated(mem, codec.Binary, nil))
}

// difference names the fields of s in which got is not want.
func difference(s *layout.Struct, got, want reflect.Value, same func(a, b reflect.Value) bool, what string) error {
	var found []error
	for i := range s.Fields {
		name := s.Fields[i].GoName
		if !same(fieldOf(got, name), fieldOf(want, name)) {
			found = append(found, fmt.Errorf("thrift: apache: %v.%s: %s", s.Go, name, what))
		}
	}
	if len(found) == 0 && !same(got, want) {
		found = append(found, fmt.Errorf("thrift: apache: %v: the generated code sets fields that have no tag", s.Go))
	}
	return errors.Join(found...)
}

// fieldOf returns the field of v with that Go path, zero behind an embedded pointer
// that is nil.
func fieldOf(v reflect.Value, path string) reflect.Value {
	first, rest, embedded := strings.Cut(path, ".")
	f := v.FieldByName(first)
	if !embedded {
		return f
	}
	if f.Kind() == reflect.Pointer {
		if f.IsNil() {
			f = reflect.New(f.Type().Elem())
		}
		f = f.Elem()
	}
	return fieldOf(f, rest)
}
