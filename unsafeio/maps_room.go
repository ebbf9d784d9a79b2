package unsafeio

import (
	"math/bits"
	"reflect"
)

// What a map's memory looks like in Go, as far as its size goes: groups of eight slots with a byte of hash each, in
// tables of at most 1,024 slots, of which seven in eight are filled. A full table is replaced by one of twice the size,
// or by two. Only what a limit counts depends on it: TestMapRoom compares it with what maps take.
const (
	groupSlots  = 8
	tableSlots  = 1024
	mapHeader   = 48
	tableHeader = 64  // and what it takes in the directory, which is replaced when it grows
	directBytes = 128 // of a key or value; a larger one is allocated alone
)

// MapRoom counts the memory of a map while it is filled.
type MapRoom struct {
	slots int
	Holds int // entries that find room
}

// Room returns what a map made for n entries has room for, and about how many bytes it takes with its first entry.
// Caller: n >= 0. Rules: none. Guard: TestMapRoom.
func (o *MapOps) Room(n int) (r MapRoom, cost int64) {
	if n <= groupSlots {
		return MapRoom{groupSlots, groupSlots}, mapHeader + o.slotBytes(groupSlots)
	}
	target := n * groupSlots / (groupSlots - 1)
	tables := pow2((target + tableSlots - 1) / tableSlots)
	r.slots = tables * max(groupSlots, pow2(target/tables))
	r.Holds = fits(r.slots, tables)
	return r, mapHeader + int64(tables)*tableHeader + o.slotBytes(r.slots)
}

// Filled returns the least room of a map that holds n entries.
// Caller: n >= 0. Rules: none. Guard: TestMapRoom.
func (o *MapOps) Filled(n int) (r MapRoom) {
	for r = (MapRoom{groupSlots, groupSlots}); r.Holds < n; {
		r, _ = o.Grown(r)
	}
	return r
}

// Grown returns the room of a map of room r that has grown, and about how many bytes that takes. The memory before is
// let go of, but it was taken.
// Rules: none. Guard: TestMapRoom.
func (o *MapOps) Grown(r MapRoom) (next MapRoom, cost int64) {
	next.slots = 2 * r.slots
	tables := max(1, next.slots/tableSlots)
	next.Holds = fits(next.slots, tables)
	return next, int64(tables)*tableHeader + o.slotBytes(next.slots)
}

// fits is how many entries tables with so many slots take. Of many tables, some are full early.
// Rules: none. Guard: TestMapRoom.
func fits(slots, tables int) int {
	if tables > 1 {
		return slots / 16 * 13
	}
	return slots / groupSlots * (groupSlots - 1)
}

// slotBytes is about how many bytes the groups of so many slots take.
// Rules: none. Guard: TestMapRoom.
func (o *MapOps) slotBytes(slots int) int64 {
	table := min(slots, tableSlots)
	return int64(slots/table) * Rounded(int64(table)*int64(o.slot+1))
}

// EntryCost returns about how many bytes each entry takes beside its room: those of keys and values that are too large
// for a slot.
// Rules: none. Guard: TestMapRoom.
func (o *MapOps) EntryCost() int64 { return o.alone }

// SpareCost returns about how many bytes Build takes to keep old values of a map of old entries while it is filled with
// n, where that is more than is kept for it.
// Rules: none. Guard: TestMapSpareCost.
func (o *MapOps) SpareCost(old, n int) int64 {
	if n = min(old, n); n <= maxSpare || !o.spares {
		return 0
	}
	return int64(n) * int64(o.typ.Elem().Size())
}

// pow2 rounds n up to a power of two.
// Caller: n > 0. Rules: none. Guard: TestMapRoom.
func pow2(n int) int { return 1 << bits.Len(uint(n-1)) }

// mapSlot returns the bytes that a slot of a map has, and those that an entry takes beside it.
// Rules: none. Guard: TestMapRoom.
func mapSlot(m reflect.Type) (slot uintptr, alone int64) {
	align := uintptr(1)
	for _, t := range []reflect.Type{m.Key(), m.Elem()} {
		size, a := t.Size(), uintptr(t.Align())
		if size > directBytes {
			alone += Rounded(int64(size))
			size, a = PtrSize, PtrSize
		}
		align = max(align, a)
		slot = alignUp(slot, a) + size
	}
	if m.Elem().Size() == 0 {
		slot++ // its address must not be that of the next slot
	}
	return alignUp(slot, align), alone
}
