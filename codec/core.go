package codec

import (
	"reflect"
	"sync"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// core is a codec without its Go type: what Codec and Any share.
type core struct {
	p       Protocol
	o       Options
	plan    *layout.Struct
	binary  *binary.Program  // nil unless p is Binary
	compact *compact.Program // nil unless p is Compact
	wide    bool             // some struct has more than 64 fields
}

func newCore(t reflect.Type, p Protocol, o Options) (*core, error) {
	o, err := o.check(p)
	if err != nil {
		return nil, err
	}
	plan, err := layout.Of(t)
	if err != nil {
		return nil, err
	}
	c := &core{p: p, o: o, plan: plan}
	if p == Binary {
		c.binary = binary.Lower(plan)
	} else {
		c.compact = compact.Lower(plan)
	}
	for _, s := range plan.All() {
		c.wide = c.wide || len(s.Fields) > 64
	}
	return c, nil
}

func (c *core) run(e *walk.Encoder, v unsafeio.Ptr, dst []byte) int {
	if c.p == Binary {
		return c.binary.Encode(e, v, unsafeio.BytesOf(dst), len(dst))
	}
	return c.compact.Encode(e, v, unsafeio.BytesOf(dst), len(dst))
}

func (c *core) encoder() walk.Encoder {
	return walk.Encoder{Canonical: c.o.Canonical, Depth: c.o.Limits.Depth}
}

func (c *core) encode(dst []byte, v unsafeio.Ptr) (int, error) {
	e := c.encoder()
	n := int(walk.Nil)
	if !v.IsNil() {
		n = c.run(&e, v, dst)
	}
	if n < 0 {
		return 0, c.fail(&e.Fault, n, false)
	}
	return n, nil
}

// attempts bounds how often append follows a value that grows meanwhile.
const attempts = 3

func (c *core) append(dst []byte, v unsafeio.Ptr) ([]byte, error) {
	if v.IsNil() {
		return dst, c.fail(&walk.Fault{}, walk.Nil, false)
	}
	b := dst
	for range attempts {
		e := c.encoder()
		n := c.run(&e, v, b[len(b):cap(b)])
		if n >= 0 {
			return b[:len(b)+n], nil
		}
		if n != walk.Short {
			return dst, c.fail(&e.Fault, n, false)
		}
		need, err := c.size(v)
		if err != nil {
			return dst, err
		}
		b = grow(dst, need)
	}
	return dst, c.fail(&walk.Fault{Off: len(dst)}, walk.Changed, false)
}

// grow returns dst with room for exactly need more bytes, or for twice its
// capacity when it had some: a caller that appends again is likely to go on.
func grow(dst []byte, need int) []byte {
	size := max(len(dst)+need, min(2*cap(dst), cap(dst)+maxSpare))
	b := make([]byte, len(dst), size)
	copy(b, dst)
	return b
}

// maxSpare bounds the spare capacity that append adds beyond need.
const maxSpare = 1 << 20

func (c *core) size(v unsafeio.Ptr) (int, error) {
	e := c.encoder()
	n := int(walk.Nil)
	switch {
	case v.IsNil():
	case c.p == Binary:
		n = c.binary.Size(&e, v)
	default:
		n = c.compact.Size(&e, v)
	}
	if n < 0 {
		return 0, c.fail(&e.Fault, n, false)
	}
	return n, nil
}

// seenPool holds presence words for structs with more than 64 fields.
var seenPool = sync.Pool{New: func() any { return new([]uint64) }}

// keptSeen bounds the words that the pool keeps of one decode.
const keptSeen = 1 << 10

func (c *core) decode(src []byte, v unsafeio.Ptr) (int, error) {
	d := walk.Decoder{
		Limits: walk.Limits{
			Depth:     c.o.Limits.Depth,
			Container: c.o.Limits.Container,
			Bytes:     c.o.Limits.Bytes,
			Alloc:     c.o.Limits.Alloc,
		},
		Mode:   walk.Mode(c.o.Strings),
		Reuse:  c.o.Reuse,
		Strict: c.o.Strict,
	}
	b := unsafeio.Input(src)
	d.Start(b, len(src))
	if c.wide {
		kept := seenPool.Get().(*[]uint64)
		d.Seen = (*kept)[:0]
		defer func() {
			if cap(d.Seen) <= keptSeen {
				*kept = d.Seen
				seenPool.Put(kept)
			}
		}()
	}
	var n int
	if c.p == Binary {
		n = c.binary.Decode(&d, v, b, len(src))
	} else {
		n = c.compact.Decode(&d, v, b, len(src))
	}
	if n < 0 {
		return 0, c.fail(&d.Fault, n, true)
	}
	return n, nil
}
