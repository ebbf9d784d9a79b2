package unsafeio

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"
)

func TestMapReuse(t *testing.T) {
	for i, group := range slices.Concat(shapedMaps, otherMaps) {
		for _, m := range group {
			if m.Key().Kind() == reflect.Bool || ownsMemory(m.Elem()) {
				continue
			}
			o := NewMapOps(m)
			v := reflect.New(m)
			old := makeEntries(t, m, 20)
			o.Build(PtrTo(v), 20, 20, true, Heap(old), nextEntry)
			same := v.Elem().UnsafePointer()
			for _, n := range []int{7, 0, 30} {
				src := makeEntries(t, m, n)
				if !o.Build(PtrTo(v), n, n, true, Heap(src), nextEntry) {
					t.Fatalf("%v: Build = false", m)
				}
				if v.Elem().UnsafePointer() != same {
					t.Errorf("%v: not the same map", m)
				}
				if want := src.native().Elem(); !reflect.DeepEqual(v.Elem().Interface(), want.Interface()) {
					t.Errorf("%v: reused for %d = %v, want %v", m, n, v.Elem(), want)
				}
			}
			if fresh := reflect.New(m); i == 0 {
				fresh.Elem().Set(v.Elem())
				o.Build(PtrTo(fresh), 0, 0, false, Ptr{}, nil)
				if fresh.Elem().UnsafePointer() == same {
					t.Errorf("%v: reused without reuse", m)
				}
			}
		}
	}
}

// TestMapSpare checks that a refill hands out the old values, each once, and
// that nothing keeps them alive afterwards.
func TestMapSpare(t *testing.T) {
	testSpare(t, func(i int) *mixed { return &mixed{N: int64(i)} }, func(v *mixed) any { return v })
	testSpare(t, func(i int) []mixed { return make([]mixed, 1, i+1) }, func(v []mixed) any { return &v[0] })
	testSpare(t, func(i int) map[string]int { return map[string]int{"n": i} }, func(v map[string]int) any { return reflect.ValueOf(v).Pointer() })
	testSpare(t, func(i int) blockT { return blockT{Next: &blockT{B: int8(i)}} }, func(v blockT) any { return v.Next })
}

func testSpare[V any](t *testing.T, value func(int) V, ident func(V) any) {
	testSpareKey(t, func(i int) string { return fmt.Sprint(i) }, value, ident)
	testSpareKey(t, func(i int) int64 { return int64(i) }, value, ident)
	testSpareKey(t, func(i int) keyS { return keyS{N: int32(i)} }, value, ident)
}

func testSpareKey[K comparable, V any](t *testing.T, key func(int) K, value func(int) V, ident func(V) any) {
	o := NewMapOps(reflect.TypeFor[map[K]V]())
	for _, n := range []int{0, 1, 7, 10, 12} {
		m := map[K]V{}
		old := map[any]bool{}
		for i := range 10 {
			v := value(i)
			m[key(i)] = v
			old[ident(v)] = true
		}
		before := reflect.ValueOf(m).Pointer()
		i, spares := 0, 0
		o.Build(Of(&m), n, n, true, Ptr{}, func(_, k, v Ptr) bool {
			if !IsZero(reflect.TypeFor[K](), k) {
				t.Errorf("%T: key %d is not zero", m, i)
			}
			if IsZero(reflect.TypeFor[V](), v) {
				*As[V](v) = value(100 + i)
			} else {
				id := ident(*As[V](v))
				if !old[id] {
					t.Errorf("%T: value %d is no old one, or not for the first time", m, i)
				}
				delete(old, id)
				spares++
			}
			*As[K](k) = key(i + 5)
			i++
			return true
		})
		if len(m) != n || spares != min(n, 10) || reflect.ValueOf(m).Pointer() != before {
			t.Errorf("%T: refilled for %d: %d entries, %d old values", m, n, len(m), spares)
		}
	}
}

// TestMapPoolKeepsNothing checks that what went through a pool can be freed.
func TestMapPoolKeepsNothing(t *testing.T) {
	const n = 20
	check := func(name string, o *MapOps, p func() Ptr, get func() *mixed, next func(_, k, v Ptr) bool) {
		w := weak.Make(get())
		o.Build(p(), n, n, true, Ptr{}, next)
		o.Range(p(), Ptr{}, func(_, _ Ptr, _ int) bool { return true })
		o.Build(p(), 0, 0, false, Ptr{}, nil)
		runtime.GC() // the pools keep what they hold for two cycles; this is the first
		if w.Value() != nil {
			t.Errorf("%s: an old value is still alive", name)
		}
	}
	i := 0
	m := map[int64]*mixed{}
	for k := range int64(n) {
		m[k] = &mixed{N: k}
	}
	check("pointers", NewMapOps(reflect.TypeOf(m)), func() Ptr { return Heap(&m) }, func() *mixed { return m[3] }, func(_, k, v Ptr) bool {
		i++
		*k.I64() = int64(i)
		return true
	})
	s := map[int64]blockT2{}
	for k := range int64(n) {
		s[k] = blockT2{&mixed{N: k}}
	}
	check("structs", NewMapOps(reflect.TypeOf(s)), func() Ptr { return Heap(&s) }, func() *mixed { return s[3].P }, func(_, k, v Ptr) bool {
		i++
		*k.I64() = int64(i)
		return true
	})
	l := map[int64][]mixed{}
	for k := range int64(n) {
		l[k] = make([]mixed, 1)
	}
	check("slices", NewMapOps(reflect.TypeOf(l)), func() Ptr { return Heap(&l) }, func() *mixed { return &l[3][0] }, func(_, k, v Ptr) bool {
		i++
		*k.I64() = int64(i)
		return true
	})
}

// TestMapScratchKeepsNothing does the same for the entry that Range saw last.
func TestMapScratchKeepsNothing(t *testing.T) {
	m := map[*mixed]blockT2{{N: 1}: {&mixed{N: 2}}}
	o := NewMapOps(reflect.TypeOf(m))
	var key, val weak.Pointer[mixed]
	o.Range(Heap(&m), Ptr{}, one(o, func(_, k, v Ptr) bool {
		key, val = weak.Make(*As[*mixed](k)), weak.Make(As[blockT2](v).P)
		return true
	}))
	clear(m)
	runtime.GC()
	if key.Value() != nil || val.Value() != nil {
		t.Error("the entry that Range saw last is still alive")
	}
}

type blockT2 struct{ P *mixed }

// TestMapShrinks checks that a map much larger than needed is replaced.
func TestMapShrinks(t *testing.T) {
	for _, typ := range []reflect.Type{
		reflect.TypeFor[map[int64]int64](), reflect.TypeFor[map[int64]*mixed](), reflect.TypeFor[map[pair]mixed](),
	} {
		o := NewMapOps(typ)
		v := reflect.New(typ)
		for _, tt := range []struct {
			n    int
			same bool
		}{{20000, false}, {2500, true}, {2000, true}, {3, false}, {1000, true}, {0, true}, {1025, true}, {1, false}} {
			before := v.Elem().UnsafePointer()
			i := 0
			o.Build(PtrTo(v), tt.n, tt.n, true, Ptr{}, func(_, k, v Ptr) bool {
				i++
				*k.I32() = int32(i)
				return true
			})
			if same := v.Elem().UnsafePointer() == before; same != tt.same || v.Elem().Len() != tt.n {
				t.Errorf("%v: refilled with %d: same map %v, want %v; %d entries", typ, tt.n, same, tt.same, v.Elem().Len())
			}
		}
	}
}

func TestMapAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("sync.Pool drops items under the race detector")
	}
	if Checked {
		t.Skip("asserts allocate, and next writes the first byte of any key")
	}
	visit := func(ctx, pairs Ptr, n int) bool { *ctx.I64() += int64(n); return true }
	next := func(ctx, k, v Ptr) bool {
		*ctx.I64()++
		*k.U8() = byte(*ctx.I64())
		return true
	}
	for i, group := range slices.Concat(shapedMaps, otherMaps) {
		for _, typ := range group {
			for _, n := range []int{1, 8, 50} {
				o := NewMapOps(typ)
				m := makeEntries(t, typ, n).native()
				var sum int64
				atMost(t, 0, func() {
					o.Range(PtrTo(m), Of(&sum), visit)
					sum += int64(o.Len(PtrTo(m)))
				}, "%v: Range of %d", typ, n)
				large := typ.Elem().Size() > 128 // such values are allocated one by one
				if kind := typ.Key().Kind(); kind == reflect.String || kind == reflect.Pointer || typ.Key() == reflect.TypeFor[[2]string]() ||
					typ.Key() == reflect.TypeFor[keyS]() || large || i == 0 || kind == reflect.Bool {
					continue // next writes a byte as the key
				}
				o.Build(PtrTo(m), n, n, true, Of(&sum), next)
				atMost(t, 0, func() {
					sum = 0
					o.Build(PtrTo(m), n, n, true, Of(&sum), next)
				}, "%v: reuse for %d", typ, n)
			}
		}
	}
	m := map[string]*mixed{}
	o := NewMapOps(reflect.TypeOf(m))
	keys := strings.Fields("a b c d e f g h i j k l m n o p")
	fills := func(ctx, k, v Ptr) bool {
		*k.String() = keys[*ctx.I64()]
		if v.Ptr().IsNil() {
			v.SetPtr(Heap(new(mixed)))
		}
		*ctx.I64()++
		return true
	}
	var i int64
	atMost(t, 0, func() {
		i = 0
		o.Build(Of(&m), len(keys), len(keys), true, Of(&i), fills)
	}, "reused pointers")
}

// one turns a visit of one entry into what Range calls.
func one(o *MapOps, visit func(ctx, k, v Ptr) bool) func(ctx, pairs Ptr, n int) bool {
	return func(ctx, pairs Ptr, n int) bool {
		for i := range n {
			at := pairs.At(uintptr(i) * o.PairSize())
			if !visit(ctx, at, at.At(o.ValueOff())) {
				return false
			}
		}
		return true
	}
}
