package apache

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/layout"
)

// Check returns nil when miser encodes and decodes values of v's type, which is
// a pointer to a generated struct: the arguments or the result of a method, for
// example. Otherwise the error names each struct and field that its generated
// code reads otherwise than its Go types and tags say; then [Client] and
// [Handle] leave the type to that code.
func Check(v thrift.TStruct) error {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
		return notStruct(v)
	}
	return agree(t.Elem())
}

func notStruct(v any) error {
	return fmt.Errorf("thrift: apache: got %T; pass a pointer to a generated struct", v)
}

// verdicts holds what agree found: an error, or nil, by type.
var verdicts sync.Map

type verdict struct{ err error }

// agree compares the plan of the struct type t, and of those that it leads to,
// with their generated code: once for each type.
// Caller: *t is a thrift.TStruct.
func agree(t reflect.Type) error {
	if v, ok := verdicts.Load(t); ok {
		return v.(verdict).err
	}
	v, _ := verdicts.LoadOrStore(t, verdict{compare(t)})
	return v.(verdict).err
}

func compare(t reflect.Type) error {
	plan, err := layout.Of(t)
	if err != nil {
		return err
	}
	var found []error
	for _, s := range plan.All() {
		found = append(found, compareStruct(s))
	}
	return errors.Join(found...)
}

// compareStruct lets the generated code of s and miser read the same sample of
// it.
func compareStruct(s *layout.Struct) error {
	want := reflect.New(s.Go)
	v, ok := want.Interface().(thrift.TStruct)
	if !ok {
		return fmt.Errorf("thrift: apache: %v has no generated code to compare with", s.Go)
	}
	b, err := sampleOf(s)
	if err != nil {
		return err
	}
	mem := &memory{in: b}
	if err := v.Read(context.Background(), generated(mem, codec.Binary, nil)); err != nil {
		return fmt.Errorf("thrift: apache: %v: its generated code does not read a sample: %w", s.Go, err)
	}
	c, err := codec.ForType(s.Go, codec.Binary, codec.Options{})
	if err != nil {
		return err
	}
	got := reflect.New(s.Go)
	if _, err := c.Decode(b, got.Interface()); err != nil {
		return err
	}
	return difference(s, got.Elem(), want.Elem())
}

// difference names the fields of s in which got is not want.
func difference(s *layout.Struct, got, want reflect.Value) error {
	var found []error
	for i := range s.Fields {
		f := &s.Fields[i]
		a, b := got.FieldByName(f.GoName).Interface(), want.FieldByName(f.GoName).Interface()
		if !reflect.DeepEqual(a, b) {
			found = append(found, fmt.Errorf("thrift: apache: %v.%s: %s", s.Go, f.GoName, guess(f)))
		}
	}
	if len(found) == 0 && !reflect.DeepEqual(got.Interface(), want.Interface()) {
		found = append(found, fmt.Errorf("thrift: apache: %v: the generated code sets fields that have no tag", s.Go))
	}
	return errors.Join(found...)
}

// guess says what the type and tag of a field may not tell.
func guess(f *layout.Field) string {
	text := "the generated code reads it otherwise"
	for _, g := range []struct {
		k    layout.Kind
		text string
	}{
		{layout.KindStruct, "where the struct has defaults, give its Go type a method InitDefault"},
		{layout.List, fmt.Sprintf(`for a set, give the IDL field (go.tag = "frugal:\"%d,%v,set<...>\"")`, f.ID, f.Req)},
		{layout.I64, fmt.Sprintf(`for a typedef of an enum, give the IDL field (go.tag = "frugal:\"%d,%v,Name\"")`, f.ID, f.Req)},
	} {
		if has(f.Type, g.k) {
			text += "; " + g.text
		}
	}
	return text
}

// has reports whether t, or what it contains, is of kind k.
func has(t *layout.Type, k layout.Kind) bool {
	return t != nil && (t.Kind == k || has(t.Elem, k) || has(t.Key, k))
}
