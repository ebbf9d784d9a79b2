package apache_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"github.com/apache/thrift/lib/go/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/codec/apache"
	"github.com/miserwire/miser/codec/apache/internal/gen/shapes"
)

func count(n int64) *shapes.ShapesCountResult { return &shapes.ShapesCountResult{Success: &n} }

// TestAnswers gives a client answers that are not to its call.
func TestAnswers(t *testing.T) {
	reply := codec.Message{Name: "count", Type: codec.Reply, Seq: 1}
	with := func(change func(*codec.Message)) codec.Message {
		m := reply
		change(&m)
		return m
	}
	for _, f := range forms {
		for _, tt := range []struct {
			name string
			m    codec.Message
			v    thrift.TStruct
			kind int32
			text string
		}{
			{"name", with(func(m *codec.Message) { m.Name = "amount" }), count(1), thrift.WRONG_METHOD_NAME, "count: wrong method name"},
			{"sequence id", with(func(m *codec.Message) { m.Seq = 2 }), count(1), thrift.BAD_SEQUENCE_ID, "count: out of order sequence response"},
			{"type", with(func(m *codec.Message) { m.Type = codec.Call }), count(1), thrift.INVALID_MESSAGE_TYPE_EXCEPTION, "count: invalid message type"},
			{"exception", with(func(m *codec.Message) { m.Type = codec.Exception }), thrift.NewTApplicationException(99, "later"), 99, "later"},
			{"exception without text", with(func(m *codec.Message) { m.Type = codec.Exception }), thrift.NewTApplicationException(thrift.UNKNOWN_METHOD, ""), thrift.UNKNOWN_METHOD, "unknown method"},
		} {
			t.Run(f.name+"/"+tt.name, func(t *testing.T) {
				var conn recorder
				conn.in.Write(f.message(t, tt.m, tt.v))
				o := f.options()
				o.Codec.Strings = codec.Alias
				c := shapes.NewShapesClient(apache.NewClient(&conn, o))
				_, failed := c.Count(ctx, "x")
				conn.in.Write(f.message(t, codec.Message{Name: "count", Type: codec.Reply, Seq: 2}, count(5)))
				n, err := c.Count(ctx, "x") // the first answer was taken whole
				require.NoError(t, err)
				require.EqualValues(t, 5, n)
				requireApplication(t, failed, tt.kind, tt.text)
			})
		}
	}
}

// frameOf is one frame around messages: of a peer that does not flush after
// each.
func frameOf(t testing.TB, messages ...[]byte) []byte {
	t.Helper()
	b, mark := codec.BeginFrame(nil)
	b, err := codec.EndFrame(append(b, bytes.Join(messages, nil)...), mark)
	require.NoError(t, err)
	return b
}

func TestMessagesInOneFrame(t *testing.T) {
	for _, p := range []codec.Protocol{codec.Binary, codec.Compact} {
		bare, framed := form{"", p, false}, form{"", p, true}
		reply := func(seq int32) codec.Message { return codec.Message{Name: "count", Type: codec.Reply, Seq: seq} }
		var conn recorder
		conn.in.Write(frameOf(t,
			bare.message(t, reply(1), count(1)),
			bare.message(t, codec.Message{Name: "count", Type: codec.Exception, Seq: 2}, thrift.NewTApplicationException(7, "between")),
			bare.message(t, reply(3), count(3))))
		c := shapes.NewShapesClient(apache.NewClient(&conn, framed.options()))
		for seq := range int64(3) {
			n, err := c.Count(ctx, "")
			if seq == 1 {
				requireApplication(t, err, 7, "between")
				continue
			}
			require.NoError(t, err)
			require.Equal(t, seq+1, n)
		}

		call := func(seq int32, name string) []byte {
			return bare.message(t, codec.Message{Name: name, Type: codec.Call, Seq: seq}, &countArgs{Name: name})
		}
		for _, s := range servers[1:4] {
			conn = recorder{}
			conn.in.Write(frameOf(t, call(1, "count"), call(2, "rotate"), call(3, "count")))
			p, _, pf := s.make(t, newHandler(), framed)
			in, out := pf.GetProtocol(&conn), pf.GetProtocol(&conn)
			for seq := range 3 {
				ok, err := p.Process(ctx, in, out)
				require.Equal(t, seq != 1, ok, s.name)
				require.Equal(t, seq == 1, err != nil, s.name)
			}
			require.Equal(t, 3, conn.writes)
		}
	}
}

// TestStockTransports leaves a program its transport factories: they frame and
// buffer then.
func TestStockTransports(t *testing.T) {
	for _, f := range forms {
		stf, _ := f.stockFactories()
		o := f.options()
		o.Framed = false
		addr := serve(t, switched(t, newHandler(), codec.Options{}), stf, apache.NewProtocolFactory(o))
		trans, err := stf.GetTransport(socket(t, addr))
		require.NoError(t, err)
		for _, c := range []*shapes.ShapesClient{stockClient(t, addr, f), shapes.NewShapesClient(apache.NewClient(trans, o))} {
			for range 3 {
				got, err := c.Move(ctx, shape("square"), 0)
				require.NoError(t, err)
				require.Equal(t, shape("square"), got)
			}
		}
	}
}

func TestClientErrors(t *testing.T) {
	f := forms[1]
	t.Run("options", func(t *testing.T) {
		var conn recorder
		_, err := apache.NewClient(&conn, apache.Options{}).Call(ctx, "ping", &shapes.BasePingArgs{}, nil)
		require.EqualError(t, err, "thrift: unknown protocol 0; use codec.Binary or codec.Compact")
		_, _, _, err = apache.NewProtocolFactory(apache.Options{}).GetProtocol(&conn).ReadMessageBegin(ctx)
		require.EqualError(t, err, "thrift: unknown protocol 0; use codec.Binary or codec.Compact")
		err = apache.NewProtocolFactory(apache.Options{}).GetProtocol(&conn).WriteMessageBegin(ctx, "x", thrift.REPLY, 1)
		require.EqualError(t, err, "thrift: unknown protocol 0; use codec.Binary or codec.Compact")
		require.Zero(t, conn.writes)
	})
	t.Run("value", func(t *testing.T) {
		var conn recorder
		c := apache.NewClient(&conn, f.options())
		_, err := c.Call(ctx, "move", nil, nil)
		require.EqualError(t, err, "thrift: apache: got <nil>; pass a pointer to a generated struct")
		_, err = c.Call(ctx, "move", (*shapes.ShapesMoveArgs)(nil), nil)
		var protocol thrift.TProtocolException
		require.ErrorAs(t, err, &protocol)
		require.ErrorIs(t, err, codec.ErrInvalid)
		_, err = c.Call(ctx, "x", &shapes.Plain{}, nil) // a required struct is nil
		require.ErrorAs(t, err, &protocol)
		require.ErrorIs(t, err, codec.ErrMissingRequired)
		require.Zero(t, conn.writes)
	})
	t.Run("frame too long", func(t *testing.T) {
		var conn recorder
		o := f.options()
		o.Codec.Limits.Message = 100
		c := shapes.NewShapesClient(apache.NewClient(&conn, o))
		err := c.Put(ctx, make([]byte, 101))
		var protocol thrift.TProtocolException
		require.ErrorAs(t, err, &protocol)
		require.Equal(t, thrift.SIZE_LIMIT, protocol.TypeId())
		require.Zero(t, conn.writes)
		conn.in.Write(f.message(t, codec.Message{Name: "ping", Type: codec.Reply, Seq: 2}, &shapes.BasePingResult{}))
		require.NoError(t, c.Ping(ctx))
	})
	t.Run("end of stream", func(t *testing.T) {
		var conn recorder
		var transport thrift.TTransportException
		c := shapes.NewShapesClient(apache.NewClient(&conn, f.options()))
		err := c.Ping(ctx)
		require.ErrorAs(t, err, &transport)
		require.Equal(t, thrift.END_OF_FILE, transport.TypeId())
		require.ErrorIs(t, err, io.EOF)
		conn.in.Write([]byte{0, 0, 0, 9, 1})
		err = c.Ping(ctx)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		conn.gone = true
		err = c.Ping(ctx)
		require.ErrorAs(t, err, &transport)
		require.ErrorIs(t, err, io.ErrClosedPipe)
	})
	t.Run("result", func(t *testing.T) {
		var conn recorder
		conn.in.Write(f.cut(t, codec.Message{Name: "move", Type: codec.Reply, Seq: 1}, &shapes.ShapesMoveResult{Success: shape("square")}))
		conn.in.Write(f.message(t, codec.Message{Name: "ping", Type: codec.Reply, Seq: 2}, &shapes.BasePingResult{}))
		c := shapes.NewShapesClient(apache.NewClient(&conn, f.options()))
		_, err := c.Move(ctx, shape("square"), 0)
		var cause *codec.Error
		require.ErrorAs(t, err, &cause)
		require.NoError(t, c.Ping(ctx))
	})
}

// slow is a connection whose reads time out every other time.
type slow struct {
	recorder
	reads int
}

func (s *slow) Read(b []byte) (int, error) {
	if s.reads++; s.reads%2 == 1 {
		return 0, thrift.NewTTransportExceptionFromError(os.ErrDeadlineExceeded)
	}
	return s.recorder.Read(b[:1])
}

func TestTimeouts(t *testing.T) {
	for _, f := range forms {
		var conn slow
		conn.in.Write(f.message(t, codec.Message{Name: "count", Type: codec.Reply, Seq: 1}, count(5)))
		conn.in.Write(f.message(t, codec.Message{Name: "count", Type: codec.Reply, Seq: 2}, count(6)))
		c := shapes.NewShapesClient(apache.NewClient(&conn, f.options()))
		patient, cancel := context.WithTimeout(ctx, time.Minute)
		n, err := c.Count(patient, "")
		require.NoError(t, err)
		require.EqualValues(t, 5, n)
		cancel()
		for _, now := range []context.Context{ctx, patient} {
			conn.reads = 0
			_, err = c.Count(now, "")
			var transport thrift.TTransportException
			require.ErrorAs(t, err, &transport)
			require.Equal(t, thrift.TIMED_OUT, transport.TypeId())
			require.True(t, errors.Is(err, os.ErrDeadlineExceeded))
		}
	}
}

// TestHTTP has Apache's HTTP transport on both sides.
func TestHTTP(t *testing.T) {
	for _, f := range forms {
		_, pf := f.factories()
		handle := thrift.NewThriftHandlerFunc(switched(t, newHandler(), codec.Options{}), pf, pf)
		server := httptest.NewServer(http.HandlerFunc(handle))
		trans, err := thrift.NewTHttpClient(server.URL)
		require.NoError(t, err)
		c := shapes.NewShapesClient(apache.NewClient(trans, f.options()))
		for range 3 {
			n, err := c.Count(ctx, "four")
			require.NoError(t, err)
			require.EqualValues(t, 4, n)
		}
		require.NoError(t, trans.Close())
		server.Close()
	}
}
