package codec

import (
	"reflect"

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
	c := &core{p: p, o: o, plan: plan, options: o.decode(), large: t.Size() > largest}
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
