//go:build thriftcheck

package unsafeio

import (
	"reflect"
	"strconv"
	"unsafe"
)

// What unchecked.go leaves out: windows, and what the larger functions of this
// package ask of their callers. Rules: none. Guard: TestChecked.

// Is returns p narrowed to the t that lies there, which is asserted.
func (p Ptr) Is(t reflect.Type) Ptr { return p.is("Ptr.Is", t, 1, false) }

// Window returns p as the first byte of n that may be used until End, to be
// read, or with write to be written too.
func (p Ptr) Window(n int, write bool) Ptr {
	if p.bounds("Ptr.Window", n, write); n > 0 && p.kind != wire {
		p.fail("Ptr.Window", n, "they are no wire bytes")
	}
	what := "an input"
	if write {
		what = "an output"
	}
	return Ptr{p.p, spanOf(n), wire, &window{what: what, write: write}}
}

// Lend returns p narrowed to the t that lies there, which with all that it
// points to may be used until End, and with write be changed.
func (p Ptr) Lend(t reflect.Type, write bool) Ptr {
	q := p.is("Ptr.Lend", t, 1, write)
	q.win = &window{what: "a call's value", write: write}
	return q
}

// End says that p, and what was derived from it, is no longer used.
func (p Ptr) End() {
	p.live("Ptr.End", 0, false)
	p.win.over.Store(true)
}

// retyped is p as the address of a t, whatever the compiler was told.
func (p Ptr) retyped(t reflect.Type) Ptr {
	k := kindOf(t)
	p.bounds("a variable retyped", k.size, false)
	return Ptr{p.p, spanOf(k.size), k, p.win}
}

// typedAt is p as the address of n values of type t.
func typedAt(p unsafe.Pointer, t reflect.Type, n int) Ptr {
	k := kindOf(t)
	return Ptr{p, spanOf(n * k.size), k, nil}
}

// pointsTo is p as what a pointer of type t holds.
func pointsTo(p unsafe.Pointer, t reflect.Type) Ptr {
	if p == nil {
		return Ptr{}
	}
	return typedAt(p, t.Elem(), 1)
}

// pointee is the address that v holds.
func pointee(v reflect.Value) Ptr { return pointsTo(v.UnsafePointer(), v.Type()) }

// bytesAt is p as the address of n bytes.
func bytesAt(p unsafe.Pointer, n int) Ptr { return Ptr{p, spanOf(n), wire, nil} }

// at is p as the address of n blocks of b.
func (b *Block) at(p unsafe.Pointer, n int) Ptr { return typedAt(p, b.built(), n) }

// pointersAt is p as the address of n pointers to blocks of b.
func (b *Block) pointersAt(p unsafe.Pointer, n int) Ptr {
	return typedAt(p, reflect.PointerTo(b.Type()), n)
}

// poison fills fresh bytes, so that none is shown that was not written.
func poison(p Ptr, n int) {
	b := p.store("NewBytes", n)
	for i := range b {
		b[i] = 0xdb
	}
}

// mustHold asserts that n values of type t are at p.
func mustHold(op string, p Ptr, t reflect.Type, n int, write bool) { p.is(op, t, n, write) }

// mustCount asserts what op asks of its numbers.
func mustCount(op string, ok bool) {
	if !ok {
		panic("unsafeio: " + op + ": a number is out of its range")
	}
}

// mustBulk asserts that n elements of size bytes are at dst and at src, of which
// with put dst is wire bytes, else src.
func mustBulk(op string, dst, src Ptr, n, size int, put bool) {
	mustCount(op, n >= 0)
	if n == 0 {
		return
	}
	if d, s := uintptr(dst.p), uintptr(src.p); d < s+uintptr(n*size) && s < d+uintptr(n*size) {
		dst.fail(op, n*size, "they overlap the source")
	}
	out, in := dst, src
	if !put {
		out, in = src, dst
	}
	out.raw(op, n*size, put)
	in.bounds(op, n*size, !put)
	some := number
	if size == 1 {
		some |= boolean
	}
	switch {
	case uintptr(in.p)%alignOf(size) != 0:
		in.fail(op, n*size, "not aligned")
	case in.kind == unknown:
	case in.kind == wire || !in.kind.numbers(int(in.at.off), n, size, some):
		in.fail(op, n*size, "they are not "+strconv.Itoa(n)+" numbers of "+strconv.Itoa(size)+" bytes")
	}
}

// callVisit is visit of n pairs, which it may read during the call.
func (o *MapOps) callVisit(visit func(ctx, pairs Ptr, n int) bool, ctx, pairs Ptr, n int) bool {
	t := o.pair.built()
	mustCount("MapOps.Range", n > 0)
	pairs.bounds("MapOps.Range", n*int(t.Size()), false)
	q := typedAt(pairs.p, t, n)
	q.win = &window{what: "a batch of map entries"}
	ok := visit(ctx, q, n)
	q.win.over.Store(true)
	return ok
}

// callNext is next of an entry, which it may fill in during the call.
func (o *MapOps) callNext(next func(ctx, k, v Ptr) bool, ctx, k, v Ptr) bool {
	k, v = k.retyped(o.typ.Key()), v.retyped(o.typ.Elem())
	w := &window{what: "a map's entry", write: true}
	k.win, v.win = w, w
	ok := next(ctx, k, v)
	w.over.Store(true)
	return ok
}
