package apache

import (
	"context"
	"strings"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/codec"
)

// ProtocolFactory makes the protocols of a server whose methods are switched by
// [Handle], all or some of them: it takes the place of Apache's protocol
// factory, and of its framed or buffered transport factory, since the protocols
// read and write the connection themselves. It is safe for concurrent use.
type ProtocolFactory struct {
	o    Options
	conf *thrift.TConfiguration
	err  error // what each protocol returns; of the transport, since servers log only those
}

var _ thrift.TProtocolFactory = (*ProtocolFactory)(nil)

// NewProtocolFactory returns a factory of protocols with the options o. Where
// those are wrong, each message that is begun says so.
func NewProtocolFactory(o Options) *ProtocolFactory {
	f := &ProtocolFactory{o: o, conf: configuration(o.Codec.Limits)}
	if err := o.check(); err != nil {
		f.err = thrift.NewTTransportExceptionFromError(err)
	}
	return f
}

// GetProtocol returns a [Protocol] over trans.
func (f *ProtocolFactory) GetProtocol(trans thrift.TTransport) thrift.TProtocol {
	p := &Protocol{trans: trans, f: f, out: newOutbox(trans, f.o)}
	p.TProtocol = generated(&p.mem, f.o.Protocol, f.conf)
	return p
}

// Protocol is a thrift.TProtocol that reads whole messages, within
// codec.Limits, and writes them whole. A method that [Handle] switched takes a
// message's bytes from it; generated code reads and writes them through Apache's
// protocol, which is embedded. Like Apache's it is for one goroutine at a
// time.
//
// Generated code is held to the limits Message and Container.
type Protocol struct {
	thrift.TProtocol // over mem

	f     *ProtocolFactory
	trans thrift.TTransport
	mem   memory
	in    *inbox // nil: nothing was read yet
	out   outbox
	names names
	watch watch

	begun  bool // a message that has not ended
	broken bool // the message in hand was not read to its end
}

// ReadMessageBegin reads the next message, and returns its header.
func (p *Protocol) ReadMessageBegin(ctx context.Context) (name string, typ thrift.TMessageType, seq int32, err error) {
	if p.f.err != nil {
		return "", 0, 0, p.f.err
	}
	if p.in == nil {
		p.in = newInbox(p.trans, p.f.o)
	}
	if p.begun || p.broken {
		p.in.drop()
		p.TProtocol = generated(&p.mem, p.f.o.Protocol, p.f.conf)
	}
	m, err := p.in.next(ctx)
	if err != nil {
		return "", 0, 0, err
	}
	p.mem.in, p.begun, p.broken = p.in.body, true, false
	return p.names.of(m.Name), thrift.TMessageType(m.Type), m.Seq, nil
}

// ReadMessageEnd ends the message. Of a frame, what its struct left may be the
// next message.
func (p *Protocol) ReadMessageEnd(context.Context) error {
	if p.begun {
		p.in.body, p.mem.in = p.mem.in, nil
		p.begun = false
	}
	return nil
}

// Skip skips a value. A failure is ignored by generated processors, which go on
// to the next message: what Apache's protocol has in hand must not live on.
func (p *Protocol) Skip(ctx context.Context, t thrift.TType) error {
	err := p.TProtocol.Skip(ctx, t)
	p.broken = p.broken || err != nil
	return err
}

// decode reads the message's struct by miser.
func (p *Protocol) decode(ctx context.Context, k *coder, v any) error {
	err := p.in.decode(ctx, k, v)
	p.mem.in = p.in.body
	p.ReadMessageEnd(ctx)
	return err
}

// WriteMessageBegin begins a message; nothing is written before Flush.
func (p *Protocol) WriteMessageBegin(_ context.Context, name string, typ thrift.TMessageType, seq int32) error {
	if p.f.err != nil {
		return p.f.err
	}
	p.mem.out = codec.AppendMessage(p.out.begin(), p.f.o.Protocol, codec.Message{Name: name, Type: codec.MessageType(typ), Seq: seq})
	return nil
}

// WriteMessageEnd ends the message, which Flush writes.
func (p *Protocol) WriteMessageEnd(context.Context) error { return nil }

// Flush writes the message.
func (p *Protocol) Flush(ctx context.Context) error {
	b := p.mem.out
	p.mem.out = nil
	if b == nil {
		return nil
	}
	return p.out.send(ctx, b)
}

// write writes a whole message whose struct miser encodes.
func (p *Protocol) write(ctx context.Context, k *coder, m codec.Message, v any) error {
	if p.f.err != nil {
		return p.f.err
	}
	p.mem.out = nil
	b, err := k.append(ctx, p.out.begin(), m, v)
	if err != nil {
		return asException(err)
	}
	return p.out.send(ctx, b)
}

// Transport returns the connection.
func (p *Protocol) Transport() thrift.TTransport { return p.trans }

// names makes the names of methods, which live as long as their message, stay:
// those that a connection sends again are not allocated again.
type names struct{ known map[string]string }

// mostNames and longestName bound what a client can make a connection keep.
const (
	mostNames   = 64
	longestName = 64
)

func (n *names) of(name string) string {
	if s, ok := n.known[name]; ok {
		return s
	}
	s := strings.Clone(name)
	if len(n.known) < mostNames && len(s) <= longestName {
		if n.known == nil {
			n.known = map[string]string{}
		}
		n.known[s] = s
	}
	return s
}
