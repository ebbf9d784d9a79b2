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
