package unsafeio

import (
	"reflect"
	"sync"
	"unsafe"
)

// A Go map can be used through another map type when keys and values have the
// same size, alignment and pointer words, and keys the same hash and equality:
// the runtime's code for a map depends on nothing else. So one instance per
// shape serves every map of it, named types included.

// shapeFuncs returns the functions for maps of m's shape, if it has one.
// Rules: U5. Guard: TestMapShapes.
func shapeFuncs(m reflect.Type) (mapFuncs, bool) {
	switch m.Key().Kind() {
	case reflect.Bool, reflect.Int8, reflect.Uint8:
		return valueFuncs[uint8](m.Elem())
	case reflect.Int16, reflect.Uint16:
		return valueFuncs[uint16](m.Elem())
	case reflect.Int32, reflect.Uint32:
		return valueFuncs[uint32](m.Elem())
	case reflect.Int64, reflect.Uint64:
		return valueFuncs[uint64](m.Elem())
	case reflect.Int, reflect.Uint, reflect.Uintptr:
		if PtrSize == 4 {
			return valueFuncs[uint32](m.Elem())
		}
		return valueFuncs[uint64](m.Elem())
	case reflect.Float64:
		return valueFuncs[float64](m.Elem())
	case reflect.String:
		return valueFuncs[string](m.Elem())
	}
	return mapFuncs{}, false
}

// valueFuncs is shapeFuncs for keys of shape K and values of type v.
// Rules: U5. Guard: TestMapShapes.
func valueFuncs[K comparable](v reflect.Type) (mapFuncs, bool) {
	switch v.Kind() {
	case reflect.Bool, reflect.Int8, reflect.Uint8:
		return plainFuncs[K, uint8]()
	case reflect.Int16, reflect.Uint16:
		return plainFuncs[K, uint16]()
	case reflect.Int32, reflect.Uint32, reflect.Float32:
		return plainFuncs[K, uint32]()
	case reflect.Int64, reflect.Uint64, reflect.Float64:
		return plainFuncs[K, uint64]()
	case reflect.Int, reflect.Uint, reflect.Uintptr:
		if PtrSize == 4 {
			return plainFuncs[K, uint32]()
		}
		return plainFuncs[K, uint64]()
	case reflect.String:
		return plainFuncs[K, string]()
	case reflect.Slice:
		return mapFuncs{lenShape[K, []byte], rangeFew[K, []byte], buildSlices[K]}, true
	case reflect.Pointer, reflect.Map:
		return mapFuncs{lenShape[K, unsafe.Pointer], rangeFew[K, unsafe.Pointer], buildPointers[K]}, true
	case reflect.Struct:
		if v.NumField() == 0 {
			return plainFuncs[K, struct{}]()
		}
	}
	return mapFuncs{}, false
}

// plainFuncs returns the functions for values that own no memory.
// Rules: U5. Guard: TestMapShapes.
func plainFuncs[K comparable, V any]() (mapFuncs, bool) {
	return mapFuncs{lenShape[K, V], rangeShape[K, V], buildPlain[K, V]}, true
}

// lenShape is Len for one shape.
// Caller: as Len. Rules: U2. Guard: TestMapShapes.
func lenShape[K comparable, V any](_ *MapOps, p Ptr) int { return len(*(*map[K]V)(p.p)) }

// The entries that one call of visit gets at most: fewer where each is long
// work, since such maps are often short and the room has to be cleared.
const (
	pairBatch = 16
	pairFew   = 4
)

// mapPair is an entry as Range gives it out.
type mapPair[K comparable, V any] struct {
	key K
	val V
}

// rangeShape is Range for one shape.
// Caller: as Range. Rules: U1, U2. Guard: TestMapShapes.
func rangeShape[K comparable, V any](o *MapOps, p, ctx Ptr, visit func(ctx, pairs Ptr, n int) bool) int {
	var some [pairBatch]mapPair[K, V]
	n, i := 0, uint(0)
	for k, v := range *(*map[K]V)(p.p) {
		some[i%pairBatch] = mapPair[K, V]{k, v}
		if i++; i == pairBatch {
			if n += pairBatch; !o.callVisit(visit, ctx, Of(&some), pairBatch) {
				return n
			}
			i = 0
		}
	}
	if i > 0 {
		o.callVisit(visit, ctx, Of(&some), int(i))
	}
	return n + int(i)
}

// rangeFew is rangeShape in batches of pairFew.
// Caller: as Range. Rules: U1, U2. Guard: TestMapShapes.
func rangeFew[K comparable, V any](o *MapOps, p, ctx Ptr, visit func(ctx, pairs Ptr, n int) bool) int {
	var some [pairFew]mapPair[K, V]
	n, i := 0, uint(0)
	for k, v := range *(*map[K]V)(p.p) {
		some[i%pairFew] = mapPair[K, V]{k, v}
		if i++; i == pairFew {
			if n += pairFew; !o.callVisit(visit, ctx, Of(&some), pairFew) {
				return n
			}
			i = 0
		}
	}
	if i > 0 {
		o.callVisit(visit, ctx, Of(&some), int(i))
	}
	return n + int(i)
}

// buildPlain is Build for one shape whose values own no memory.
// Caller: as Build. Rules: U1, U2, U4, U5. Guard: TestMapShapes.
func buildPlain[K comparable, V any](o *MapOps, p Ptr, n, hint int, reuse bool, ctx Ptr, next func(ctx, k, v Ptr) bool) bool {
	m := *(*map[K]V)(p.p)
	if reuse && m != nil && !tooLarge(len(m), n) {
		clear(m)
	} else {
		m = make(map[K]V, hint)
		*(*map[K]V)(p.p) = m
	}
	for range n {
		var k K
		var v V
		if !o.callNext(next, ctx, Of(&k), Of(&v)) {
			return false
		}
		m[k] = v
	}
	return true
}

var (
	sparePointers sync.Pool // of *[]unsafe.Pointer
	spareSlices   sync.Pool // of *[][]byte
)

// buildPointers is Build for values of one pointer word.
// Caller: as Build. Rules: U1, U2, U4, U5. Guard: TestMapReuse.
func buildPointers[K comparable](o *MapOps, p Ptr, n, hint int, reuse bool, ctx Ptr, next func(ctx, k, v Ptr) bool) bool {
	if !reuse || len(*(*map[K]unsafe.Pointer)(p.p)) == 0 {
		return buildPlain[K, unsafe.Pointer](o, p, n, hint, reuse, ctx, next)
	}
	return buildSpare[K](o, &sparePointers, (*map[K]unsafe.Pointer)(p.p), n, hint, ctx, next)
}

// buildSlices is Build for values that are slices.
// Caller: as Build. Rules: U1, U2, U4, U5. Guard: TestMapReuse.
func buildSlices[K comparable](o *MapOps, p Ptr, n, hint int, reuse bool, ctx Ptr, next func(ctx, k, v Ptr) bool) bool {
	if !reuse || len(*(*map[K][]byte)(p.p)) == 0 {
		return buildPlain[K, []byte](o, p, n, hint, reuse, ctx, next)
	}
	return buildSpare[K](o, &spareSlices, (*map[K][]byte)(p.p), n, hint, ctx, next)
}

// maxSpare bounds the values that a pooled spare slice has room for.
const maxSpare = 8192

// buildSpare refills *mp, handing out its old values.
// Caller: as Build. Rules: U1, U2, U4, U5. Guard: TestMapSpare, TestMapPoolKeepsNothing.
func buildSpare[K comparable, V any](o *MapOps, pool *sync.Pool, mp *map[K]V, n, hint int, ctx Ptr, next func(ctx, k, v Ptr) bool) bool {
	m := *mp
	spare, _ := pool.Get().(*[]V)
	if spare == nil {
		spare = new([]V)
	}
	old := (*spare)[:0]
	for _, v := range m {
		if len(old) >= n {
			break
		}
		old = append(old, v)
	}
	if tooLarge(len(m), n) {
		m = make(map[K]V, hint)
		*mp = m
	} else {
		clear(m)
	}
	ok := true
	for i := range n {
		var k K
		var v V
		if i < len(old) {
			v = old[i]
		}
		if ok = o.callNext(next, ctx, Of(&k), Of(&v)); !ok {
			break
		}
		m[k] = v
	}
	clear(old) // the pool keeps no value alive
	if cap(old) <= maxSpare {
		*spare = old[:0]
		pool.Put(spare)
	}
	return ok
}
