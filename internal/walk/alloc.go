package walk

import (
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// From arenaInput bytes of input and arenaBlocks blocks on, memory comes in
// pieces of larger allocations.
const (
	arenaInput  = 1 << 10
	arenaBlocks = 4
)

// NewBlock returns a zeroed block of b, nil when the budget is spent.
func (d *Decoder) NewBlock(b *unsafeio.Block) unsafeio.Ptr {
	if d.arena != nil {
		if cost := d.arena.BlockCost(b); cost > 0 && !d.Charge(cost) {
			return unsafeio.Ptr{}
		}
		return d.arena.NewBlock(b)
	}
	if d.blocks++; d.blocks > arenaBlocks && d.end >= arenaInput {
		d.arena = new(unsafeio.Arena)
	}
	if !d.Charge(b.Cost(1)) {
		return unsafeio.Ptr{}
	}
	return b.New()
}

// NewBlocks returns the first of left adjacent zeroed blocks of b, size at
// most; nil when the budget is spent.
// Caller: size > 0.
func (d *Decoder) NewBlocks(b *unsafeio.Block, size int) (next unsafeio.Ptr, left int) {
	if d.arena != nil {
		return d.NewBlock(b), 1
	}
	left = min(size, b.MaxArray())
	if !d.Charge(b.Cost(left)) {
		return next, 0
	}
	d.blocks += left
	return b.NewArray(left), left
}

// NewStruct returns a struct of s that is ready to be decoded into, and the
// slots allocated with it; nil when the budget is spent.
func (d *Decoder) NewStruct(s *layout.Struct) (p, slots unsafeio.Ptr) {
	if p = d.NewBlock(s.Block); p.IsNil() {
		return p, slots
	}
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
		if p = q.Ptr(); !p.IsNil() {
			return p, slots
		}
	}
	if slots.IsNil() {
		if slots = d.NewBlock(s.Slots); slots.IsNil() {
			return slots, slots
		}
	}
	p = slots.At(off)
	q.SetPtr(p)
	return p, slots
}
