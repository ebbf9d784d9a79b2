package probe

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/codec/apache/internal/deep"
	"github.com/miserwire/miser/layout"
)

// Schema returns a schema with the hints of [Hints]. Make it once for all types of
// a program, since each schema has plans of its own.
func Schema(values ...thrift.TStruct) (*layout.Schema, error) {
	hints, err := Hints(values...)
	if err != nil {
		return nil, err
	}
	return layout.NewSchema(hints...)
}

// Hints returns what the generated code of the values' types shows, a hint for
// each struct type that they lead to, for a schema with hints of the caller's own:
//
//	layout.NewSchema(append(hints, layout.Constructor(NewMine))...)
//
// Each value is a pointer to a generated struct, as its constructor NewT returns
// it: what it holds are the defaults of its type. A zero value says nothing of
// them. The error names every type and field whose code cannot be understood.
func Hints(values ...thrift.TStruct) ([]layout.Hint, error) {
	p, err := ask(values)
	if err != nil {
		return nil, err
	}
	return p.hints(), nil
}

// OpenField is an optional field that has a default, which the probe does not
// know.
type OpenField struct {
	Type   reflect.Type // the struct type
	GoName string
}

// String returns the field with the remedy.
func (f OpenField) String() string {
	return fmt.Sprintf("%v.%s: it is optional and its default is not known, so it is always written; pass %s to the probe",
		f.Type, f.GoName, constructor(f.Type))
}

// OpenFields returns the fields of the values' types, and of those that they lead
// to, that are sometimes left out, with a default that no value shows: they are
// always written.
func OpenFields(values ...thrift.TStruct) ([]OpenField, error) {
	p, err := ask(values)
	if err != nil {
		return nil, err
	}
	var open []OpenField
	for _, s := range p.structs {
		for _, f := range s.fields {
			if f.open {
				open = append(open, OpenField{s.typ, f.name})
			}
		}
	}
	return open, nil
}

// prober is what is known of the types.
type prober struct {
	structs []*structure // in the order in which they were met
	byType  map[reflect.Type]*structure
	seen    map[reflect.Type]bool // by leadsTo
	errs    []error
	fills   int // values in the field that is being filled
}

// structure is a struct type.
type structure struct {
	typ    reflect.Type
	given  reflect.Value // a *typ that the caller passed, if it is not zero
	fields []*field      // the exported ones, in the order of Go

	union  bool
	sample reflect.Value // a *typ, as small as Write takes it
	least  *value        // what Read needs
	def    reflect.Value // a *typ with its defaults; not valid: nobody showed them
}

// field is an exported field of a struct. One that Write does not write has no
// wire.
type field struct {
	name  string // the Go name
	index int
	typ   reflect.Type
	tag   reflect.StructTag

	id       int16
	wireName string
	wire     *value // a value of it
	text     string // its TYPE in a tag
	required bool
	optional bool
	open     bool // optional, with a default that is not known
}

// ask learns all that there is to learn.
func ask(values []thrift.TStruct) (*prober, error) {
	p := &prober{byType: map[reflect.Type]*structure{}, seen: map[reflect.Type]bool{}}
	for _, v := range values {
		p.root(v)
	}
	for _, step := range []func(*prober){
		(*prober).gather,
		(*prober).findUnions,
		(*prober).makeSamples,
		(*prober).findFields,
		(*prober).findRequired,
		(*prober).findDefaults,
		(*prober).findOptional,
	} {
		if len(p.errs) > 0 {
			return nil, errors.Join(p.errs...)
		}
		step(p)
	}
	return p, errors.Join(p.errs...)
}

// root takes a value that the caller passed.
func (p *prober) root(v thrift.TStruct) {
	r := reflect.ValueOf(v)
	if !r.IsValid() || r.Kind() != reflect.Pointer || r.Type().Elem().Kind() != reflect.Struct {
		p.errs = append(p.errs, fmt.Errorf("thrift: probe: got %T; pass a pointer to a generated struct, NewT()", v))
		return
	}
	if r.IsNil() {
		p.errs = append(p.errs, fmt.Errorf("thrift: probe: got a nil %T; pass %s", v, constructor(r.Type().Elem())))
		return
	}
	s := p.add(r.Type().Elem())
	switch {
	case r.Elem().IsZero():
	case s.given.IsValid() && !deep.Same(s.given, r):
		p.fail(s, "", "two values of the type are passed, with other contents", "pass one, "+constructor(s.typ))
	default:
		s.given = deep.Clone(r)
	}
}

// gather finds the struct types that the roots lead to.
func (p *prober) gather() {
	for i := 0; i < len(p.structs); i++ {
		s := p.structs[i]
		for j := range s.typ.NumField() {
			f := s.typ.Field(j)
			if f.IsExported() {
				s.fields = append(s.fields, &field{name: f.Name, index: j, typ: f.Type, tag: f.Tag})
				p.leadsTo(f.Type)
			}
		}
	}
}

var tStruct = reflect.TypeFor[thrift.TStruct]()

// leadsTo adds the struct types with generated code in t.
func (p *prober) leadsTo(t reflect.Type) {
	if p.seen[t] {
		return
	}
	p.seen[t] = true
	switch t.Kind() {
	case reflect.Struct:
		if reflect.PointerTo(t).Implements(tStruct) {
			p.add(t)
		} else if key, elem, ok := entry(t); ok {
			p.leadsTo(key.Type)
			p.leadsTo(elem.Type)
		}
	case reflect.Map:
		p.leadsTo(t.Key())
		p.leadsTo(t.Elem())
	case reflect.Pointer, reflect.Slice:
		p.leadsTo(t.Elem())
	}
}

// add returns the structure of t, a new one if need be.
func (p *prober) add(t reflect.Type) *structure {
	s := p.byType[t]
	if s == nil {
		s = &structure{typ: t}
		p.byType[t] = s
		p.structs = append(p.structs, s)
	}
	return s
}

// entry returns the fields of a thrift.MapEntry, or a struct in its form.
func entry(t reflect.Type) (key, elem reflect.StructField, ok bool) {
	if t.Kind() != reflect.Struct || t.NumField() != 2 {
		return key, elem, false
	}
	key, elem = t.Field(0), t.Field(1)
	return key, elem, key.Name == "Key" && elem.Name == "Value"
}

const remedy = "let Apache's compiler generate the code again, or leave the type out of the probe and say in its tags what the code does"

// fail records that something is wrong with s, in the Go field where it is known.
func (p *prober) fail(s *structure, field, problem, remedy string) {
	p.errs = append(p.errs, &layout.Error{Type: s.typ, Field: field, Problem: problem, Remedy: remedy})
}

// constructor spells the call of the generated function that makes a t.
func constructor(t reflect.Type) string {
	pkg, name := split(t)
	return pkg + "New" + name + "()"
}
