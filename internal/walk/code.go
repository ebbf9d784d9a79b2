package walk

import (
	"errors"
	"io"
)

// The failure codes. Every one is negative, so that it fits where a byte
// count is returned.
const (
	Short     = -1 - iota // dst is too small
	Truncated             // input ends inside a value
	Negative              // size or length below zero
	TypeCode              // unknown type code
	Varint                // varint longer or larger than its kind allows
	FieldID               // field id outside int16
	BadHeader             // malformed header byte
	Depth                 // values nested too deep
	Container             // more elements than Limits.Container
	Bytes                 // string longer than Limits.Bytes
	Alloc                 // allocation budget spent
	Message               // message longer than Limits.Message
	Mismatch              // known field with another wire type, under Strict
	Missing               // required field absent
	Union                 // a union without exactly one field set
	Range                 // integer outside its wire kind
	TooLong               // string or container beyond 2^31-1
	Nil                   // nil where a value is needed
	Changed               // value changed while it was encoded
	Version               // not a message header of this protocol
	MsgType               // message type other than 1 to 4
	Empty                 // frame without bytes

	lastCode = -Empty
)

// Unlike is no failure: a container's elements have another type than the
// plan's. It leads out to the field, which is then skipped whole.
const Unlike = -1 << 16

type sentinel struct {
	text string
	also error
}

func (s *sentinel) Error() string        { return s.text }
func (s *sentinel) Is(target error) bool { return s.also != nil && target == s.also }

// The sentinels that package codec exports.
var (
	ErrTruncated       error = &sentinel{"input is truncated", io.ErrUnexpectedEOF}
	ErrShortBuffer     error = &sentinel{"buffer is too short", io.ErrShortBuffer}
	ErrLimit                 = errors.New("limit exceeded")
	ErrInvalid               = errors.New("invalid")
	ErrTypeMismatch          = errors.New("type mismatch")
	ErrMissingRequired       = errors.New("required field is missing")
	ErrUnion                 = errors.New("union needs exactly one field")
	ErrOverflow              = errors.New("overflow")
)

type meaning struct {
	err  error
	text string
}

var meanings = [lastCode + 1]meaning{
	-Short:     {ErrShortBuffer, "buffer is too short"},
	-Truncated: {ErrTruncated, "input is truncated"},
	-Negative:  {ErrInvalid, "negative size"},
	-TypeCode:  {ErrInvalid, "unknown type code; is this another protocol, a message with its header, or no Thrift?"},
	-Varint:    {ErrOverflow, "varint overflows its type"},
	-FieldID:   {ErrOverflow, "field id is outside int16"},
	-BadHeader: {ErrInvalid, "malformed header; is this another protocol, or no Thrift?"},
	-Depth:     {ErrLimit, "nested deeper than Limits.Depth"},
	-Container: {ErrLimit, "container is larger than Limits.Container"},
	-Bytes:     {ErrLimit, "string is longer than Limits.Bytes"},
	-Alloc:     {ErrLimit, "allocation exceeds Limits.Alloc"},
	-Message:   {ErrLimit, "message is longer than Limits.Message"},
	-Mismatch:  {ErrTypeMismatch, "wire type differs from the field's type"},
	-Missing:   {ErrMissingRequired, "required field is missing"},
	-Union:     {ErrUnion, "union needs exactly one field set"},
	-Range:     {ErrOverflow, "value is outside its wire type"},
	-TooLong:   {ErrOverflow, "longer than 2147483647"},
	-Nil:       {ErrInvalid, "the value is nil"},
	-Changed:   {ErrInvalid, "value changed while it was encoded"},
	-Version:   {ErrInvalid, "not a message header of this protocol; see Detect"},
	-MsgType:   {ErrInvalid, "message type is none of call, reply, exception and oneway"},
	-Empty:     {ErrInvalid, "frame is empty; was nothing appended to it, or EndFrame not called?"},
}

// Error is a code as an error. It is one of a fixed set of values.
type Error int

// Error returns what the code means.
func (e Error) Error() string { return meanings[-e].text }

// Is matches the sentinel of the code, and what that sentinel also is.
func (e Error) Is(target error) bool {
	m := meanings[-e].err
	return m == target || errors.Is(m, target)
}

// Err returns the error of a negative n, nil for any other.
func Err(n int) error {
	if n >= 0 {
		return nil
	}
	if n < -lastCode {
		n = BadHeader
	}
	return Error(n)
}
