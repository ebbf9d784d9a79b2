package ref

import (
	"fmt"
	"reflect"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/layout"
)

// Protocol is a Thrift protocol, numbered as package codec does.
type Protocol uint8

// The protocols.
const (
	Binary  Protocol = 1
	Compact Protocol = 2
)

// Options are those of package codec that change verdicts, values or bytes.
type Options struct {
	Depth     int // values nested below the root; 0: 64
	Container int // elements of one container; 0: no bound but the bytes left
	Bytes     int // length of one string or binary; 0: no bound but the bytes left
	Canonical bool
	Strict    bool
	Reuse     bool // accepted and without effect: the result of a decode does not depend on it
}

// Error is a fault and where it was found: when decoding, the input offset of the value, field header or
// element that is at fault, or of the end of the struct for a missing field; when encoding, 0.
type Error struct {
	Offset int
	Err    error // wraps one of the sentinels of package walk
}

// Error returns the text of the fault.
func (e *Error) Error() string { return fmt.Sprintf("ref: at offset %d: %v", e.Offset, e.Err) }

// Unwrap returns the fault.
func (e *Error) Unwrap() error { return e.Err }

func fail(off, code int) error { return &Error{off, walk.Err(code)} }

// Append appends the encoding of the struct that v points to. After an error it returns dst as it was.
func Append(dst []byte, p Protocol, v any, o Options) ([]byte, error) {
	pv, s, err := root(v)
	if err != nil {
		return dst, err
	}
	b := builder{depth: o.depth(), canonical: o.Canonical}
	n, err := b.structNode(pv.Elem(), s, 0)
	if err != nil {
		return dst, err
	}
	return appendStruct(dst, p.wire(), n), nil
}

// Size returns the length of the encoding of the struct that v points to.
func Size(p Protocol, v any, o Options) (int, error) {
	b, err := Append(nil, p, v, o)
	return len(b), err
}

// Decode sets the struct that v points to, whatever it held, from the front of src and returns how many
// bytes it used. After an error the value is unspecified.
func Decode(src []byte, p Protocol, v any, o Options) (n int, err error) {
	pv, s, err := root(v)
	if err != nil {
		return 0, err
	}
	r := &parser{wire: p.wire(), depth: o.depth(), reader: reader{b: src}}
	tree, err := r.structNode(0)
	if err != nil {
		return 0, err
	}
	b := binder{src: src, proto: p, options: o}
	if err := b.structValue(pv.Elem(), s, tree); err != nil {
		return 0, err
	}
	return r.i, nil
}

// Skip returns the length of the struct at the front of src, which may be of any type.
func Skip(src []byte, p Protocol, o Options) (n int, err error) {
	r := &parser{wire: p.wire(), depth: o.depth(), reader: reader{b: src}}
	_, err = r.structNode(0)
	return r.i, err
}

// root returns the pointer in v and the plan of the struct that it points to.
func root(v any) (reflect.Value, *layout.Struct, error) {
	pv := reflect.ValueOf(v)
	if pv.Kind() != reflect.Pointer || pv.IsNil() {
		return pv, nil, fail(0, walk.Nil)
	}
	s, err := layout.Of(pv.Type().Elem())
	if err != nil {
		return pv, nil, &Error{0, err}
	}
	return pv, s, nil
}

const defaultDepth = 64

func (o Options) depth() int {
	if o.Depth == 0 {
		return defaultDepth
	}
	return o.Depth
}

func (p Protocol) wire() protocol {
	switch p {
	case Binary:
		return binaryProtocol{}
	case Compact:
		return compactProtocol{}
	}
	panic(fmt.Sprintf("ref: no protocol %d", p))
}
