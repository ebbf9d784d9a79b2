package kv

import (
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// memory is a connection from which the same bytes come again and again, and that takes all replies.
type memory struct {
	net.Conn
	requests []byte
	at       int
	replies  int // bytes
}

func (m *memory) Read(p []byte) (int, error) {
	n := copy(p, m.requests[m.at:])
	m.at = (m.at + n) % len(m.requests)
	return n, nil
}

func (m *memory) Write(p []byte) (int, error) {
	m.replies += len(p)
	return len(p), nil
}

func (m *memory) SetReadDeadline(time.Time) error  { return nil }
func (m *memory) SetWriteDeadline(time.Time) error { return nil }

// inMemory returns a session on the given requests, and what its connection is.
func inMemory(s *Server, p codec.Protocol, requests ...[]byte) (*session, *memory) {
	m := new(memory)
	for _, b := range requests {
		m.requests = append(m.requests, b...)
	}
	c := s.session(m)
	c.protocol = p
	return c, m
}

// allocRows say what a request costs in a warm connection, from its frame to its reply. The codec has no part in it:
// what is left, the store keeps or the handler makes.
func allocRows(p codec.Protocol) []allocRow {
	value := make([]byte, 100)
	put := func(key string) []byte { return request(p, methodPut, 1, putArgs{key, value}) }
	get := func(key string) []byte { return request(p, methodGet, 2, keyArgs{key}) }
	remove := func(key string) []byte { return request(p, methodDelete, 3, keyArgs{key}) }
	keys := []string{"here", "there", "nowhere"}
	return []allocRow{
		{"get", 0, true, [][]byte{get("here")}},
		{"get of nothing", 1, true, [][]byte{get("nowhere")}},                      // the NotFound
		{"put over a value", 1, true, [][]byte{put("here")}},                       // the stored copy of the value
		{"put of a new key, delete", 3, true, [][]byte{put("new"), remove("new")}}, // the key, its entry, the value
		{"delete of nothing", 0, true, [][]byte{remove("nowhere")}},
		{"stats", 0, true, [][]byte{request(p, methodStats, 4, noArgs{})}},
		{"touch", 0, false, [][]byte{request(p, methodTouch, 5, touchArgs{keys})}},
		{"touch of varying length", 0, false, [][]byte{
			request(p, methodTouch, 6, touchArgs{keys}), request(p, methodTouch, 7, touchArgs{keys[:1]}),
		}},
		{"all in turns", 1, true, [][]byte{
			get("here"), request(p, methodTouch, 8, touchArgs{keys}), put("here"),
			request(p, methodStats, 9, noArgs{}), remove("nowhere"), get("here"),
		}},
	}
}

type allocRow struct {
	name     string
	want     float64 // for all requests of the row
	replies  bool
	requests [][]byte
}

func TestAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("under the race detector sync.Pool drops items at random, so allocations say nothing")
	}
	wiretest.NeedsStack(t)
	for _, p := range protocols {
		s := NewServer()
		s.store.put(&putArgs{"here", make([]byte, 100)}, nil)
		for _, r := range allocRows(p) {
			name := p.String() + ", " + r.name
			c, m := inMemory(s, p, r.requests...)
			round := func() {
				for range r.requests {
					if err := c.next(); err != nil {
						panic(err)
					}
				}
			}
			for range 100 {
				round()
			}
			if got := testing.AllocsPerRun(1000, round); got != r.want {
				t.Errorf("%s: %v allocations, want %v", name, got, r.want)
			}
			require.Equal(t, r.replies, m.replies > 0, name)
			s.release(c)
		}
	}
}

// A connection costs a session when none is in the pool, and nothing of the codec when there is.
func TestAllocsOfConnection(t *testing.T) {
	if raceEnabled {
		t.Skip("under the race detector sync.Pool drops items at random, so allocations say nothing")
	}
	wiretest.NeedsStack(t)
	s := NewServer()
	b := request(codec.Compact, methodStats, 1, noArgs{})
	one := func() {
		c, _ := inMemory(s, codec.Compact, b)
		if err := c.next(); err != nil {
			panic(err)
		}
		s.release(c)
	}
	one()
	got := testing.AllocsPerRun(1000, one)
	require.EqualValues(t, 2, got, "the memory and its requests")
}

// After a large request or reply the connection has let go of its memory.
func TestLargeIsNotKept(t *testing.T) {
	for _, p := range protocols {
		s := NewServer()
		large := make([]byte, maxValue)
		c, m := inMemory(s, p, request(p, methodPut, 1, putArgs{"large", large}), request(p, methodGet, 2, keyArgs{"large"}))
		require.NoError(t, c.next())
		require.Zero(t, c.values)
		require.NoError(t, c.next())
		require.Greater(t, m.replies, maxValue)
		require.LessOrEqual(t, cap(c.out), keepOut)
	}
}
