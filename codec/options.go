package codec

import (
	"cmp"
	"fmt"
	"math"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/layout"
)

// Protocol is a Thrift wire protocol.
type Protocol uint8

// The protocols.
const (
	Binary  Protocol = 1 // TBinaryProtocol
	Compact Protocol = 2 // TCompactProtocol
)

// String returns the protocol's name in lower case.
func (p Protocol) String() string {
	switch p {
	case Binary:
		return "binary"
	case Compact:
		return "compact"
	}
	return fmt.Sprintf("protocol(%d)", uint8(p))
}

// Strings says where the strings and []byte of a decoded value live.
type Strings uint8

const (
	// Shared copies them once for a small message, in chunks of a few KiB for
	// a large one, so that what is kept of a message pins at most its chunk.
	// The default. Structs and short lists of a large message share pieces of
	// some KiB likewise, whatever this option says.
	Shared Strings = iota
	// Own copies each one alone.
	Own
	// Alias does not copy: they point into src, which the caller must not
	// change while any of them lives, and which stays in memory as long. A map
	// that is assigned to takes the string it is given as its key, also where an
	// equal one is there: clone what is kept.
	Alias
)

// Options of a codec. The zero value is safe for untrusted input. They are
// checked once, by New, and fixed from then on.
type Options struct {
	Limits  Limits
	Strings Strings

	// Reuse decodes into the memory that v already owns: slices, maps,
	// pointees. The caller must own them alone: what was handed out of v
	// earlier changes, and two pointers in v to one object are not told
	// apart, also where they lie between a slice's length and its capacity. Bytes of strings and []byte are never overwritten: they follow
	// Strings. Without Reuse nothing that an earlier decode gave changes.
	//
	// With Alias, a warm decode of messages of one shape allocates nothing,
	// but for fields to which InitDefault gives a slice, map or pointer, which
	// are made anew, for containers in a Null, and for map values that differ in what
	// they hold, since old values are taken up in no order.
	Reuse bool

	// Canonical writes maps and sets in the order of their keys and elements
	// (numbers by value, text by bytes, structs field by field), so that
	// equal values give equal bytes.
	Canonical bool

	// Strict makes a known field with another wire type an error. Otherwise
	// it is skipped, as an unknown field is.
	Strict bool

	// Schema is what is known of the types beside their Go types and tags: the
	// constructor of a type that has no InitDefault, or what a probe of generated
	// code found. Nil: nothing.
	Schema *layout.Schema
}

// Limits bound what one call may do. A zero field means its default.
type Limits struct {
	// Depth is how many values may nest below the root: each struct, and each
	// container that is not empty, is one. One budget for encode, decode, skip
	// and size. Default 64, at most 65536.
	Depth int

	// Message is the bytes of one message or frame. Default 16,384,000 for
	// frames, 100 MiB for messages and structs that a Reader finds without.
	// AppendMessage looks at it where it was set; Decode of a struct does not.
	Message int

	// Container is the elements of one list, set or map that is decoded or
	// skipped. Default: bounded by the bytes left.
	Container int

	// Bytes is the length of one string or binary that is decoded or skipped.
	// Default: bounded by the bytes left.
	Bytes int

	// Alloc is the bytes that one decode may allocate, as estimated from the
	// plan; what InitDefault allocates is not counted. Default the sum of 64 MiB and 16 times len(src); -1: no limit.
	Alloc int64

	// Direct is the declared size, in bytes, that a stream read may allocate
	// at once; see [Reader]. Default 10 MiB. Decode of a struct does not look
	// at it.
	Direct int
}

// The defaults and the bound of Limits.Depth.
const (
	defaultDepth  = 64
	greatestDepth = 1 << 16
)

// check returns o with defaults filled in, or what is wrong with it.
func (o Options) check(p Protocol) (_ Options, err error) {
	switch {
	case p != Binary && p != Compact:
		return o, fmt.Errorf("thrift: unknown protocol %d; use codec.Binary or codec.Compact", uint8(p))
	case o.Strings > Alias:
		return o, fmt.Errorf("thrift: Options.Strings is %d; use Shared, Own or Alias", o.Strings)
	}
	o.Limits, err = o.Limits.check()
	return o, err
}

// check returns l with the default of Depth filled in, or what is wrong with
// it.
func (l Limits) check() (Limits, error) {
	switch {
	case l.Depth < 0 || l.Depth > greatestDepth:
		return l, fmt.Errorf("thrift: Limits.Depth is %d; use 0 to %d", l.Depth, greatestDepth)
	case l.Message < 0 || l.Container < 0 || l.Bytes < 0 || l.Direct < 0:
		return l, fmt.Errorf("thrift: a limit is negative in %+v; 0 is the default of each", l)
	case l.Alloc < -1:
		return l, fmt.Errorf("thrift: Limits.Alloc is %d; use -1 for no limit", l.Alloc)
	}
	if l.Depth == 0 {
		l.Depth = defaultDepth
	}
	return l, nil
}

// The defaults of Limits.Message.
const (
	defaultFrame   = 16_384_000
	defaultMessage = 100 << 20
)

// frame returns the bytes that a frame may have, message those of a message
// that is in none.
func (l Limits) frame() int { return cmp.Or(l.Message, defaultFrame) }

func (l Limits) message() int { return cmp.Or(l.Message, defaultMessage) }

// decode returns what the walkers take of o, which was checked.
func (o Options) decode() walk.Options {
	l := o.Limits
	if l.Bytes == 0 {
		l.Bytes = math.MaxInt
	}
	return walk.Options{
		Limits: walk.Limits{Depth: l.Depth, Container: l.Container, Bytes: l.Bytes, Alloc: l.Alloc},
		Mode:   walk.Mode(o.Strings),
		Reuse:  o.Reuse,
		Strict: o.Strict,
	}
}

// The string modes are those of the walk.
var _ = [1]struct{}{}[uint8(Alias)-uint8(walk.Alias)]
