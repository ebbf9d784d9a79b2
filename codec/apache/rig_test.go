package apache_test

import (
	"context"
	"errors"
	"net"
	"runtime"
	"testing"
	"time"

	"github.com/apache/thrift/lib/go/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/codec/apache"
	"github.com/miserwire/miser/codec/apache/internal/gen/shapes"
)

// handler is the service, as every server of these tests has it.
type handler struct{ hints chan string }

func newHandler() *handler { return &handler{hints: make(chan string, 2000)} }

func (h *handler) Ping(context.Context) error { return nil }

func (h *handler) Move(_ context.Context, s *shapes.Shape, dx int32) (*shapes.Shape, error) {
	if s == nil {
		return nil, nil
	}
	switch s.Name {
	case "missing":
		return nil, &shapes.NotFound{What: s.Name, Code: dx}
	case "busy":
		return nil, &shapes.Busy{Why: s.Name}
	case "broken":
		return nil, errors.New("no more paper")
	case "nothing":
		return nil, nil
	}
	for _, p := range s.Points {
		p.X += dx
	}
	return s, nil
}

func (h *handler) Put(_ context.Context, data []byte) error {
	if len(data) == 0 {
		return &shapes.NotFound{What: "data"}
	}
	return nil
}

func (h *handler) Count(_ context.Context, name string) (int64, error) { return int64(len(name)), nil }

func (h *handler) Hint(_ context.Context, text string) error {
	h.hints <- text
	return nil
}

func (h *handler) Names(_ context.Context, among []string) ([]string, error) { return among, nil }

// form is what goes over the wire.
type form struct {
	name   string
	p      codec.Protocol
	framed bool
}

func (f form) options() apache.Options { return apache.Options{Protocol: f.p, Framed: f.framed} }

var forms = []form{
	{"binary", codec.Binary, false},
	{"framed binary", codec.Binary, true},
	{"compact", codec.Compact, false},
	{"framed compact", codec.Compact, true},
}

// stockFactories are those of a program that has only Apache's library.
func (f form) stockFactories() (thrift.TTransportFactory, thrift.TProtocolFactory) {
	var t thrift.TTransportFactory = thrift.NewTBufferedTransportFactory(4 << 10)
	if f.framed {
		t = thrift.NewTFramedTransportFactoryConf(thrift.NewTTransportFactory(), nil)
	}
	if f.p == codec.Compact {
		return t, thrift.NewTCompactProtocolFactoryConf(nil)
	}
	return t, thrift.NewTBinaryProtocolFactoryConf(nil)
}

// factories are those of a server whose program changed its two lines.
func (f form) factories() (thrift.TTransportFactory, thrift.TProtocolFactory) {
	return thrift.NewTTransportFactory(), apache.NewProtocolFactory(f.options())
}

// switched switches all methods of a processor to miser.
func switched(t testing.TB, h *handler, o codec.Options) *shapes.ShapesProcessor {
	t.Helper()
	p := shapes.NewShapesProcessor(h)
	for name, err := range map[string]error{
		"ping": apache.Handle(p, "ping", o, func(ctx context.Context, _ *shapes.BasePingArgs, _ *shapes.BasePingResult) error {
			return h.Ping(ctx)
		}),
		"move": apache.Handle(p, "move", o, func(ctx context.Context, a *shapes.ShapesMoveArgs, r *shapes.ShapesMoveResult) (err error) {
			r.Success, err = h.Move(ctx, a.Shape, a.Dx)
			return err
		}),
		"put": apache.Handle(p, "put", o, func(ctx context.Context, a *shapes.ShapesPutArgs, _ *shapes.ShapesPutResult) error {
			return h.Put(ctx, a.Data)
		}),
		"count": apache.Handle(p, "count", o, func(ctx context.Context, a *shapes.ShapesCountArgs, r *shapes.ShapesCountResult) error {
			n, err := h.Count(ctx, a.Name)
			r.Success = &n
			return err
		}),
		"hint": apache.HandleOneway(p, "hint", o, func(ctx context.Context, a *shapes.ShapesHintArgs) error {
			return h.Hint(ctx, a.Text)
		}),
		"names": apache.Handle(p, "names", o, func(ctx context.Context, a *shapes.ShapesNamesArgs, r *shapes.ShapesNamesResult) (err error) {
			r.Success, err = h.Names(ctx, a.Among)
			return err
		}),
	} {
		require.NoError(t, err, name)
	}
	return p
}

// serverMaker makes what a server is made of.
type serverMaker = func(testing.TB, *handler, form) (thrift.TProcessor, thrift.TTransportFactory, thrift.TProtocolFactory)

// servers are the sorts of server that each sort of client talks to.
var servers = []struct {
	name string
	make serverMaker
}{
	{"stock server", func(_ testing.TB, h *handler, f form) (thrift.TProcessor, thrift.TTransportFactory, thrift.TProtocolFactory) {
		t, p := f.stockFactories()
		return shapes.NewShapesProcessor(h), t, p
	}},
	{"our protocol", func(_ testing.TB, h *handler, f form) (thrift.TProcessor, thrift.TTransportFactory, thrift.TProtocolFactory) {
		t, p := f.factories()
		return shapes.NewShapesProcessor(h), t, p
	}},
	{"switched", func(tb testing.TB, h *handler, f form) (thrift.TProcessor, thrift.TTransportFactory, thrift.TProtocolFactory) {
		t, p := f.factories()
		return switched(tb, h, codec.Options{}), t, p
	}},
	{"switched, reuse", func(tb testing.TB, h *handler, f form) (thrift.TProcessor, thrift.TTransportFactory, thrift.TProtocolFactory) {
		t, p := f.factories()
		return switched(tb, h, codec.Options{Reuse: true}), t, p
	}},
	{"switched, stock protocol", func(tb testing.TB, h *handler, f form) (thrift.TProcessor, thrift.TTransportFactory, thrift.TProtocolFactory) {
		t, p := f.stockFactories()
		return switched(tb, h, codec.Options{}), t, p
	}},
}

// serve runs a server until the test ends, and returns its address.
func serve(t testing.TB, p thrift.TProcessor, tf thrift.TTransportFactory, pf thrift.TProtocolFactory) string {
	t.Helper()
	socket, err := thrift.NewTServerSocket("127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, socket.Listen())
	server := thrift.NewTSimpleServer4(p, socket, tf, pf)
	done := make(chan error, 1)
	go func() { done <- server.Serve() }()
	t.Cleanup(func() {
		require.NoError(t, server.Stop())
		require.NoError(t, <-done)
	})
	return socket.Addr().String()
}

// socket opens a connection that the test closes.
func socket(t testing.TB, addr string) *thrift.TSocket {
	t.Helper()
	s := thrift.NewTSocketConf(addr, &thrift.TConfiguration{SocketTimeout: 20 * time.Second})
	require.NoError(t, s.Open())
	t.Cleanup(func() { s.Close() })
	return s
}

// stockClient is a generated client over Apache's library alone.
func stockClient(t testing.TB, addr string, f form) *shapes.ShapesClient {
	t.Helper()
	tf, pf := f.stockFactories()
	trans, err := tf.GetTransport(socket(t, addr))
	require.NoError(t, err)
	return shapes.NewShapesClientFactory(trans, pf)
}

// ourClient is a generated client over a Client.
func ourClient(t testing.TB, addr string, f form) *shapes.ShapesClient {
	t.Helper()
	return shapes.NewShapesClient(apache.NewClient(socket(t, addr), f.options()))
}

var clients = []struct {
	name string
	make func(testing.TB, string, form) *shapes.ShapesClient
}{
	{"stock client", stockClient},
	{"our client", ourClient},
}

// noLeak fails when goroutines of the test outlive it.
func noLeak(t testing.TB) {
	t.Helper()
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		for end := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
			require.True(t, time.Now().Before(end), "%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
	})
}

// dial is a bare connection to a server.
func dial(t testing.TB, addr string) *net.TCPConn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	require.NoError(t, c.SetDeadline(time.Now().Add(20*time.Second)))
	return c.(*net.TCPConn)
}
