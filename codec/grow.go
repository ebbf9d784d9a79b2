package codec

import (
	"math"
	"sync"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// scratch is where a message is encoded whose length is not known: a copy of
// it costs less than to go over the value twice.
type scratch [32 << 10]byte

// scratches is a pool since a scratch is too large for the stack.
var scratches = sync.Pool{New: func() any { return new(scratch) }}

// attempts bounds how often appendGrown follows a value that grows meanwhile.
const attempts = 3

// appendGrown is append where dst lacks capacity. It allocates once: a message
// that fits goes by way of a scratch, one that does not is measured. long
// remembers that the last one did not.
func (c *core) appendGrown(dst []byte, v unsafeio.Ptr) ([]byte, error) {
	if !c.long.Load() {
		s := scratches.Get().(*scratch)
		n, f := c.run(s[:], v)
		if n >= 0 {
			dst = join(dst, s[:n])
		}
		scratches.Put(s)
		if n >= 0 {
			return dst, nil
		}
		if n != walk.Short {
			return dst, c.fail(f, n, false)
		}
		c.long.Store(true)
	}
	for range attempts {
		need, err := c.size(v)
		if err != nil {
			return dst, err
		}
		if need > math.MaxInt-len(dst) {
			return dst, c.fail(&walk.Fault{Off: len(dst)}, walk.TooLong, false)
		}
		b := grow(dst, need)
		n, f := c.run(b[len(dst):], v)
		if n >= 0 {
			if n <= len(scratch{})/2 {
				c.long.Store(false)
			}
			return b[:len(dst)+n], nil
		}
		if n != walk.Short {
			return dst, c.fail(f, n, false)
		}
	}
	return dst, c.fail(&walk.Fault{Off: len(dst)}, walk.Changed, false)
}

// join is append, but that a slice without memory gets just what it needs: the
// compiler knows this form, and neither clears the bytes nor rounds up.
func join(dst, b []byte) []byte {
	if cap(dst) > 0 {
		return append(dst, b...)
	}
	fresh := make([]byte, len(b))
	copy(fresh, b)
	return fresh
}

// grow returns a copy of dst with n bytes more, of unspecified content and to
// be cut. It has just that capacity, or twice that of a dst that had some: a
// caller that appends again is likely to go on.
func grow(dst []byte, n int) []byte {
	if cap(dst) == 0 && n > 0 {
		return unsafeio.BytesAt(unsafeio.NewBytes(n), n)
	}
	b := make([]byte, len(dst)+n, max(len(dst)+n, min(2*cap(dst), cap(dst)+maxSpare)))
	copy(b, dst)
	return b
}

// maxSpare bounds the spare capacity that append adds beyond need.
const maxSpare = 1 << 20
