package binary

import (
	stdbinary "encoding/binary"
	"math"

	"github.com/miserwire/miser/internal/walk"
)

// Skip returns how many bytes at the start of b one value of type t takes, or
// a negative code where there is no such value.
//
// Depth is how many levels may still nest, the value itself the first: a
// struct is a level, a list, set or map is one unless it is empty, and one
// level too many is walk.Depth. Everything that a reader of the value would
// refuse is refused: sizes, lengths and type codes as the ConsumeX functions
// do. The time is linear in the bytes skipped, the stack is bounded by depth,
// and nothing is allocated.
func Skip(b []byte, t Type, depth int) int {
	s := skipper{b: b}
	return s.value(0, t, depth)
}

// SkipAt is [Skip] from offset i of b. It returns the offset behind the value,
// or a negative code and the offset at of what could not be read: a value, a
// field header, the header of a container. Without a failure at is 0.
// Caller: 0 <= i <= len(b).
func SkipAt(b []byte, i int, t Type, depth int) (n, at int) {
	s := skipper{b: b}
	n = s.value(i, t, depth)
	return n, s.at
}

// ValidFields checks that raw is a sequence of whole fields without a stop
// field, as structs keep what they do not know, and returns len(raw) or a
// negative code. The values of the fields may nest depth levels, as in Skip. A
// stop field is walk.BadHeader.
func ValidFields(raw []byte, depth int) int {
	s := skipper{b: raw}
	for i := 0; i < len(raw); {
		t, _, n := ConsumeFieldHeader(raw[i:])
		if n < 0 {
			return n
		}
		if t == TypeStop {
			return walk.BadHeader
		}
		if i = s.value(i+n, t, depth); i < 0 {
			return i
		}
	}
	return len(raw)
}

// skipper walks over values. Its methods take the offset where something
// starts and return the offset behind it, or a negative code.
//
// Invariants: every offset passed or returned is in 0 to len(b); at is the
// offset of the failure once a method has returned a code.
type skipper struct {
	b  []byte
	at int
	// What a decode allows of one container and of one text, 0 for no bound.
	elems, bytes int
}

// skipBounded is SkipAt within d's limits.
func skipBounded(d *walk.Decoder, b []byte, i int, t Type, depth int) (n, at int) {
	s := skipper{b: b, elems: d.Container}
	if d.Bytes != math.MaxInt {
		s.bytes = d.Bytes
	}
	n = s.value(i, t, depth)
	return n, s.at
}

func (s *skipper) fail(code, i int) int {
	s.at = i
	return code
}

// value skips one value of type t.
func (s *skipper) value(i int, t Type, depth int) int {
	if w := int(fixed[t]); w != 0 {
		if w > len(s.b)-i {
			return s.fail(walk.Truncated, i)
		}
		return i + w
	}
	switch t {
	case TypeString:
		return s.text(i)
	case TypeStruct:
		return s.fields(i, depth)
	case TypeList, TypeSet:
		return s.list(i, depth)
	case TypeMap:
		return s.entries(i, depth)
	}
	return s.fail(walk.TypeCode, i)
}

// text skips a string or binary.
func (s *skipper) text(i int) int {
	left := len(s.b) - i - 4
	if left < 0 {
		return s.fail(walk.Truncated, i)
	}
	l := int32(stdbinary.BigEndian.Uint32(s.b[i:]))
	if l < 0 {
		return s.fail(walk.Negative, i)
	}
	if int(l) > left {
		return s.fail(walk.Truncated, i)
	}
	if s.bytes > 0 && int(l) > s.bytes {
		return s.fail(walk.Bytes, i)
	}
	return i + 4 + int(l)
}

// fields skips a struct: its fields and the stop field.
func (s *skipper) fields(i, depth int) int {
	if depth <= 0 {
		return s.fail(walk.Depth, i)
	}
	b := s.b
	for {
		if i = passFields(b, i, s.bytes); i == len(b) {
			break
		}
		t := Type(b[i])
		if t == TypeStop {
			return i + 1
		}
		if least[t] == 0 {
			return s.fail(walk.TypeCode, i)
		}
		if len(b)-i < fieldHeader {
			break
		}
		if i = s.value(i+fieldHeader, t, depth-1); i < 0 {
			return i
		}
	}
	return s.fail(walk.Truncated, i)
}

// list skips a list or set.
func (s *skipper) list(i, depth int) int {
	t, size, n := ConsumeListHeader(s.b[i:])
	if n < 0 {
		return s.fail(n, i)
	}
	if size == 0 {
		return i + n
	}
	if s.elems > 0 && size > s.elems {
		return s.fail(walk.Container, i)
	}
	if depth <= 0 {
		return s.fail(walk.Depth, i)
	}
	i += n
	if w := int(fixed[t]); w != 0 {
		return i + size*w // there: the header's check was for w bytes each
	}
	if t == TypeString && s.bytes == 0 {
		i, size = passTexts(s.b, i, size, 0, 0)
	}
	for ; size > 0; size-- {
		if i = s.value(i, t, depth-1); i < 0 {
			return i
		}
	}
	return i
}

// passTexts skips strings with before and after bytes around each, size of them,
// up to one that is not there as a whole. It returns the offset behind those that
// are, and how many are left.
func passTexts(b []byte, i, size, before, after int) (n, left int) {
	around := 4 + before + after
	for i += before; size > 0; size-- {
		rest, next := len(b)-i-4-after, i+around // what needs no length is apart: each step waits for one
		if rest < 0 {
			break
		}
		l := stdbinary.BigEndian.Uint32(b[i:])
		if int64(l) > int64(min(rest, maxLen)) {
			break // or negative
		}
		i = next + int(l)
	}
	return i - before, size
}

// entries skips a map.
func (s *skipper) entries(i, depth int) int {
	key, val, size, n := ConsumeMapHeader(s.b[i:])
	if n < 0 {
		return s.fail(n, i)
	}
	if size == 0 {
		return i + n
	}
	if s.elems > 0 && size > s.elems {
		return s.fail(walk.Container, i)
	}
	if depth <= 0 {
		return s.fail(walk.Depth, i)
	}
	i += n
	switch k, v := int(fixed[key]), int(fixed[val]); {
	case k != 0 && v != 0:
		return i + size*(k+v) // there: the header's check was for k+v bytes each
	case s.bytes > 0: // each text needs a look
	case key == TypeString && v != 0, k != 0 && val == TypeString:
		i, size = passTexts(s.b, i, size, k, v)
	case key == TypeString && val == TypeString:
		if i, size = passTexts(s.b, i, 2*size, 0, 0); size%2 != 0 { // the value of an entry
			if i = s.text(i); i < 0 {
				return i
			}
		}
		size /= 2
	}
	for ; size > 0; size-- {
		if i = s.value(i, key, depth-1); i < 0 {
			return i
		}
		if i = s.value(i, val, depth-1); i < 0 {
			return i
		}
	}
	return i
}
