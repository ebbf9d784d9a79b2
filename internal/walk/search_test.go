package walk

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// The toy protocol that these tests search: a struct is '{', fields, '}'; a field is its value; a value is a
// struct, 's' with a length of two digits and as many bytes, or 'l' with a count of two digits and the values.
const (
	toyField  = 1 // in a struct a field or '}'
	toyValue  = 2
	toyHeader = 3 // bytes of a string's or list's header
)

func toyRun(s *Search, b []byte) int {
	i := 0
	for {
		n := min(s.Left, len(b)-i)
		i, s.Left = i+n, s.Left-n
		if s.Left > 0 || s.Next == 0 && !s.Element() && s.Done {
			return i
		}
		if i == len(b) {
			return i
		}
		c := b[i]
		if s.Next == 0 && c == '}' {
			s.Leave()
			i++
			continue
		}
		s.Next = toyValue
		if c == '{' {
			if !s.Enter(Level{}, i) {
				return i
			}
			i++
			continue
		}
		if len(b)-i < toyHeader {
			return i
		}
		size := int(b[i+1]-'0')*10 + int(b[i+2]-'0')
		switch c {
		case 's':
			if !s.Text(size, i, toyHeader) {
				return i
			}
		case 'l':
			if !s.Fits(size, 1, i, toyHeader) || size > 0 && !s.Room(i) {
				return i
			}
			s.Next = 0
			if size > 0 {
				s.Stack = append(s.Stack, Level{Left: uint32(size), Elem: toyValue, Then: toyValue})
			}
		default:
			return s.Fail(TypeCode, i)
		}
		i += toyHeader
	}
}

// search feeds the pieces, and returns how many bytes were taken.
func search(s *Search, l SearchLimits, pieces ...string) (taken int) {
	s.Start(l, toyValue)
	for _, p := range pieces {
		if s.Done || s.Code < 0 {
			break
		}
		taken += s.Feed([]byte(p), toyRun)
	}
	return taken
}

var wideLimits = SearchLimits{Depth: 100, Total: 1 << 20}

// TestSearch: the end is found, whatever the pieces.
func TestSearch(t *testing.T) {
	const value = "{s03abcl02{s00}{}{l03s01xs02yy{}}}"
	for cut := range len(value) + 1 {
		for second := cut; second <= len(value); second++ {
			var s Search
			taken := search(&s, wideLimits, value[:cut], value[cut:second], value[second:]+"rest")
			require.True(t, s.Done, "%d, %d", cut, second)
			require.Zero(t, s.Code)
			require.Equal(t, len(value), s.Off)
			require.Equal(t, len(value), taken)
		}
	}
	var s Search
	bytes := slices.Collect(func(yield func(string) bool) {
		for i := range value {
			if !yield(value[i : i+1]) {
				return
			}
		}
	})
	require.Equal(t, len(value), search(&s, wideLimits, bytes...))
	require.True(t, s.Done)
	require.Equal(t, len(value), s.Off)

	search(&s, wideLimits, value[:len(value)-1])
	require.False(t, s.Done)
	require.Zero(t, s.Code)
}

// TestSearchLimits: each limit is exact, and its fault is where the value begins that breaks it.
func TestSearchLimits(t *testing.T) {
	for _, tt := range []struct {
		name, wire string
		l          SearchLimits
		code, at   int
	}{
		{"total", "s03abc", SearchLimits{Depth: 9, Total: 6}, 0, 0},
		{"a byte less", "s03abc", SearchLimits{Depth: 9, Total: 5}, Message, 0},
		{"total of fields", "{s00s03abc}", SearchLimits{Depth: 9, Total: 11}, 0, 0},
		{"a byte less in fields", "{s00s03abc}", SearchLimits{Depth: 9, Total: 10}, Message, 10},
		{"two bytes less in fields", "{s00s03abc}", SearchLimits{Depth: 9, Total: 9}, Message, 4},
		{"depth", "{{}}", SearchLimits{Depth: 1, Total: 99}, 0, 0},
		{"a level less", "{{}}", SearchLimits{Depth: 0, Total: 99}, Depth, 1},
		{"list in a struct", "{l01{}}", SearchLimits{Depth: 2, Total: 99}, 0, 0},
		{"a level less in a list", "{l01{}}", SearchLimits{Depth: 1, Total: 99}, Depth, 4},
		{"a list too deep", "{l01{}}", SearchLimits{Depth: 0, Total: 99}, Depth, 1},
		{"no list at all", "{l00}", SearchLimits{Depth: 0, Total: 99}, 0, 0},
		{"string", "{s05abcde}", SearchLimits{Depth: 9, Bytes: 5, Total: 99}, 0, 0},
		{"a byte less of string", "{s05abcde}", SearchLimits{Depth: 9, Bytes: 4, Total: 99}, Bytes, 1},
		{"elements", "{l02{}{}}", SearchLimits{Depth: 9, Container: 2, Total: 99}, 0, 0},
		{"an element less", "{l02{}{}}", SearchLimits{Depth: 9, Container: 1, Total: 99}, Container, 1},
		{"elements that cannot come", "{l07", SearchLimits{Depth: 9, Total: 11}, 0, 0},
		{"one element more", "{l08", SearchLimits{Depth: 9, Total: 11}, Message, 1},
		{"type", "{s00x00}", SearchLimits{Depth: 9, Total: 99}, TypeCode, 4},
	} {
		for cut := range len(tt.wire) + 1 {
			var s Search
			search(&s, tt.l, tt.wire[:cut], tt.wire[cut:])
			require.Equal(t, tt.code, s.Code, "%s, cut at %d", tt.name, cut)
			if tt.code < 0 {
				require.Equal(t, tt.at, s.At, "%s, cut at %d", tt.name, cut)
				require.False(t, s.Done, tt.name)
			}
		}
	}
}

// TestSearchName: a name is bounded by the message alone; where a type is unknown, nothing fits.
func TestSearchName(t *testing.T) {
	s := Search{Limits: SearchLimits{Bytes: 1, Total: 20}, Off: 4, Next: toyField}
	require.True(t, s.Name(10, 2, 4))
	require.Equal(t, 10, s.Left)
	require.Zero(t, s.Next)
	require.False(t, s.Name(11, 2, 4))
	require.Equal(t, Message, s.Code)
	require.Equal(t, 6, s.At)
	s = Search{Limits: SearchLimits{Total: 20}, Off: 4}
	require.False(t, s.Fits(0, 0, 2, 4))
	require.Equal(t, TypeCode, s.Code)
	require.Equal(t, 6, s.At)
	s = Search{Limits: SearchLimits{Total: 20}, Off: 4}
	require.True(t, s.Fits(5, 2, 2, 4))
	require.True(t, s.Fits(10, 1, 2, 4))
	require.False(t, s.Fits(11, 1, 2, 4))
	require.False(t, s.Fits(1<<31-1, 255, 2, 4), "the product is more than 32 bits")
}

// TestSearchKeeps: a search keeps the room of its levels, unless it is much, and nothing else.
func TestSearchKeeps(t *testing.T) {
	s := Search{Stack: make([]Level, 5, keptLevels), Code: Depth, Off: 3, Left: 2, nheld: 1, Done: true}
	s.Start(wideLimits, toyValue)
	require.Equal(t, keptLevels, cap(s.Stack))
	require.Equal(t, Search{Limits: wideLimits, Next: toyValue, Stack: s.Stack[:0]}, s)
	s.Stack = make([]Level, 5, keptLevels+1)
	s.Start(wideLimits, toyValue)
	require.Zero(t, cap(s.Stack))
}
