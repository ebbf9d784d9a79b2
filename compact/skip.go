package compact

import (
	stdbinary "encoding/binary"
	"math"
	"math/bits"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// Skip returns how many bytes at the start of b one element of type t takes,
// or a negative code where there is no such element. An element is a value in
// a container, or a whole struct; of a field it is the value but for a bool,
// which [SkipFieldValue] knows.
//
// Depth is how many levels may still nest, the value itself the first: a
// struct is a level, a list, set or map is one unless it is empty, and one
// level too many is walk.Depth. Everything that a reader of the value would
// refuse is refused: varints, field ids, sizes, lengths and type codes as the
// ConsumeX functions do. The time is linear in the bytes skipped, the stack is
// bounded by depth, and nothing is allocated.
func Skip(b []byte, t Type, depth int) int {
	s := skipper{b: b}
	return s.value(0, t, depth)
}

// SkipAt is [Skip] from offset i of b. It returns the offset behind the value,
// or a negative code and the offset at of what could not be read: a value, a
// field header, the header of a container. Without a failure at is 0.
// Caller: 0 <= i <= len(b).
func SkipAt(b []byte, i int, t Type, depth int) (n, at int) {
	s := skipper{b: b, start: i}
	n = s.value(i, t, depth)
	return n, s.at
}

// SkipFieldValue is [Skip] for the value of a field whose header said t: that
// of a bool takes no bytes.
func SkipFieldValue(b []byte, t Type, depth int) int {
	if t == TypeTrue || t == TypeFalse {
		return 0
	}
	return Skip(b, t, depth)
}

// skipBytes is the longest struct that assembly skips.
const skipBytes = 64 << 10

// skipper walks over values. Its methods take the offset where something
// starts and return the offset behind it, or a negative code.
//
// Invariants: every offset passed or returned is in 0 to len(b); at is the
// offset of the failure once a method has returned a code; vain is how many
// bytes assembly read before it gave up, which may be twice those that were
// skipped from start on.
type skipper struct {
	b     []byte
	at    int
	start int
	vain  int
	// What a decode allows of one container and of one text, 0 for no bound.
	elems, bytes int
}

// skipBounded is SkipAt within d's limits.
func skipBounded(d *walk.Decoder, b []byte, i int, t Type, depth int) (n, at int) {
	s := skipper{b: b, start: i, elems: d.Container}
	if d.Bytes != math.MaxInt {
		s.bytes = d.Bytes
	}
	n = s.value(i, t, depth)
	return n, s.at
}

// bounded reports whether containers or texts have a bound of their own, which
// what is fastest does not look at.
func (s *skipper) bounded() bool { return s.elems > 0 || s.bytes > 0 }

func (s *skipper) fail(code, i int) int {
	s.at = i
	return code
}

// value skips one element of type t.
func (s *skipper) value(i int, t Type, depth int) int {
	if w := int(fixed[t]); w != 0 {
		if w > len(s.b)-i {
			return s.fail(walk.Truncated, i)
		}
		return i + w
	}
	switch t {
	case TypeI16, TypeI32, TypeI64:
		size, top := bounds(t)
		return s.varint(i, size, top)
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

// varint skips a varint of at most size bytes and no value above top.
func (s *skipper) varint(i, size int, top uint64) int {
	if i < len(s.b) && s.b[i] < 0x80 {
		return i + 1
	}
	_, n := consumeWithin(s.b[i:], size, top)
	if n < 0 {
		return s.fail(n, i)
	}
	return i + n
}

// bounds returns the most bytes and the largest value that a varint of the
// integer type t may have.
func bounds(t Type) (size int, top uint64) {
	switch t {
	case TypeI16:
		return varint16, math.MaxUint16
	case TypeI32:
		return varint32, math.MaxUint32
	}
	return varint64, math.MaxUint64
}

// varints skips count varints of the integer type t: words at a time, as long
// as a word holds none of the longest form, whose bits need a look. Its twin is
// the loop of single elements in TestSkipVarintLists.
func (s *skipper) varints(i, count int, t Type) int {
	size, top := bounds(t)
	for count >= 8 && len(s.b)-i >= 8 {
		w := stdbinary.LittleEndian.Uint64(s.b[i:])
		ends := ^w & more
		if ends == more {
			i, count = i+8, count-8
			continue
		}
		if ends != 0 && !hasLongest(w, t) {
			i += 8 - bits.LeadingZeros64(ends)/8
			count -= bits.OnesCount64(ends)
			continue
		}
		first := ends ^ (ends - 1) // the bytes up to the first that ends
		if n := bits.Len64(first) / 8; ends != 0 && n <= size && gather(w&first) <= top {
			i += n
		} else if i = s.varint(i, size, top); i < 0 {
			return i
		}
		count--
	}
	for ; count > 0; count-- {
		if i = s.varint(i, size, top); i < 0 {
			return i
		}
	}
	return i
}

// hasLongest reports whether a varint in w has the longest form of type t or
// more: all its bytes but the last say that another follows. The longest form
// of an i64 is longer than a word, and never whole in one.
// Caller: w is at the start of a varint.
func hasLongest(w uint64, t Type) bool {
	pair := w & (w >> 8) & more
	switch t {
	case TypeI16:
		return pair != 0
	case TypeI32:
		return pair&(pair>>16) != 0
	}
	return false
}

// text skips a string or binary.
func (s *skipper) text(i int) int {
	l, n := consumeSize(s.b[i:])
	if n < 0 {
		return s.fail(n, i)
	}
	if l > len(s.b)-i-n {
		return s.fail(walk.Truncated, i)
	}
	if s.bytes > 0 && l > s.bytes {
		return s.fail(walk.Bytes, i)
	}
	return i + n + l
}

// fields skips a struct: its fields and the stop field.
func (s *skipper) fields(i, depth int) int {
	if depth <= 0 {
		return s.fail(walk.Depth, i)
	}
	b, last := s.b, 0
	if haveAssembly && level > 0 && !s.bounded() && s.vain <= 2*(i-s.start)+skipBytes {
		m := skipFields(unsafeio.BytesOf(b), i, len(b), depth)
		if m >= 0 {
			return m
		}
		s.vain += ^m - i
	}
	for i < len(b) {
		start := i
		h := b[i]
		if h == byte(TypeStop) {
			return i + 1
		}
		t := Type(h & 0x0f)
		if least[t] == 0 {
			return s.fail(badFieldType(t), start)
		}
		i++
		if delta := int(h >> 4); delta != 0 {
			last += delta
			if last > math.MaxInt16 {
				return s.fail(walk.FieldID, start)
			}
		} else {
			id, n := consumeFieldID(b[i:])
			if n < 0 {
				return s.fail(n, start)
			}
			last = int(id)
			i += n
		}
		if m := s.short(i, t); m > 0 {
			i = m
		} else if i = s.value(i, t, depth-1); i < 0 {
			return i
		}
	}
	return s.fail(walk.Truncated, i)
}

// short skips the value of a field where that takes few steps: a bool, text of
// less than 128 bytes, a number that is not of the longest form. It returns 0
// for any other, and where something may be wrong.
func (s *skipper) short(i int, t Type) int {
	switch b := s.b; t {
	case TypeTrue, TypeFalse:
		return i
	case TypeI16, TypeI32, TypeI64:
		if len(b)-i >= 8 {
			end := ^stdbinary.LittleEndian.Uint64(b[i:]) & more
			if n := bits.TrailingZeros64(end)>>3 + 1; end != 0 && n < int(longest[t]) {
				return i + n
			}
		}
	case TypeString:
		if i < len(b) && b[i] < 0x80 && int(b[i]) < len(b)-i && s.bytes == 0 {
			return i + 1 + int(b[i])
		}
	}
	return 0
}

// longest is the bytes of the longest varint of an integer type.
var longest = [16]uint8{TypeI16: varint16, TypeI32: varint32, TypeI64: varint64}

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
	if t >= TypeI16 && t <= TypeI64 {
		return s.varints(i, size, t)
	}
	if t == TypeStruct {
		for ; size > 0; size-- {
			if i = s.fields(i, depth-1); i < 0 {
				return i
			}
		}
		return i
	}
	for ; size > 0; size-- {
		if i = s.value(i, t, depth-1); i < 0 {
			return i
		}
	}
	return i
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
	if k, v := int(fixed[key]), int(fixed[val]); k != 0 && v != 0 {
		return i + size*(k+v) // there: the header's check was for k+v bytes each
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
