package codec

import (
	"fmt"
	"reflect"
	"strconv"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// What an Error can be, for errors.Is.
var (
	ErrTruncated       = walk.ErrTruncated       // input ends inside a value; also io.ErrUnexpectedEOF
	ErrShortBuffer     = walk.ErrShortBuffer     // dst of Encode is too small; also io.ErrShortBuffer
	ErrLimit           = walk.ErrLimit           // one of Limits was reached
	ErrInvalid         = walk.ErrInvalid         // malformed bytes, or a value that has no encoding
	ErrTypeMismatch    = walk.ErrTypeMismatch    // under Strict: a field's wire type is not its plan's
	ErrMissingRequired = walk.ErrMissingRequired // a required field is absent or nil
	ErrUnion           = walk.ErrUnion           // encoding: a union without exactly one field set
	ErrOverflow        = walk.ErrOverflow        // a number outside its type
)

// Error is what went wrong with a value or with bytes, and where.
type Error struct {
	Protocol              // of the codec
	Offset   int          // byte offset in src when decoding, in the output when encoding
	Path     string       // Go names from the root type, such as MediaContent.Image[1].URI
	GoType   reflect.Type // the root type; nil for a message header
	Err      error        // the cause; Is matches one of the sentinels

	decoding bool
}

// Error returns a text of bounded length.
func (e *Error) Error() string {
	verb := ": marshal "
	if e.decoding {
		verb = ": unmarshal "
	}
	return "thrift: " + e.Protocol.String() + verb + e.Path +
		" at offset " + strconv.Itoa(e.Offset) + ": " + e.Err.Error()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// root is what paths begin with: the Go type's name, without its package.
func (c *core) root() string {
	if name := c.plan.Go.Name(); name != "" {
		return name
	}
	return c.plan.Name
}

// fail turns a fault into an Error.
func (c *core) fail(f *walk.Fault, code int, decoding bool) error {
	return &Error{
		Protocol: c.p,
		Offset:   f.Off,
		Path:     f.Path(c.root()),
		GoType:   c.plan.Go,
		Err:      c.cause(code, decoding),
		decoding: decoding,
	}
}

// cause is the error of a code, with the limit that was met.
func (c *core) cause(code int, decoding bool) error {
	err := walk.Err(code)
	switch l := c.o.Limits; code {
	case walk.Depth:
		if !decoding {
			return fmt.Errorf("%w, which is %d; does the value lead back to itself?", err, l.Depth)
		}
		return fmt.Errorf("%w, which is %d", err, l.Depth)
	case walk.Container:
		return fmt.Errorf("%w, which is %d", err, l.Container)
	case walk.Bytes:
		return fmt.Errorf("%w, which is %d", err, l.Bytes)
	case walk.Alloc:
		if l.Alloc > 0 {
			return fmt.Errorf("%w, which is %d", err, l.Alloc)
		}
	}
	return err
}

// short is the error of a dst of have bytes that cannot hold v.
func (c *core) short(v unsafeio.Ptr, have int) error {
	need, err := c.size(v)
	if err != nil {
		return err
	}
	f := walk.Fault{Off: have}
	e := c.fail(&f, walk.Short, false).(*Error)
	e.Err = fmt.Errorf("%w: len(dst) is %d, Size is %d", e.Err, have, need)
	return e
}

// mismatch is the error of an any that holds no pointer to c's type.
func (c *core) mismatch(v any, decoding bool) error {
	e := c.fail(&walk.Fault{}, walk.Nil, decoding).(*Error)
	e.Err = &notPointer{fmt.Sprintf("got %T; pass a *%v", v, c.plan.Go)}
	return e
}

// notPointer is a misuse of Any.
type notPointer struct{ text string }

func (e *notPointer) Error() string   { return e.text }
func (e *notPointer) Is(t error) bool { return t == ErrInvalid }
