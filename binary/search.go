package binary

import (
	stdbinary "encoding/binary"

	"github.com/miserwire/miser/internal/walk"
)

// What a search may be at beside a value of a Type: parts of a message, whose
// struct follows. No type has these codes.
const (
	atMessage = 0xf0 + iota // its first word
	atName                  // strict: the name, and the sequence id behind it
	atOldTail               // old: the message type and the sequence id, behind the name
)

// SearchStruct begins a search for the end of a struct.
func SearchStruct(s *walk.Search, l walk.SearchLimits) { s.Start(l, uint8(TypeStruct)) }

// SearchMessage begins a search for the end of a message: its header, strict
// or old, and a struct.
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
			if i = passFields(b, i, s.Limits.Bytes); i == len(b) {
				return i
			}
			t := Type(b[i])
			if t == TypeStop {
				s.Leave()
				i++
				continue
			}
			if least[t] == 0 {
				return s.Fail(walk.TypeCode, i)
			}
			if len(b)-i < fieldHeader {
				return i
			}
			i += fieldHeader
			s.Next = byte(t)
		}
		n := searchValue(s, b, i)
		if n < 0 {
			return i
		}
		i = n
	}
}

// passFields passes over fields that are whole in b and have nothing inside:
// numbers and strings, these of most bytes unless that is 0.
func passFields(b []byte, i, most int) int {
	for len(b)-i >= fieldHeader+4 {
		if w := int(fixed[b[i]]); w != 0 {
			if w > len(b)-i-fieldHeader {
				return i
			}
			i += fieldHeader + w
			continue
		}
		if Type(b[i]) != TypeString {
			return i
		}
		size, left := stdbinary.BigEndian.Uint32(b[i+fieldHeader:]), len(b)-i-fieldHeader-4
		if most > 0 {
			left = min(left, most)
		}
		if int64(size) > int64(min(left, maxLen)) {
			return i // or negative
		}
		i += fieldHeader + 4 + int(size)
	}
	return i
}

// searchValue passes over the value that begins at i, up to what is in it: it
// returns where that is, or -1 when b ends too early or the search failed.
func searchValue(s *walk.Search, b []byte, i int) int {
	t := Type(s.Next)
	if w := int(fixed[t]); w != 0 {
		s.Left, s.Next = w, 0
		return i
	}
	left := len(b) - i
	switch t {
	case TypeString:
		return searchText(s, b, i, 0)
	case TypeStruct:
		if s.Enter(walk.Level{}, i) {
			return i
		}
	case TypeList, TypeSet:
		if left >= listHeader {
			return searchElements(s, Type(b[i]), Type(b[i]), 1, b[i:], i, listHeader)
		}
	case TypeMap:
		if left >= mapHeader {
			return searchElements(s, Type(b[i]), Type(b[i+1]), 2, b[i:], i, mapHeader)
		}
	case atMessage:
		return searchHeader(s, b, i)
	case atName:
		return searchText(s, b, i, 4)
	case atOldTail:
		if left > 0 {
			next := searchType(s, b[i], 0, i, i+1)
			s.Left = 4
			return next
		}
	}
	return -1
}

// searchText is searchValue of a string, and of more bytes behind it.
func searchText(s *walk.Search, b []byte, i, more int) int {
	if len(b)-i < 4 {
		return -1
	}
	size := int32(stdbinary.BigEndian.Uint32(b[i:]))
	if size < 0 {
		s.Fail(walk.Negative, i)
		return -1
	}
	if more > 0 { // the name, and the sequence id behind it
		if !s.Name(int(size), i, 4) {
			return -1
		}
		s.Left += more
		return i + 4
	}
	if !s.Text(int(size), i, 4) {
		return -1
	}
	return i + 4
}

// searchElements goes into a container whose header is n bytes at i, the first
// of b: as many times as it says a key and a value, or, per being 1, an
// element.
func searchElements(s *walk.Search, key, val Type, per int, b []byte, i, n int) int {
	size := int32(stdbinary.BigEndian.Uint32(b[n-4:]))
	each, width := int(least[key]), int(fixed[key])
	if per == 2 {
		each = leastEntry(key, val)
		if width *= int(fixed[val]); width != 0 {
			width = each
		}
	}
	switch {
	case size < 0:
		s.Fail(walk.Negative, i)
		return -1
	case size == 0:
		s.Next = 0
	case !s.Fits(int(size), each, i, n) || !s.Room(i):
		return -1
	case width != 0:
		s.Left, s.Next = int(size)*width, 0
	default:
		s.Enter(walk.Level{Left: uint32(size) * uint32(per), Elem: byte(key), Then: byte(val)}, i)
	}
	return i + n
}

// searchHeader is searchValue of a message's header.
func searchHeader(s *walk.Search, b []byte, i int) int {
	if len(b)-i < 4 {
		return -1
	}
	word := stdbinary.BigEndian.Uint32(b[i:])
	if int32(word) >= 0 {
		if !s.Name(int(word), i, 4) {
			return -1
		}
		s.Next = atOldTail
		return i + 4
	}
	if word&versionMask != version {
		s.Fail(walk.Version, i)
		return -1
	}
	return searchType(s, byte(word), atName, i, i+4)
}

// searchType checks the message type and goes on at next: with a part of the
// header, or, where that is 0, the struct, which is the message's last part.
func searchType(s *walk.Search, typ, part byte, i, next int) int {
	if typ < firstMessageType || typ > lastMessageType {
		s.Fail(walk.MsgType, i)
		return -1
	}
	s.Next = part
	s.Stack = append(s.Stack[:0], walk.Level{})
	return next
}
