package unsafeio

import (
	"reflect"
	"unsafe"
)

// pointerFree reports whether no value of type t holds a pointer, so that the
// garbage collector need not look into it.
// Rules: U5. Guard: TestPointerFree.
func pointerFree(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr,
		reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return true
	case reflect.Array:
		return t.Len() == 0 || pointerFree(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !pointerFree(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return false
}

// ownsMemory reports whether a value of type t can hold memory worth reusing:
// a slice, a map or a pointee.
// Rules: U5. Guard: TestPointerFree.
func ownsMemory(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return true
	case reflect.Array:
		return t.Len() > 0 && ownsMemory(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if ownsMemory(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// alignUp rounds n up to a multiple of align, a power of two.
// Rules: none. Guard: TestBlockLayout.
func alignUp(n, align uintptr) uintptr { return (n + align - 1) &^ (align - 1) }

// iface is the header of an empty interface: a type word and a data word,
// which is the value itself for a type that is one pointer, else its address.
// Guard: TestHeaders.
type iface struct {
	typ  unsafe.Pointer
	data unsafe.Pointer
}
