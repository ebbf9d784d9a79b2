package codec

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/compact"
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
	Protocol              // of the codec; 0 for a frame, and where none was told
	Offset   int          // byte offset in src when decoding, in the output when encoding
	Path     string       // Go names from the root type, such as MediaContent.Image[1].URI; Message, Frame or Struct where no type is known
	GoType   reflect.Type // the root type; nil where none is known
	Err      error        // the cause; Is matches one of the sentinels

	decoding bool
}

// Error returns a text of bounded length.
func (e *Error) Error() string {
	text := "thrift: "
	if e.Protocol != 0 {
		text += e.Protocol.String() + ": "
	}
	if e.decoding {
		text += "un"
	}
	return text + "marshal " + e.Path +
		" at offset " + strconv.Itoa(e.Offset) + ": " + strings.TrimPrefix(e.Err.Error(), "thrift: ")
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

// failDecode is fail for a decode of src: it also says what came for a field of
// another type.
func (c *core) failDecode(d *walk.Decoder, src []byte, code int) error {
	err := c.fail(&d.Fault, code, true)
	f, t := d.Odd.Field, d.Odd.Type
	if f == nil || code != walk.Mismatch && code != walk.Missing {
		return err
	}
	value := src[min(d.Odd.Off, len(src)):]
	came := binary.Describe(binary.Type(t), value)
	if c.p == Compact {
		came = compact.Describe(compact.Type(t), value)
	}
	e := err.(*Error)
	e.Err = fmt.Errorf("%w: %s came for %v", e.Err, came, f.Type)
	if f.Assumed {
		e.Err = fmt.Errorf("%w, which is %s", e.Err, f.From())
	}
	return e
}

// cause is the error of a code, with the limit that was met.
func (c *core) cause(code int, decoding bool) error {
	err := c.o.Limits.cause(code)
	if code == walk.Depth && !decoding {
		return fmt.Errorf("%w; does the value lead back to itself?", err)
	}
	return err
}

// cause is the error of a code, with the limit that was met.
func (l Limits) cause(code int) error {
	err := walk.Err(code)
	var limit int64
	switch code {
	case walk.Depth:
		limit = int64(l.Depth)
	case walk.Container:
		limit = int64(l.Container)
	case walk.Bytes:
		limit = int64(l.Bytes)
	case walk.Alloc:
		limit = max(l.Alloc, 0)
	case walk.Message:
		limit = int64(l.Message)
	}
	if limit == 0 {
		return err
	}
	return fmt.Errorf("%w, which is %d", err, limit)
}

// failNamed returns an Error about what has no Go type.
func failNamed(p Protocol, what string, cause error, off int, decoding bool) error {
	return &Error{Protocol: p, Offset: off, Path: what, Err: cause, decoding: decoding}
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
	e.Err = &misuse{fmt.Sprintf("got %T; pass a *%v", v, c.plan.Go)}
	return e
}

// misuse is what a caller did wrong, or what bytes are not.
type misuse struct{ text string }

func (e *misuse) Error() string   { return e.text }
func (e *misuse) Is(t error) bool { return t == ErrInvalid }
