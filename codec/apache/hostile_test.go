package apache_test

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"strings"
	"syscall"
	"testing"

	"github.com/apache/thrift/lib/go/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/codec/apache"
	"github.com/miserwire/miser/codec/apache/internal/gen/shapes"
)

// rubbish is what no client sends.
func rubbish(t testing.TB, f form) map[string][]byte {
	move := f.message(t, codec.Message{Name: "move", Type: codec.Call, Seq: 1}, &shapes.ShapesMoveArgs{Shape: shape("square")})
	deep := f.wrap(t, codec.Message{Name: "move", Type: codec.Call}, bytes.Repeat([]byte{12, 0, 1}, 10_000))
	if f.p == codec.Compact {
		deep = f.wrap(t, codec.Message{Name: "move", Type: codec.Call}, bytes.Repeat([]byte{0x1c}, 10_000))
	}
	random := make([]byte, 5000)
	r := rand.New(rand.NewPCG(4, 2))
	for i := range random {
		random[i] = byte(r.Uint32())
	}
	return map[string][]byte{
		"http":          []byte("GET / HTTP/1.1\r\nHost: example.com\r\n\r\n" + strings.Repeat(" ", 40)),
		"tls":           append([]byte{22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3}, make([]byte, 60)...),
		"zeros":         make([]byte, 100),
		"ones":          bytes.Repeat([]byte{255}, 100),
		"random":        random,
		"half":          move[:len(move)/2],
		"one byte less": move[:len(move)-1],
		"cut struct":    f.cut(t, codec.Message{Name: "move", Type: codec.Call}, &shapes.ShapesMoveArgs{Shape: shape("square")}),
		"deep":          deep,
		"large list":    f.wrap(t, codec.Message{Name: "names", Type: codec.Call}, []byte{14, 0, 1, 11, 127, 255, 255, 255}),
		"large string":  f.wrap(t, codec.Message{Name: "count", Type: codec.Call}, []byte{11, 0, 1, 127, 255, 255, 255, 0}),
		"large frame":   {127, 255, 255, 255, 0x80, 1, 0, 1},
		"long name":     append(f.wrap(t, codec.Message{Name: strings.Repeat("x", 5000), Type: codec.Call}, []byte{0}), 0xff, 0xff),
	}
}

// wrap is a message whose struct is b.
func (f form) wrap(t testing.TB, m codec.Message, b []byte) []byte {
	t.Helper()
	b = append(codec.AppendMessage(nil, f.p, m), b...)
	if f.framed {
		return frameOf(t, b)
	}
	return b
}

// TestRubbish sends it to servers, which close the connection, and go on.
func TestRubbish(t *testing.T) {
	defer slog.SetDefault(slog.Default())
	slog.SetDefault(slog.New(slog.DiscardHandler)) // servers log why they close a connection
	for _, f := range forms {
		for _, s := range servers[1:4] {
			t.Run(f.name+"/"+s.name, func(t *testing.T) {
				noLeak(t)
				p, tf, pf := s.make(t, newHandler(), f)
				addr := serve(t, p, tf, pf)
				good := ourClient(t, addr, f)
				for name, b := range rubbish(t, f) {
					c := dial(t, addr)
					_, err := c.Write(b)
					require.True(t, err == nil || errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET), "%s: %v", name, err)
					_ = c.CloseWrite() // so that a server that waits for more sees the end
					_, err = io.Copy(io.Discard, c)
					var timeout net.Error
					require.False(t, errors.As(err, &timeout) && timeout.Timeout(), "%s: %v", name, err)
					c.Close()
					require.NoError(t, good.Ping(ctx), name)
				}
			})
		}
	}
}

// TestRubbishErrors is TestRubbish without sockets: the error is one that ends
// the connection.
func TestRubbishErrors(t *testing.T) {
	for _, f := range forms {
		for _, s := range servers[1:4] {
			for name, b := range rubbish(t, f) {
				var conn recorder
				conn.in.Write(b)
				p, tf, pf := s.make(t, newHandler(), f)
				in, _ := tf.GetTransport(&conn)
				protocol := pf.GetProtocol(in)
				var ok bool
				var err thrift.TException
				for range 3 { // an unknown method is answered, and the connection lives on
					ok, err = p.Process(ctx, protocol, pf.GetProtocol(in))
					require.False(t, ok, "%s/%s/%s", f.name, s.name, name)
					require.Error(t, err)
				}
			}
		}
	}
}

// TestMutations changes each byte of calls, and cuts them at each length.
func TestMutations(t *testing.T) {
	for _, f := range forms {
		for _, s := range servers[1:4] {
			p, tf, pf := s.make(t, newHandler(), f)
			try := func(b []byte) {
				var conn recorder
				conn.in.Write(b)
				in, _ := tf.GetTransport(&conn)
				protocol := pf.GetProtocol(in)
				for range 3 {
					ok, err := p.Process(ctx, protocol, pf.GetProtocol(in))
					if !ok && err == nil {
						t.Fatal("no error")
					}
				}
				c := shapes.NewShapesClient(apache.NewClient(&conn, f.options()))
				_, _ = c.Move(ctx, &shapes.Shape{}, 0)
			}
			for _, b := range [][]byte{
				f.message(t, codec.Message{Name: "move", Type: codec.Call, Seq: 1}, &shapes.ShapesMoveArgs{Shape: shape("square")}),
				f.message(t, codec.Message{Name: "names", Type: codec.Call, Seq: 1}, &shapes.ShapesNamesArgs{Among: []string{"a", "b"}}),
			} {
				for i := range b {
					try(b[:i])
					for _, x := range []byte{0x01, 0x80, 0xff} {
						b[i] ^= x
						try(b)
						b[i] ^= x
					}
				}
			}
		}
	}
}

// TestSkipFailure has, for a method that the processor does not know, arguments
// that cannot be skipped: the messages behind them are served all the same.
func TestSkipFailure(t *testing.T) {
	for _, f := range []form{forms[1], forms[3]} {
		var conn recorder
		bad := []byte{12, 0, 1, 11, 0, 1, 0, 0, 0, 9}
		if f.p == codec.Compact {
			bad = []byte{0x1c, 0x11, 0x18, 0x09}
		}
		conn.in.Write(f.wrap(t, codec.Message{Name: "rotate", Type: codec.Call, Seq: 1}, bad))
		conn.in.Write(f.message(t, codec.Message{Name: "ping", Type: codec.Call, Seq: 2}, &shapes.BasePingArgs{}))
		conn.in.Write(f.message(t, codec.Message{Name: "move", Type: codec.Call, Seq: 3}, &shapes.ShapesMoveArgs{Shape: shape("square")}))
		p := shapes.NewShapesProcessor(newHandler())
		_, pf := f.factories()
		in, out := pf.GetProtocol(&conn), pf.GetProtocol(&conn)
		_, err := p.Process(ctx, in, out)
		requireApplication(t, err, thrift.UNKNOWN_METHOD, "Unknown function rotate")
		for range 2 {
			ok, err := p.Process(ctx, in, out)
			require.True(t, ok)
			require.NoError(t, err)
		}
	}
}
