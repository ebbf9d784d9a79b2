package miserkitex_test

import (
	"context"
	"io"
	"testing"

	"github.com/cloudwego/gopkg/bufiox"
	"github.com/cloudwego/kitex/pkg/remote"
	"github.com/cloudwego/kitex/pkg/remote/codec/thrift"
	np "github.com/cloudwego/kitex/pkg/remote/trans/netpoll"
	"github.com/cloudwego/kitex/pkg/rpcinfo"
	"github.com/cloudwego/kitex/pkg/serviceinfo"
	"github.com/cloudwego/netpoll"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	miserkitex "github.com/miserwire/miser/codec/kitex"
	service "github.com/miserwire/miser/codec/kitex/internal/gen/shop/shop"
)

// The payload codecs that are compared.
var (
	ours   = miserkitex.Default()
	theirs = thrift.NewThriftCodec()
)

const seq = 7 // of the messages here

// newMessage returns a message as kitex makes it: of the method named, empty
// at a server that is to read a call.
func newMessage(role remote.RPCRole, typ remote.MessageType, method string, data any) remote.Message {
	if role == remote.Server && data == nil {
		method = ""
	}
	info := service.NewServiceInfo()
	ink := rpcinfo.NewInvocation("", method)
	ink.SetSeqID(seq)
	ink.SetMethodInfo(info.MethodInfo(context.Background(), method))
	to := rpcinfo.NewEndpointInfo("shop", method, nil, nil)
	ri := rpcinfo.NewRPCInfo(rpcinfo.EmptyEndpointInfo(), to, ink, rpcinfo.NewRPCConfig(), rpcinfo.NewRPCStats())
	return remote.NewMessage(data, ri, typ, role)
}

// known finds the one service there is, as a server does.
type known struct{}

func (known) SearchService(_, method string, _ bool, _ serviceinfo.PayloadCodec) *serviceinfo.ServiceInfo {
	info := service.NewServiceInfo()
	if info.MethodInfo(context.Background(), method) == nil {
		return nil
	}
	return info
}

func serverContext() context.Context {
	return remote.WithServiceSearcher(context.Background(), known{})
}

// marshal returns the bytes that c makes of m.
func marshal(c remote.PayloadCodec, m remote.Message) ([]byte, error) {
	out := remote.NewWriterBuffer(0)
	if err := c.Marshal(context.Background(), m, out); err != nil {
		return nil, err
	}
	return out.Bytes()
}

func mustMarshal(t testing.TB, c remote.PayloadCodec, m remote.Message) []byte {
	t.Helper()
	b, err := marshal(c, m)
	require.NoError(t, err)
	return b
}

// message returns the bytes of a message with an empty struct.
func message(name string, typ codec.MessageType, seq int32) []byte {
	return append(codec.AppendMessage(nil, codec.Binary, codec.Message{Name: name, Type: typ, Seq: seq}), 0)
}

// linked returns b as a netpoll connection has it that got pieces of size bytes.
func linked(b []byte, size int) remote.ByteBuffer {
	l := netpoll.NewLinkBuffer()
	for size < len(b) {
		l.Append(node(b[:size]))
		b = b[size:]
	}
	l.Append(node(b))
	return np.NewReaderByteBuffer(l)
}

func node(b []byte) *netpoll.LinkBuffer {
	l := netpoll.NewLinkBuffer(len(b))
	l.WriteBinary(append([]byte{}, b...))
	l.Flush()
	return l
}

// goBuffer returns what kitex reads from Go's net.
func goBuffer(r *bufiox.DefaultReader) remote.ByteBuffer {
	return remote.NewByteBufferFromBufiox(nil, r)
}

// memory is a buffer in memory that costs next to nothing itself.
type memory struct {
	remote.ByteBuffer
	b      []byte
	at     int
	reader arrived
}

func (m *memory) Malloc(n int) ([]byte, error) { return m.b[:n], nil }

func (m *memory) WrittenLen() int { return 0 }

func (m *memory) Next(n int) ([]byte, error) {
	b, err := m.Peek(n)
	m.at += len(b)
	return b, err
}

func (m *memory) Peek(n int) ([]byte, error) {
	if n > len(m.b)-m.at {
		return nil, io.ErrUnexpectedEOF
	}
	return m.b[m.at : m.at+n], nil
}

func (m *memory) ReadBinary(to []byte) (int, error) {
	b, err := m.Next(len(to))
	return copy(to, b), err
}

// NetpollReader is what netpoll's buffer has beyond others.
func (m *memory) NetpollReader() netpoll.Reader {
	m.reader.m = m
	return &m.reader
}

// arrived has the whole message.
type arrived struct {
	netpoll.Reader
	m *memory
}

func (a *arrived) Len() int { return len(a.m.b) - a.m.at }

func (a *arrived) Peek(n int) ([]byte, error) { return a.m.Peek(n) }
