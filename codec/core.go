package codec

import (
	"reflect"
	"sync/atomic"

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
	options walk.Options     // of a decode
	wide    bool             // some struct has more than 64 fields
	large   bool             // a value is too large for the stack
	long    *atomic.Bool     // the last message that made dst grow had no place in a scratch
}

// largest is the size up to which a zero value is made on the stack.
const largest = 64 << 10

func newCore(t reflect.Type, p Protocol, o Options) (*core, error) {
	o, err := o.check(p)
	if err != nil {
		return nil, err
	}
	plan, err := layout.Of(t)
	if err != nil {
		return nil, err
	}
	c := &core{p: p, o: o, plan: plan, options: o.decode(), large: t.Size() > largest, long: new(atomic.Bool)}
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

// run encodes v into dst and returns the length, or a code with the fault in e.
func (c *core) run(e *walk.Encoder, v unsafeio.Ptr, dst []byte) int {
	e.Canonical, e.Depth = c.o.Canonical, c.o.Limits.Depth
	switch {
	case v.IsNil():
		return walk.Nil
	case c.p == Binary:
		return c.binary.Encode(e, v, unsafeio.Input(dst), len(dst))
	}
	return c.compact.Encode(e, v, unsafeio.Input(dst), len(dst))
}

func (c *core) encode(dst []byte, v unsafeio.Ptr) (int, error) {
	var e walk.Encoder
	n := c.run(&e, v, dst)
	if n >= 0 {
		return n, nil
	}
	if n == walk.Short {
		return 0, c.short(v, len(dst))
	}
	return 0, c.fail(&e.Fault, n, false)
}

func (c *core) append(dst []byte, v unsafeio.Ptr) ([]byte, error) {
	if len(dst) == cap(dst) {
		return c.appendGrown(dst, v)
	}
	var e walk.Encoder
	n := c.run(&e, v, dst[len(dst):cap(dst)])
	if n >= 0 {
		return dst[:len(dst)+n], nil
	}
	if n == walk.Short {
		return c.appendGrown(dst, v)
	}
	return dst, c.fail(&e.Fault, n, false)
}

func (c *core) size(v unsafeio.Ptr) (int, error) {
	e := walk.Encoder{Canonical: c.o.Canonical, Depth: c.o.Limits.Depth}
	var n int
	switch {
	case v.IsNil():
		n = walk.Nil
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
