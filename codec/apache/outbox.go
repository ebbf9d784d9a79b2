package apache

import (
	"context"
	"fmt"
	"sync"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/codec"
)

// buffers are a pool since a connection without a message to write needs none.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// keptBuffer bounds what the pool keeps of one message.
const keptBuffer = 64 << 10

// outbox writes messages to a connection, each with one Write.
type outbox struct {
	trans  thrift.TTransport
	framed bool
	most   int // bytes of a frame

	buf  *[]byte // of the message in hand; nil between messages
	mark int
}

func newOutbox(trans thrift.TTransport, o Options) outbox {
	return outbox{trans: trans, framed: o.Framed, most: o.mostFrame()}
}

// begin returns an empty buffer for a message, with a frame begun if there is
// to be one. What was begun and not sent is gone.
func (o *outbox) begin() []byte {
	if o.buf == nil {
		o.buf = buffers.Get().(*[]byte)
	}
	b := (*o.buf)[:0]
	if o.framed {
		b, o.mark = codec.BeginFrame(b)
	}
	return b
}

// send writes b, what became of the buffer that begin gave. Nothing of a frame
// that is too long is written.
func (o *outbox) send(ctx context.Context, b []byte) error {
	defer o.release(b)
	if o.framed {
		var err error
		if b, err = codec.EndFrame(b, o.mark); err != nil {
			return asException(err)
		}
		if n := len(b) - frameHeader; n > o.most {
			return thrift.NewTProtocolExceptionWithType(thrift.SIZE_LIMIT, fmt.Errorf("thrift: apache: a frame of %d bytes exceeds Limits.Message, which is %d", n, o.most))
		}
	}
	if _, err := o.trans.Write(b); err != nil {
		return thrift.NewTTransportExceptionFromError(err)
	}
	return asException(o.trans.Flush(ctx))
}

// frameHeader is the bytes of a frame's length.
const frameHeader = 4

func (o *outbox) release(b []byte) {
	if o.buf == nil {
		return
	}
	if cap(b) > keptBuffer {
		b = nil
	}
	*o.buf = b
	buffers.Put(o.buf)
	o.buf = nil
}
