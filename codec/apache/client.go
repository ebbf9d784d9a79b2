package apache

import (
	"context"
	"fmt"
	"strings"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/codec"
)

// Client is a thrift.TClient that encodes arguments and decodes results by
// miser: what a generated NewXClient takes instead of a TStandardClient. Like
// that it has one call under way at a time, and is for one goroutine at a time.
//
// It writes the bytes that a TStandardClient writes; a oneway call, too, goes
// out as message type call. Errors are what a TStandardClient returns: a
// thrift.TApplicationException from the server, or when the answer is not one to
// the call; a TTransportException of the transport; a TProtocolException around
// a [codec.Error] for bytes and values. Exceptions that the IDL declares are in
// the result. ResponseMeta is always empty.
//
// After an error of the transport, the answer may still be on its way: the next
// call would get it, and say BAD_SEQUENCE_ID. Close the connection then.
type Client struct {
	in    *inbox
	out   outbox
	types coders
	seq   int32
	err   error // what every call returns
}

var _ thrift.TClient = (*Client)(nil)

// NewClient returns a Client of the server at the other end of trans, which the
// caller opens and closes. Where o is wrong, each call says so.
func NewClient(trans thrift.TTransport, o Options) *Client {
	return &Client{in: newInbox(trans, o), out: newOutbox(trans, o), types: coders{o: o}, err: o.check()}
}

// Call calls a method and waits for its result, unless that is nil: then the
// method is oneway. A value that cannot be encoded is an error before anything
// is written. On any error result is as it was, or zero.
func (c *Client) Call(ctx context.Context, method string, args, result thrift.TStruct) (thrift.ResponseMeta, error) {
	return thrift.ResponseMeta{}, c.call(ctx, method, args, result)
}

func (c *Client) call(ctx context.Context, method string, args, result thrift.TStruct) error {
	if c.err != nil {
		return c.err
	}
	k, err := c.types.of(args)
	if err != nil {
		return err
	}
	var back *coder
	if result != nil {
		if back, err = c.types.of(result); err != nil {
			return err
		}
	}
	name := method
	if c.types.o.Service != "" {
		name = c.types.o.Service + thrift.MULTIPLEXED_SEPARATOR + method
	}
	c.seq++
	b, err := k.append(ctx, c.out.begin(), codec.Message{Name: name, Type: codec.Call, Seq: c.seq}, args)
	if err != nil {
		return asException(err)
	}
	if err := c.out.send(ctx, b); err != nil || result == nil {
		return err
	}
	return c.receive(ctx, method, back, result)
}

// receive reads the answer to the call that was sent last.
func (c *Client) receive(ctx context.Context, method string, k *coder, result thrift.TStruct) error {
	m, err := c.in.next(ctx)
	if err != nil {
		return err
	}
	if err := c.answers(m, method); err != nil {
		c.in.drop()
		return err
	}
	if m.Type == codec.Exception {
		return c.exception(ctx)
	}
	return c.in.decode(ctx, k, result)
}

// answers returns nil when m is the header of an answer to the call. The texts
// are those of a TStandardClient.
func (c *Client) answers(m codec.Message, method string) error {
	kind, text := int32(0), ""
	switch {
	case m.Name != method:
		kind, text = thrift.WRONG_METHOD_NAME, "wrong method name"
	case m.Seq != c.seq:
		kind, text = thrift.BAD_SEQUENCE_ID, "out of order sequence response"
	case m.Type != codec.Reply && m.Type != codec.Exception:
		kind, text = thrift.INVALID_MESSAGE_TYPE_EXCEPTION, "invalid message type"
	default:
		return nil
	}
	return thrift.NewTApplicationException(kind, fmt.Sprintf("%s: %s", method, text))
}

// exception returns what the server answered instead of a result.
func (c *Client) exception(ctx context.Context) error {
	var e codec.ApplicationException
	k, err := c.types.of(&e)
	if err == nil {
		err = c.in.decode(ctx, k, &e)
	}
	if err != nil {
		return err
	}
	return thrift.NewTApplicationException(e.Type, strings.Clone(e.Message)) // Alias shares it with the message
}
