package unsafeio

import (
	"reflect"
	"strconv"
	"sync/atomic"
	"unsafe"
)

const (
	maxArray      = 16      // blocks that one NewArray may hold
	maxArrayBytes = 8 << 10 // and the bytes
	maxProtoBytes = 256     // what is allocated by copying a prototype
)

// Block allocates zeroed memory of one Go type, one block or several adjacent
// ones at a time. It is immutable to its callers and safe for concurrent use;
// the types that only it needs are built when they are first allocated.
//
// Invariants: size is the size of the type that New allocates; slotsOff is the
// offset of the slots in it, 0 without slots.
type Block struct {
	elem     reflect.Type   // what is at the block's address; nil in a slots block
	fields   []reflect.Type // of a slots block
	offs     []uintptr      // of fields
	slots    *Block         // of a struct block; may be nil
	size     uintptr
	align    uintptr
	slotsOff uintptr
	number   uint32 // of Arena, which tells few blocks apart

	typ   atomic.Pointer[reflect.Type] // the type that New allocates
	proto [maxArray]atomic.Pointer[prototype]
	lists [maxArray]atomic.Pointer[prototype]
}

// blocks counts the struct blocks that were made.
var blocks atomic.Uint32

// prototype is a zero value from which blocks are copied.
type prototype struct {
	zero reflect.Value // addressable, never written
	typ  reflect.Type
	copy bool // box a copy of zero; otherwise reflect.New(typ)
}

// NewBlock returns the Block that allocates values of type t.
// Rules: U5. Guard: TestBlock.
func NewBlock(t reflect.Type) *Block { return NewStructBlock(t, nil) }

// NewSlotsBlock returns the Block of a struct with one field per slot, and the
// offset of each.
// Rules: U2, U5. Guard: TestBlockLayout.
func NewSlotsBlock(slots []reflect.Type) (*Block, []uintptr) {
	b := &Block{fields: slots, offs: make([]uintptr, len(slots)), align: 1, number: blocks.Add(1)}
	for i, t := range slots {
		align := uintptr(t.Align())
		b.align = max(b.align, align)
		b.size = alignUp(b.size, align)
		b.offs[i] = b.size
		b.size += t.Size()
	}
	if n := len(slots); n > 0 && b.size > 0 && b.offs[n-1] == b.size {
		b.size++ // a zero-size last field must not end where the next object starts
	}
	b.size = alignUp(b.size, b.align)
	return b, b.offs
}

// NewStructBlock returns the Block of a struct whose first field is a t and
// whose second is what slots allocates. Nil slots: just t.
// Rules: U2, U5. Guard: TestBlockLayout.
func NewStructBlock(t reflect.Type, slots *Block) *Block {
	b := &Block{elem: t, size: t.Size(), align: uintptr(t.Align()), number: blocks.Add(1)}
	if slots == nil || slots.size == 0 {
		return b
	}
	b.slots = slots
	b.align = max(b.align, slots.align)
	b.slotsOff = alignUp(b.size, slots.align)
	b.size = alignUp(b.slotsOff+slots.size, b.align)
	return b
}

// Size returns the distance between adjacent blocks.
// Rules: U2. Guard: TestBlockLayout.
func (b *Block) Size() uintptr { return b.size }

// Cost returns about how many bytes an array of n blocks takes.
// Caller: n >= 0. Rules: none. Guard: TestRounded.
func (b *Block) Cost(n int) int64 { return Rounded(int64(n) * int64(b.size)) }

// ListCost returns about how many bytes NewList of n takes.
// Caller: n >= 0. Rules: none. Guard: TestBlockListCost.
func (b *Block) ListCost(n int) int64 {
	if b.size == 0 {
		n++ // so that the blocks' address is not that of the next object
	}
	align := int64(b.align)
	return Rounded((int64(n)*int64(PtrSize)+align-1)&^(align-1) + int64(n)*int64(b.size))
}

// HasSlots reports whether b is a struct block with slots.
// Rules: none. Guard: TestBlockLayout.
func (b *Block) HasSlots() bool { return b.slots != nil }

// SlotsOff returns the offset of the slots in a block.
// Caller: HasSlots. Rules: U2. Guard: TestBlockLayout.
func (b *Block) SlotsOff() uintptr {
	mustCount("Block.SlotsOff", b.slots != nil)
	return b.slotsOff
}

// Type returns the Go type at a block's address: the t that b was made for,
// or the struct of a slots block.
// Rules: none. Guard: TestBlockLayout.
func (b *Block) Type() reflect.Type {
	if b.elem != nil {
		return b.elem
	}
	return b.built()
}

// MaxArray returns the most blocks that NewArray allocates at once, 1 to 16.
// Rules: none. Guard: TestBlockArray.
func (b *Block) MaxArray() int {
	if b.size == 0 {
		return maxArray
	}
	return int(min(maxArray, max(1, maxArrayBytes/b.size)))
}

// New allocates one zeroed block.
// Rules: U5, U8. Guard: TestBlock.
func (b *Block) New() Ptr {
	pr := b.proto[0].Load()
	if pr == nil {
		pr = b.prototype(1)
	}
	return b.at(pr.new(), 1)
}

// NewArray allocates n adjacent zeroed blocks, Size apart.
// Caller: 1 <= n <= MaxArray. Rules: U2, U5, U8. Guard: TestBlockArray.
func (b *Block) NewArray(n int) Ptr {
	pr := b.proto[n-1].Load()
	if pr == nil {
		pr = b.prototype(n)
	}
	return b.at(pr.new(), n)
}

// NewList allocates n pointers, which are nil, and behind them n adjacent
// zeroed blocks, Size apart, as one object.
// Caller: 1 <= n <= MaxArray. Rules: U2, U5, U8. Guard: TestBlockList.
func (b *Block) NewList(n int) (ptrs, first Ptr) {
	pr := b.lists[n-1].Load()
	if pr == nil {
		pr = b.listPrototype(n)
	}
	p := pr.new()
	return b.pointersAt(p, n), b.at(unsafe.Add(p, alignUp(uintptr(n)*PtrSize, b.align)), n)
}

// listPrototype builds what NewList(n) allocates from.
// Caller: 1 <= n <= MaxArray. Rules: U5, U8. Guard: TestBlockList.
func (b *Block) listPrototype(n int) *prototype {
	if n > b.MaxArray() {
		panic("unsafeio: Block.NewList(" + strconv.Itoa(n) + "): more than MaxArray")
	}
	t := structOf(reflect.ArrayOf(n, reflect.TypeFor[unsafe.Pointer]()), reflect.ArrayOf(n, b.built()))
	if t.Field(1).Offset != alignUp(uintptr(n)*PtrSize, b.align) {
		panic("unsafeio: Block: computed layout differs from " + t.String())
	}
	pr := newPrototype(t)
	b.lists[n-1].Store(pr)
	return pr
}

// new allocates what pr stands for. A type made by reflect costs reflect.New a
// look-up of its pointer type; boxing a copy of a zero value does without, and
// the copy's address is the data word of the interface.
// Rules: U5, U8. Guard: TestBlock, TestHeaders.
func (pr *prototype) new() unsafe.Pointer {
	if !pr.copy {
		return reflect.New(pr.typ).UnsafePointer()
	}
	box := pr.zero.Interface()
	return (*iface)(unsafe.Pointer(&box)).data
}

// prototype builds what NewArray(n) allocates from. Two goroutines may do so
// at once: either result serves.
// Caller: 1 <= n <= MaxArray. Rules: U5, U8. Guard: TestBlockConcurrent.
func (b *Block) prototype(n int) *prototype {
	if n > b.MaxArray() {
		panic("unsafeio: Block.NewArray(" + strconv.Itoa(n) + "): more than MaxArray")
	}
	t := b.built()
	if n > 1 {
		t = reflect.ArrayOf(n, t)
	}
	pr := &prototype{typ: t}
	if t != b.elem {
		pr = newPrototype(t)
	}
	b.proto[n-1].Store(pr)
	return pr
}

// newPrototype returns the prototype of a type that reflect made.
// Rules: U5, U8. Guard: TestBlock.
func newPrototype(t reflect.Type) *prototype {
	pr := &prototype{typ: t}
	if t.Size() <= maxProtoBytes {
		// The box of a type that is one pointer holds that pointer, here nil.
		pr.zero = reflect.New(t).Elem()
		box := pr.zero.Interface()
		pr.copy = (*iface)(unsafe.Pointer(&box)).data != nil
	}
	return pr
}

// built returns the type that New allocates, building it when it is a struct
// with slots.
// Rules: U5. Guard: TestBlockLayout.
func (b *Block) built() reflect.Type {
	if t := b.typ.Load(); t != nil {
		return *t
	}
	t, offs := b.elem, b.offs
	switch {
	case t == nil:
		t = structOf(b.fields...)
	case b.slots != nil:
		t = structOf(t, b.slots.built())
		offs = []uintptr{0, b.slotsOff}
	}
	ok := t.Size() == b.size
	for i, off := range offs {
		ok = ok && t.Field(i).Offset == off
	}
	if !ok {
		panic("unsafeio: Block: computed layout differs from " + t.String())
	}
	b.typ.Store(&t)
	return t
}

// structOf returns the struct of the given field types.
// Rules: U5. Guard: TestBlockLayout.
func structOf(types ...reflect.Type) reflect.Type {
	fields := make([]reflect.StructField, len(types))
	for i, t := range types {
		fields[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: t}
	}
	return reflect.StructOf(fields)
}
