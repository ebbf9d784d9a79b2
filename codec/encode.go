package codec

import (
	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// encode is the body of Encode. It does not let v escape: what assembly does
// not finish goes on with the address hidden.
func (c *core) encode(dst []byte, v unsafeio.Ptr) (int, error) {
	n, f := c.run(dst, v)
	if n >= 0 {
		return n, nil
	}
	return 0, c.noEncode(dst, v.Hide(), n, f)
}

//go:noinline
func (c *core) noEncode(dst []byte, v unsafeio.Ptr, code int, f *walk.Fault) error {
	if code == walk.Short {
		return c.short(v, len(dst))
	}
	return c.fail(f, code, false)
}

// append is the body of Append; v is as in encode.
func (c *core) append(dst []byte, v unsafeio.Ptr) ([]byte, error) {
	if len(dst) == cap(dst) {
		return c.appendGrown(dst, v.Hide())
	}
	if v.IsNil() {
		return dst, c.fail(&walk.Fault{}, walk.Nil, false)
	}
	if c.binary != nil {
		o, n := c.binary.Begin(v, unsafeio.Spare(dst), cap(dst)-len(dst), c.o.Limits.Depth)
		if o == nil {
			return dst[:len(dst)+n], nil
		}
		return c.appendBinary(dst, v.Hide(), o, n)
	}
	o, n, last := c.compact.Begin(v, unsafeio.Spare(dst), cap(dst)-len(dst), c.o.Limits.Depth)
	if o == nil {
		return dst[:len(dst)+n], nil
	}
	return c.appendCompact(dst, v.Hide(), o, n, last)
}

// appendBinary is append from op o on.
//
//go:noinline
func (c *core) appendBinary(dst []byte, v unsafeio.Ptr, o *binary.Step, n int) ([]byte, error) {
	e := walk.Encoder{Canonical: c.o.Canonical, Depth: c.o.Limits.Depth}
	n = c.binary.Finish(&e, o, v, unsafeio.Spare(dst), n, cap(dst)-len(dst))
	if n >= 0 {
		return dst[:len(dst)+n], nil
	}
	return c.appendMore(dst, v, n, &e.Fault)
}

// appendCompact is append from op o on, after the field last.
//
//go:noinline
func (c *core) appendCompact(dst []byte, v unsafeio.Ptr, o *compact.Step, n int, last int16) ([]byte, error) {
	e := walk.Encoder{Canonical: c.o.Canonical, Depth: c.o.Limits.Depth}
	n = c.compact.Finish(&e, o, v, unsafeio.Spare(dst), n, cap(dst)-len(dst), last)
	if n >= 0 {
		return dst[:len(dst)+n], nil
	}
	return c.appendMore(dst, v, n, &e.Fault)
}

// appendMore is append after an attempt that failed.
//
//go:noinline
func (c *core) appendMore(dst []byte, v unsafeio.Ptr, n int, f *walk.Fault) ([]byte, error) {
	if n == walk.Short {
		return c.appendGrown(dst, v)
	}
	return dst, c.fail(f, n, false)
}

// run encodes v into dst and returns the length, or a code and, unless that is
// Short, the fault.
func (c *core) run(dst []byte, v unsafeio.Ptr) (int, *walk.Fault) {
	switch {
	case v.IsNil():
		return walk.Nil, &noFault
	case c.binary != nil:
		o, n := c.binary.Begin(v, unsafeio.Output(dst), len(dst), c.o.Limits.Depth)
		if o == nil {
			return n, nil
		}
		return c.finishBinary(o, v.Hide(), dst, n)
	}
	o, n, last := c.compact.Begin(v, unsafeio.Output(dst), len(dst), c.o.Limits.Depth)
	if o == nil {
		return n, nil
	}
	return c.finishCompact(o, v.Hide(), dst, n, last)
}

// noFault has no path and no offset.
var noFault walk.Fault

//go:noinline
func (c *core) finishBinary(o *binary.Step, v unsafeio.Ptr, dst []byte, n int) (int, *walk.Fault) {
	e := walk.Encoder{Canonical: c.o.Canonical, Depth: c.o.Limits.Depth}
	n = c.binary.Finish(&e, o, v, unsafeio.Output(dst), n, len(dst))
	return n, failed(&e, n)
}

//go:noinline
func (c *core) finishCompact(o *compact.Step, v unsafeio.Ptr, dst []byte, n int, last int16) (int, *walk.Fault) {
	e := walk.Encoder{Canonical: c.o.Canonical, Depth: c.o.Limits.Depth}
	n = c.compact.Finish(&e, o, v, unsafeio.Output(dst), n, len(dst), last)
	return n, failed(&e, n)
}

// failed returns e's fault on the heap when n is a code that has one.
func failed(e *walk.Encoder, n int) *walk.Fault {
	if n >= 0 || n == walk.Short {
		return nil
	}
	f := e.Fault
	return &f
}
