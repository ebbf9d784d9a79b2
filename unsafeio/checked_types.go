//go:build thriftcheck

package unsafeio

import (
	"reflect"
	"strconv"
	"sync"
	"unsafe"
)

// kind is what lies in memory: values of one Go type, one behind the other.
type kind struct {
	name  string       // of what has no type
	typ   reflect.Type // of one value
	size  int
	parts []part
	cells []uint16 // for each byte of a value: its part, from 1 on, 0 in padding
	free  bool     // no part has a pointer
}

// begins, in a cell, says that the part begins there.
const begins = 1 << 15

// part is a variable that has no smaller ones, wherever a value has one like it.
type part struct {
	class
	size int
	typ  reflect.Type
	elem *kind // what it points to, once that was asked; under the lock of kinds
}

// class tells variables apart by what may be done with them.
type class uint16

const (
	number class = 1 << iota
	boolean
	text
	bytesSlice // of bytes
	slice      // any other
	pointer
	opaque // other references, which are only compared with nil
	ifaceType
	ifaceData
)

// kinds are those that were asked for. A sync.Map would allocate in each look-up
// where checkptr moves its key to the heap.
var kinds struct {
	sync.RWMutex
	of map[reflect.Type]*kind
}

// kindOf returns the kind of values of type t.
// Rules: none. Guard: TestChecked.
func kindOf(t reflect.Type) *kind {
	kinds.RLock()
	k := kinds.of[t]
	kinds.RUnlock()
	if k != nil {
		return k
	}
	kinds.Lock()
	defer kinds.Unlock()
	if k = kinds.of[t]; k == nil {
		k = &kind{typ: t, size: int(t.Size()), cells: make([]uint16, t.Size()), free: true}
		k.add(t, 0)
		if kinds.of == nil {
			kinds.of = map[reflect.Type]*kind{}
		}
		kinds.of[t] = k
	}
	return k
}

// add enters a variable of type t at offset off.
// Rules: none. Guard: TestChecked.
func (k *kind) add(t reflect.Type, off int) {
	size := int(t.Size())
	switch t.Kind() {
	case reflect.Bool:
		k.enter(boolean, t, off, size)
	case reflect.Complex64, reflect.Complex128:
		k.enter(number, t, off, size/2)
		k.enter(number, t, off+size/2, size/2)
	case reflect.String:
		k.enter(text, t, off, size)
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			k.enter(bytesSlice, t, off, size)
		} else {
			k.enter(slice, t, off, size)
		}
	case reflect.Pointer:
		k.enter(pointer, t, off, size)
	case reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		k.enter(opaque, t, off, size)
	case reflect.Interface:
		k.enter(ifaceType, t, off, size/2)
		k.enter(ifaceData, t, off+size/2, size/2)
	case reflect.Array:
		for i := range t.Len() {
			k.add(t.Elem(), off+i*int(t.Elem().Size()))
		}
	case reflect.Struct:
		for i := range t.NumField() {
			k.add(t.Field(i).Type, off+int(t.Field(i).Offset))
		}
	default:
		k.enter(number, t, off, size)
	}
}

// enter enters a part at offset off.
// Rules: none. Guard: TestChecked.
func (k *kind) enter(c class, t reflect.Type, off, size int) {
	i := 0
	for i < len(k.parts) && (k.parts[i].class != c || k.parts[i].typ != t) {
		i++
	}
	if i == len(k.parts) {
		k.parts = append(k.parts, part{class: c, size: size, typ: t})
	}
	k.free = k.free && c&(number|boolean) != 0
	k.cells[off] = uint16(i+1) | begins
	for j := off + 1; j < off+size; j++ {
		k.cells[j] = uint16(i + 1)
	}
}

// at returns the part that begins at offset off, or nil.
// Rules: none. Guard: TestChecked.
func (k *kind) at(off int) *part {
	if k.size == 0 {
		return nil
	}
	if c := k.cells[off%k.size]; c&begins != 0 {
		return &k.parts[c&^begins-1]
	}
	return nil
}

// plain says why the n bytes at off may not be used as bytes.
// Rules: none. Guard: TestChecked.
func (k *kind) plain(off, n int, write bool) string {
	if k.free && !write {
		return ""
	}
	for i := off; i < off+n; i++ {
		c := k.cells[i%k.size] &^ begins
		switch {
		case c == 0:
		case k.parts[c-1].class&(number|boolean) == 0:
			return "a variable with a pointer is there: " + k.parts[c-1].String()
		case write && k.parts[c-1].class == boolean:
			return "bytes are stored in a bool"
		}
	}
	return ""
}

// numbers reports whether n adjacent numbers, or with some of the class boolean
// bools, of size bytes are at off.
// Rules: none. Guard: TestChecked.
func (k *kind) numbers(off, n, size int, some class) bool {
	if k.size == size && len(k.parts) == 1 {
		n = min(n, 1) // all are alike
	}
	for i := range n {
		if f := k.at(off + i*size); f == nil || f.class&some == 0 || f.size != size {
			return false
		}
	}
	return true
}

// holds reports whether memory like that of a value of want is at off.
// Rules: none. Guard: TestChecked.
func (k *kind) holds(off int, want *kind) bool {
	for i, c := range want.cells {
		if c&begins == 0 {
			continue
		}
		w, f := &want.parts[c&^begins-1], k.at(off+i)
		switch {
		case f == nil || f.size != w.size:
			return false
		case f.typ == w.typ && f.class == w.class:
		case f.class == ifaceData && w.class == pointer:
		case f.class == opaque && f.typ.Kind() == reflect.UnsafePointer && w.class&(pointer|opaque) != 0:
		case f.class != w.class:
			return false
		case f.class&(number|boolean|text|bytesSlice) == 0 && !f.typ.ConvertibleTo(w.typ):
			return false // else one of them has a name of its own
		}
	}
	return true
}

// pointee returns what a pointer in this part points to, and its size, negative
// when that is not known; p is its address.
// Rules: none. Guard: TestChecked.
func (f *part) pointee(p unsafe.Pointer) (k *kind, size int) {
	switch f.class {
	case ifaceData:
		// The interface holds it, perhaps not yet.
		v := reflect.NewAt(f.typ, unsafe.Add(p, -int(PtrSize))).Elem()
		if v.IsNil() || v.Elem().Kind() != reflect.Pointer {
			return unknown, -1
		}
		k = kindOf(v.Elem().Type().Elem())
	case pointer, slice, bytesSlice:
		kinds.RLock()
		k = f.elem
		kinds.RUnlock()
		if k == nil {
			k = kindOf(f.typ.Elem())
			kinds.Lock()
			f.elem = k
			kinds.Unlock()
		}
	default:
		return unknown, 0
	}
	return k, k.size
}

// String names the type.
// Rules: none. Guard: TestChecked.
func (k *kind) String() string {
	if k.typ == nil {
		return k.name
	}
	return k.typ.String()
}

// String names the type.
// Rules: none. Guard: TestChecked.
func (f *part) String() string { return f.typ.String() + " of " + strconv.Itoa(f.size) + " bytes" }
