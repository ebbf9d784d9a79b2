package miserkitex

import (
	"bytes"
	"sync"

	"github.com/cloudwego/kitex/pkg/remote"
	"github.com/cloudwego/netpoll"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/walk"
)

// searches are kept for their stacks.
var searches = sync.Pool{New: func() any { return new(walk.Search) }}

const (
	leastMessage = 4 + 1 + 4 + 1 // bytes of the shortest: an old header, no name, an empty struct
	firstLook    = 4 << 10       // of what has arrived, what is looked at before the length is known
)

// find returns the length of the message that comes next, of which the
// transport says none. It waits for the bytes, and leaves them where they are.
// Each one is looked at once; what is asked of in grows with what was found, so
// that what follows the message is not looked at over and over.
func (c *payloads) find(in remote.ByteBuffer) (int, error) {
	s := searches.Get().(*walk.Search)
	defer searches.Put(s)
	l := c.o.Limits
	binary.SearchMessage(s, walk.SearchLimits{Depth: l.Depth, Container: l.Container, Bytes: l.Bytes, Total: l.Message})
	for off, more := 0, leastMessage; ; more = missing(s) {
		b, err := c.look(in, off, more)
		if err != nil {
			return 0, err
		}
		binary.Search(s, b[off:])
		switch {
		case s.Done:
			return s.Off, nil
		case s.Code < 0:
			return 0, c.fault(b)
		}
		off = len(b)
	}
}

// missing returns how many bytes the message still has at least.
func missing(s *walk.Search) int {
	n := s.Left
	for _, l := range s.Stack {
		if l.Elem == 0 {
			n++ // the stop field
		} else {
			n += int(l.Left)
		}
	}
	return max(n, 1)
}

// fault returns what is wrong with the message that b begins with.
func (c *payloads) fault(b []byte) error {
	_, _, err := codec.NewReader(bytes.NewReader(b), c.o.Limits).Message(c.p)
	return err
}

// arrivals is what netpoll's buffer has beyond a remote.ByteBuffer: what has
// arrived is known, and to wait for more takes no memory ahead.
type arrivals interface{ NetpollReader() netpoll.Reader }

func readerOf(in remote.ByteBuffer) netpoll.Reader {
	if a, ok := in.(arrivals); ok {
		return a.NetpollReader()
	}
	return nil
}

// look returns the next bytes of in: off that were looked at, and more. It
// waits for no others, but returns some of those that have arrived.
func (c *payloads) look(in remote.ByteBuffer, off, more int) ([]byte, error) {
	r := readerOf(in)
	if r == nil {
		return in.Peek(off + min(more, c.o.Limits.Direct))
	}
	return r.Peek(max(off+more, min(r.Len(), max(firstLook, 2*off))))
}

// take returns the next n bytes of in. Where in takes memory before they
// arrive, it asks for them in steps, so that the memory stays in proportion to
// what came.
func (c *payloads) take(in remote.ByteBuffer, n int) ([]byte, error) {
	if readerOf(in) == nil {
		for have := c.o.Limits.Direct; have < n; have *= 2 {
			if _, err := in.Peek(have); err != nil {
				return nil, err
			}
		}
	}
	return in.Next(n)
}
