package layout

import (
	"reflect"

	"github.com/miserwire/miser/unsafeio"
)

// maxSlots bounds the room for optional scalars that is allocated with a
// struct, used or not.
const maxSlots = 1024

// setSlots gives optional scalars held by pointer room beside their struct,
// in field order until the room is full, and makes the struct's blocks.
func (s *Struct) setSlots() {
	var types []reflect.Type
	var slotted []*Field
	size := uintptr(0)
	for i := range s.Fields {
		f := &s.Fields[i]
		f.Slot = -1
		if !f.wantsSlot() {
			continue
		}
		elem := f.Type.Elem.Go
		align := uintptr(elem.Align())
		size = (size+align-1)&^(align-1) + elem.Size()
		if size <= maxSlots {
			types, slotted = append(types, elem), append(slotted, f)
		}
	}
	if len(types) > 0 {
		var offs []uintptr
		s.Slots, offs = unsafeio.NewSlotsBlock(types)
		for i, f := range slotted {
			f.Slot = int(offs[i])
		}
	}
	s.Block = unsafeio.NewStructBlock(s.Go, s.Slots)
}

// wantsSlot reports whether f points to a scalar or string.
func (f *Field) wantsSlot() bool {
	if f.Type.Mem != MemPtr || len(f.Hops) > 0 {
		return false
	}
	m := f.Type.Elem.Mem
	return m >= MemBool && m <= MemString || m == MemArray16
}
