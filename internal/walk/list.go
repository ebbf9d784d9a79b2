package walk

import (
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// aheadBytes bounds what is allocated for elements that have not arrived,
// where a wire byte may stand for much memory.
const aheadBytes = 64 << 10

// coveredRatio is the memory per least wire byte up to which a whole list is
// allocated at once.
const coveredRatio = 32

// CheckSize checks a container of size elements, each of at least least wire
// bytes, against the bytes left and the limits; it returns 0 or a code.
func (d *Decoder) CheckSize(size, least, left, depth int) int {
	if size < 0 {
		return Negative
	}
	if uint64(size)*uint64(least) > uint64(left) {
		return Truncated
	}
	if d.Container > 0 && size > d.Container {
		return Container
	}
	if depth <= 0 {
		return Depth
	}
	return 0
}

// MakeList gives the slice variable at q a length: size, or a first part of
// it where size elements of at least least wire bytes would take memory out
// of proportion. Elements are zero, or under Reuse those that were there. It
// returns the length, or Alloc, and whether the elements are used ones.
func (d *Decoder) MakeList(t *layout.Type, reuse bool, q unsafeio.Ptr, size, least int) (n int, used bool) {
	ops := t.Slice
	if reuse && size <= q.Slice().Cap && q.Slice().Cap > 0 {
		ops.SetLen(q, size)
		return size, true
	}
	es := int(ops.ElemSize())
	n = size
	if es > coveredRatio*least && n > aheadBytes/es {
		n = max(aheadBytes/es, 1)
	}
	cost := ops.Cost(n)
	if d.arena != nil {
		cost = d.arena.ListCost(ops, n)
	}
	if !d.Charge(cost) {
		return Alloc, false
	}
	// The old elements are not moved along: what the caller's value points at
	// may be on its stack, and must not be stored on the heap.
	if d.arena != nil {
		d.arena.Make(ops, q, n)
	} else {
		ops.Make(q, n)
	}
	return n, false
}

// MakePointers gives the slice of pointers at q the length size: with reuse in
// its own memory, when that is enough, with the pointers that are there, else
// in fresh memory. Then the pointers are nil, and next is the first of left
// adjacent zeroed blocks of b, allocated with them, if any. It returns 0 or a
// code.
// Caller: size > 0.
func (d *Decoder) MakePointers(t *layout.Type, b *unsafeio.Block, reuse bool, q unsafeio.Ptr, size int) (next unsafeio.Ptr, left int, used bool, code int) {
	if size > b.MaxArray() || d.arena != nil || reuse && size <= q.Slice().Cap {
		n, used := d.MakeList(t, reuse, q, size, 1)
		return next, 0, used, min(n, 0)
	}
	if !d.Charge(b.ListCost(size)) {
		return next, 0, false, Alloc
	}
	d.blocks += size
	ptrs, next := b.NewList(size)
	q.SetSlice(unsafeio.Slice{Data: ptrs, Len: size, Cap: size})
	return next, size, false, 0
}

// GrowList extends the slice at q, which is full at have of size elements,
// and returns its new length, or Alloc.
func (d *Decoder) GrowList(t *layout.Type, q unsafeio.Ptr, have, size int) int {
	n := size
	if n > 2*have {
		n = 2 * have
	}
	if !d.Charge(t.Slice.Cost(n)) {
		return Alloc
	}
	t.Slice.Grow(q, n)
	return n
}

// EmptyList makes the slice at q empty and not nil.
func EmptyList(t *layout.Type, reuse bool, q unsafeio.Ptr) {
	if reuse && !q.Slice().Data.IsNil() {
		t.Slice.SetLen(q, 0)
		return
	}
	t.Slice.Make(q, 0)
}

// Worse returns of two results the one to report: a fault before Unlike,
// Unlike before none.
func Worse(a, b int) int {
	if a == 0 || a == Unlike && b != 0 {
		return b
	}
	return a
}

// Move stores what c holds in the variable of type t at q.
func Move(c *unsafeio.Var, t *layout.Type, q unsafeio.Ptr) {
	if t.Held() {
		v, _ := Hold(t, q, false)
		Move(c, t.Elem, v)
		t.SetIt(q)
		return
	}
	switch held := c.At(t.Go); t.Mem {
	case layout.MemSlice, layout.MemEntries:
		q.SetSlice(held.Slice())
	default:
		q.SetPtr(held.Ptr())
	}
}
