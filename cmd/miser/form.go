package main

import (
	stdbinary "encoding/binary"
	"errors"
	"fmt"

	"github.com/miserwire/miser/internal/walk"
)

// form is what the bytes are: a struct or a message, in a protocol, in a frame
// or bare.
type form struct {
	wire    wire
	framed  bool
	message bool
}

func (f form) String() string {
	text := f.wire.name() + " struct"
	if f.message {
		text = f.wire.name() + " message"
	}
	if f.framed {
		return "framed " + text
	}
	return text
}

// forms are what detect tries; of equals the first is taken.
var forms = []form{
	{binaryProtocol, true, true},
	{compactProtocol, true, true},
	{binaryProtocol, false, true},
	{compactProtocol, false, true},
	{binaryProtocol, true, false},
	{compactProtocol, true, false},
	{binaryProtocol, false, false},
	{compactProtocol, false, false},
}

const frameHeader = 4 // length, big-endian

// opened is an input whose frame and message header have been read.
type opened struct {
	in    []byte   // up to the end of the frame
	msg   *message // nil for a bare struct
	short *fault   // a frame that says more bytes than there are
	head  int      // offset of the message header
	start int      // offset of the struct
}

// open reads what stands before the struct. A frame that the input cuts short
// is opened as far as it goes.
func (f form) open(in []byte) (o opened, err *fault) {
	o.in = in
	if f.framed {
		if len(in) < frameHeader {
			return o, &fault{0, wireError(walk.Truncated, 0)}
		}
		n := int32(stdbinary.BigEndian.Uint32(in))
		switch {
		case n <= 0:
			return o, &fault{0, fmt.Errorf("frame length %d is not positive", n)}
		case int(n) > len(in)-frameHeader:
			o.short = &fault{0, fmt.Errorf("frame length %d exceeds the %d bytes left", n, len(in)-frameHeader)}
		default:
			o.in = in[:frameHeader+int(n)]
		}
		o.head, o.start = frameHeader, frameHeader
	}
	if f.message {
		m, n := f.wire.message(o.in[o.head:])
		if n < 0 {
			return o, &fault{o.head, wireError(n, 0)}
		}
		o.msg, o.start = &m, o.head+n
	}
	return o, nil
}

// reach returns how far the input reads as f, and whether it reads to the end
// of a struct there.
func (f form) reach(in []byte, depth int) (end int, ok bool) {
	o, err := f.open(in)
	if err != nil {
		return err.off, false
	}
	if o.short != nil && !f.message {
		return 0, false // four bytes of anything look like this
	}
	n, at := f.wire.skip(o.in[o.start:], depth)
	if n < 0 {
		return o.start + at, false
	}
	return o.start + n, o.short == nil
}

var errEmpty = errors.New("the input is empty")

var errNoForm = errors.New("neither protocol reads these bytes, as a struct or as a message")

// detect returns the form that reads the input whole, or failing that the one
// that reads the most of it.
func detect(in []byte, depth int) (form, error) {
	var best form
	far, complete := 0, false
	for _, f := range forms {
		end, ok := f.reach(in, depth)
		if ok && end == len(in) {
			return f, nil
		}
		if end > far || end == far && ok && !complete {
			best, far, complete = f, end, ok
		}
	}
	if len(in) == 0 {
		return form{}, errEmpty
	}
	if best.wire == nil {
		return form{}, errNoForm
	}
	return best, nil
}
