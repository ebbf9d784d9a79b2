package unsafeio

import "reflect"

// mapScratch is one walk's room for an entry of a map without a shape, and
// for the old values that a refill hands out.
//
// Invariants: all of it is zero while it is in the pool.
type mapScratch struct {
	key, val reflect.Value // the two of a pair, addressable
	kp, vp   Ptr           // their addresses
	old      reflect.Value // addressable slice of values, len 0
}

// getScratch returns scratch for maps of o's type.
// Caller: gives it back with putScratch. Rules: U5. Guard: TestMapShapes.
func (o *MapOps) getScratch() *mapScratch {
	if s, ok := o.scratch.Get().(*mapScratch); ok {
		return s
	}
	p := reflect.New(o.pair.Type())
	return &mapScratch{
		key: p.Elem().Field(0), val: p.Elem().Field(1), kp: PtrTo(p), vp: PtrTo(p).At(o.value),
		old: reflect.New(reflect.SliceOf(o.typ.Elem())).Elem(),
	}
}

// putScratch clears s, so that the pool keeps no value alive, and returns it
// to the pool.
// Rules: U4. Guard: TestMapPoolKeepsNothing, TestMapScratchKeepsNothing.
func (o *MapOps) putScratch(s *mapScratch) {
	s.key.SetZero()
	s.val.SetZero()
	if s.old.Len() > 0 {
		s.old.Clear()
		s.old.SetLen(0)
	}
	if s.old.Cap() > maxSpare {
		s.old.SetZero()
	}
	o.scratch.Put(s)
}

// lenReflect is Len for any map.
// Caller: as Len. Rules: U2. Guard: TestMapShapes.
func (o *MapOps) lenReflect(p Ptr) int { return reflect.NewAt(o.typ, p.p).Elem().Len() }

// rangeReflect is Range for any map.
// Caller: as Range. Rules: U2, U4, U5. Guard: TestMapShapes.
func (o *MapOps) rangeReflect(p, ctx Ptr, visit func(ctx, pairs Ptr, n int) bool) int {
	m := reflect.NewAt(o.typ, p.p).Elem()
	if m.Len() == 0 {
		return 0
	}
	s := o.getScratch()
	n := 0
	var it reflect.MapIter
	for it.Reset(m); it.Next(); {
		s.key.SetIterKey(&it)
		s.val.SetIterValue(&it)
		n++
		if !o.callVisit(visit, ctx, s.kp, 1) {
			break
		}
	}
	o.putScratch(s)
	return n
}

// buildReflect is Build for any map.
// Caller: as Build. Rules: U2, U4, U5. Guard: TestMapShapes, TestMapReuse.
func (o *MapOps) buildReflect(p Ptr, n, hint int, reuse bool, ctx Ptr, next func(ctx, k, v Ptr) bool) bool {
	m := reflect.NewAt(o.typ, p.p).Elem()
	s := o.getScratch()
	reuse = reuse && !m.IsNil()
	if reuse && o.reuse {
		s.collect(m, n)
	}
	if reuse && !tooLarge(m.Len(), n) {
		m.Clear()
	} else {
		m.Set(reflect.MakeMapWithSize(o.typ, hint))
	}
	ok := true
	for i := range n {
		s.key.SetZero()
		if i < s.old.Len() {
			s.val.Set(s.old.Index(i))
		} else {
			s.val.SetZero()
		}
		if ok = o.callNext(next, ctx, s.kp, s.vp); !ok {
			break
		}
		m.SetMapIndex(s.key, s.val)
	}
	o.putScratch(s)
	return ok
}

// collect keeps up to n values of m in s.old.
// Rules: U4. Guard: TestMapReuse.
func (s *mapScratch) collect(m reflect.Value, n int) {
	n = min(n, m.Len())
	s.old.Grow(n)
	s.old.SetLen(n)
	var it reflect.MapIter
	it.Reset(m)
	for i := 0; i < n && it.Next(); i++ {
		s.old.Index(i).SetIterValue(&it)
	}
}
