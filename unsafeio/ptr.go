//go:build !thriftcheck

package unsafeio

import "unsafe"

// Checked reports whether this build asserts what the comments ask of callers:
// it has the tag thriftcheck, and checked_ptr.go in place of this file.
const Checked = false

// Ptr is an address inside a live Go object. The zero Ptr is nil. It is one
// word, kept alive and moved by the garbage collector like any pointer. Compare
// two of them by Same.
type Ptr struct{ p unsafe.Pointer }

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

// As views the object at p as a *T.
// Caller: a T is there. Rules: U2. Guard: TestViews.
func As[T any](p Ptr) *T { return (*T)(p.p) }

// Elems returns the address of s's first element.
// Caller: as for Heap. Rules: U2. Guard: TestViews.
func Elems[T any](s []T) Ptr { return Ptr{unsafe.Pointer(unsafe.SliceData(s))} }

// Same reports whether p and q are the same address.
// Rules: none. Guard: TestViews.
func (p Ptr) Same(q Ptr) bool { return p == q }

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

// Ptr loads the pointer at p, or the first word of a string, slice or interface.
func (p Ptr) Ptr() Ptr { return *(*Ptr)(p.p) }

// SetPtr stores the pointer q at p. Caller: q points to what is at p a pointer
// to, or is nil. Rules: U4.
func (p Ptr) SetPtr(q Ptr) { *(*Ptr)(p.p) = q }

// Slice loads the slice header at p. Caller: a slice of any element type is
// there. Rules: U2, U8. Guard: TestHeaders.
func (p Ptr) Slice() Slice { return *(*Slice)(p.p) }

// SetSlice stores the slice header s at p. Caller: as for Slice; s.Cap elements
// of its type are at s.Data. Rules: U2, U4, U8. Guard: TestHeaders.
func (p Ptr) SetSlice(s Slice) { *(*Slice)(p.p) = s }

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

// Nothing returns an address that is not nil, for values of no length.
// Caller: reads and writes nothing there. Rules: U2. Guard: TestViews.
func Nothing() Ptr { return Ptr{unsafe.Pointer(&nothing)} }

// Input returns the address of b's first byte for memory that a decoded value
// may share: unlike BytesOf it lets b escape.
// Rules: U2, U6. Guard: TestViews.
func Input(b []byte) Ptr { return Ptr{unsafe.Pointer(unsafe.SliceData(b))} }

// Output returns the address of b's first byte for an encoder to write to.
// Rules: U2. Guard: TestViews.
func Output(b []byte) Ptr { return Ptr{unsafe.Pointer(unsafe.SliceData(b))} }

// Spare returns the address of the memory between b's length and its capacity;
// where there is none, an address to be left alone.
// Rules: U2. Guard: TestViews.
func Spare(b []byte) Ptr { return Ptr{unsafe.Pointer(unsafe.SliceData(b[len(b):cap(b)]))} }

// HiddenAt is BytesAt, for the bytes of an encoder, hidden from escape analysis as Of is.
// Caller: as of BytesAt and of Of. Rules: U1, U2. Guard: TestViews.
func HiddenAt(p Ptr, n int) []byte { return BytesAt(Ptr{noescape(p.p)}, n) }
