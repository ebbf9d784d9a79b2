package unsafeio

import (
	"fmt"
	"math"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"testing"
)

type (
	intKey  int64
	boolKey bool
	keyS    struct {
		S string
		N int32
	}
)

// mapsOf returns the types of maps from K to a value of each shape, then to
// values that have none.
func mapsOf[K comparable]() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[map[K]struct{}](),
		reflect.TypeFor[map[K]empty](),
		reflect.TypeFor[map[K]bool](),
		reflect.TypeFor[map[K]int8](),
		reflect.TypeFor[map[K]int16](),
		reflect.TypeFor[map[K]int32](),
		reflect.TypeFor[map[K]int64](),
		reflect.TypeFor[map[K]int](),
		reflect.TypeFor[map[K]float64](),
		reflect.TypeFor[map[K]string](),
		reflect.TypeFor[map[K]named](),
		reflect.TypeFor[map[K][]byte](),
		reflect.TypeFor[map[K][]mixed](),
		reflect.TypeFor[map[K]*mixed](),
		reflect.TypeFor[map[K]map[string]int64](),
		reflect.TypeFor[map[K][16]byte](),
		reflect.TypeFor[map[K]mixed](),
		reflect.TypeFor[map[K]pair](),
		reflect.TypeFor[map[K]wide](),
	}
}

const shapedValues = 15 // of mapsOf

var (
	shapedMaps = [][]reflect.Type{
		mapsOf[bool](), mapsOf[boolKey](), mapsOf[int8](), mapsOf[int16](), mapsOf[int32](), mapsOf[int64](), mapsOf[int](),
		mapsOf[intKey](), mapsOf[float64](), mapsOf[string](), mapsOf[named](),
	}
	otherMaps = [][]reflect.Type{mapsOf[[16]byte](), mapsOf[pair](), mapsOf[keyS](), mapsOf[*int64](), mapsOf[float32](), mapsOf[[2]string]()}
)

// entries are keys and values as pointer Values.
type entries struct {
	t    *testing.T
	m    reflect.Type
	k, v []reflect.Value
	next int
	stop int // what next returns false at; -1 never
}

// makeEntries returns n entries for maps of type m, with distinct keys as far
// as the key type has any.
func makeEntries(t *testing.T, m reflect.Type, n int) *entries {
	e := &entries{t: t, m: m, stop: -1}
	for i := range n {
		k, v := reflect.New(m.Key()), reflect.New(m.Elem())
		fill(k.Elem(), i)
		fill(v.Elem(), i+1)
		e.k, e.v = append(e.k, k), append(e.v, v)
	}
	return e
}

// native returns the map that the entries make, built by reflect.
func (e *entries) native() reflect.Value {
	m := reflect.New(e.m)
	m.Elem().Set(reflect.MakeMap(e.m))
	for i := range e.k {
		m.Elem().SetMapIndex(e.k[i].Elem(), e.v[i].Elem())
	}
	return m
}

// nextEntry is what Build calls.
func nextEntry(ctx, k, v Ptr) bool {
	e := As[entries](ctx)
	if e.next == e.stop {
		return false
	}
	if !IsZero(e.m.Key(), k) || !IsZero(e.m.Elem(), v) {
		e.t.Errorf("%v: key or value %d is not zero", e.m, e.next)
	}
	Assign(e.m.Key(), k, PtrTo(e.k[e.next]))
	Assign(e.m.Elem(), v, PtrTo(e.v[e.next]))
	e.next++
	return true
}

// collectEntry is what Range calls for one entry.
func collectEntry(ctx, k, v Ptr) bool {
	e := As[entries](ctx)
	if e.next == e.stop {
		return false
	}
	kv, vv := reflect.New(e.m.Key()), reflect.New(e.m.Elem())
	Assign(e.m.Key(), PtrTo(kv), k)
	Assign(e.m.Elem(), PtrTo(vv), v)
	e.k, e.v = append(e.k, kv), append(e.v, vv)
	e.next++
	return true
}

func TestMapShapes(t *testing.T) {
	for i, group := range slices.Concat(shapedMaps, otherMaps) {
		for j, m := range group {
			shaped := i < len(shapedMaps) && j < shapedValues
			if o := NewMapOps(m); (o.scratch == nil) != shaped {
				t.Errorf("%v: has a shape: %v, want %v", m, !shaped, shaped)
			}
			for _, n := range []int{0, 1, 2, 8, 9, 50} {
				testMap(t, m, n)
			}
			if j%9 == i%9 && !testing.Short() {
				testMap(t, m, 1000)
			}
		}
	}
}

// testMap ranges over a map of n entries and builds one.
func testMap(t *testing.T, m reflect.Type, n int) {
	t.Helper()
	o := NewMapOps(m)
	src := makeEntries(t, m, n)
	want := src.native()
	if got := o.Len(PtrTo(want)); got != want.Elem().Len() {
		t.Errorf("%v: Len = %d, want %d", m, got, want.Elem().Len())
	}

	seen := &entries{m: m, stop: -1}
	if got := o.Range(PtrTo(want), Heap(seen), one(o, collectEntry)); got != want.Elem().Len() || got != len(seen.k) {
		t.Errorf("%v: Range = %d of %d, saw %d", m, got, want.Elem().Len(), len(seen.k))
	}
	if again := seen.native(); !reflect.DeepEqual(again.Elem().Interface(), want.Elem().Interface()) {
		t.Errorf("%v: Range saw %v, want %v", m, again.Elem(), want.Elem())
	}

	got := reflect.New(m)
	if !o.Build(PtrTo(got), n, n, false, Heap(src), nextEntry) || src.next != n {
		t.Errorf("%v: Build took %d entries, want %d", m, src.next, n)
	}
	if got.Elem().IsNil() || !reflect.DeepEqual(got.Elem().Interface(), want.Elem().Interface()) {
		t.Errorf("%v: Build = %v, want %v", m, got.Elem(), want.Elem())
	}
	for _, k := range src.k { // found by the code of the real type too
		if v := got.Elem().MapIndex(k.Elem()); !v.IsValid() {
			t.Errorf("%v: built map lacks %v", m, k.Elem())
		}
	}

	src.next, src.stop = 0, n/2
	if n > 0 && o.Build(PtrTo(got), n, 0, false, Heap(src), nextEntry) {
		t.Errorf("%v: Build goes on after next returned false", m)
	}
	half := &entries{m: m, k: src.k[:n/2], v: src.v[:n/2]}
	if n > 0 && !reflect.DeepEqual(got.Elem().Interface(), half.native().Elem().Interface()) {
		t.Errorf("%v: stopped Build = %v, want %v", m, got.Elem(), half.native().Elem())
	}
	if n > 0 {
		few := &entries{m: m, stop: min(2, want.Elem().Len()) - 1}
		if got := o.Range(PtrTo(want), Heap(few), one(o, collectEntry)); len(few.k) != few.stop || got <= few.stop || got > few.stop+pairBatch {
			t.Errorf("%v: stopped Range = %d, saw %d, want %d", m, got, len(few.k), few.stop)
		}
	}

	var null = reflect.New(m)
	if o.Len(PtrTo(null)) != 0 || o.Range(PtrTo(null), Heap(seen), one(o, collectEntry)) != 0 {
		t.Errorf("%v: nil map has entries", m)
	}
	if !o.Build(PtrTo(null), 0, 0, true, Ptr{}, nil) || null.Elem().IsNil() || null.Elem().Len() != 0 {
		t.Errorf("%v: Build of nothing = %v", m, null.Elem())
	}
}

// TestMapNative reads maps that Build made with the code that the compiler
// emits for their real types.
func TestMapNative(t *testing.T) {
	checkNative(t, func(i int) int64 { return int64(i) << 33 }, func(i int) string { return fmt.Sprint(i) })
	checkNative(t, func(i int) intKey { return intKey(-i) }, func(i int) struct{} { return struct{}{} })
	checkNative(t, func(i int) int32 { return int32(i) }, func(i int) *mixed { return &mixed{N: int64(i)} })
	checkNative(t, func(i int) int16 { return int16(i) }, func(i int) float64 { return float64(i) })
	checkNative(t, func(i int) int8 { return int8(i) }, func(i int) int64 { return int64(i) })
	checkNative(t, func(i int) boolKey { return i%2 == 0 }, func(i int) bool { return i%2 == 0 })
	checkNative(t, func(i int) float64 { return float64(i) / 3 }, func(i int) int32 { return int32(i) })
	checkNative(t, func(i int) named { return named(fmt.Sprint(i)) }, func(i int) named { return named(fmt.Sprint(-i)) })
	checkNative(t, func(i int) string { return fmt.Sprint(i) }, func(i int) [16]byte { return [16]byte{15: byte(i)} })
	checkNative(t, func(i int) [16]byte { return [16]byte{15: byte(i)} }, func(i int) int8 { return int8(i) })
	checkNative(t, func(i int) keyS { return keyS{fmt.Sprint(i), int32(i)} }, func(i int) mixed { return mixed{N: int64(i)} })
}

func checkNative[K, V comparable](t *testing.T, key func(int) K, val func(int) V) {
	type state struct{ i int }
	var m map[K]V
	want := map[K]V{}
	o := NewMapOps(reflect.TypeFor[map[K]V]())
	vals := map[int]V{}
	for i := range 100 {
		vals[i] = val(i)
		want[key(i)] = vals[i]
	}
	o.Build(Of(&m), 100, 3, false, Heap(new(state)), func(ctx, k, v Ptr) bool {
		s := As[state](ctx)
		*As[K](k), *As[V](v) = key(s.i), vals[s.i]
		s.i++
		return true
	})
	runtime.GC()
	if !reflect.DeepEqual(m, want) {
		t.Errorf("%T: %v, want %v", m, m, want)
	}
	for k, v := range want {
		if m[k] != v {
			t.Errorf("%T: [%v] = %v, want %v", m, k, m[k], v)
		}
	}
	for i := range 100 { // the runtime goes on working with it
		m[key(i+100)] = vals[i]
		delete(m, key(i))
	}
	if got := o.Len(Of(&m)); got != len(m) {
		t.Errorf("%T: Len %d, want %d", m, got, len(m))
	}
}

func TestMapNaN(t *testing.T) {
	fills := func(ctx, k, v Ptr) bool {
		*k.F64() = math.NaN()
		*v.I64() = 1
		return true
	}
	count := func(ctx, k, v Ptr) bool {
		if *k.F64() == *k.F64() || *v.I64() != 1 {
			t.Errorf("entry %v: %v", *k.F64(), *v.I64())
		}
		*ctx.I64()++
		return true
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[map[float64]int64](), reflect.TypeFor[map[float64][1]int64]()} {
		o := NewMapOps(typ)
		m := reflect.New(typ)
		for range 3 { // reuse must get rid of keys that no lookup finds
			o.Build(PtrTo(m), 5, 5, true, Ptr{}, fills)
			var n int64
			if got := o.Range(PtrTo(m), Of(&n), one(o, count)); got != 5 || n != 5 {
				t.Errorf("%v: %d entries, saw %d, want 5", typ, got, n)
			}
		}
	}
}

type tree struct {
	Kids  map[string]map[keyS]*tree
	Names map[string]string
}

// TestMapNested ranges and builds maps while it does so with others of the
// same type, on a stack that moves.
func TestMapNested(t *testing.T) {
	outer := NewMapOps(reflect.TypeFor[map[string]map[keyS]*tree]())
	inner := NewMapOps(reflect.TypeFor[map[keyS]*tree]())
	leaf := NewMapOps(reflect.TypeFor[map[string]string]())
	type state struct {
		depth, i, sum int
	}
	var nextOuter, nextInner func(ctx, k, v Ptr) bool
	nextOuter = func(ctx, k, v Ptr) bool {
		s := As[state](ctx)
		s.i++
		*k.String() = fmt.Sprint("outer ", s.depth, s.i)
		sub := state{depth: s.depth}
		return inner.Build(v, 3, 3, true, Of(&sub), nextInner)
	}
	nextInner = func(ctx, k, v Ptr) bool {
		s := As[state](ctx)
		s.i++
		*As[keyS](k) = keyS{fmt.Sprint("inner ", s.i), int32(s.i)}
		tr := *As[*tree](v)
		if tr == nil {
			tr = new(tree)
			*As[*tree](v) = tr
		}
		leaf.Build(Heap(&tr.Names), 2, 2, true, Ptr{}, func(_, k, v Ptr) bool {
			*k.String(), *v.String() = fmt.Sprint("k", s.depth), "v"
			return true
		})
		growStack(s.depth * 3)
		if s.depth == 0 {
			return true
		}
		sub := state{depth: s.depth - 1}
		return outer.Build(Heap(&tr.Kids), 2, 2, true, Of(&sub), nextOuter)
	}
	var visitOuter, visitInner func(ctx, k, v Ptr) bool
	visitOuter = func(ctx, k, v Ptr) bool {
		before := *k.String()
		inner.Range(v, ctx, one(inner, visitInner))
		if *k.String() != before {
			t.Errorf("key changed from %q to %q", before, *k.String())
		}
		return true
	}
	visitInner = func(ctx, k, v Ptr) bool {
		before := *As[keyS](k)
		tr := *As[*tree](v)
		As[state](ctx).sum += 1 + len(tr.Names)
		outer.Range(Heap(&tr.Kids), ctx, one(outer, visitOuter))
		growStack(20)
		if *As[keyS](k) != before || *As[*tree](v) != tr {
			t.Errorf("entry %v changed to %v", before, *As[keyS](k))
		}
		return true
	}
	withGC(func() {
		var root map[string]map[keyS]*tree
		for range 3 {
			s, r := state{depth: 3}, state{}
			if !outer.Build(Of(&root), 2, 2, true, Of(&s), nextOuter) {
				t.Error("Build = false")
			}
			outer.Range(Of(&root), Of(&r), one(outer, visitOuter))
			if want := 2 * (6 + 36 + 216 + 1296); r.sum != want {
				t.Errorf("sum = %d, want %d", r.sum, want)
			}
		}
	})
}

func TestMapConcurrent(t *testing.T) {
	for _, typ := range []reflect.Type{
		reflect.TypeFor[map[string]*mixed](), reflect.TypeFor[map[string][]byte](), reflect.TypeFor[map[keyS]mixed](),
	} {
		o := NewMapOps(typ)
		src := makeEntries(t, typ, 20)
		want := src.native()
		var wg sync.WaitGroup
		for range 8 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				m := reflect.New(typ)
				for range 20 {
					mine := *src
					mine.t = t
					o.Build(PtrTo(m), 20, 20, false, Heap(&mine), nextEntry)
					seen := &entries{m: typ, stop: -1}
					o.Range(PtrTo(want), Heap(seen), one(o, collectEntry))
					if len(seen.k) != 20 || !reflect.DeepEqual(m.Elem().Interface(), want.Elem().Interface()) {
						t.Errorf("%v: built %v, saw %d entries", typ, m.Elem(), len(seen.k))
					}
				}
			}()
		}
		wg.Wait()
	}
}

func TestMapSizes(t *testing.T) {
	for _, tt := range []struct {
		typ  reflect.Type
		want int
	}{
		{reflect.TypeFor[map[int8]struct{}](), 8},
		{reflect.TypeFor[map[int64]string](), int(8 + 2*PtrSize + (8+2*PtrSize)/8 + 2)},
		{reflect.TypeFor[map[string]string](), int(4*PtrSize + 4*PtrSize/8 + 2)},
	} {
		o := NewMapOps(tt.typ)
		if got := o.EntrySize(); got != tt.want {
			t.Errorf("%v: EntrySize = %d, want %d", tt.typ, got, tt.want)
		}
		if got := o.EmptySize(); got != 48 {
			t.Errorf("EmptySize = %d", got)
		}
	}
}
