package compact

import (
	"math"

	"github.com/miserwire/miser/internal/walk"
)

const (
	shortDelta = 15 // of a field id in the short form
	shortSize  = 14 // of a list or set in the short form
	longForm   = 15 // in place of the size: it follows
)

// AppendFieldHeader appends the header of a field whose value follows. Last is
// the id of the field before it in the struct, 0 for the first. A bool field
// is written whole by [AppendBoolField].
func AppendFieldHeader(b []byte, t Type, id, last int16) []byte {
	if delta := int(id) - int(last); delta > 0 && delta <= shortDelta {
		return append(b, byte(delta)<<4|byte(t))
	}
	return AppendI16(append(b, byte(t)), id)
}

// AppendBoolField appends a bool field: a header, whose type is the value.
func AppendBoolField(b []byte, v bool, id, last int16) []byte {
	if v {
		return AppendFieldHeader(b, TypeTrue, id, last)
	}
	return AppendFieldHeader(b, TypeFalse, id, last)
}

// ConsumeFieldHeader reads a field header, or a stop field: then t is
// TypeStop, id 0 and n 1. Last is the id of the field before it in the struct,
// 0 for the first. A field of TypeTrue or TypeFalse is a bool, and whole: no
// value follows. An id outside int16 is walk.FieldID, an unknown type
// walk.TypeCode, a stop field with a delta walk.BadHeader.
func ConsumeFieldHeader(b []byte, last int16) (t Type, id int16, n int) {
	if len(b) < 1 {
		return 0, 0, walk.Truncated
	}
	h := b[0]
	if h == byte(TypeStop) {
		return TypeStop, 0, 1
	}
	t = Type(h & 0x0f)
	if least[t] == 0 {
		return 0, 0, badFieldType(t)
	}
	if delta := h >> 4; delta != 0 {
		sum := int(last) + int(delta)
		if sum > math.MaxInt16 {
			return 0, 0, walk.FieldID
		}
		return t, int16(sum), 1
	}
	id, n = consumeFieldID(b[1:])
	if n < 0 {
		return 0, 0, n
	}
	return t, id, 1 + n
}

// badFieldType returns the code for a field header with a type that has no
// values.
func badFieldType(t Type) int {
	if t == TypeStop {
		return walk.BadHeader
	}
	return walk.TypeCode
}

// consumeFieldID reads the id of the long form.
func consumeFieldID(b []byte) (id int16, n int) {
	id, n = ConsumeI16(b)
	if n == walk.Varint {
		n = walk.FieldID
	}
	return id, n
}

// SizeFieldHeader returns the wire size of a field header, which for a bool is
// that of the field.
func SizeFieldHeader(id, last int16) int {
	if delta := int(id) - int(last); delta > 0 && delta <= shortDelta {
		return 1
	}
	return 1 + SizeI16(id)
}

// AppendStop appends the stop field, which ends a struct.
func AppendStop(b []byte) []byte { return append(b, byte(TypeStop)) }

// SizeStop returns the wire size of the stop field.
func SizeStop() int { return 1 }

// AppendListHeader appends the header of a list of size elements. It panics
// when size is outside 0 to 2^31-1.
func AppendListHeader(b []byte, elem Type, size int) []byte {
	if uint(size) <= shortSize {
		return append(b, byte(size)<<4|byte(elem))
	}
	return AppendVarint(append(b, longForm<<4|byte(elem)), wireSize(size))
}

// ConsumeListHeader reads the header of a list. The element type of bools is
// TypeTrue or TypeFalse, as written. A size of 2^31 and more is walk.Negative,
// one of more than 32 bits or 5 bytes walk.Varint; an unknown element type is
// walk.TypeCode unless the list is empty; more elements than fit in the bytes
// after the header are walk.Truncated, so that memory may be sized by the
// result.
func ConsumeListHeader(b []byte) (elem Type, size, n int) {
	if len(b) < 1 {
		return 0, 0, walk.Truncated
	}
	elem, size, n = Type(b[0]&0x0f), int(b[0]>>4), 1
	if size == longForm {
		var m int
		if size, m = consumeSize(b[1:]); m < 0 {
			return 0, 0, m
		}
		n += m
	}
	if code := checkSize(size, int(least[elem]), len(b)-n); code < 0 {
		return 0, 0, code
	}
	return elem, size, n
}

// SizeListHeader returns the wire size of the header of a list of size
// elements.
func SizeListHeader(size int) int {
	if uint(size) <= shortSize {
		return 1
	}
	return 1 + SizeVarint(uint64(size))
}

// AppendSetHeader appends the header of a set of size elements, which has the
// form of a list's. It panics when size is outside 0 to 2^31-1.
func AppendSetHeader(b []byte, elem Type, size int) []byte {
	return AppendListHeader(b, elem, size)
}

// ConsumeSetHeader reads the header of a set as [ConsumeListHeader] does a
// list's.
func ConsumeSetHeader(b []byte) (elem Type, size, n int) { return ConsumeListHeader(b) }

// SizeSetHeader returns the wire size of the header of a set of size elements.
func SizeSetHeader(size int) int { return SizeListHeader(size) }

// AppendMapHeader appends the header of a map of size entries; that of an
// empty map does not name the types. It panics when size is outside 0 to
// 2^31-1.
func AppendMapHeader(b []byte, key, val Type, size int) []byte {
	if size == 0 {
		return append(b, 0)
	}
	return append(AppendVarint(b, wireSize(size)), byte(key)<<4|byte(val))
}

// ConsumeMapHeader reads the header of a map; the types of an empty map are
// TypeStop. Failures are those of [ConsumeListHeader].
func ConsumeMapHeader(b []byte) (key, val Type, size, n int) {
	size, n = consumeSize(b)
	if n < 0 {
		return 0, 0, 0, n
	}
	if size == 0 {
		return TypeStop, TypeStop, 0, n
	}
	if n == len(b) {
		return 0, 0, 0, walk.Truncated
	}
	key, val = Type(b[n]>>4), Type(b[n]&0x0f)
	n++
	if code := checkSize(size, leastEntry(key, val), len(b)-n); code < 0 {
		return 0, 0, 0, code
	}
	return key, val, size, n
}

// SizeMapHeader returns the wire size of the header of a map of size entries.
func SizeMapHeader(size int) int {
	if size == 0 {
		return 1
	}
	return SizeVarint(uint64(size)) + 1
}

// leastEntry returns the least wire size of a map entry, 0 when either type is
// unknown.
func leastEntry(key, val Type) int {
	k, v := int(least[key]), int(least[val])
	if k == 0 || v == 0 {
		return 0
	}
	return k + v
}

// checkSize checks a size against the bytes left. Each element takes each
// bytes or more; each is 0 where the type is unknown. A negative code is a
// failure.
func checkSize(size, each, left int) (code int) {
	switch {
	case size == 0:
		return 0
	case each == 0:
		return walk.TypeCode
	case int64(size)*int64(each) > int64(left):
		return walk.Truncated
	}
	return 0
}
