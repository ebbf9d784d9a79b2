package ref

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/layout"
)

// protocol is everything in which the two protocols differ.
//
// The read methods take their bytes from the front of r. The append methods extend b.
type protocol interface {
	// readFieldHeader reads a field header or the stop field. last is the id of the field before, 0 for
	// the first one.
	readFieldHeader(r *reader, last int16) (fieldHeader, error)
	// readListHeader reads the header of a list or set. elem is layout.Invalid for an unknown code.
	readListHeader(r *reader) (elem layout.Kind, size int, err error)
	readMapHeader(r *reader) (key, elem layout.Kind, size int, err error)
	// readBool reads a bool that is an element, or a field without its value in the header.
	readBool(r *reader) (bool, error)
	readInt(r *reader, k layout.Kind) (int64, error)
	readDouble(r *reader) (uint64, error)
	readLength(r *reader) (int, error)
	// least is the number of bytes that an element of kind k has at least.
	least(k layout.Kind) int

	// appendField appends a header and the value, which for a bool may be in the header.
	appendField(b []byte, last int16, f field) []byte
	appendStop(b []byte) []byte
	appendListHeader(b []byte, elem layout.Kind, size int) []byte
	appendMapHeader(b []byte, key, elem layout.Kind, size int) []byte
	appendBool(b []byte, v bool) []byte
	appendInt(b []byte, k layout.Kind, v int64) []byte
	appendDouble(b []byte, bits uint64) []byte
	appendLength(b []byte, n int) []byte
	// appendUnknown appends kept fields after the field with id last.
	appendUnknown(b []byte, last int16, u *unknownFields) []byte
}

type fieldHeader struct {
	id     int16
	kind   layout.Kind // layout.Invalid for the stop field
	inline bool        // a bool whose value is in the header
	value  bool
}

// reader is a cursor over the input.
type reader struct {
	b []byte
	i int
}

func (r *reader) left() int { return len(r.b) - r.i }

// take returns the next n bytes.
func (r *reader) take(n int) ([]byte, error) {
	if n > r.left() {
		return nil, fail(r.i, walk.Truncated)
	}
	b := r.b[r.i : r.i+n : r.i+n]
	r.i += n
	return b, nil
}

func (r *reader) byte() (byte, error) {
	b, err := r.take(1)
	if err != nil {
		return 0, err
	}
	return b[0], nil
}
