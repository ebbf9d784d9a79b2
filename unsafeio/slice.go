package unsafeio

import (
	"math"
	"reflect"
	"unsafe"
)

// sliceClass is how the elements of a slice are made, copied and cleared.
type sliceClass uint8

const (
	sliceReflect sliceClass = iota // any other memory
	slice8                         // pointer-free, aligned to 1 byte
	slice16                        // pointer-free, aligned to 2
	slice32                        // pointer-free, aligned to 4
	slice64                        // pointer-free, aligned to 8
	sliceString
	slicePointer // one pointer word
	sliceSlice   // slice headers
)

// SliceOps makes and resizes the slices of one Go type. It is immutable and
// safe for concurrent use.
type SliceOps struct {
	class sliceClass
	units int // words of the class per element; 1 outside the pointer-free ones
	max   int // most elements whose words an int can count
	size  uintptr
	typ   reflect.Type // of the slice
	elem  *Block       // of sliceReflect
}

// NewSliceOps returns the SliceOps for a slice type.
// Caller: slice is of kind Slice. Rules: U5. Guard: TestSliceClasses.
func NewSliceOps(slice reflect.Type) *SliceOps {
	t := slice.Elem()
	s := &SliceOps{typ: slice, size: t.Size(), units: 1, max: math.MaxInt}
	switch kind := t.Kind(); {
	case pointerFree(t):
		s.class = map[int]sliceClass{1: slice8, 2: slice16, 4: slice32, 8: slice64}[t.Align()]
		s.units = int(s.size) / t.Align()
		s.max = math.MaxInt / max(1, s.units)
	case kind == reflect.String:
		s.class = sliceString
	case kind == reflect.Slice:
		s.class = sliceSlice
	case s.size == PtrSize:
		s.class = slicePointer
	}
	if s.class == sliceReflect {
		s.elem = NewBlock(t)
	}
	return s
}

// ElemSize returns the size of an element.
// Rules: none. Guard: TestSliceClasses.
func (s *SliceOps) ElemSize() uintptr { return s.size }

// Cost returns about how many bytes a slice of n elements takes.
// Caller: n >= 0. Rules: none. Guard: TestRounded.
func (s *SliceOps) Cost(n int) int64 { return Rounded(int64(n) * int64(s.size)) }

// Make sets the slice at p to a fresh one with n zero elements and cap n, not
// nil even for n == 0, which allocates nothing.
// Caller: a slice of s's type at p; n >= 0. Rules: U4, U5, U8. Guard: TestSliceMake.
func (s *SliceOps) Make(p Ptr, n int) {
	mustHold("SliceOps.Make", p, s.typ, 1, true)
	switch s.class {
	case slice8:
		makeWords[uint8](s, p, n)
	case slice16:
		makeWords[uint16](s, p, n)
	case slice32:
		makeWords[uint32](s, p, n)
	case slice64:
		makeWords[uint64](s, p, n)
	case sliceString:
		*(*[]string)(p.p) = make([]string, n)
	case slicePointer:
		*(*[]unsafe.Pointer)(p.p) = make([]unsafe.Pointer, n)
	case sliceSlice:
		*(*[][]byte)(p.p) = make([][]byte, n)
	default:
		s.makeReflect(p, n)
	}
}

// Grow extends the slice at p to n elements in fresh memory: the old ones,
// then zero ones, cap n. The old memory is read, never written.
// Caller: a slice of s's type at p, n > its length; no element holds the
// address of a stack variable: the slice was made by this walk, or the root by
// Heap. Rules: U4, U5, U8. Guard: TestSliceGrow.
func (s *SliceOps) Grow(p Ptr, n int) {
	mustHold("SliceOps.Grow", p, s.typ, 1, true)
	mustCount("SliceOps.Grow", n > (*header)(p.p).n)
	switch s.class {
	case slice8:
		growWords[uint8](s, p, n)
	case slice16:
		growWords[uint16](s, p, n)
	case slice32:
		growWords[uint32](s, p, n)
	case slice64:
		growWords[uint64](s, p, n)
	case sliceString:
		growSlice((*[]string)(p.p), n)
	case slicePointer:
		growSlice((*[]unsafe.Pointer)(p.p), n)
	case sliceSlice:
		growSlice((*[][]byte)(p.p), n)
	default:
		old := *(*header)(p.p)
		*(*header)(p.p) = header{}
		s.makeReflect(p, n)
		reflect.Copy(s.at(p), s.at(Of(&old)))
	}
}

// SetLen sets the length of the slice at p; no element changes.
// Caller: a slice of s's type at p, 0 <= n <= its cap. Rules: U2, U8. Guard: TestSliceSetLen.
func (s *SliceOps) SetLen(p Ptr, n int) {
	mustHold("SliceOps.SetLen", p, s.typ, 1, true)
	h := (*header)(p.p)
	if uint(n) > uint(h.c) {
		panic("unsafeio: SliceOps.SetLen: beyond cap")
	}
	h.n = n
}

// Zero zeroes the elements from <= i < to of the slice at p.
// Caller: a slice of s's type at p, 0 <= from <= to <= its cap.
// Rules: U2, U4. Guard: TestSliceZero.
func (s *SliceOps) Zero(p Ptr, from, to int) {
	mustHold("SliceOps.Zero", p, s.typ, 1, true)
	h := (*header)(p.p)
	mustCount("SliceOps.Zero", 0 <= from && from <= to && to <= h.c)
	if from >= to {
		return
	}
	part := header{unsafe.Add(h.data, from*int(s.size)), to - from, to - from}
	switch s.class {
	case slice8, slice16, slice32, slice64:
		clear(unsafe.Slice((*byte)(part.data), part.n*int(s.size)))
	case sliceString:
		clear(unsafe.Slice((*string)(part.data), part.n))
	case slicePointer:
		clear(unsafe.Slice((*unsafe.Pointer)(part.data), part.n))
	case sliceSlice:
		clear(unsafe.Slice((*[]byte)(part.data), part.n))
	default:
		s.at(Of(&part)).Clear()
	}
}

// at returns the slice at p as an addressable Value.
// Caller: a slice of s's type at p. Rules: U2. Guard: TestSliceGrow.
func (s *SliceOps) at(p Ptr) reflect.Value { return reflect.NewAt(s.typ, p.p).Elem() }

// makeReflect is Make for elements of any type: an array of blocks while
// those are small, else what reflect grows.
// Caller: as Make. Rules: U4, U5. Guard: TestSliceMake.
func (s *SliceOps) makeReflect(p Ptr, n int) {
	switch {
	case n == 0:
		*(*[]struct{})(p.p) = []struct{}{}
	case n > 0 && n <= s.elem.MaxArray():
		*(*header)(p.p) = header{s.elem.NewArray(n).p, n, n}
	default:
		h := (*header)(p.p)
		*h = header{}
		s.at(p).Grow(n)
		h.n, h.c = n, n
	}
}

// makeWords is Make for pointer-free elements of s.units words W each.
// Caller: as Make; W has the elements' alignment. Rules: U5. Guard: TestSliceMake.
func makeWords[W any](s *SliceOps, p Ptr, n int) {
	if uint(n) > uint(s.max) {
		panic("unsafeio: SliceOps.Make: n is out of range")
	}
	w := make([]W, n*s.units)
	*(*header)(p.p) = header{unsafe.Pointer(unsafe.SliceData(w)), n, n}
}

// growWords is Grow for pointer-free elements of s.units words W each.
// Caller: as Grow; W has the elements' alignment. Rules: U2, U5. Guard: TestSliceGrow.
func growWords[W any](s *SliceOps, p Ptr, n int) {
	if uint(n) > uint(s.max) {
		panic("unsafeio: SliceOps.Grow: n is out of range")
	}
	h := (*header)(p.p)
	old := unsafe.Slice((*W)(h.data), h.n*s.units)
	w := make([]W, n*s.units)
	copy(w, old)
	*h = header{unsafe.Pointer(unsafe.SliceData(w)), n, n}
}

// growSlice is Grow for elements of the shape E.
// Caller: as Grow. Rules: U4, U5. Guard: TestSliceGrow.
func growSlice[E any](s *[]E, n int) {
	fresh := make([]E, n)
	copy(fresh, *s)
	*s = fresh
}
