package codec

import (
	"cmp"
	"errors"
	"io"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// Reader finds frames, messages and structs in a stream. What it returns is a
// slice of its buffer, good until the next call, and to be decoded by a
// [Codec]: there is one way to decode, whether bytes came from a stream or not.
//
// Memory follows the bytes that arrive: beyond twice of them, and a buffer of
// 4 to 64 KiB, it takes only what a frame or a string declares, at once up to
// Limits.Direct, beyond that in pieces of Limits.Direct. A buffer of more than
// 64 KiB goes back after some messages that needed little of it, one of more
// than 1 MiB, or Limits.Direct, at the next call. Each byte is looked at once,
// however the stream was cut.
// Every limit holds for each frame, message and struct anew.
//
// An error of the io.Reader, a timeout for example, is returned as it is, and
// what was read is kept: the same method called again goes on there. Where it
// is io.EOF, or wraps it, the Reader returns io.EOF between two messages and
// ErrTruncated inside of one.
// After bytes that are no frame or message, the place of the next one is not
// known: every later call gives the same error.
//
// A Reader is for one goroutine at a time.
type Reader struct {
	window
	limits Limits
	item   item
	p      Protocol    // of the item
	size   int         // of the frame in hand, 0: its header has not come
	search walk.Search // for the end of the message or struct in hand
	broken error       // what every call returns
}

// item is what a call of a Reader looks for.
type item uint8

const (
	nothing item = iota
	aFrame
	aMessage
	aStruct
)

var itemNames = [...]string{"Message", "Frame", "Message", "Struct"}

// NewReader returns a Reader of the frames, messages or structs that r gives.
// Of the limits Depth, Container and Bytes hold for all values of an unframed
// message or struct, unknown fields too; Alloc is of no use here. Limits that
// [New] would refuse are returned by each call.
func NewReader(r io.Reader, l Limits) *Reader {
	l, err := l.check()
	return &Reader{window: window{r: r, direct: cmp.Or(l.Direct, unsafeio.DirectSize)}, limits: l, broken: err}
}

// Reset makes the Reader read from another stream, with the same limits. It
// keeps its buffer unless that is to live for one item.
func (r *Reader) Reset(from io.Reader) {
	r.start = len(r.buf)
	r.release()
	w, broken := r.window, r.broken
	if _, bad := broken.(*Error); bad {
		broken = nil
	}
	w = window{r: from, direct: w.direct, buf: w.buf, took: w.took, small: w.small, spare: w.spare}
	*r = Reader{window: w, limits: r.limits, search: r.search, broken: broken}
}

// Buffered returns how many bytes have been read that belong to what comes
// next: when it is 0, nothing of that has arrived. When it is not, all of the
// next message may be there, or a part, from a peer that waits for an answer to
// the one before: send answers when the io.Reader is asked for more.
func (r *Reader) Buffered() int {
	if r.size > 0 {
		return frameHeader + r.arrived()
	}
	return r.arrived()
}

// Frame returns the next frame, without its length. One of more than
// Limits.Message bytes, 16,384,000 by default, is ErrLimit; an empty one, and
// a negative length, is ErrInvalid.
func (r *Reader) Frame() ([]byte, error) {
	if err := r.begin(aFrame, 0); err != nil {
		return nil, err
	}
	if r.size == 0 {
		for r.arrived() < frameHeader {
			if err := r.fill(frameHeader-r.arrived(), false); err != nil {
				return nil, r.ended(err)
			}
		}
		size, code := frameSize(r.rest(), r.limits.frame())
		if code < 0 {
			r.broken = failNamed(0, itemNames[aFrame], r.limits.frameCause(code), 0, true)
			return nil, r.broken
		}
		r.start += frameHeader
		r.size = size
	}
	for r.arrived() < r.size {
		if err := r.fill(r.size-r.arrived(), true); err != nil {
			return nil, r.ended(err)
		}
	}
	b := r.take(r.size)
	r.item, r.size = nothing, 0
	return b, nil
}

// Message returns the header and the struct of the next message, which is not
// in a frame. The name of m lives as long as the bytes. A message of more than
// Limits.Message bytes, 100 MiB by default, is ErrLimit. See [Reader.Next] for
// one in a frame.
func (r *Reader) Message(p Protocol) (m Message, b []byte, err error) {
	if b, err = r.find(aMessage, p); err != nil {
		return Message{}, nil, err
	}
	m, n, err := ParseMessage(b, p)
	if err != nil {
		r.broken = err
		return Message{}, nil, err
	}
	return m, b[n:], nil
}

// Next returns the header and the struct of the next message, from a frame or
// not, as [Reader.Detect] told. What stands behind the struct in a frame is part
// of b; it begins no next message.
func (r *Reader) Next(p Protocol, framed bool) (m Message, b []byte, err error) {
	switch {
	case !framed:
		return r.Message(p)
	case p != Binary && p != Compact:
		return Message{}, nil, unknownProtocol(p)
	}
	if b, err = r.Frame(); err != nil {
		return Message{}, nil, err
	}
	m, n, err := ParseMessage(b, p)
	if err != nil {
		return Message{}, nil, err
	}
	return m, b[n:], nil
}

// Struct returns the bytes of the next struct. One of more than Limits.Message
// bytes, 100 MiB by default, is ErrLimit.
func (r *Reader) Struct(p Protocol) ([]byte, error) { return r.find(aStruct, p) }

// Detect is the function [Detect] on the bytes that come next, which it leaves
// there. It waits for as many as it takes.
func (r *Reader) Detect() (p Protocol, framed bool, err error) {
	if err := r.begin(nothing, 0); err != nil {
		return 0, false, err
	}
	for {
		p, framed, err = Detect(r.rest())
		if err == nil || !isTruncated(err) {
			return p, framed, err
		}
		if err := r.fill(1, false); err != nil {
			return 0, false, r.ended(err)
		}
	}
}

// find returns the bytes of the next message or struct.
func (r *Reader) find(what item, p Protocol) ([]byte, error) {
	if p != Binary && p != Compact {
		return nil, unknownProtocol(p)
	}
	if err := r.begin(what, p); err != nil {
		return nil, err
	}
	for {
		p.search(&r.search, r.fresh())
		if r.search.Code < 0 {
			l := r.limits
			l.Message = l.message()
			r.broken = failNamed(p, itemNames[what], l.cause(r.search.Code), r.search.At, true)
			return nil, r.broken
		}
		if r.search.Done {
			r.item = nothing
			return r.take(r.search.Off), nil
		}
		r.seen()
		if err := r.fill(max(r.search.Left, 1), false); err != nil {
			return nil, r.ended(err)
		}
	}
}

// begin begins an item, or goes on with the one that an error interrupted.
func (r *Reader) begin(what item, p Protocol) error {
	switch {
	case r.broken != nil:
		return r.broken
	case r.item != nothing && (r.item != what || r.p != p):
		return failNamed(p, itemNames[what], &misuse{"a " + itemNames[r.item] + " was begun before; go on with that one"}, 0, true)
	case r.item == what && what != nothing:
		return nil
	}
	r.item, r.p = what, p
	r.release()
	if what == aMessage || what == aStruct {
		r.startSearch()
	}
	return nil
}

func (r *Reader) startSearch() {
	l := walk.SearchLimits{Depth: r.limits.Depth, Container: r.limits.Container, Bytes: r.limits.Bytes, Total: r.limits.message()}
	r.p.beginSearch(&r.search, r.item == aMessage, l)
}

// ended is an error of the io.Reader as a call returns it.
func (r *Reader) ended(err error) error {
	if !errors.Is(err, io.EOF) {
		return err
	}
	have := r.Buffered()
	if have == 0 {
		r.item = nothing
		return io.EOF
	}
	return failNamed(r.p, itemNames[r.item], walk.Err(walk.Truncated), have, true)
}

func isTruncated(err error) bool {
	e, ok := err.(*Error)
	return ok && e.Err == walk.Err(walk.Truncated)
}
