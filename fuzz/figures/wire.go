package main

import (
	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/layout"
)

// wire appends to b what a peer could, true or not.
type wire struct {
	p    codec.Protocol
	b    []byte
	last []int16 // ids of the last fields of the structs that are open, the innermost at its end
}

func newWire(p codec.Protocol) *wire { return &wire{p: p, last: make([]int16, 1, 80)} }

// open begins a struct, stop ends it.
func (w *wire) open() { w.last = append(w.last, 0) }

func (w *wire) stop() {
	w.b = append(w.b, 0)
	w.last = w.last[:len(w.last)-1]
}

// field appends a field header. That of a bool is all of the field: true in Compact, and in Binary too.
func (w *wire) field(k layout.Kind, id int16) {
	last := &w.last[len(w.last)-1]
	switch {
	case w.p == codec.Binary:
		w.b = binary.AppendFieldHeader(w.b, binary.TypeOf(k), id)
		if k == layout.Bool {
			w.b = append(w.b, 1)
		}
	case k == layout.Bool:
		w.b = compact.AppendBoolField(w.b, true, id, *last)
	default:
		w.b = compact.AppendFieldHeader(w.b, compact.TypeOf(k), id, *last)
	}
	*last = id
}

func (w *wire) list(k layout.Kind, size int) {
	if w.p == codec.Binary {
		w.b = binary.AppendListHeader(w.b, binary.TypeOf(k), size)
	} else {
		w.b = compact.AppendListHeader(w.b, compact.TypeOf(k), size)
	}
}

func (w *wire) entries(key, value layout.Kind, size int) {
	if w.p == codec.Binary {
		w.b = binary.AppendMapHeader(w.b, binary.TypeOf(key), binary.TypeOf(value), size)
	} else {
		w.b = compact.AppendMapHeader(w.b, compact.TypeOf(key), compact.TypeOf(value), size)
	}
}

func (w *wire) i8(v int8) { w.b = append(w.b, byte(v)) }

func (w *wire) i32(v int32) {
	if w.p == codec.Binary {
		w.b = binary.AppendI32(w.b, v)
	} else {
		w.b = compact.AppendI32(w.b, v)
	}
}

func (w *wire) i64(v int64) {
	if w.p == codec.Binary {
		w.b = binary.AppendI64(w.b, v)
	} else {
		w.b = compact.AppendI64(w.b, v)
	}
}

func (w *wire) double(v float64) {
	if w.p == codec.Binary {
		w.b = binary.AppendDouble(w.b, v)
	} else {
		w.b = compact.AppendDouble(w.b, v)
	}
}

func (w *wire) text(v string) {
	if w.p == codec.Binary {
		w.b = binary.AppendString(w.b, v)
	} else {
		w.b = compact.AppendString(w.b, v)
	}
}

// times returns how often what f appends fits into n bytes.
func (w *wire) times(n int, f func()) int {
	before := len(w.b)
	f()
	each := len(w.b) - before
	w.b = w.b[:before]
	return max(1, n/each)
}

// lists appends a list field of elements that element appends: about n bytes.
func (w *wire) lists(n int, id int16, k layout.Kind, element func()) {
	w.field(layout.List, id)
	size := w.times(n, element)
	w.list(k, size)
	for range size {
		element()
	}
}
