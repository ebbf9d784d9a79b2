//go:build !thriftcheck

package unsafeio

import (
	"reflect"
	"unsafe"
)

// What the build without asserts has in their place: nothing, or the address
// alone. Twins: checked.go, checked_calls.go.
// Rules: none. Guard: TestUnchecked.

// Is returns p narrowed to the t that lies there, which is asserted.
func (p Ptr) Is(reflect.Type) Ptr { return p }

// Window returns p as the first byte of n that may be used until End, to be
// read, or with write to be written too.
func (p Ptr) Window(int, bool) Ptr { return p }

// Lend returns p narrowed to the t that lies there, which with all that it
// points to may be used until End, and with write be changed.
func (p Ptr) Lend(reflect.Type, bool) Ptr { return p }

// End says that p, and what was derived from it, is no longer used.
func (p Ptr) End() {}

// retyped is p as the address of a t, whatever the compiler was told.
func (p Ptr) retyped(reflect.Type) Ptr { return p }

// pointsTo is p as what a pointer of type t holds.
func pointsTo(p unsafe.Pointer, _ reflect.Type) Ptr { return Ptr{p} }

// pointee is the address that v holds.
func pointee(v reflect.Value) Ptr { return Ptr{v.UnsafePointer()} }

// bytesAt is p as the address of n bytes.
func bytesAt(p unsafe.Pointer, _ int) Ptr { return Ptr{p} }

// at is p as the address of n blocks of b.
func (b *Block) at(p unsafe.Pointer, _ int) Ptr { return Ptr{p} }

// pointersAt is p as the address of n pointers to blocks of b.
func (b *Block) pointersAt(p unsafe.Pointer, _ int) Ptr { return Ptr{p} }

func poison(Ptr, int) {}

func mustHold(string, Ptr, reflect.Type, int, bool) {}

func mustBulk(string, Ptr, Ptr, int, int, bool) {}

func mustCount(string, bool) {}

func (o *MapOps) callVisit(visit func(ctx, pairs Ptr, n int) bool, ctx, pairs Ptr, n int) bool {
	return visit(ctx, pairs, n)
}

func (o *MapOps) callNext(next func(ctx, k, v Ptr) bool, ctx, k, v Ptr) bool {
	return next(ctx, k, v)
}
