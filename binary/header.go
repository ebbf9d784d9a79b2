package binary

import (
	stdbinary "encoding/binary"

	"github.com/miserwire/miser/internal/walk"
)

const (
	fieldHeader = 3 // | type code 1 | field id 2 |
	listHeader  = 5 // | element type 1 | size 4 |; a set's is the same
	mapHeader   = 6 // | key type 1 | value type 1 | size 4 |
)

// AppendFieldHeader appends the header of a field whose value follows. The
// value of a bool is not part of it.
func AppendFieldHeader(b []byte, t Type, id int16) []byte {
	return append(b, byte(t), byte(uint16(id)>>8), byte(id))
}

// ConsumeFieldHeader reads a field header, or a stop field: then t is
// TypeStop, id 0 and n 1. An unknown type is walk.TypeCode.
func ConsumeFieldHeader(b []byte) (t Type, id int16, n int) {
	if len(b) < 1 {
		return 0, 0, walk.Truncated
	}
	t = Type(b[0])
	if t == TypeStop {
		return TypeStop, 0, 1
	}
	if least[t] == 0 {
		return 0, 0, walk.TypeCode
	}
	if len(b) < fieldHeader {
		return 0, 0, walk.Truncated
	}
	return t, int16(stdbinary.BigEndian.Uint16(b[1:])), fieldHeader
}

// SizeFieldHeader returns the wire size of a field header.
func SizeFieldHeader() int { return fieldHeader }

// AppendStop appends the stop field, which ends a struct.
func AppendStop(b []byte) []byte { return append(b, byte(TypeStop)) }

// SizeStop returns the wire size of the stop field.
func SizeStop() int { return 1 }

// AppendListHeader appends the header of a list of size elements. It panics
// when size is outside 0 to 2^31-1.
func AppendListHeader(b []byte, elem Type, size int) []byte {
	return stdbinary.BigEndian.AppendUint32(append(b, byte(elem)), wireSize(size))
}

// ConsumeListHeader reads the header of a list. A size below zero is
// walk.Negative; an unknown element type is walk.TypeCode unless the list is
// empty; more elements than fit in the bytes after the header are
// walk.Truncated, so that memory may be sized by the result.
func ConsumeListHeader(b []byte) (elem Type, size, n int) {
	if len(b) < listHeader {
		return 0, 0, walk.Truncated
	}
	elem = Type(b[0])
	size, code := checkSize(b[listHeader-4:], int(least[elem]))
	if code < 0 {
		return 0, 0, code
	}
	return elem, size, listHeader
}

// SizeListHeader returns the wire size of a list header.
func SizeListHeader() int { return listHeader }

// AppendSetHeader appends the header of a set of size elements, which has the
// form of a list's. It panics when size is outside 0 to 2^31-1.
func AppendSetHeader(b []byte, elem Type, size int) []byte {
	return AppendListHeader(b, elem, size)
}

// ConsumeSetHeader reads the header of a set as [ConsumeListHeader] does a
// list's.
func ConsumeSetHeader(b []byte) (elem Type, size, n int) { return ConsumeListHeader(b) }

// SizeSetHeader returns the wire size of a set header.
func SizeSetHeader() int { return listHeader }

// AppendMapHeader appends the header of a map of size entries. It panics when
// size is outside 0 to 2^31-1.
func AppendMapHeader(b []byte, key, val Type, size int) []byte {
	return stdbinary.BigEndian.AppendUint32(append(b, byte(key), byte(val)), wireSize(size))
}

// ConsumeMapHeader reads the header of a map. Failures are those of
// [ConsumeListHeader].
func ConsumeMapHeader(b []byte) (key, val Type, size, n int) {
	if len(b) < mapHeader {
		return 0, 0, 0, walk.Truncated
	}
	key, val = Type(b[0]), Type(b[1])
	size, code := checkSize(b[mapHeader-4:], leastEntry(key, val))
	if code < 0 {
		return 0, 0, 0, code
	}
	return key, val, size, mapHeader
}

// SizeMapHeader returns the wire size of a map header.
func SizeMapHeader() int { return mapHeader }

// leastEntry returns the least wire size of a map entry, 0 when either type is
// unknown.
func leastEntry(key, val Type) int {
	k, v := int(least[key]), int(least[val])
	if k == 0 || v == 0 {
		return 0
	}
	return k + v
}

// checkSize reads the size at the start of b and checks it against the bytes
// behind it. Each element takes each bytes or more; each is 0 where the type
// is unknown. A negative code is a failure.
// Caller: len(b) >= 4.
func checkSize(b []byte, each int) (size, code int) {
	n := int32(stdbinary.BigEndian.Uint32(b))
	switch {
	case n == 0:
		return 0, 0
	case n < 0:
		return 0, walk.Negative
	case each == 0:
		return 0, walk.TypeCode
	case int64(n)*int64(each) > int64(len(b)-4):
		return 0, walk.Truncated
	}
	return int(n), 0
}
