package unsafeio

import "unsafe"

// Ptr is an address inside a live Go object. The zero Ptr is nil. It is one
// word, kept alive and moved by the garbage collector like any pointer.
type Ptr struct{ p unsafe.Pointer }

// PtrSize is the bytes of one pointer, the stride in a slice of pointers.
const PtrSize = unsafe.Sizeof(Ptr{})

// Of returns the address of *v, hidden from escape analysis: v may live on
// the caller's stack, since nothing below stores it.
// Caller: keeps v reachable during the walk and no Ptr of it afterwards.
// Rules: U1, U2. Guard: TestOfDoesNotAllocate.
func Of[T any](v *T) Ptr { return Heap(v).Hide() }

// Hide returns p hidden from escape analysis.
// Caller: as for Of. Rules: U1, U2. Guard: TestOfDoesNotAllocate.
func (p Ptr) Hide() Ptr { return Ptr{noescape(p.p)} }

// Heap returns the address of *v for memory that the walk may retain: v escapes
// where the address does.
// Caller: v is heap memory or outlives every use. Rules: U2. Guard: TestViews.
func Heap[T any](v *T) Ptr { return Ptr{unsafe.Pointer(v)} }

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

// As views the object at p as a *T.
// Caller: a T is there. Rules: U2. Guard: TestViews.
func As[T any](p Ptr) *T { return (*T)(p.p) }

// IsNil reports whether p is the nil address.
// Rules: none. Guard: TestViews.
func (p Ptr) IsNil() bool { return p.p == nil }

// At returns the address off bytes into the object at p.
// Caller: off is a plan offset, or less than the object's size.
// Rules: U2. Guard: TestViews, checkptr builds.
func (p Ptr) At(off uintptr) Ptr { return Ptr{unsafe.Add(p.p, off)} }

// Add returns the address n bytes on.
// Caller: 0 <= n < the size of the object at p. Rules: U2. Guard: TestViews, checkptr builds.
func (p Ptr) Add(n int) Ptr { return Ptr{unsafe.Add(p.p, n)} }

// Typed views. Caller: p was made by At with a plan offset of a field of that
// type. Rules: U2, U3. Guard: TestViews.

// Bool views the byte at p as *bool.
func (p Ptr) Bool() *bool { return (*bool)(p.p) }

// U8 views the byte at p as *uint8.
func (p Ptr) U8() *uint8 { return (*uint8)(p.p) }

// U16 views the word at p as *uint16.
func (p Ptr) U16() *uint16 { return (*uint16)(p.p) }

// U32 views the word at p as *uint32.
func (p Ptr) U32() *uint32 { return (*uint32)(p.p) }

// U64 views the word at p as *uint64.
func (p Ptr) U64() *uint64 { return (*uint64)(p.p) }

// I8 views the byte at p as *int8.
func (p Ptr) I8() *int8 { return (*int8)(p.p) }

// I16 views the word at p as *int16.
func (p Ptr) I16() *int16 { return (*int16)(p.p) }

// I32 views the word at p as *int32.
func (p Ptr) I32() *int32 { return (*int32)(p.p) }

// I64 views the word at p as *int64.
func (p Ptr) I64() *int64 { return (*int64)(p.p) }

// F64 views the word at p as *float64.
func (p Ptr) F64() *float64 { return (*float64)(p.p) }

// String views the string header at p.
func (p Ptr) String() *string { return (*string)(p.p) }

// Bytes views the slice header at p as *[]byte.
func (p Ptr) Bytes() *[]byte { return (*[]byte)(p.p) }

// UUID views the 16 bytes at p.
func (p Ptr) UUID() *[16]byte { return (*[16]byte)(p.p) }

// Ptr views the pointer at p.
func (p Ptr) Ptr() *Ptr { return (*Ptr)(p.p) }

// Slice is the header of any slice, as reflect.SliceHeader with a real
// pointer. Guard: TestHeaders.
type Slice struct {
	Data Ptr
	Len  int
	Cap  int
}

// Slice views the slice header at p. Caller: a slice of any element type is
// there. Rules: U2, U8. Guard: TestHeaders.
func (p Ptr) Slice() *Slice { return (*Slice)(p.p) }

// BytesAt returns the n bytes at p as a slice with cap n.
// Caller: n bytes are there; the slice is read only unless p is dst memory.
// Rules: U2. Guard: TestViews.
func BytesAt(p Ptr, n int) []byte { return unsafe.Slice((*byte)(p.p), n) }

// StringAt returns the n bytes at p as a string that shares them.
// Caller: nobody writes those bytes while the string lives, or the user asked
// for Alias. Rules: U6. Guard: TestViews.
func StringAt(p Ptr, n int) string { return unsafe.String((*byte)(p.p), n) }

// BytesOf returns the address of b's first byte; nil when b has no memory.
// It is hidden from escape analysis, so b may live on the caller's stack.
// Caller: as for Of; Input when a decoded value may point into b.
// Rules: U1, U2. Guard: TestViews.
func BytesOf(b []byte) Ptr { return Ptr{noescape(unsafe.Pointer(unsafe.SliceData(b)))} }

// StringOf returns the address of s's first byte. Caller: reads at most
// len(s) bytes there. Rules: U2. Guard: TestViews.
func StringOf(s string) Ptr { return Ptr{unsafe.Pointer(unsafe.StringData(s))} }

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

// Nothing returns an address that is not nil, for values of no length.
// Caller: reads and writes nothing there. Rules: U2. Guard: TestViews.
func Nothing() Ptr { return Ptr{unsafe.Pointer(&nothing)} }

// Input returns the address of b's first byte for memory that a decoded value
// may share: unlike BytesOf it lets b escape.
// Rules: U2, U6. Guard: TestViews.
func Input(b []byte) Ptr { return Ptr{unsafe.Pointer(unsafe.SliceData(b))} }

// Spare returns the address of the memory between b's length and its capacity;
// where there is none, an address to be left alone.
// Rules: U2. Guard: TestViews.
func Spare(b []byte) Ptr { return Ptr{unsafe.Pointer(unsafe.SliceData(b[len(b):cap(b)]))} }

// HiddenAt is BytesAt, hidden from escape analysis as Of is.
// Caller: as of BytesAt and of Of. Rules: U1, U2. Guard: TestViews.
func HiddenAt(p Ptr, n int) []byte { return BytesAt(Ptr{noescape(p.p)}, n) }
