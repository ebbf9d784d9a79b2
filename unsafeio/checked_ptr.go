//go:build thriftcheck

package unsafeio

import (
	"reflect"
	"unsafe"
)

// The functions of ptr.go, each with what it asks of its caller asserted.
// Twins: ptr.go. Rules: as there. Guard: TestChecked, TestViews.

// Of is the twin of Of in ptr.go.
func Of[T any](v *T) Ptr { return Heap(v).Hide() }

// Hide is its twin.
func (p Ptr) Hide() Ptr { return Ptr{noescape(p.p), p.at, p.kind, p.win} }

// Heap is its twin.
func Heap[T any](v *T) Ptr {
	if v == nil {
		return Ptr{}
	}
	k := kindOf(reflect.TypeFor[T]())
	return Ptr{unsafe.Pointer(v), spanOf(k.size), k, nil}
}

// Elems is its twin.
func Elems[T any](s []T) Ptr {
	if s == nil {
		return Ptr{}
	}
	k := kindOf(reflect.TypeFor[T]())
	return Ptr{unsafe.Pointer(unsafe.SliceData(s)), spanOf(len(s) * k.size), k, nil}
}

// As is its twin.
func As[T any](p Ptr) *T { return (*T)(p.is("As", reflect.TypeFor[T](), 1, false).p) }

// Same is its twin.
func (p Ptr) Same(q Ptr) bool { return p.p == q.p }

// IsNil is its twin.
func (p Ptr) IsNil() bool { return p.p == nil }

// At is its twin.
func (p Ptr) At(off uintptr) Ptr { return p.moved("Ptr.At", int(off)) }

// Add is its twin.
func (p Ptr) Add(n int) Ptr { return p.moved("Ptr.Add", n) }

// view asserts that a variable of one of some classes is at p.
func (p Ptr) view(op string, some class, n int) unsafe.Pointer {
	p.part(op, some, n, false)
	return p.p
}

// Bool is its twin.
func (p Ptr) Bool() *bool { return (*bool)(p.view("Ptr.Bool", boolean, 1)) }

// U8 is its twin.
func (p Ptr) U8() *uint8 { return (*uint8)(p.view("Ptr.U8", number|boolean, 1)) }

// U16 is its twin.
func (p Ptr) U16() *uint16 { return (*uint16)(p.view("Ptr.U16", number, 2)) }

// U32 is its twin.
func (p Ptr) U32() *uint32 { return (*uint32)(p.view("Ptr.U32", number, 4)) }

// U64 is its twin.
func (p Ptr) U64() *uint64 { return (*uint64)(p.view("Ptr.U64", number, 8)) }

// I8 is its twin.
func (p Ptr) I8() *int8 { return (*int8)(p.view("Ptr.I8", number, 1)) }

// I16 is its twin.
func (p Ptr) I16() *int16 { return (*int16)(p.view("Ptr.I16", number, 2)) }

// I32 is its twin.
func (p Ptr) I32() *int32 { return (*int32)(p.view("Ptr.I32", number, 4)) }

// I64 is its twin.
func (p Ptr) I64() *int64 { return (*int64)(p.view("Ptr.I64", number, 8)) }

// F64 is its twin.
func (p Ptr) F64() *float64 { return (*float64)(p.view("Ptr.F64", number, 8)) }

// String is its twin. A []byte begins as a string does, and is read as one.
func (p Ptr) String() *string {
	p.part("Ptr.String", text|bytesSlice, int(unsafe.Sizeof("")), false)
	return (*string)(p.p)
}

// Bytes is its twin.
func (p Ptr) Bytes() *[]byte {
	return (*[]byte)(p.view("Ptr.Bytes", bytesSlice, int(unsafe.Sizeof(header{}))))
}

// UUID is its twin.
func (p Ptr) UUID() *[16]byte { return (*[16]byte)(p.raw("Ptr.UUID", 16, false)) }

// Ptr is its twin. What it returns is known by the type of the variable at p.
func (p Ptr) Ptr() Ptr {
	f := p.part("Ptr.Ptr", pointer|opaque|text|slice|bytesSlice|ifaceType|ifaceData, int(PtrSize), false)
	q := Ptr{p: *(*unsafe.Pointer)(p.p), win: p.win}
	if q.p == nil {
		return Ptr{}
	}
	k, size := unknown, -1
	if f != nil {
		k, size = f.pointee(p.p)
	}
	if f != nil && f.class&(slice|bytesSlice) != 0 {
		size = 0 // Slice says how many are there
	}
	q.kind, q.at = k, spanOf(size)
	return q
}

// SetPtr is its twin.
func (p Ptr) SetPtr(q Ptr) {
	f := p.part("Ptr.SetPtr", pointer|opaque|ifaceData, int(PtrSize), true)
	if q.p != nil && f != nil {
		if f.class == pointer {
			q = q.is("Ptr.SetPtr: the pointee", f.typ.Elem(), 1, false)
		}
		p.keeps("Ptr.SetPtr", q)
	}
	*(*unsafe.Pointer)(p.p) = q.p
}

// keeps asserts that q may be stored at p: what was lent, and perhaps lies on a
// stack, is not to be found in memory that stays.
func (p Ptr) keeps(op string, q Ptr) {
	if p.win == nil && q.win != nil && q.win != theInput && q.win != theString {
		q.fail(op, 0, "what was lent is stored in memory that was not")
	}
}

// Slice is its twin.
func (p Ptr) Slice() Slice {
	f := p.part("Ptr.Slice", slice|bytesSlice, int(unsafe.Sizeof(header{})), false)
	h := *(*header)(p.p)
	s := Slice{Len: h.n, Cap: h.c}
	if h.data == nil {
		return s
	}
	k, size := unknown, -1
	if f != nil {
		k, size = f.pointee(nil)
		size *= h.c
	}
	s.Data = Ptr{h.data, spanOf(size), k, p.win}
	return s
}

// SetSlice is its twin.
func (p Ptr) SetSlice(s Slice) {
	f := p.part("Ptr.SetSlice", slice|bytesSlice, int(unsafe.Sizeof(header{})), true)
	if s.Len < 0 || s.Len > s.Cap || s.Data.p == nil && s.Cap > 0 {
		s.Data.fail("Ptr.SetSlice", s.Cap, "no slice has this length, capacity and address")
	}
	if f != nil && s.Data.p != nil && s.Data.kind != wire {
		s.Data = s.Data.is("Ptr.SetSlice: the elements", f.typ.Elem(), s.Cap, false)
		p.keeps("Ptr.SetSlice", s.Data)
	} else if f != nil && s.Data.p != nil {
		s.Data.bounds("Ptr.SetSlice: the elements", s.Cap*int(f.typ.Elem().Size()), false)
	}
	*(*header)(p.p) = header{s.Data.p, s.Len, s.Cap}
}

// BytesAt is its twin.
func BytesAt(p Ptr, n int) []byte { return unsafe.Slice((*byte)(p.raw("BytesAt", n, false)), n) }

// StringAt is its twin. Bytes that are lent become no string: without Alias it
// would share the input, and be kept.
func StringAt(p Ptr, n int) string {
	at := p.raw("StringAt", n, false)
	if n > 0 && p.kind == wire && p.win != nil && p.win != theInput && p.win != theString {
		p.fail("StringAt", n, "what was lent becomes a string")
	}
	return unsafe.String((*byte)(at), n)
}

// BytesOf is its twin.
func BytesOf(b []byte) Ptr { return Output(b).Hide() }

// StringOf is its twin.
func StringOf(s string) Ptr {
	return Ptr{unsafe.Pointer(unsafe.StringData(s)), spanOf(len(s)), wire, theString}
}

// Nothing is its twin.
func Nothing() Ptr { return Ptr{unsafe.Pointer(&nothing), spanOf(0), wire, nil} }

// Input is its twin.
func Input(b []byte) Ptr {
	return Ptr{unsafe.Pointer(unsafe.SliceData(b)), spanOf(len(b)), wire, theInput}
}

// Output is its twin.
func Output(b []byte) Ptr { return bytesAt(unsafe.Pointer(unsafe.SliceData(b)), len(b)) }

// Spare is its twin.
func Spare(b []byte) Ptr { return Output(b[len(b):cap(b)]) }

// HiddenAt is its twin.
func HiddenAt(p Ptr, n int) []byte {
	return unsafe.Slice((*byte)(noescape(p.raw("HiddenAt", n, true))), n)
}
