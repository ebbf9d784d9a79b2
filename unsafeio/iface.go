package unsafeio

import (
	"reflect"
	"unsafe"
)

// IfaceOps tells what a variable of one interface type holds, of a few pointer types,
// and makes it hold another. It is immutable.
type IfaceOps struct {
	iface reflect.Type
	ptrs  []reflect.Type
	tabs  []unsafe.Pointer // the first word of a variable that holds ptrs[i]
}

// IfaceData is where the pointer that an interface variable holds lies in it: a
// variable of its own, as far as it is one of the types of a IfaceOps.
const IfaceData = unsafe.Sizeof(uintptr(0))

// NewIfaceOps returns the IfaceOps of the interface type it and the pointer types ptrs.
// Caller: each of ptrs is a pointer type that can be assigned to it. Rules: U8.
// Guard: TestIfaceOps.
func NewIfaceOps(it reflect.Type, ptrs []reflect.Type) *IfaceOps {
	o := &IfaceOps{iface: it, ptrs: ptrs}
	for _, t := range ptrs {
		v := reflect.New(it)
		v.Elem().Set(reflect.Zero(t))
		o.tabs = append(o.tabs, (*iface)(v.UnsafePointer()).typ)
	}
	return o
}

// Holds reports whether the variable at p holds a pointer of type ptrs[i], which
// may be nil.
// Caller: a variable of the interface type at p. Rules: U2, U8. Guard: TestIfaceOps.
func (o *IfaceOps) Holds(p Ptr, i int) bool {
	mustHold("IfaceOps.Holds", p, o.iface, 1, false)
	tab := (*iface)(p.p).typ
	if tab == o.tabs[i] {
		return true
	}
	if tab == nil {
		return false
	}
	for _, t := range o.tabs {
		if t == tab {
			return false
		}
	}
	// A plugin may have a first word of its own for the same type.
	return reflect.NewAt(o.iface, p.p).Elem().Elem().Type() == o.ptrs[i]
}

// IsNil reports whether the variable at p holds nothing.
// Caller: as for Holds. Rules: U2, U8. Guard: TestIfaceOps.
func (o *IfaceOps) IsNil(p Ptr) bool {
	mustHold("IfaceOps.IsNil", p, o.iface, 1, false)
	return (*iface)(p.p).typ == nil
}

// Set says of the variable at p that what lies at IfaceData is of type ptrs[i].
// Caller: as for Holds; such a pointer lies there. Rules: U4, U8. Guard: TestIfaceOps.
func (o *IfaceOps) Set(p Ptr, i int) {
	mustHold("IfaceOps.Set", p, o.iface, 1, true)
	(*iface)(p.p).typ = o.tabs[i]
}
