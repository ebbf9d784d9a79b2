package miserkitex_test

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/cloudwego/kitex/client"
	"github.com/cloudwego/kitex/pkg/klog"
	"github.com/cloudwego/kitex/pkg/remote"
	"github.com/cloudwego/kitex/pkg/remote/trans/gonet"
	"github.com/cloudwego/kitex/pkg/serviceinfo"
	"github.com/cloudwego/kitex/server"
	"github.com/cloudwego/kitex/transport"
	"github.com/stretchr/testify/require"

	miserkitex "github.com/miserwire/miser/codec/kitex"
	"github.com/miserwire/miser/codec/kitex/internal/gen/shop"
	service "github.com/miserwire/miser/codec/kitex/internal/gen/shop/shop"
)

// TestMain keeps kitex's log quiet: most tests provoke what it reports. What
// kitex has for Thrift is exchanged here, before anything runs.
func TestMain(m *testing.M) {
	remote.PutPayloadCode(serviceinfo.Thrift, standard)
	klog.SetLevel(klog.LevelFatal)
	os.Exit(m.Run())
}

// options are those of a client and of a server.
type options struct {
	name    string
	clients []client.Option
	servers []server.Option
	rest    time.Duration // after a client was closed
}

func (o options) serve(t testing.TB, h shop.Shop, more ...server.Option) (addr string) {
	t.Helper()
	return serve(t, h, slices.Concat(o.servers, more)...)
}

func (o options) dial(t testing.TB, addr string, more ...client.Option) caller {
	t.Helper()
	return o.dialFor(t, service.NewServiceInfoForClient(), addr, more...)
}

func (o options) dialFor(t testing.TB, info *serviceinfo.ServiceInfo, addr string, more ...client.Option) caller {
	t.Helper()
	t.Cleanup(func() { time.Sleep(o.rest) })
	return dialFor(t, info, addr, slices.Concat(o.clients, more)...)
}

// transports are the ways in which kitex sends a payload.
var transports = []options{
	{name: "bare"},
	{name: "framed", clients: over(transport.Framed)},
	{name: "TTHeader", clients: over(transport.TTHeader)},
	{name: "TTHeaderFramed", clients: over(transport.TTHeaderFramed)},
	{
		name:    "mux",
		clients: append(over(transport.TTHeader), client.WithMuxConnection(1)),
		servers: []server.Option{server.WithMuxTransport()},
		rest:    50 * time.Millisecond, // kitex panics when a server ends just after its client
	},
	{name: "bare, Go's net", clients: goClient(), servers: goServer()},
	{name: "framed, Go's net", clients: append(goClient(), over(transport.Framed)...), servers: goServer()},
}

func over(p transport.Protocol) []client.Option {
	return []client.Option{client.WithTransportProtocol(p)}
}

func goClient() []client.Option {
	return []client.Option{client.WithTransHandlerFactory(gonet.NewCliTransHandlerFactory()), client.WithDialer(gonet.NewDialer())}
}

func goServer() []server.Option {
	return []server.Option{
		server.WithTransServerFactory(gonet.NewTransServerFactory()),
		server.WithTransHandlerFactory(gonet.NewSvrTransHandlerFactory()),
	}
}

// stock has kitex's own codec, miser ours.
var (
	stock = options{name: "kitex"}
	miser = options{
		name:    "miser",
		clients: []client.Option{client.WithPayloadCodec(miserkitex.Default())},
		servers: []server.Option{server.WithPayloadCodec(miserkitex.Default())},
	}
)

// pairs are a client's and a server's options; in the first nothing is ours.
var pairs = [][2]options{{stock, stock}, {stock, miser}, {miser, stock}, {miser, miser}}

// patience is how long anything may take here.
const patience = 20 * time.Second

// serve runs a server with h on loopback until the test ends.
func serve(t testing.TB, h shop.Shop, opts ...server.Option) (addr string) {
	t.Helper()
	return run(t, func(o ...server.Option) server.Server { return service.NewServer(h, o...) }, opts)
}

// run runs the server that is made on loopback until the test ends.
func run(t testing.TB, made func(...server.Option) server.Server, opts []server.Option) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	exit := make(chan error)
	s := made(append([]server.Option{
		server.WithListener(l),
		server.WithExitSignal(func() <-chan error { return exit }),
		server.WithExitWaitTime(10 * time.Millisecond),
		server.WithReadWriteTimeout(patience),
	}, opts...)...)
	ended := make(chan error, 1)
	go func() { ended <- s.Run() }()
	t.Cleanup(func() {
		close(exit)
		select {
		case err := <-ended:
			if !errors.Is(err, context.DeadlineExceeded) { // clients that are still connected
				require.NoError(t, err)
			}
		case <-time.After(patience):
			t.Error("the server does not end")
		}
	})
	return l.Addr().String()
}

// to are the options of every client of addr.
func to(addr string) []client.Option {
	return []client.Option{
		client.WithDestService("shop"),
		client.WithHostPorts(addr),
		client.WithRPCTimeout(patience),
		client.WithConnectTimeout(patience),
	}
}

// caller is a client. The generated one is not taken since it cannot be closed.
type caller struct{ client.Client }

// dial returns a client of addr, which is closed when the test ends.
func dial(t testing.TB, addr string, opts ...client.Option) caller {
	t.Helper()
	return dialFor(t, service.NewServiceInfoForClient(), addr, opts...)
}

func dialFor(t testing.TB, info *serviceinfo.ServiceInfo, addr string, opts ...client.Option) caller {
	t.Helper()
	c, err := client.NewClient(info, append(to(addr), opts...)...)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.(io.Closer).Close()) })
	return caller{c}
}

func (c caller) place(ctx context.Context, o *shop.Order) (*shop.Receipt, error) {
	var r shop.ShopPlaceResult
	if err := c.Call(ctx, "place", &shop.ShopPlaceArgs{Order: o}, &r); err != nil {
		return nil, err
	}
	if r.Refused != nil {
		return nil, r.Refused
	}
	return r.Success, nil
}

func (c caller) echo(ctx context.Context, o *shop.Order) (*shop.Order, error) {
	var r shop.ShopEchoResult
	err := c.Call(ctx, "echo", &shop.ShopEchoArgs{Order: o}, &r)
	return r.Success, err
}

func (c caller) ping(ctx context.Context) error {
	return c.Call(ctx, "ping", &shop.ShopPingArgs{}, &shop.ShopPingResult{})
}

func (c caller) tell(ctx context.Context, text string) error {
	return c.Call(ctx, "tell", &shop.ShopTellArgs{Text: text}, nil)
}

// within returns a context that lasts as long as anything may.
func within(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}
