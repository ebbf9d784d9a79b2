package binary

import (
	"strconv"

	"github.com/miserwire/miser/layout"
)

// Type is a type code: what a field header, or the header of a list, set or
// map, says of the values that follow. Numbers other than the constants are
// unknown types.
type Type byte

// The protocol's type codes, in its own order.
const (
	TypeStop   Type = 0  // spec: stop field; no value has this type
	TypeBool   Type = 2  // spec: BOOL
	TypeI8     Type = 3  // spec: I8
	TypeDouble Type = 4  // spec: DOUBLE
	TypeI16    Type = 6  // spec: I16
	TypeI32    Type = 8  // spec: I32
	TypeI64    Type = 10 // spec: I64
	TypeString Type = 11 // spec: BINARY; string and binary
	TypeStruct Type = 12 // spec: STRUCT; struct, union and exception
	TypeMap    Type = 13 // spec: MAP
	TypeSet    Type = 14 // spec: SET
	TypeList   Type = 15 // spec: LIST
	TypeUUID   Type = 16 // spec: UUID
)

var types = [...]Type{
	layout.Bool:       TypeBool,
	layout.I8:         TypeI8,
	layout.Double:     TypeDouble,
	layout.I16:        TypeI16,
	layout.I32:        TypeI32,
	layout.I64:        TypeI64,
	layout.String:     TypeString,
	layout.Binary:     TypeString,
	layout.KindStruct: TypeStruct,
	layout.Map:        TypeMap,
	layout.Set:        TypeSet,
	layout.List:       TypeList,
	layout.UUID:       TypeUUID,
}

var _ = [1]struct{}{}[len(types)-layout.NumKinds]

// The tables below have a row for every byte, so that a type code straight
// from the wire may index them.
var (
	kinds = [256]layout.Kind{
		TypeBool:   layout.Bool,
		TypeI8:     layout.I8,
		TypeDouble: layout.Double,
		TypeI16:    layout.I16,
		TypeI32:    layout.I32,
		TypeI64:    layout.I64,
		TypeString: layout.String,
		TypeStruct: layout.KindStruct,
		TypeMap:    layout.Map,
		TypeSet:    layout.Set,
		TypeList:   layout.List,
		TypeUUID:   layout.UUID,
	}

	// fixed is the wire size of types whose values all have the same one.
	fixed = [256]uint8{
		TypeBool:   1,
		TypeI8:     1,
		TypeDouble: 8,
		TypeI16:    2,
		TypeI32:    4,
		TypeI64:    8,
		TypeUUID:   16,
	}

	// least is the wire size of the smallest value of a type.
	least = [256]uint8{
		TypeBool:   1,
		TypeI8:     1,
		TypeDouble: 8,
		TypeI16:    2,
		TypeI32:    4,
		TypeI64:    8,
		TypeString: 4,
		TypeStruct: 1,
		TypeMap:    6,
		TypeSet:    5,
		TypeList:   5,
		TypeUUID:   16,
	}
)

// TypeOf returns the type code that a kind has on the wire, TypeStop for
// layout.Invalid.
// Caller: k is a constant of layout.
func TypeOf(k layout.Kind) Type { return types[k] }

// Kind returns the kind of a type code, layout.Invalid for TypeStop and
// unknown types. A string cannot be told from a binary: both are
// layout.String.
func (t Type) Kind() layout.Kind { return kinds[t] }

// String returns the kind's name in Thrift's IDL, "stop", or the number of an
// unknown type.
func (t Type) String() string {
	if t == TypeStop {
		return "stop"
	}
	if k := t.Kind(); k != layout.Invalid {
		return k.String()
	}
	return "type " + strconv.Itoa(int(t))
}

// MinSize returns the least number of bytes that a value of type t takes on
// the wire, 0 for TypeStop and unknown types.
func MinSize(t Type) int { return int(least[t]) }
