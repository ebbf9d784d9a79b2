package miserkitex

import (
	stdbinary "encoding/binary"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/cloudwego/kitex/pkg/remote"

	"github.com/miserwire/miser/codec"
)

// scratches are slices where messages are encoded whose length is not known: to
// copy one from there costs less than to go over the value twice.
var scratches = sync.Pool{New: func() any { return new([]byte) }}

// longest is of the messages that have a place in a scratch. What is kept is
// bounded so: each P may have one.
const longest = 1 << 20

// write appends to out lead bytes, which are none or a frame's length, and the
// message of head and v. It asks out for all of them at once.
func (c *payloads) write(out remote.ByteBuffer, lead int, head codec.Message, k *kept, v any) error {
	if k.long.Load() {
		return c.writeLong(out, lead, head, k, v)
	}
	s := scratches.Get().(*[]byte)
	defer scratches.Put(s)
	message, err := k.any.AppendMessage((*s)[:0], head, v)
	if err != nil {
		return protocolError(err)
	}
	b, err := room(out, lead, len(message))
	if err != nil {
		return err
	}
	copy(b, message)
	if len(message) <= longest {
		*s = message
	} else {
		k.long.Store(true)
	}
	return nil
}

// writeLong is write where the last message of the type had no place in a
// scratch. It measures v, so that the message is written to where kitex sends
// it from.
func (c *payloads) writeLong(out remote.ByteBuffer, lead int, head codec.Message, k *kept, v any) error {
	size, err := k.any.Size(v)
	if err != nil {
		return protocolError(err)
	}
	k.long.Store(size > longest/2)
	var short [64]byte
	front := codec.AppendMessage(short[:0], c.p, head)
	b, err := room(out, lead, len(front)+size)
	if err != nil {
		return err
	}
	n, err := k.any.Encode(b[copy(b, front):], v)
	if err == nil && n != size {
		err = errors.New("miserkitex: a value changed while it was encoded")
	}
	return protocolError(err)
}

// room returns the place in out for a message of size bytes, behind lead bytes,
// in which it writes that size.
func room(out remote.ByteBuffer, lead, size int) ([]byte, error) {
	if size > math.MaxInt32-lead {
		return nil, protocolError(fmt.Errorf("miserkitex: a message of %d bytes: %w", size, codec.ErrOverflow))
	}
	b, err := out.Malloc(lead + size)
	if err != nil {
		return nil, protocolError(err)
	}
	if lead > 0 {
		stdbinary.BigEndian.PutUint32(b, uint32(size))
	}
	return b[lead:], nil
}
