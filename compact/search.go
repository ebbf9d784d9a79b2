package compact

import (
	"math"

	"github.com/miserwire/miser/internal/walk"
)

// What a search may be at beside a value of a Type: parts of a message, whose
// struct follows. No type has these codes.
const (
	atMessage = 0xf0 + iota // protocol id, version and message type
	atSeq                   // the sequence id
	atName                  // the name
)

// SearchStruct begins a search for the end of a struct.
func SearchStruct(s *walk.Search, l walk.SearchLimits) { s.Start(l, uint8(TypeStruct)) }

// SearchMessage begins a search for the end of a message: its header and a
// struct.
func SearchMessage(s *walk.Search, l walk.SearchLimits) { s.Start(l, atMessage) }

// Search goes on with the next bytes, and returns how many of them belong to
// what is searched for. What it refuses, [Skip] and [ConsumeMessageHeader]
// refuse, with the same code; what would be walk.Truncated there waits for more
// bytes, or is walk.Message where those may not come.
func Search(s *walk.Search, b []byte) int { return s.Feed(b, search) }

// search passes over b up to its end, the header that it ends in, the end of
// the value, or a failure. It returns how far it came.
func search(s *walk.Search, b []byte) (i int) {
	for {
		if s.Left > 0 {
			m := min(s.Left, len(b)-i)
			i, s.Left = i+m, s.Left-m
			if s.Left > 0 {
				return i
			}
		}
		if s.Next == 0 && !s.Element() {
			if s.Done {
				return i
			}
			top := &s.Stack[len(s.Stack)-1]
			if i, top.Last = passFields(b, i, top.Last, s.Limits.Bytes); i == len(b) {
				return i
			}
			t, id, n := ConsumeFieldHeader(b[i:], top.Last)
			if n == walk.Truncated {
				return i
			}
			if n < 0 {
				return s.Fail(n, i)
			}
			i += n
			switch t {
			case TypeStop:
				s.Leave()
				continue
			case TypeTrue, TypeFalse:
				top.Last = id
				continue
			}
			top.Last = id
			s.Next = byte(t)
		}
		n := searchValue(s, b, i)
		if n < 0 {
			return i
		}
		i = n
	}
}

// passFields passes over fields that are whole in b, have a header of the short
// form and nothing inside: numbers, bools, and strings of less than 128 bytes
// unless most bounds them. It returns the last field's id, too.
func passFields(b []byte, i int, last int16, most int) (int, int16) {
	s, id := skipper{b: b}, int(last)
	for i < len(b) {
		t, delta := Type(b[i]&0x0f), int(b[i]>>4)
		if delta == 0 || id+delta > math.MaxInt16 || t == TypeString && most > 0 {
			break
		}
		next := 0
		if w := int(fixed[t]); w > 0 && t > TypeFalse {
			if w < len(b)-i {
				next = i + 1 + w
			}
		} else {
			next = s.short(i+1, t)
		}
		if next == 0 {
			break
		}
		i, id = next, id+delta
	}
	return i, int16(id)
}

// searchValue passes over the value that begins at i, up to what is in it: it
// returns where that is, or -1 when b ends too early or the search failed.
func searchValue(s *walk.Search, b []byte, i int) int {
	t := Type(s.Next)
	if w := int(fixed[t]); w != 0 {
		s.Left, s.Next = w, 0
		return i
	}
	switch t {
	case TypeI16, TypeI32, TypeI64:
		size, top := bounds(t)
		return searchVarint(s, b, i, size, top, 0)
	case TypeString:
		size, n := consumeSize(b[i:])
		if searched(s, n, i) && s.Text(size, i, n) {
			return i + n
		}
	case atName:
		size, n := consumeSize(b[i:])
		if searched(s, n, i) && s.Name(size, i, n) {
			return i + n
		}
	case TypeStruct:
		if s.Enter(walk.Level{}, i) {
			return i
		}
	case TypeList, TypeSet:
		return searchList(s, b, i)
	case TypeMap:
		return searchMap(s, b, i)
	case atMessage:
		return searchHeader(s, b, i)
	case atSeq:
		return searchVarint(s, b, i, varint64, math.MaxUint64, atName)
	}
	return -1
}

// searched reports whether n, which a consume function returned at i, is a
// count; a failure but for the end of b fails the search.
func searched(s *walk.Search, n, i int) bool {
	if n < 0 && n != walk.Truncated {
		s.Fail(n, i)
	}
	return n >= 0
}

// searchVarint is searchValue of a varint of at most size bytes and no value
// above top; next is what follows.
func searchVarint(s *walk.Search, b []byte, i, size int, top uint64, next byte) int {
	_, n := consumeWithin(b[i:], size, top)
	if !searched(s, n, i) {
		return -1
	}
	s.Next = next
	return i + n
}

// searchList is searchValue of a list or set.
func searchList(s *walk.Search, b []byte, i int) int {
	if i == len(b) {
		return -1
	}
	elem, size, n := Type(b[i]&0x0f), int(b[i]>>4), 1
	if size == longForm {
		var m int
		if size, m = consumeSize(b[i+1:]); !searched(s, m, i) {
			return -1
		}
		n += m
	}
	return searchElements(s, elem, elem, 1, size, i, n)
}

// searchMap is searchValue of a map.
func searchMap(s *walk.Search, b []byte, i int) int {
	size, n := consumeSize(b[i:])
	if !searched(s, n, i) {
		return -1
	}
	if size == 0 {
		s.Next = 0
		return i + n
	}
	if i+n == len(b) {
		return -1
	}
	return searchElements(s, Type(b[i+n]>>4), Type(b[i+n]&0x0f), 2, size, i, n+1)
}

// searchElements goes into a container whose header is n bytes at i: size
// times a key and a value, or, per being 1, an element.
func searchElements(s *walk.Search, key, val Type, per, size, i, n int) int {
	each, width := int(least[key]), int(fixed[key])
	if per == 2 {
		each = leastEntry(key, val)
		if width *= int(fixed[val]); width != 0 {
			width = each
		}
	}
	switch {
	case size == 0:
		s.Next = 0
	case !s.Fits(size, each, i, n) || !s.Room(i):
		return -1
	case width != 0:
		s.Left, s.Next = size*width, 0
	default:
		s.Enter(walk.Level{Left: uint32(size) * uint32(per), Elem: byte(key), Then: byte(val)}, i)
	}
	return i + n
}

// searchHeader is searchValue of a message's header.
func searchHeader(s *walk.Search, b []byte, i int) int {
	switch left := len(b) - i; {
	case left > 0 && b[i] != protocolID:
		s.Fail(walk.Version, i)
		return -1
	case left < 2:
		return -1
	case b[i+1]&(1<<versionBits-1) != version:
		s.Fail(walk.Version, i)
		return -1
	}
	if typ := b[i+1] >> versionBits; typ < firstMessageType || typ > lastMessageType {
		s.Fail(walk.MsgType, i)
		return -1
	}
	s.Next = atSeq
	s.Stack = append(s.Stack[:0], walk.Level{}) // the struct is the message's last part
	return i + 2
}
