package apache

import (
	"context"
	"errors"
	"io"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/codec"
)

// inbox finds the messages of a connection, in frames or not.
type inbox struct {
	r      *codec.Reader
	p      codec.Protocol
	framed bool

	// body begins with the struct of the message in hand, and is good until the
	// next one. Of a frame it is all that is left: there may be more messages.
	body []byte
}

func newInbox(trans thrift.TTransport, o Options) *inbox {
	return &inbox{r: codec.NewReader(source{trans}, o.Codec.Limits), p: o.Protocol, framed: o.Framed}
}

// next returns the header of the next message. Its name is good until the
// message after it. While ctx has a deadline that lies ahead, a timeout of the
// transport does not end the call, as in Apache's protocols.
func (i *inbox) next(ctx context.Context) (codec.Message, error) {
	_, patient := ctx.Deadline()
	for {
		m, err := i.read()
		if err == nil || !patient || !isTimeout(err) || ctx.Err() != nil {
			return m, asException(err)
		}
	}
}

func (i *inbox) read() (m codec.Message, err error) {
	if !i.framed {
		m, i.body, err = i.r.Message(i.p)
		return m, err
	}
	if len(i.body) == 0 {
		if i.body, err = i.r.Frame(); err != nil {
			return m, err
		}
	}
	m, n, err := codec.ParseMessage(i.body, i.p)
	i.body = i.body[n:]
	return m, err
}

// decode reads the struct of the message in hand into v, and leaves what is
// behind it to the next message.
func (i *inbox) decode(ctx context.Context, k *coder, v any) error {
	n, err := k.decode(ctx, i.body, v)
	if err != nil {
		i.drop()
		return asException(err)
	}
	i.body = i.body[n:]
	return nil
}

// drop gives up the message in hand, and those behind it in its frame, whose
// place is not known.
func (i *inbox) drop() { i.body = nil }

// source is a transport as a codec.Reader wants it.
type source struct{ t thrift.TTransport }

// Read returns io.EOF for what Apache's transports wrap it in: a Reader tells
// by it whether a stream ends between two messages.
func (s source) Read(b []byte) (int, error) {
	n, err := s.t.Read(b)
	if err != nil && errors.Is(err, io.EOF) {
		err = io.EOF
	}
	return n, err
}
