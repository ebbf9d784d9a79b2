package layout

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"sync"
	"sync/atomic"
)

// Schema is what is known of struct types beside their Go types and tags, such
// as what generated code was found to do, and the plans made with it. Its plans
// are its own: a type has one in each schema that is asked for it. A nil *Schema
// knows nothing more, and has the plans of [Of]. A schema is safe for concurrent
// use, and lives, with its plans, as long as the program: make few.
type Schema struct {
	hints   atomic.Pointer[hints] // replaced, never changed
	plans   sync.Map              // reflect.Type -> *Struct
	publish sync.Mutex            // of plans and hints

	embedded sync.Map // reflect.Type: those whose fields are in the plan of another
}

// Hint says of one struct type what its tags leave open, or tell wrongly.
type Hint struct {
	Type reflect.Type // the struct type

	// New returns a new *Type with the type's defaults, as the function New of
	// a generator does, a fresh one on each call, whose slices, maps and pointees
	// are its own. Several goroutines may call it at once. It counts instead of an
	// InitDefault that the type may have. Where it gives numbers and strings only,
	// it is called once, and copied from then on. It must not ask for a plan that
	// leads to Type.
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
	if new == nil {
		return Hint{Type: reflect.TypeFor[T](), New: func() any { return nil }}
	}
	return Hint{Type: reflect.TypeFor[T](), New: func() any { return new() }}
}

// hints are what is known, by type. Nil ones know nothing.
type hints map[reflect.Type]hint

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
	s := new(Schema)
	if err := s.Add(hints...); err != nil {
		return nil, err
	}
	return s, nil
}

// Add adds hints to s, all or, on error, none: as for NewSchema, and for types
// that have no plan in s yet. See [Schema.Knows].
func (s *Schema) Add(list ...Hint) error {
	s.publish.Lock()
	defer s.publish.Unlock()
	all := make(hints, len(list))
	maps.Copy(all, s.known())
	var errs []error
	for i := range list {
		h := &list[i]
		err := all.add(h)
		_, late := s.plans.Load(h.Type)
		if _, inside := s.embedded.Load(h.Type); (late || inside) && err == nil {
			err = &Error{Type: h.Type, Problem: "a hint is about it, and it has a plan already", Remedy: "add the hint before the first codec is made"}
		}
		if err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	s.hints.Store(&all)
	return nil
}

// Knows reports whether s has a hint about t, or a plan of it.
func (s *Schema) Knows(t reflect.Type) bool {
	_, hinted := s.known()[t]
	_, planned := s.plans.Load(t)
	return hinted || planned
}

// known returns what is known now.
func (s *Schema) known() hints {
	if h := s.hints.Load(); h != nil {
		return *h
	}
	return nil
}

// add adds h to what is known of its type.
func (hs hints) add(h *Hint) error {
	switch {
	case h.Type == nil:
		return &Error{Problem: "a hint has no type", Remedy: "set Hint.Type to the type of a struct"}
	case h.Type.Kind() != reflect.Struct:
		return &Error{Type: h.Type, Problem: "a hint is about it, and it is not a struct", Remedy: "give the type of a struct"}
	}
	known := hs[h.Type]
	known.tags = maps.Clone(known.tags)
	if known.tags == nil {
		known.tags = make(map[string]string, len(h.Fields))
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
	hs[h.Type] = known
	return nil
}

// embeddable is the fault of a hint about t that has no effect where t is embedded:
// in outer, or by pointer, and outer is nil.
func (hs hints) embeddable(t, outer reflect.Type) *fault {
	h := hs[t]
	switch {
	case h.union:
		return &fault{"an embedded struct cannot make the one around it a union", "give the embedded field a tag, or the hint to the outer struct"}
	case h.new != nil && outer != nil && hs[outer].new == nil && !reflect.PointerTo(outer).Implements(initerType):
		return &fault{fmt.Sprintf("the constructor of %s is not called where it is embedded", t), fmt.Sprintf("give %s a constructor too, or the embedded field a tag", outer)}
	}
	return nil
}

// tagOf reads the tags of the Go field f of t, or what stands instead of them.
func (hs hints) tagOf(t reflect.Type, f *reflect.StructField) (tag, *fault) {
	if text, ok := hs[t].tags[f.Name]; ok {
		tg, err := parseThrift(text)
		tg.hinted = true
		return tg, err
	}
	return parseTag(f.Tag)
}
