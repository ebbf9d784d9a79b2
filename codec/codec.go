package codec

import (
	"reflect"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// Codec turns values of the struct type T into bytes of one protocol and
// back. It is immutable and safe for concurrent use; the zero Codec is of no
// use.
type Codec[T any] struct{ c core }

// New returns a codec for T, which must be a struct with thrift tags. Every
// fault of T's tags, and of the types it reaches, is reported here, with the
// field, the tag and a remedy. Codecs of one type share its plan.
func New[T any](p Protocol, o Options) (*Codec[T], error) {
	c, err := newCore(reflect.TypeFor[T](), p, o)
	if err != nil {
		return nil, err
	}
	return &Codec[T]{*c}, nil
}

// Must returns c, and panics when err is not nil: for package variables.
func Must[T any](c *Codec[T], err error) *Codec[T] {
	if err != nil {
		panic(err)
	}
	return c
}

// Append appends the encoding of v to dst and returns the extended slice, dst
// as it was on error. A nil element of a list or map goes out as an empty
// struct, which a reader refuses where the struct has required fields. It allocates only when dst lacks capacity; bytes
// between the result's length and its capacity are unspecified.
func (c *Codec[T]) Append(dst []byte, v *T) ([]byte, error) {
	return c.c.append(dst, unsafeio.Heap(v))
}

// Encode writes the encoding of v into dst[:len(dst)] and returns its length,
// or ErrShortBuffer when it does not fit; Size says what it needs. Nothing at or past len(dst) is
// written; bytes between n and len(dst) are unspecified. It does not allocate.
func (c *Codec[T]) Encode(dst []byte, v *T) (n int, err error) {
	return c.c.encode(dst, unsafeio.Heap(v))
}

// Size returns the exact length of v's encoding. It does not allocate.
func (c *Codec[T]) Size(v *T) (int, error) { return c.c.size(unsafeio.Of(v)) }

// Decode reads one struct from the front of src into v and returns the bytes
// used; what follows is the caller's. Bytes of another protocol, or of another
// struct, may well decode, to fields skipped: only the caller knows whether n
// should be len(src). The result equals a decode into a fresh
// value, whatever v held: fields that are absent in src are reset. What v
// shares with src, and what becomes of the memory it held, Options say. On
// error *v is its zero value and n is 0.
func (c *Codec[T]) Decode(src []byte, v *T) (n int, err error) {
	if v == nil {
		return 0, c.c.fail(&walk.Fault{}, walk.Nil, true)
	}
	if !c.c.o.Reuse {
		c.reset(v)
	}
	if n, err = c.c.decode(src, unsafeio.Of(v)); err != nil {
		c.reset(v)
	}
	return n, err
}

// reset makes *v zero.
func (c *Codec[T]) reset(v *T) {
	if c.c.large {
		unsafeio.Zero(c.c.plan.Go, unsafeio.Of(v))
		return
	}
	zero(v)
}

// zero is apart from reset, since it would make its value on the heap where
// that is large, even when it is not taken.
//
//go:noinline
func zero[T any](v *T) {
	var z T
	*v = z
}

// Explain returns the plan as text: each struct's fields with id, wire type,
// requiredness, offset, and how each was inferred; and at the end how many bytes
// of memory a decode may take for each byte of input.
func (c *Codec[T]) Explain() string { return c.c.explain() }
