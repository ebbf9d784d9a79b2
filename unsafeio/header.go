package unsafeio

import (
	"reflect"
	"unsafe"
)

// What the builds with and without asserts share: see ptr.go and
// checked_ptr.go.

// PtrSize is the bytes of one pointer, the stride in a slice of pointers.
const PtrSize = unsafe.Sizeof(unsafe.Pointer(nil))

// Slice is what the header of any slice says. In memory it is that of
// reflect.SliceHeader with a real pointer: see header.
type Slice struct {
	Data Ptr
	Len  int
	Cap  int
}

// header is a slice header as it lies in memory. Guard: TestHeaders.
type header struct {
	data unsafe.Pointer
	n, c int
}

// Var is a variable of any slice, map or pointer type that is not known to the
// compiler. The zero Var is ready.
type Var struct{ h header }

// At returns the address of v as that of a t, hidden from escape analysis.
// Caller: t is a slice, map or pointer type, and v is only ever one of it; else
// as for Of. Rules: U1, U2, U5. Guard: TestVar.
func (v *Var) At(t reflect.Type) Ptr { return Of(&v.h).retyped(t) }

// noescape hides p from escape analysis. It must not be inlined: what a call
// returns is a pointer to the compiler, which the garbage collector and a
// moving stack see; inlined, an integer might be all that is left of it.
// Rules: U1. Guard: TestOfDoesNotAllocate, TestOfKeepsAlive.
//
//go:noinline
//go:nosplit
func noescape(p unsafe.Pointer) unsafe.Pointer {
	x := uintptr(p)
	return *(*unsafe.Pointer)(unsafe.Pointer(&x))
}

// Next returns the element after *p in a slice of T.
// Caller: *p is not the last. Rules: U2. Guard: TestViews, checkptr builds.
func Next[T any](p *T) *T { return (*T)(unsafe.Add(unsafe.Pointer(p), unsafe.Sizeof(*p))) }

// LowWord is the offset of the low 32 bits in an int64.
// Rules: U3. Guard: TestViews.
var LowWord = lowWord()

func lowWord() uintptr {
	one := uint64(1)
	if *(*uint32)(unsafe.Pointer(&one)) == 1 {
		return 0
	}
	return 4
}

var nothing [1]byte
