package main

import (
	"fmt"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/layout"
)

// role is the place of a value in the one that holds it.
type role uint8

const (
	roleRoot role = iota
	roleField
	roleElement
	roleKey
	roleValue
)

// event is one value that the reader has come to.
type event struct {
	role  role
	off   int   // where it starts; for a field, its header
	id    int16 // of a field
	index int   // of an element or entry

	field *layout.Field // what a plan says of the field; may be nil
	typ   *layout.Type  // what a plan says of the value; may be nil

	kind  layout.Kind
	num   int64   // a bool (0 or 1) or an integer
	real  float64 // a double
	bytes []byte  // a string, binary or uuid; shares the input

	key, elem wireType // the types that the header of a container names
	size      int      // of a container
	empty     bool     // a struct without fields
}

// sink is told of the values in wire order. open and close enclose what is
// inside a struct, list, set or map; after a fault the open ones stay open.
// An event is the sink's until it returns.
type sink interface {
	open(*event)
	scalar(*event)
	close(*event)
}

// reader walks over the bytes of one struct without a schema and keeps
// nothing, so that memory does not grow with the input.
type reader struct {
	wire  wire
	in    []byte
	sink  sink
	depth int // levels below the root
}

// fault is what stopped a reader.
type fault struct {
	off int
	err error
}

func (f *fault) Error() string { return fmt.Sprintf("at offset %d: %v", f.off, f.err) }
func (f *fault) Unwrap() error { return f.err }

// root reads the struct at offset i, which plan describes unless it is nil,
// and returns the offset behind it.
func (r *reader) root(i int, plan *layout.Struct) (end int, f *fault) {
	e := event{off: i, kind: layout.KindStruct}
	if plan != nil {
		e.typ = &layout.Type{Kind: layout.KindStruct, Mem: layout.MemStruct, Struct: plan}
	}
	return r.fields(i, r.depth, &e)
}

func (r *reader) fail(code, off int) (int, *fault) { return off, &fault{off, wireError(code, r.depth)} }

// wireError returns the error of a code, in the words of this program's flags.
func wireError(code, depth int) error {
	if code == walk.Depth {
		return fmt.Errorf("values nest more than %d levels; -depth sets another bound", depth)
	}
	return walk.Err(code)
}

// fields reads a struct: its fields and the stop field.
func (r *reader) fields(i, room int, e *event) (int, *fault) {
	if room < 0 {
		return r.fail(walk.Depth, i)
	}
	e.empty = i < len(r.in) && r.in[i] == 0
	r.sink.open(e)
	var plan *layout.Struct
	if e.typ != nil {
		plan = e.typ.Struct
	}
	var f event
	last := int16(0)
	for {
		h, n := r.wire.field(r.in[i:], last)
		if n < 0 {
			return r.fail(n, i)
		}
		if h.stop {
			r.sink.close(e)
			return i + n, nil
		}
		f = event{role: roleField, off: i, id: h.id, kind: h.kind}
		if plan != nil {
			if k := plan.Lookup(h.id); k >= 0 {
				f.field = &plan.Fields[k]
				f.typ = matching(f.field.Type, h.kind)
			}
		}
		i, last = i+n, h.id
		if h.inline {
			f.num = h.value
			r.sink.scalar(&f)
			continue
		}
		var err *fault
		if i, err = r.value(i, room, &f); err != nil {
			return i, err
		}
	}
}

// value reads the value of e at offset i. room is how many levels may still
// nest, the value itself the first.
func (r *reader) value(i, room int, e *event) (int, *fault) {
	switch e.kind {
	case layout.KindStruct:
		return r.fields(i, room-1, e)
	case layout.List, layout.Set:
		return r.list(i, room, e)
	case layout.Map:
		return r.entries(i, room, e)
	}
	n := r.wire.scalar(r.in[i:], e)
	if n < 0 {
		return r.fail(n, i)
	}
	r.sink.scalar(e)
	return i + n, nil
}

// list reads a list or set.
func (r *reader) list(i, room int, e *event) (int, *fault) {
	n := r.wire.list(r.in[i:], e)
	if n < 0 {
		return r.fail(n, i)
	}
	if e.size > 0 && room <= 0 {
		return r.fail(walk.Depth, i)
	}
	i += n
	r.sink.open(e)
	var typ *layout.Type
	if e.typ != nil {
		typ = matching(e.typ.Elem, e.elem.kind)
	}
	var v event
	var err *fault
	for k := range e.size {
		v = event{role: roleElement, off: i, index: k, kind: e.elem.kind, typ: typ}
		if i, err = r.value(i, room-1, &v); err != nil {
			return i, err
		}
	}
	r.sink.close(e)
	return i, nil
}

// entries reads a map.
func (r *reader) entries(i, room int, e *event) (int, *fault) {
	n := r.wire.entries(r.in[i:], e)
	if n < 0 {
		return r.fail(n, i)
	}
	if e.size > 0 && room <= 0 {
		return r.fail(walk.Depth, i)
	}
	i += n
	r.sink.open(e)
	var key, val *layout.Type
	if e.typ != nil {
		key, val = matching(e.typ.Key, e.key.kind), matching(e.typ.Elem, e.elem.kind)
	}
	var v event
	var err *fault
	for k := range e.size {
		v = event{role: roleKey, off: i, index: k, kind: e.key.kind, typ: key}
		if i, err = r.value(i, room-1, &v); err != nil {
			return i, err
		}
		v = event{role: roleValue, off: i, index: k, kind: e.elem.kind, typ: val}
		if i, err = r.value(i, room-1, &v); err != nil {
			return i, err
		}
	}
	r.sink.close(e)
	return i, nil
}

// matching returns the type that a plan has for a value, without pointers, or
// nil when the wire holds another kind than the plan expects.
func matching(t *layout.Type, wire layout.Kind) *layout.Type {
	for t != nil && t.Mem == layout.MemPtr {
		t = t.Elem
	}
	if t == nil {
		return nil
	}
	if t.Kind == wire || t.Kind == layout.Binary && wire == layout.String {
		return t
	}
	return nil
}
