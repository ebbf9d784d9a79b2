package layout

import (
	"reflect"

	"github.com/miserwire/miser/unsafeio"
)

// Struct is the plan of one Go struct type: what a walker needs to know of
// it, and nothing about a protocol. It is immutable and shared by all codecs.
//
// Invariants: Fields are in ascending id, no id twice; every Field.Off is
// inside Go; Index agrees with Fields; len(Required) words cover Fields.
type Struct struct {
	Go     reflect.Type
	Name   string // "pkg.Type", or "struct" for a type without a name
	Fields []Field
	Union  bool // exactly one field may be set; every field is optional

	// Members says that s is a union of which one interface holds the one that is
	// set: every field is of MemMember, and has that interface as its memory. Such
	// a union may also have none.
	Members bool

	// Required has bit i set when Fields[i] must be on the wire.
	Required []uint64

	// UnknownOff is the offset of the []byte that keeps unknown fields;
	// -1 where the type has none.
	UnknownOff int

	// Extra lists what of the Go type the plan does not name, so that reuse
	// can reset it too. An embedded pointer that leads to fields is not among
	// it: their Hops name it.
	Extra []Extra

	// Unhinted says that the schema of this plan has hints, and none of them is
	// about the Go type.
	Unhinted bool

	// Init is not nil when the Go type has InitDefault, or its Hint a constructor.
	Init *Init

	// Block allocates values with room for their optional scalars; Slots
	// allocates that room alone. Nil Slots: the type has no optional scalars.
	Block *unsafeio.Block
	Slots *unsafeio.Block

	index index
}

// Extra is memory of a struct that is no Thrift field.
type Extra struct {
	Off  uintptr
	Type reflect.Type
	Name string // of the Go field
}

// Field is one Thrift field of a struct.
type Field struct {
	ID       int16
	Name     string // Thrift name; the Go name when the tag has none
	GoName   string // Go name, with the embedded path for promoted fields
	Tag      string // the tag as written, for messages
	Req      Requiredness
	Presence Presence
	Type     *Type
	Assumed  bool // the wire type was inferred where the Go type leaves a choice
	Hinted   bool // Tag is that of a Hint

	// Off is the offset from the struct, or from the last hop's pointee.
	Off uintptr
	// Hops leads through embedded pointers, outermost first; mostly empty.
	Hops []Hop

	// Slot is the offset of the pointee's room inside the slots block, for an
	// optional scalar held by pointer; -1 otherwise.
	Slot int

	// Zero is what NotDefault compares with: the address of the value that
	// InitDefault gives the field, inside an instance that lives as long as
	// the plan and is never written or handed out. Nil without InitDefault.
	Zero unsafeio.Ptr
}

// Hop is one embedded pointer on the way to a promoted field.
type Hop struct {
	Off  uintptr // of the pointer
	New  *unsafeio.Block
	Init *Init // not nil when the pointee has InitDefault
}

// Type is what a Go type is on the wire and in memory.
//
// Invariants: Elem is set for MemPtr, MemSlice, MemMap, MemSetMap, MemNull and
// MemMember, and for MemEntries (the value); Key for MemMap and MemEntries; Struct exactly for
// MemStruct. A MemPtr has the Kind and Enum of its
// Elem, and so have MemNull and MemMember, which only a field can be. Only a MemStruct leads
// back to a type that holds it: the tree below a Type, structs left closed, is
// finite.
type Type struct {
	Kind   Kind
	Mem    Mem
	Enum   bool
	Go     reflect.Type
	Size   uintptr
	Elem   *Type
	Key    *Type
	Struct *Struct

	// For MemEntries: the entry type and the offsets of its two fields.
	Entry    reflect.Type
	KeyOff   uintptr
	ValueOff uintptr

	// For MemNull and MemMember, ValueOff is the offset of the value of type Elem.
	// For MemNull, FlagOff is that of the flag. For MemMember, Iface tells what the
	// interface holds, and calls Elem by the number Member.
	FlagOff uintptr
	Iface   *unsafeio.IfaceOps
	Member  int

	// Slice makes the slices of MemSlice and MemEntries, Map handles the maps
	// of MemMap and MemSetMap, and New allocates the pointee of MemPtr.
	Slice *unsafeio.SliceOps
	Map   *unsafeio.MapOps
	New   *unsafeio.Block

	how how // where this node's own wire type comes from
}

// Lookup returns the position in Fields of the field with that id, or -1.
func (s *Struct) Lookup(id int16) int { return s.index.lookup(id) }

// HasDefaultRef reports whether InitDefault gives f a pointer, slice or map.
func (f *Field) HasDefaultRef() bool {
	if f.Zero.IsNil() {
		return false
	}
	switch f.Type.Mem {
	case MemPtr, MemBytes, MemSlice, MemEntries, MemMap, MemSetMap:
		return !f.Zero.Ptr().IsNil()
	case MemStruct, MemNull, MemMember:
		return true
	}
	return false
}
