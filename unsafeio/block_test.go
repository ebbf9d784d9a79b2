package unsafeio

import (
	"reflect"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"testing"
)

type (
	onePtr struct{ P *int64 }
	empty  struct{}
	tail   struct {
		A int8
		Z struct{}
	}
	blockT struct {
		Name *string
		B    int8
		L    []int64
		M    map[string]int64
		Next *blockT
	}
	big struct {
		P *int64
		A [5000]byte
	}
)

var blockTypes = []reflect.Type{
	reflect.TypeFor[blockT](), reflect.TypeFor[onePtr](), reflect.TypeFor[empty](), reflect.TypeFor[tail](),
	reflect.TypeFor[big](), reflect.TypeFor[int8](), reflect.TypeFor[int64](), reflect.TypeFor[string](),
	reflect.TypeFor[*int64](), reflect.TypeFor[map[string]int64](), reflect.TypeFor[[]byte](), reflect.TypeFor[[16]byte](),
	reflect.TypeFor[[1]*int64](), reflect.TypeFor[any](), reflect.TypeFor[error](), reflect.TypeFor[[0]*int64](),
	reflect.TypeFor[func()](), reflect.TypeFor[views](),
}

// withGC collects all the time while f runs.
func withGC(f func()) {
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	}()
	f()
	close(stop)
	<-done
}

func TestBlock(t *testing.T) {
	for _, typ := range blockTypes {
		b := NewBlock(typ)
		if b.Type() != typ || b.Size() != typ.Size() || b.HasSlots() {
			t.Errorf("%v: Type %v, Size %d, HasSlots %v", typ, b.Type(), b.Size(), b.HasSlots())
		}
		p, q := b.New(), b.New()
		if p.IsNil() || p.Same(q) && b.Size() > 0 {
			t.Errorf("%v: New = %v, then %v", typ, p, q)
		}
		if !IsZero(typ, p) {
			t.Errorf("%v: New is not zero", typ)
		}
		want := 1.0
		if b.Size() == 0 {
			want = 0
		}
		atMost(t, want, func() { sink = b.New() }, "%v: New", typ)
	}
}

// TestBlockPointers fills every pointer of many blocks while the collector
// runs, and reads them back.
func TestBlockPointers(t *testing.T) {
	slots, offs := NewSlotsBlock([]reflect.Type{
		reflect.TypeFor[int8](), reflect.TypeFor[string](), reflect.TypeFor[int64](), reflect.TypeFor[[]byte](),
	})
	b := NewStructBlock(reflect.TypeFor[blockT](), slots)
	one := NewBlock(reflect.TypeFor[onePtr]())
	withGC(func() {
		for round := range 20 {
			var kept []*blockT
			var ones []*onePtr
			var room []Ptr
			for n := 1; n <= b.MaxArray(); n++ {
				arr, ptrs := b.NewArray(n), one.NewArray(n)
				for i := range n {
					x := As[blockT](arr.At(uintptr(i) * b.Size()))
					slot := arr.At(uintptr(i)*b.Size() + b.SlotsOff())
					id := strconv.Itoa(round*1000 + n*20 + i)
					if x.Name != nil || x.L != nil || *slot.At(offs[1]).String() != "" || *slot.At(offs[3]).Bytes() != nil {
						t.Error("not zero")
					}
					*slot.At(offs[1]).String() = "name " + id
					*slot.At(offs[3]).Bytes() = []byte("bytes " + id)
					x.Name = slot.At(offs[1]).String()
					x.L = []int64{int64(n), int64(i)}
					x.M = map[string]int64{id: int64(i)}
					x.Next = &blockT{L: []int64{int64(round)}}
					kept, room = append(kept, x), append(room, slot)
					o := As[onePtr](ptrs.At(uintptr(i) * one.Size()))
					o.P = new(int64)
					*o.P = int64(n)
					ones = append(ones, o)
				}
			}
			k := 0
			for n := 1; n <= b.MaxArray(); n++ {
				for i := range n {
					id := strconv.Itoa(round*1000 + n*20 + i)
					x, slot := kept[k], room[k]
					if *x.Name != "name "+id || x.L[1] != int64(i) || x.M[id] != int64(i) || x.Next.L[0] != int64(round) ||
						string(*slot.At(offs[3]).Bytes()) != "bytes "+id || *ones[k].P != int64(n) {
						t.Fatalf("block %d of %d: %+v", i, n, x)
					}
					k++
				}
			}
		}
	})
}

func TestBlockLayout(t *testing.T) {
	for _, elem := range blockTypes {
		for i := range blockTypes {
			fields := blockTypes[i:min(i+4, len(blockTypes))]
			slots, offs := NewSlotsBlock(fields)
			typ := slots.Type() // built() panics when the layout differs
			if typ.Size() != slots.Size() || typ.NumField() != len(fields) {
				t.Errorf("%v: size %d, want %d", typ, slots.Size(), typ.Size())
			}
			for j, off := range offs {
				if f := typ.Field(j); f.Offset != off || f.Type != fields[j] {
					t.Errorf("%v: field %d at %d, want %d", typ, j, off, f.Offset)
				}
			}
			b := NewStructBlock(elem, slots)
			if b.Type() != elem || b.HasSlots() != (slots.Size() > 0) {
				t.Errorf("%v: Type %v, HasSlots %v", elem, b.Type(), b.HasSlots())
			}
			p := b.New()
			if !IsZero(elem, p) || b.HasSlots() && !IsZero(typ, p.At(b.SlotsOff())) {
				t.Errorf("%v with %v: not zero", elem, typ)
			}
		}
	}
	// A struct of one pointer is in an interface as that pointer.
	pointer, _ := NewSlotsBlock([]reflect.Type{reflect.TypeFor[*int64]()})
	for range 2 {
		p := pointer.New()
		if p.IsNil() || !p.Ptr().IsNil() {
			t.Fatalf("slots block of one pointer: New = %v", p)
		}
		p.SetPtr(Heap(new(int64))) // the next one is zero all the same
	}
	none, offs := NewSlotsBlock(nil)
	if len(offs) != 0 || none.Size() != 0 || none.New().IsNil() || NewStructBlock(blockTypes[0], none).HasSlots() {
		t.Error("slots block without slots")
	}
}

func TestBlockArray(t *testing.T) {
	for _, typ := range blockTypes {
		b := NewBlock(typ)
		most := b.MaxArray()
		if most < 1 || most > maxArray || most > 1 && uintptr(most)*b.Size() > maxArrayBytes {
			t.Fatalf("%v: MaxArray %d", typ, most)
		}
		for n := 1; n <= most; n++ {
			p := b.NewArray(n)
			for i := range n {
				if b.Size() > 0 && !IsZero(typ, p.Add(i*int(b.Size()))) {
					t.Errorf("%v: block %d of %d is not zero", typ, i, n)
				}
			}
			atMost(t, 1, func() { sink = b.NewArray(n) }, "%v: NewArray(%d)", typ, n)
		}
		if most < maxArray {
			mustPanic(t, "NewArray beyond MaxArray", func() { b.NewArray(most + 1) })
		}
	}
}

func TestBlockConcurrent(t *testing.T) {
	for range 20 {
		slots, offs := NewSlotsBlock([]reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[int32]()})
		b := NewStructBlock(reflect.TypeFor[blockT](), slots)
		var wg sync.WaitGroup
		for g := range 8 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				for n := 1; n <= 16; n++ {
					p := b.NewArray(n).At(uintptr(n-1)*b.Size() + b.SlotsOff())
					*p.At(offs[0]).String() = strconv.Itoa(g)
					if *slots.New().At(offs[1]).I32() != 0 || *p.At(offs[0]).String() != strconv.Itoa(g) {
						t.Error("not zero")
					}
				}
			}()
		}
		wg.Wait()
	}
}

func TestPointerFree(t *testing.T) {
	for _, tt := range []struct {
		typ        reflect.Type
		free, owns bool
	}{
		{reflect.TypeFor[bool](), true, false},
		{reflect.TypeFor[[3]float64](), true, false},
		{reflect.TypeFor[struct {
			A int8
			B [2]complex64
		}](), true, false},
		{reflect.TypeFor[[0]*int](), true, false},
		{reflect.TypeFor[string](), false, false},
		{reflect.TypeFor[struct{ S string }](), false, false},
		{reflect.TypeFor[any](), false, false},
		{reflect.TypeFor[*int](), false, true},
		{reflect.TypeFor[struct{ S []int }](), false, true},
		{reflect.TypeFor[[2]map[int]int](), false, true},
		{reflect.TypeFor[func()](), false, false},
	} {
		if free, owns := pointerFree(tt.typ), ownsMemory(tt.typ); free != tt.free || owns != tt.owns {
			t.Errorf("%v: pointerFree %v, ownsMemory %v", tt.typ, free, owns)
		}
	}
}

// mustPanic fails unless f panics.
func mustPanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if recover() == nil {
			t.Errorf("%s: no panic", what)
		}
	}()
	f()
}
