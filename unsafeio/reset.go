package unsafeio

import (
	"bytes"
	"math"
	"reflect"
	"unsafe"
)

// At returns a pointer Value to the t at p.
// Caller: a t at p, and lets the Value outlive a stack variable no more than p.
// Rules: U2. Guard: TestReset.
func At(t reflect.Type, p Ptr) reflect.Value {
	mustHold("At", p, t, 1, false)
	return reflect.NewAt(t, p.p)
}

// PtrTo returns the address that a pointer Value holds.
// Caller: v is of kind Pointer. Rules: U2. Guard: TestReset.
func PtrTo(v reflect.Value) Ptr { return pointee(v) }

// FromAny returns the pointer that v holds, hidden from escape analysis, and
// its type; the nil Ptr when v holds no pointer or a nil one.
// Caller: as for Of. Rules: U1, U8. Guard: TestFromAny.
func FromAny(v any) (Ptr, reflect.Type) {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Pointer {
		return Ptr{}, t
	}
	return pointsTo((*iface)(noescape(unsafe.Pointer(&v))).data, t), t
}

// Zero sets the t at p to its zero value.
// Caller: a t at p. Rules: U2, U4. Guard: TestReset.
func Zero(t reflect.Type, p Ptr) {
	mustHold("Zero", p, t, 1, true)
	reflect.NewAt(t, p.p).Elem().SetZero()
}

// Assign copies the t at src to dst.
// Caller: a t at both; what src points to is no stack variable unless dst is
// in the same stack. Rules: U2, U4. Guard: TestReset.
func Assign(t reflect.Type, dst, src Ptr) {
	mustHold("Assign", dst, t, 1, true)
	mustHold("Assign", src, t, 1, false)
	reflect.NewAt(t, dst.p).Elem().Set(reflect.NewAt(t, src.p).Elem())
}

// IsZero reports whether the t at p is zero; -0 is not.
// Caller: a t at p. Rules: U2. Guard: TestReset.
func IsZero(t reflect.Type, p Ptr) bool {
	mustHold("IsZero", p, t, 1, false)
	return isZero(reflect.NewAt(t, p.p).Elem())
}

// isZero is v.IsZero with floats compared bit by bit.
// Rules: none. Guard: TestReset.
func isZero(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		return math.Float64bits(v.Float()) == 0
	case reflect.Struct:
		for i := range v.NumField() {
			if !isZero(v.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			break
		}
		for i := range v.Len() {
			if !isZero(v.Index(i)) {
				return false
			}
		}
		return true
	}
	return v.IsZero()
}

// maxEqualDepth bounds Equal in values that point at themselves.
const maxEqualDepth = 64

// Holds reports whether the t at p has memory beside its own that can be
// changed: a pointer, slice, map or other reference that is not nil.
// Caller: a t at p. Rules: U1, U2. Guard: TestHolds.
func Holds(t reflect.Type, p Ptr) bool {
	mustHold("Holds", p, t, 1, false)
	return holds(reflect.NewAt(t, p.p).Elem())
}

// holds is Holds. Rules: none. Guard: TestHolds.
func holds(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return !v.IsNil()
	case reflect.Struct:
		for i := range v.NumField() {
			if holds(v.Field(i)) {
				return true
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			if holds(v.Index(i)) {
				return true
			}
		}
	}
	return false
}

// Equal reports whether the values of type t at a and b are equal: floats bit
// by bit, strings and slices by content, pointers by what they point at, what is
// no Thrift type by Go's ==. It keeps no address, so that a and b may be stack memory. A value nested deeper
// than 64 levels equals nothing.
// Caller: a t at both. Rules: U2, U3. Guard: TestEqual.
func Equal(t reflect.Type, a, b Ptr) bool { return equal(t, a, b, maxEqualDepth) }

// equal is Equal with the levels that are left.
// Caller: as Equal. Rules: U2, U3. Guard: TestEqual.
func equal(t reflect.Type, a, b Ptr, depth int) bool {
	if depth == 0 {
		return false
	}
	mustHold("Equal", a, t, 1, false)
	mustHold("Equal", b, t, 1, false)
	v, w := reflect.NewAt(t, a.p).Elem(), reflect.NewAt(t, b.p).Elem()
	switch t.Kind() {
	case reflect.Bool, reflect.Int8, reflect.Uint8:
		return *a.U8() == *b.U8()
	case reflect.Int16, reflect.Uint16:
		return *a.U16() == *b.U16()
	case reflect.Int32, reflect.Uint32, reflect.Float32:
		return *a.U32() == *b.U32()
	case reflect.Int64, reflect.Uint64, reflect.Float64:
		return *a.U64() == *b.U64()
	case reflect.Int, reflect.Uint, reflect.Uintptr:
		return *As[uint](a) == *As[uint](b)
	case reflect.String:
		return *a.String() == *b.String()
	case reflect.Pointer:
		x, y := a.Ptr(), b.Ptr()
		return x.Same(y) || !x.IsNil() && !y.IsNil() && equal(t.Elem(), x, y, depth-1)
	case reflect.Slice:
		x, y := a.Slice(), b.Slice()
		if x.Len != y.Len {
			return false
		}
		if t.Elem().Kind() == reflect.Uint8 {
			return bytes.Equal(*a.Bytes(), *b.Bytes())
		}
		return equalElems(t.Elem(), x.Data, y.Data, x.Len, depth-1)
	case reflect.Array:
		return equalElems(t.Elem(), a, b, t.Len(), depth-1)
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			if !equal(f.Type(), PtrTo(f.Addr()), PtrTo(w.Field(i).Addr()), depth-1) {
				return false
			}
		}
		return true
	case reflect.Map:
		return equalMaps(v, w, depth-1)
	}
	if !v.Comparable() || !w.Comparable() {
		return v.IsZero() && w.IsZero()
	}
	return v.Equal(w)
}

// equalElems is equal for n adjacent elements of type t.
// Caller: n elements at both. Rules: U2. Guard: TestEqual.
func equalElems(t reflect.Type, a, b Ptr, n, depth int) bool {
	if a.Same(b) {
		return true
	}
	for i := range n {
		off := t.Size() * uintptr(i)
		if !equal(t, a.At(off), b.At(off), depth) {
			return false
		}
	}
	return true
}

// equalMaps is equal for the maps x and y. What map entries point at is never
// stack memory, so copies of them may be kept on the heap.
// Rules: U2, U5. Guard: TestEqual.
func equalMaps(x, y reflect.Value, depth int) bool {
	if x.Len() != y.Len() {
		return false
	}
	t := x.Type().Elem()
	v, w := reflect.New(t), reflect.New(t)
	var it reflect.MapIter // on the stack: x may name a map variable there
	for it.Reset(x); it.Next(); {
		found := y.MapIndex(it.Key())
		if !found.IsValid() {
			return false
		}
		v.Elem().SetIterValue(&it)
		w.Elem().Set(found)
		if !equal(t, PtrTo(v), PtrTo(w), depth) {
			return false
		}
	}
	return true
}
