package codec

import (
	"fmt"
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
	refills bool             // a decode is worth a try by assembly alone
	skips   bool             // a decode finds no field that it knows
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
	plan, err := o.Schema.Of(t)
	if err != nil {
		return nil, err
	}
	c := &core{p: p, o: o, plan: plan, options: o.decode(), large: t.Size() > largest, long: new(atomic.Bool)}
	if p == Binary {
		c.binary = binary.Lower(plan)
	} else {
		c.compact = compact.Lower(plan)
	}
	c.skips = o.Limits.Container == 0 && o.Limits.Bytes == 0 && len(plan.Fields) == 0 && len(plan.Extra) == 0 && plan.UnknownOff < 0 && (plan.Init == nil || plan.Init.Trivial)
	c.refills = c.worth(o)
	for _, s := range plan.All() {
		c.wide = c.wide || len(s.Fields) > 64
	}
	return c, nil
}

// worth reports whether assembly may decode values whole with options o.
func (c *core) worth(o Options) bool {
	if c.compact != nil {
		return o.Reuse && o.Strings == Alias && o.Limits.Container == 0 && c.compact.Refills()
	}
	refills, numbers := c.binary.Refills()
	return refills && (numbers || o.Reuse && o.Strings == Alias && o.Limits.Container == 0)
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

// explain is the plan as text, and how much memory input may take.
func (c *core) explain() string {
	k := binary.Amplification
	if c.p == Compact {
		k = compact.Amplification
	}
	return fmt.Sprintf("%s\nA decode takes at most 64 KiB, and %d bytes of memory for each byte of %v, and never more than Limits.Alloc.\n", c.plan.Explain(), k(c.plan), c.p)
}
