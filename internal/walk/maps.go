package walk

import (
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// MapFill is a map that is being filled, as far as the budget goes.
type MapFill struct {
	Hint int // entries that it is made for
	Next int // entry before which MapEntry is to be called

	room unsafeio.MapRoom
	each int64 // bytes of an entry beside its room
}

// FillMap charges the budget for a map of size entries at q, before it is made,
// and reports whether that was there.
func (d *Decoder) FillMap(t *layout.Type, reuse bool, q unsafeio.Ptr, size int) (f MapFill, ok bool) {
	cost := int64(0)
	if reuse && !q.Ptr().IsNil() {
		old := t.Map.Len(q)
		cost = t.Map.SpareCost(old, size)
		if old > 0 && !t.Map.Replaces(old, size) {
			f.start(t, t.Map.Filled(old))
			return f, d.Charge(cost)
		}
	}
	f.Hint = min(size, max(aheadBytes/t.Map.EntrySize(), 1))
	room, bytes := t.Map.Room(f.Hint)
	if size == 0 {
		bytes = int64(t.Map.EmptySize())
	}
	f.start(t, room)
	return f, d.Charge(cost + bytes)
}

func (f *MapFill) start(t *layout.Type, room unsafeio.MapRoom) {
	f.room, f.Next = room, room.Holds
	if f.each = t.Map.EntryCost(); f.each > 0 {
		f.Next = 0
	}
}

// MapEntry charges the budget for entry i of the map at q, from f.Next on, and
// reports whether that was there. It costs something where the map has to grow:
// entries whose keys were in the map already take no room.
func (d *Decoder) MapEntry(t *layout.Type, q unsafeio.Ptr, f *MapFill, i int) bool {
	f.Next = i + f.room.Holds - t.Map.Len(q)
	cost := f.each
	if f.Next <= i {
		room, grown := t.Map.Grown(f.room)
		f.Next += room.Holds - f.room.Holds
		f.room = room
		cost += grown
	}
	if f.each > 0 {
		f.Next = i + 1
	}
	return d.Charge(cost)
}
