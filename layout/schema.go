package layout

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
)

// Schema is what is known of struct types beside their Go types and tags, such
// as what generated code was found to do, and the plans made with it. Its plans
// are its own: a type has one in each schema that is asked for it. A nil *Schema
// knows nothing more, and has the plans of [Of]. A schema is safe for concurrent
// use, and lives, with its plans, as long as the program: make few.
type Schema struct {
	hints   map[reflect.Type]*hint
	plans   sync.Map // reflect.Type -> *Struct
	publish sync.Mutex
}

// Hint says of one struct type what its tags leave open, or tell wrongly.
type Hint struct {
	Type reflect.Type // the struct type

	// New returns a new *Type with the type's defaults, as the function New of
	// a generator does, a fresh one on each call, whose slices, maps and pointees
	// are its own. Several goroutines may call it at once. It counts instead of an
	// InitDefault that the type may have. Where it gives numbers and strings only,
	// it is called once, and copied from then on.
	New func() any

	// Union says that exactly one field may be set.
	Union bool

	Fields []FieldHint
}

// FieldHint gives a Go field another tag.
type FieldHint struct {
	// GoName is the name of a field that Hint.Type declares itself.
	GoName string

	// Tag is read instead of the field's own tags, as if it stood there as
	// thrift:"Tag". One in the name form gives id, requiredness and TYPE:
	//
	//	name,id,optional,set<i32>
	Tag string
}

// Constructor is the hint that new gives values of T their defaults; see Hint.New.
// Generated code that has a function New for each struct, and no InitDefault,
// needs one for each struct that has defaults.
func Constructor[T any](new func() *T) Hint {
	return Hint{Type: reflect.TypeFor[T](), New: func() any { return new() }}
}

// hint is what all hints say together of one type.
type hint struct {
	new   func() any
	union bool
	tags  map[string]string // by Go name
}

// NewSchema returns a schema with these hints. Several of one type add up. It is
// an error when they contradict each other, or name what is not there; what they
// say is checked when the plan of their type is made.
func NewSchema(hints ...Hint) (*Schema, error) {
	s := &Schema{hints: make(map[reflect.Type]*hint, len(hints))}
	var errs []error
	for i := range hints {
		if err := s.add(&hints[i]); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return s, nil
}

// add adds h to what is known of its type.
func (s *Schema) add(h *Hint) error {
	switch {
	case h.Type == nil:
		return &Error{Problem: "a hint has no type", Remedy: "set Hint.Type to the type of a struct"}
	case h.Type.Kind() != reflect.Struct:
		return &Error{Type: h.Type, Problem: "a hint is about it, and it is not a struct", Remedy: "give the type of a struct"}
	}
	known := s.hints[h.Type]
	if known == nil {
		known = &hint{tags: make(map[string]string, len(h.Fields))}
		s.hints[h.Type] = known
	}
	if h.New != nil && known.new != nil {
		return &Error{Type: h.Type, Problem: "two hints give it a constructor", Remedy: "keep one of them"}
	}
	if h.New != nil {
		known.new = h.New
	}
	known.union = known.union || h.Union
	for _, f := range h.Fields {
		declared := false
		for i := range h.Type.NumField() {
			declared = declared || h.Type.Field(i).Name == f.GoName
		}
		switch tag, twice := known.tags[f.GoName]; {
		case !declared:
			return &Error{h.Type, f.GoName, f.Tag, "a hint is about this field, which the struct does not declare", "use the name of one of its Go fields, or give the hint to the embedded struct that has it"}
		case twice && tag != f.Tag:
			return &Error{h.Type, f.GoName, f.Tag, fmt.Sprintf("another hint gives the field the tag %q", tag), "keep one of them"}
		}
		known.tags[f.GoName] = f.Tag
	}
	return nil
}

// hint returns what is known of t, which may be nothing.
func (s *Schema) hint(t reflect.Type) hint {
	if h := s.hints[t]; h != nil {
		return *h
	}
	return hint{}
}

// embeddable is the fault of a hint about t that has no effect where t is embedded:
// in outer, or by pointer, and outer is nil.
func (s *Schema) embeddable(t, outer reflect.Type) *fault {
	h := s.hint(t)
	switch {
	case h.union:
		return &fault{"an embedded struct cannot make the one around it a union", "give the embedded field a tag, or the hint to the outer struct"}
	case h.new != nil && outer != nil && s.hint(outer).new == nil && !reflect.PointerTo(outer).Implements(initerType):
		return &fault{fmt.Sprintf("the constructor of %s is not called where it is embedded", t), fmt.Sprintf("give %s a constructor too, or the embedded field a tag", outer)}
	}
	return nil
}

// tagOf reads the tags of the Go field f of t, or what stands instead of them.
func (s *Schema) tagOf(t reflect.Type, f *reflect.StructField) (tag, *fault) {
	if h := s.hints[t]; h != nil {
		if text, ok := h.tags[f.Name]; ok {
			tg, err := parseThrift(text)
			tg.hinted = true
			return tg, err
		}
	}
	return parseTag(f.Tag)
}
