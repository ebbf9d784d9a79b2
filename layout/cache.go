package layout

import (
	"errors"
	"reflect"
)

// plain is the schema that knows Go types and tags only.
var plain Schema

// Of returns the plan of the struct type t, the same one for every caller. It
// builds the plan on the first call and finds it without a lock on later ones.
// Its error holds an [*Error] for each fault of t and of the types it leads to.
func Of(t reflect.Type) (*Struct, error) { return plain.Of(t) }

// Of returns the plan of the struct type t in the schema, as the function [Of]
// does without one. A plan is published only together with all that it leads to,
// complete and without faults.
func (s *Schema) Of(t reflect.Type) (*Struct, error) {
	if s == nil {
		s = &plain
	}
	for {
		if p, ok := s.plans.Load(t); ok {
			return p.(*Struct), nil
		}
		b, err := s.build(t)
		if err != nil {
			return nil, err
		}
		b.publish()
	}
}

// publish makes the plans of b known, unless another build was faster with
// one of them, or there are new hints: then b's are dropped, and a new build takes
// what it finds.
// User code, InitDefault, runs in build and so never under the lock.
func (b *builder) publish() {
	b.schema.publish.Lock()
	defer b.schema.publish.Unlock()
	if b.schema.hints.Load() != b.from {
		return
	}
	for _, s := range b.queue {
		if _, ok := b.schema.plans.Load(s.Go); ok {
			return
		}
	}
	for _, t := range b.embedded {
		b.schema.embedded.Store(t, nil)
	}
	for _, s := range b.queue {
		b.schema.plans.Store(s.Go, s)
	}
}

// build compiles t and every struct type it leads to that has no plan yet.
func (s *Schema) build(t reflect.Type) (*builder, error) {
	switch {
	case t == nil:
		return nil, &Error{Problem: "there is no type", Remedy: "pass a struct type"}
	case t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct:
		return nil, &Error{Type: t, Problem: "it is a pointer to a struct", Remedy: "use " + t.Elem().String()}
	case t.Kind() != reflect.Struct:
		return nil, &Error{Type: t, Problem: "it is not a struct", Remedy: "use a struct with the value as a field"}
	}
	b := &builder{
		schema:  s,
		from:    s.hints.Load(),
		structs: map[reflect.Type]*Struct{},
		types:   map[typeKey]*Type{},
		queue:   make([]*Struct, 0, 8),
		users:   make([]user, 0, 8),
		room:    make([]gathered, 0, max(16, t.NumField())),
	}
	if b.from != nil {
		b.hints = *b.from
	}
	b.structOf(t)
	for i := 0; i < len(b.queue); i++ {
		b.compile(i)
	}
	switch len(b.errs) {
	case 0:
	case 1:
		return nil, b.errs[0]
	default:
		return nil, errors.Join(b.errs...)
	}
	for _, n := range b.late {
		n.New = n.Elem.Struct.Block
	}
	return b, nil
}
