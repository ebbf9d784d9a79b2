package main

import (
	"strconv"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/layout"
)

// wireType is a type as a header names it.
type wireType struct {
	kind layout.Kind // layout.Invalid for a code without a kind
	code byte
}

// String returns the kind's name, or the number of an unknown code.
func (t wireType) String() string {
	if t.kind == layout.Invalid {
		return "type" + strconv.Itoa(int(t.code))
	}
	return t.kind.String()
}

// fieldHead is a field header, or the stop field.
type fieldHead struct {
	stop   bool
	id     int16
	kind   layout.Kind
	inline bool  // the header held the value too, a bool
	value  int64 // of an inline bool
}

// message is a message header.
type message struct {
	name []byte // shares the input
	typ  byte
	seq  int32
}

// wire is what differs between the protocols. Each method reads from the start
// of b and returns the bytes used, or a code of package walk.
type wire interface {
	name() string
	message(b []byte) (message, int)
	field(b []byte, last int16) (fieldHead, int)
	list(b []byte, e *event) int            // the header of a list or set
	entries(b []byte, e *event) int         // the header of a map
	scalar(b []byte, e *event) int          // a value of e's kind
	skip(b []byte, depth int) (end, at int) // a struct; at is the offset of a failure
}

var (
	binaryProtocol  wire = binaryWire{}
	compactProtocol wire = compactWire{}
)

type binaryWire struct{}

func (binaryWire) name() string { return "binary" }

func (binaryWire) message(b []byte) (m message, n int) {
	m.name, m.typ, m.seq, n = binary.ConsumeMessageHeader(b)
	return m, n
}

func (binaryWire) field(b []byte, _ int16) (fieldHead, int) {
	t, id, n := binary.ConsumeFieldHeader(b)
	return fieldHead{stop: t == binary.TypeStop, id: id, kind: t.Kind()}, n
}

func (binaryWire) list(b []byte, e *event) int {
	t, size, n := binary.ConsumeListHeader(b)
	e.elem, e.size = wireType{t.Kind(), byte(t)}, size
	return n
}

func (binaryWire) entries(b []byte, e *event) int {
	k, v, size, n := binary.ConsumeMapHeader(b)
	e.key, e.elem, e.size = wireType{k.Kind(), byte(k)}, wireType{v.Kind(), byte(v)}, size
	return n
}

func (binaryWire) scalar(b []byte, e *event) (n int) {
	switch e.kind {
	case layout.Bool:
		var v bool
		v, n = binary.ConsumeBool(b)
		e.setBool(v)
	case layout.I8:
		var v int8
		v, n = binary.ConsumeI8(b)
		e.num = int64(v)
	case layout.I16:
		var v int16
		v, n = binary.ConsumeI16(b)
		e.num = int64(v)
	case layout.I32:
		var v int32
		v, n = binary.ConsumeI32(b)
		e.num = int64(v)
	case layout.I64:
		e.num, n = binary.ConsumeI64(b)
	case layout.Double:
		e.real, n = binary.ConsumeDouble(b)
	case layout.String:
		e.bytes, n = binary.ConsumeBytes(b)
	case layout.UUID:
		if _, n = binary.ConsumeUUID(b); n > 0 {
			e.bytes = b[:n]
		}
	}
	return n
}

func (binaryWire) skip(b []byte, depth int) (end, at int) {
	return binary.SkipAt(b, 0, binary.TypeStruct, depth+1)
}

type compactWire struct{}

func (compactWire) name() string { return "compact" }

func (compactWire) message(b []byte) (m message, n int) {
	m.name, m.typ, m.seq, n = compact.ConsumeMessageHeader(b)
	return m, n
}

func (compactWire) field(b []byte, last int16) (fieldHead, int) {
	t, id, n := compact.ConsumeFieldHeader(b, last)
	h := fieldHead{stop: t == compact.TypeStop, id: id, kind: t.Kind()}
	h.inline = h.kind == layout.Bool
	if t == compact.TypeTrue {
		h.value = 1
	}
	return h, n
}

func (compactWire) list(b []byte, e *event) int {
	t, size, n := compact.ConsumeListHeader(b)
	e.elem, e.size = wireType{t.Kind(), byte(t)}, size
	return n
}

func (compactWire) entries(b []byte, e *event) int {
	k, v, size, n := compact.ConsumeMapHeader(b)
	e.key, e.elem, e.size = wireType{k.Kind(), byte(k)}, wireType{v.Kind(), byte(v)}, size
	return n
}

func (compactWire) scalar(b []byte, e *event) (n int) {
	switch e.kind {
	case layout.Bool:
		var v bool
		v, n = compact.ConsumeBool(b)
		e.setBool(v)
	case layout.I8:
		var v int8
		v, n = compact.ConsumeI8(b)
		e.num = int64(v)
	case layout.I16:
		var v int16
		v, n = compact.ConsumeI16(b)
		e.num = int64(v)
	case layout.I32:
		var v int32
		v, n = compact.ConsumeI32(b)
		e.num = int64(v)
	case layout.I64:
		e.num, n = compact.ConsumeI64(b)
	case layout.Double:
		e.real, n = compact.ConsumeDouble(b)
	case layout.String:
		e.bytes, n = compact.ConsumeBytes(b)
	case layout.UUID:
		if _, n = compact.ConsumeUUID(b); n > 0 {
			e.bytes = b[:n]
		}
	}
	return n
}

func (compactWire) skip(b []byte, depth int) (end, at int) {
	return compact.SkipAt(b, 0, compact.TypeStruct, depth+1)
}

func (e *event) setBool(v bool) {
	e.num = 0
	if v {
		e.num = 1
	}
}
