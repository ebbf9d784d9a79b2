package codec

import (
	"sync"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// decode decodes v from src and returns the bytes used.
func (c *core) decode(src []byte, v unsafeio.Ptr) (n int, err error) {
	if c.skips {
		if n = c.skip(src); n >= 0 {
			return n, nil
		}
	}
	b := unsafeio.Input(src)
	if c.refills && len(src) < 1<<walk.RefillBits {
		if c.binary != nil {
			n = c.binary.Refill(&c.options, v, b, len(src))
		} else {
			n = c.compact.Refill(&c.options, v, b, len(src))
		}
		if n >= 0 {
			return n, nil
		}
		if !c.o.Reuse {
			unsafeio.Zero(c.plan.Go, v) // of numbers alone
		}
	}
	return c.walk(src, v, b)
}

// skip is decode of a struct without fields, or a code; walk says what is wrong.
func (c *core) skip(src []byte) int {
	depth := c.o.Limits.Depth + 1 // the root counts
	if c.binary != nil {
		return binary.Skip(src, binary.TypeStruct, depth)
	}
	return compact.Skip(src, compact.TypeStruct, depth)
}

// walk is decode without a try by assembly alone.
//
//go:noinline
func (c *core) walk(src []byte, v, b unsafeio.Ptr) (n int, err error) {
	d := walk.Decoder{Options: &c.options}
	d.Start(b, len(src))
	d.Refill = d.Refill && !c.refills
	switch {
	case c.wide:
		n = c.walkWide(&d, v, b, len(src))
	case c.p == Binary:
		n = c.binary.Decode(&d, v, b, len(src))
	default:
		n = c.compact.Decode(&d, v, b, len(src))
	}
	if n < 0 {
		return 0, c.failDecode(&d, src, n)
	}
	return n, nil
}

// seenPool holds presence words for structs with more than 64 fields.
var seenPool = sync.Pool{New: func() any { return new([]uint64) }}

// keptSeen bounds the words that the pool keeps of one decode.
const keptSeen = 1 << 10

// walkWide decodes with presence words from the pool.
func (c *core) walkWide(d *walk.Decoder, v, b unsafeio.Ptr, lim int) (n int) {
	kept := seenPool.Get().(*[]uint64)
	d.Seen = (*kept)[:0]
	if c.p == Binary {
		n = c.binary.Decode(d, v, b, lim)
	} else {
		n = c.compact.Decode(d, v, b, lim)
	}
	if cap(d.Seen) <= keptSeen {
		*kept = d.Seen
		seenPool.Put(kept)
	}
	return n
}
