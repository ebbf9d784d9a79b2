package unsafeio

import (
	"reflect"
	"sync"
)

// MapOps reads and fills the maps of one Go type. It is immutable to its
// callers and safe for concurrent use.
//
// Invariants: when scratch is nil, fn works on the Go map type of the same
// memory shape; otherwise it goes through reflect.
type MapOps struct {
	fn      mapFuncs
	pair    *Block // a struct of key and value
	value   uintptr
	typ     reflect.Type
	scratch *sync.Pool // of *mapScratch
	reuse   bool       // the old values are worth reusing
	spares  bool       // Build keeps old values
	slot    uintptr    // bytes of a key and a value in the map
	alone   int64      // bytes that an entry takes beside its slot
}

// mapFuncs works on maps of one memory shape.
type mapFuncs struct {
	length func(o *MapOps, p Ptr) int
	visit  func(o *MapOps, p, ctx Ptr, visit func(ctx, pairs Ptr, n int) bool) int
	build  func(o *MapOps, p Ptr, n, hint int, reuse bool, ctx Ptr, next func(ctx, k, v Ptr) bool) bool
}

// NewMapOps returns the MapOps for a map type.
// Caller: m is of kind Map. Rules: U5. Guard: TestMapShapes.
func NewMapOps(m reflect.Type) *MapOps {
	pair, offs := NewSlotsBlock([]reflect.Type{m.Key(), m.Elem()})
	o := &MapOps{typ: m, pair: pair, value: offs[1]}
	o.slot, o.alone = mapSlot(m)
	o.spares = ownsMemory(m.Elem())
	var ok bool
	if o.fn, ok = shapeFuncs(m); ok {
		return o
	}
	o.fn = mapFuncs{(*MapOps).lenReflect, (*MapOps).rangeReflect, (*MapOps).buildReflect}
	o.scratch = new(sync.Pool)
	o.reuse = ownsMemory(m.Elem())
	return o
}

// Len returns the number of entries of the map at p; 0 for a nil map.
// Caller: a map of o's type at p. Rules: U2. Guard: TestMapShapes.
func (o *MapOps) Len(p Ptr) int {
	mustHold("MapOps.Len", p, o.typ, 1, false)
	return o.fn.length(o, p)
}

// Range calls visit with copies of the entries of the map at p, in batches: n
// pairs of key and value at pairs, valid during that call, until visit returns
// false. Pairs lie PairSize apart, a value ValueOff bytes after its key. Range
// returns the number of entries it gave to visit, and allocates nothing.
// Caller: a map of o's type at p, which nobody writes meanwhile; visit keeps
// no address. Rules: U2, U5. Guard: TestMapShapes, TestMapAllocs.
func (o *MapOps) Range(p Ptr, ctx Ptr, visit func(ctx, pairs Ptr, n int) bool) int {
	mustHold("MapOps.Range", p, o.typ, 1, false)
	return o.fn.visit(o, p, ctx, visit)
}

// PairSize returns the distance of the pairs that Range gives out.
// Rules: U2. Guard: TestMapShapes.
func (o *MapOps) PairSize() uintptr { return o.pair.Size() }

// ValueOff returns the offset of the value in a pair; that of the key is 0.
// Rules: U2. Guard: TestMapShapes.
func (o *MapOps) ValueOff() uintptr { return o.value }

// Build sets the map at p to one of n entries that next fills: it is called
// with the addresses of a zero key and a zero value, valid during that call.
// When next returns false Build stops, with the entries before in the map, and
// returns false. Of equal keys the last wins. The map is not nil even for
// n == 0.
//
// The map is fresh and made for hint entries; with reuse one that is there is
// cleared and filled again, and each value that owns memory (a pointer, slice,
// map, or a struct of such) starts as an old value of that map, in no order,
// while there are any. A map of over 1,024 entries, and more than eight times
// n, is replaced all the same, so that one large message does not make every
// later one slow.
// Caller: a map of o's type at p, and with reuse no two of its values sharing
// memory; next keeps neither address. Rules: U2, U4, U5. Guard: TestMapShapes, TestMapReuse, TestMapSpare.
func (o *MapOps) Build(p Ptr, n, hint int, reuse bool, ctx Ptr, next func(ctx, k, v Ptr) bool) bool {
	mustHold("MapOps.Build", p, o.typ, 1, true)
	return o.fn.build(o, p, n, hint, reuse, ctx, next)
}

// EntrySize returns about how many bytes one entry costs in a full map: key
// and value, aligned, an eighth of it left free, and a byte of hash. A map
// that has just grown costs about twice as much.
// Rules: none. Guard: TestMapSizes.
func (o *MapOps) EntrySize() int {
	n := int(o.pair.Size())
	return max(8, n+n/8+2)
}

// EmptySize returns about how many bytes a map without entries costs.
// Rules: none. Guard: TestMapSizes.
func (o *MapOps) EmptySize() int { return 48 }

// Replaces reports whether Build makes a new map, with reuse too, for n entries in place of a map of old ones.
// Rules: none. Guard: TestMapShrinks.
func (o *MapOps) Replaces(old, n int) bool { return tooLarge(old, n) }

// tooLarge reports whether a map of old entries is to be replaced rather than
// cleared for n.
// Rules: none. Guard: TestMapShrinks.
func tooLarge(old, n int) bool { return old > 1024 && old/8 > n }
