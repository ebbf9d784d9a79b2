package compact

import (
	"strconv"

	"github.com/miserwire/miser/layout"
)

// Type is a type code: what a field header, or the header of a list, set or
// map, says of the values that follow. It has 4 bits on the wire. Numbers
// other than the constants are unknown types.
type Type byte

// The protocol's type codes, in its own order.
const (
	TypeStop   Type = 0  // spec: stop field; no value has this type
	TypeTrue   Type = 1  // spec: BOOLEAN_TRUE; in a field header the value itself
	TypeFalse  Type = 2  // spec: BOOLEAN_FALSE; in a field header the value itself
	TypeI8     Type = 3  // spec: I8
	TypeI16    Type = 4  // spec: I16
	TypeI32    Type = 5  // spec: I32
	TypeI64    Type = 6  // spec: I64
	TypeDouble Type = 7  // spec: DOUBLE
	TypeString Type = 8  // spec: BINARY; string and binary
	TypeList   Type = 9  // spec: LIST
	TypeSet    Type = 10 // spec: SET
	TypeMap    Type = 11 // spec: MAP
	TypeStruct Type = 12 // spec: STRUCT; struct, union and exception
	TypeUUID   Type = 13 // spec: UUID

	// TypeBool is the element type of bools as it is written; TypeFalse means
	// the same where elements are read. spec: BOOL
	TypeBool = TypeTrue
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
		TypeTrue:   layout.Bool,
		TypeFalse:  layout.Bool,
		TypeI8:     layout.I8,
		TypeI16:    layout.I16,
		TypeI32:    layout.I32,
		TypeI64:    layout.I64,
		TypeDouble: layout.Double,
		TypeString: layout.String,
		TypeList:   layout.List,
		TypeSet:    layout.Set,
		TypeMap:    layout.Map,
		TypeStruct: layout.KindStruct,
		TypeUUID:   layout.UUID,
	}

	// fixed is the wire size of types whose elements all have the same one.
	fixed = [256]uint8{
		TypeTrue:   1,
		TypeFalse:  1,
		TypeI8:     1,
		TypeDouble: 8,
		TypeUUID:   16,
	}

	// least is the wire size of the smallest element of a type.
	least = [256]uint8{
		TypeTrue:   1,
		TypeFalse:  1,
		TypeI8:     1,
		TypeI16:    1,
		TypeI32:    1,
		TypeI64:    1,
		TypeDouble: 8,
		TypeString: 1,
		TypeList:   1,
		TypeSet:    1,
		TypeMap:    1,
		TypeStruct: 1,
		TypeUUID:   16,
	}
)

// TypeOf returns the type code that a kind has on the wire, TypeStop for
// layout.Invalid. That of a bool is its element type; as a field it has two,
// and AppendBoolField chooses.
// Caller: k is a constant of layout.
func TypeOf(k layout.Kind) Type { return types[k] }

// Kind returns the kind of a type code, layout.Invalid for TypeStop and
// unknown types. A string cannot be told from a binary: both are
// layout.String. Both bool codes are layout.Bool.
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

// MinSize returns the least number of bytes that an element of type t takes on
// the wire, 0 for TypeStop and unknown types. The value of a bool field takes
// none.
func MinSize(t Type) int { return int(least[t]) }
