package miserkitex

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/cloudwego/gopkg/protocol/thrift"
	"github.com/cloudwego/kitex/pkg/remote"
	kitexcodec "github.com/cloudwego/kitex/pkg/remote/codec"
	"github.com/cloudwego/kitex/pkg/remote/codec/perrors"
	"github.com/cloudwego/kitex/pkg/rpcinfo"
	"github.com/cloudwego/kitex/pkg/serviceinfo"
	"github.com/cloudwego/kitex/pkg/stats"

	"github.com/miserwire/miser/codec"
)

// payloads is the payload codec of a protocol.
type payloads struct {
	p          codec.Protocol
	o          codec.Options // with the defaults that are looked at here
	exceptions kept          // of codec.ApplicationException
	types      sync.Map      // reflect.Type -> kept
}

var _ remote.PayloadCodec = (*payloads)(nil)

// Default returns a payload codec for kitex, with the default limits.
func Default() remote.PayloadCodec {
	c, err := New(codec.Options{})
	if err != nil {
		panic("miserkitex: the default options are refused: " + err.Error())
	}
	return c
}

// New returns a payload codec for kitex, as [Default] does, with options of
// its own. Of the limits, Message is that of a payload whatever the transport,
// 100 MiB by default; Direct is what a transport that is not netpoll's may take
// of memory for what is only declared. Strings may not be Alias, since kitex
// takes its buffers back, and Reuse may not be set, since kitex makes the
// values anew. With Strict, bytes behind the message in its payload are an
// error; otherwise they are skipped, as kitex's own codec skips them.
func New(o codec.Options) (remote.PayloadCodec, error) { return newPayloads(codec.Binary, o) }

// What a limit that is 0 means here. source: codec.Limits.
const (
	defaultMessage = 100 << 20
	defaultDirect  = 10 << 20
	defaultDepth   = 64
)

func newPayloads(p codec.Protocol, o codec.Options) (*payloads, error) {
	switch {
	case o.Strings == codec.Alias:
		return nil, errors.New("miserkitex: Options.Strings is Alias, but kitex reuses the input; use Shared or Own")
	case o.Reuse:
		return nil, errors.New("miserkitex: Options.Reuse is set, but kitex makes the values anew; leave it out")
	}
	exceptions, err := codec.ForType(reflect.TypeFor[codec.ApplicationException](), p, o)
	if err != nil {
		return nil, err
	}
	l := &o.Limits
	l.Message = cmp.Or(l.Message, defaultMessage)
	l.Direct = cmp.Or(l.Direct, defaultDirect)
	l.Depth = cmp.Or(l.Depth, defaultDepth)
	return &payloads{p: p, o: o, exceptions: kept{any: exceptions}}, nil
}

// Name implements [remote.PayloadCodec].
func (c *payloads) Name() string { return "miser " + c.p.String() }

// String is what kitex shows of its options.
func (c *payloads) String() string { return c.Name() }

// Marshal implements [remote.PayloadCodec]. It is for kitex to call.
func (c *payloads) Marshal(ctx context.Context, m remote.Message, out remote.ByteBuffer) error {
	return c.marshal(ctx, m, out, 0)
}

// marshal appends a message to out, behind lead bytes for the length of it.
func (c *payloads) marshal(ctx context.Context, m remote.Message, out remote.ByteBuffer, lead int) error {
	ri := m.RPCInfo()
	if !isThrift(ri) {
		return c.marshalElse(ctx, m, out)
	}
	head := codec.Message{
		Name: ri.Invocation().MethodName(),
		Type: codec.MessageType(m.MessageType()),
		Seq:  ri.Invocation().SeqID(),
	}
	switch {
	case head.Name == "":
		return errors.New("miserkitex: the message to marshal has no method name")
	case m.MessageType() < remote.Call || m.MessageType() > remote.Oneway:
		return fmt.Errorf("miserkitex: Thrift has no message type %d", m.MessageType())
	}
	if err := kitexcodec.NewDataIfNeeded(head.Name, m); err != nil {
		return err
	}
	data := m.Data()
	if head.Type == codec.Exception {
		e, err := exceptionOf(data)
		if err != nil {
			return err
		}
		return c.write(out, lead, head, &c.exceptions, e)
	}
	k := c.of(data)
	switch {
	case k.err != nil:
		return k.err
	case k.any == nil:
		return c.marshalElse(ctx, m, out)
	}
	return c.write(out, lead, head, k, data)
}

// isThrift reports whether a message is not of Protocol Buffers. The control
// frames of kitex's multiplexed connections, which come here too since a pooled
// remote.Message keeps its payload codec, have no Config.
func isThrift(ri rpcinfo.RPCInfo) bool {
	config := ri.Config()
	return config == nil || config.PayloadCodec() == serviceinfo.Thrift
}

// exceptionOf is what a message of type Exception carries.
func exceptionOf(data any) (*codec.ApplicationException, error) {
	switch e := data.(type) {
	case *remote.TransError:
		return &codec.ApplicationException{Message: e.Error(), Type: e.TypeID()}, nil
	case error:
		return &codec.ApplicationException{Message: e.Error(), Type: codec.ExceptionInternalError}, nil
	}
	return nil, fmt.Errorf("miserkitex: got %T for an exception; want an error", data)
}

// Unmarshal implements [remote.PayloadCodec]. It is for kitex to call.
func (c *payloads) Unmarshal(ctx context.Context, m remote.Message, in remote.ByteBuffer) error {
	ri := m.RPCInfo()
	if !isThrift(ri) {
		return c.unmarshalElse(ctx, m, in)
	}
	rpcinfo.Record(ctx, ri, stats.WaitReadStart, nil)
	b, err := c.payload(m, in)
	rpcinfo.Record(ctx, ri, stats.WaitReadFinish, err)
	if err != nil {
		return protocolError(err)
	}
	return c.read(ctx, m, b)
}

// payload returns the bytes of the message, which in keeps until kitex
// releases it.
func (c *payloads) payload(m remote.Message, in remote.ByteBuffer) ([]byte, error) {
	n := m.PayloadLen()
	if n == 0 {
		var err error
		if n, err = c.find(in); err != nil {
			return nil, err
		}
		m.SetPayloadLen(n)
	}
	if n < 0 || n > c.o.Limits.Message {
		return nil, fmt.Errorf("miserkitex: a payload of %d bytes: %w, which is %d", n, codec.ErrLimit, c.o.Limits.Message)
	}
	return c.take(in, n)
}

// read decodes the message b into m. The order of the checks is that of
// kitex's own codec: an error that is a [remote.TransError] goes back to the
// caller, under the name and sequence id that are set by then.
func (c *payloads) read(ctx context.Context, m remote.Message, b []byte) error {
	head, n, err := codec.ParseMessage(b, c.p)
	if err != nil {
		return protocolError(err)
	}
	if err := kitexcodec.UpdateMsgType(uint32(head.Type), m); err != nil {
		return err
	}
	if head.Type == codec.Exception {
		return c.readException(b[n:])
	}
	if m.RPCRole() == remote.Server {
		head.Name = strings.Clone(head.Name) // kitex keeps it
	}
	if err := kitexcodec.SetOrCheckSeqID(head.Seq, m); err != nil {
		return err
	}
	if err := kitexcodec.SetOrCheckMethodName(ctx, head.Name, m); err != nil {
		return err
	}
	if err := kitexcodec.NewDataIfNeeded(head.Name, m); err != nil {
		return err
	}
	k := c.of(m.Data())
	switch {
	case k.err != nil:
		return k.err
	case k.any == nil:
		return c.unmarshalElse(ctx, m, remote.NewReaderBuffer(b))
	}
	used, err := k.any.Decode(b[n:], m.Data())
	if err == nil && c.o.Strict && n+used != len(b) {
		err = fmt.Errorf("miserkitex: %d bytes behind the message: %w", len(b)-n-used, codec.ErrInvalid)
	}
	if err != nil {
		return remote.NewTransError(remote.ProtocolError, err)
	}
	return nil
}

// readException returns the error that the struct of a message of type
// Exception is. The one within is of the type that kitex's own codec gives.
func (c *payloads) readException(b []byte) error {
	var e codec.ApplicationException
	if _, err := c.exceptions.any.Decode(b, &e); err != nil {
		return protocolError(err)
	}
	return remote.NewTransError(e.Type, thrift.NewApplicationException(e.Type, e.Message))
}

// protocolError returns err, if any, as kitex expects faults of bytes: they end
// the connection, and nothing is sent back.
func protocolError(err error) error { return perrors.NewProtocolError(err) }
