package walk

import (
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// NewBlock returns a zeroed block of b, nil when the budget is spent.
func (d *Decoder) NewBlock(b *unsafeio.Block) unsafeio.Ptr {
	if !d.Charge(int64(b.Size())) {
		return unsafeio.Ptr{}
	}
	return b.New()
}

// NewStruct returns a struct of s that is ready to be decoded into, and the
// slots allocated with it; nil when the budget is spent.
func (d *Decoder) NewStruct(s *layout.Struct) (p, slots unsafeio.Ptr) {
	b := s.Block
	if !d.Charge(int64(b.Size())) {
		return p, slots
	}
	p = b.New()
	return p, d.Ready(s, p)
}

// Ready prepares the zeroed block at p for decoding a struct of s and returns
// its slots, nil when s has none.
func (d *Decoder) Ready(s *layout.Struct, p unsafeio.Ptr) (slots unsafeio.Ptr) {
	if s.Block.HasSlots() {
		slots = p.At(s.Block.SlotsOff())
	}
	Fresh(s, p)
	return slots
}

// Slot returns where the pointee of an optional scalar, whose pointer is at q,
// is stored, and the slots of its struct: with reuse where it is, else at
// offset off of the slots, which are allocated when there are none. Nil when
// the budget is spent.
func (d *Decoder) Slot(s *layout.Struct, off uintptr, q, slots unsafeio.Ptr, reuse bool) (p, block unsafeio.Ptr) {
	if reuse {
		if p = *q.Ptr(); !p.IsNil() {
			return p, slots
		}
	}
	if slots.IsNil() {
		if slots = d.NewBlock(s.Slots); slots.IsNil() {
			return slots, slots
		}
	}
	p = slots.At(off)
	*q.Ptr() = p
	return p, slots
}

// Pointee returns a struct of s to decode into and the slots allocated with
// it: with reuse the one at old, if any, and true; else a fresh one, nil when
// the budget is spent. begin is what NeedsBegin says of s.
func (d *Decoder) Pointee(s *layout.Struct, begin bool, old unsafeio.Ptr, reuse bool) (p, slots unsafeio.Ptr, used bool) {
	if reuse && !old.IsNil() {
		if begin {
			d.Begin(s, old)
		}
		return old, slots, true
	}
	p, slots = d.NewStruct(s)
	return p, slots, false
}
