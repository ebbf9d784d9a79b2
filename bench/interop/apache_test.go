package interop

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/apache/thrift/lib/go/thrift"
	"github.com/stretchr/testify/require"

	gen "github.com/miserwire/miser/bench/gen/interop"
	"github.com/miserwire/miser/codec"
)

// newApache is Apache's Go library, in this process.
func newApache() *peer {
	return &peer{
		name:      "go",
		protocols: []string{binary, binaryOld, compact},
		missing:   func() []string { return nil },
		prepare:   func(*testing.T) {},
		client:    apacheClient,
		server:    apacheServer,
		internal:  codec.ExceptionInternalError,
	}
}

// apacheFactories are what Apache's clients and servers are made of. The
// limits are its own: 16,384,000 bytes for a frame, 100 MiB for a message.
func apacheFactories(w wire) (thrift.TTransportFactory, thrift.TProtocolFactory, *thrift.TConfiguration) {
	conf := &thrift.TConfiguration{
		ConnectTimeout:     grace,
		SocketTimeout:      lifetime,
		TBinaryStrictRead:  new(w.protocol == binary),
		TBinaryStrictWrite: new(w.protocol != binaryOld),
	}
	var transports thrift.TTransportFactory = thrift.NewTBufferedTransportFactory(8192)
	if w.framed() {
		transports = thrift.NewTFramedTransportFactoryConf(thrift.NewTTransportFactory(), conf)
	}
	if w.codec() == codec.Compact {
		return transports, thrift.NewTCompactProtocolFactoryConf(conf), conf
	}
	return transports, thrift.NewTBinaryProtocolFactoryConf(conf), conf
}

func apacheClient(t *testing.T, addr string, w wire) (done []string) {
	transports, protocols, conf := apacheFactories(w)
	socket := thrift.NewTSocketConf(addr, conf)
	require.NoError(t, socket.Open())
	defer socket.Close()
	transport, err := transports.GetTransport(socket)
	require.NoError(t, err)
	in, out := protocols.GetProtocol(transport), protocols.GetProtocol(transport)
	c := gen.NewWiderClientProtocol(transport, in, out)
	ctx := context.Background()
	ok := func(name string) { done = append(done, name) }

	require.NoError(t, c.Ping(ctx))
	ok("ping")

	sum, err := c.Add(ctx, -3, 45)
	require.NoError(t, err)
	require.EqualValues(t, 42, sum)
	ok("add")

	for _, echo := range []struct {
		name  string
		value *gen.Everything
	}{{"echo full", gen.FULL}, {"echo sparse", gen.SPARSE}} {
		same, err := c.Echo(ctx, echo.value)
		require.NoError(t, err, echo.name)
		require.True(t, apacheEqual(same, echo.value), "%s: got %v", echo.name, same)
		ok(echo.name)
	}

	half, err := c.Divide(ctx, 84, 2)
	require.NoError(t, err)
	require.EqualValues(t, 42, half)
	_, err = c.Divide(ctx, 84, 0)
	var refusal *gen.Refusal
	require.ErrorAs(t, err, &refusal)
	require.True(t, refusal.Equals(&gen.Refusal{Code: DivisionByZero, Why: "division by zero"}))
	ok("declared exception")

	_, err = c.Unheard(ctx, 1)
	requireException(t, err, thrift.UNKNOWN_METHOD)
	ok("unknown method")

	_, err = c.Fail(ctx, "on purpose")
	requireException(t, err, thrift.INTERNAL_ERROR)
	require.ErrorContains(t, err, "on purpose")
	ok("internal error")

	require.NoError(t, c.Note(ctx, 20))
	require.NoError(t, c.Note(ctx, 21))
	noted, err := c.Noted(ctx)
	require.NoError(t, err)
	require.EqualValues(t, 41, noted)
	ok("oneway")

	for i := range int32(manyCalls) {
		sum, err := c.Add(ctx, i, 1)
		require.NoError(t, err)
		require.Equal(t, i+1, sum)
	}
	ok("calls in sequence")

	pipelined := thrift.NewTStandardClient(in, out)
	for i := range int32(manyCalls) {
		require.NoError(t, pipelined.Send(ctx, out, i, "add", &gen.InteropAddArgs{A: i, B: 2}))
	}
	for i := range int32(manyCalls) {
		var r gen.InteropAddResult
		require.NoError(t, pipelined.Recv(ctx, in, i, "add", &r))
		require.Equal(t, i+2, r.GetSuccess())
	}
	ok("calls pipelined")

	length, err := c.Blob(ctx, Blob(large))
	require.NoError(t, err)
	require.EqualValues(t, large, length)
	ok("large argument")
	return done
}

// requireException requires an application exception of a type.
func requireException(t *testing.T, err error, typ int32) {
	t.Helper()
	var e thrift.TApplicationException
	require.ErrorAs(t, err, &e)
	require.Equal(t, typ, e.TypeId())
}

// apacheEqual is Equals of the generated code, whatever the order of the words
// is, which our side has in a map. The constants have them sorted.
func apacheEqual(got, want *gen.Everything) bool {
	sorted := *got
	sorted.Words = slices.Sorted(slices.Values(got.Words))
	return sorted.Equals(want)
}

func apacheServer(t *testing.T, w wire) string {
	transports, protocols, _ := apacheFactories(w)
	socket, err := thrift.NewTServerSocketTimeout("127.0.0.1:0", lifetime)
	require.NoError(t, err)
	require.NoError(t, socket.Listen())
	server := thrift.NewTSimpleServer4(gen.NewInteropProcessor(new(apacheHandler)), socket, transports, protocols)
	served := make(chan error, 1)
	go func() { served <- server.Serve() }()
	addr := socket.Addr().String()
	t.Cleanup(func() {
		stopped := make(chan error, 1)
		go func() { stopped <- server.Stop() }()
		for name, end := range map[string]chan error{"Stop": stopped, "Serve": served} {
			select {
			case err := <-end:
				require.NoError(t, err, name)
			case <-time.After(grace):
				t.Errorf("Apache's server: %s did not return", name)
			}
		}
	})
	return addr
}

// apacheHandler is the service on Apache's side.
type apacheHandler struct{ noted int64 }

var _ gen.Interop = new(apacheHandler)

func (h *apacheHandler) Ping(context.Context) error { return nil }

func (h *apacheHandler) Add(_ context.Context, a, b int32) (int32, error) { return a + b, nil }

func (h *apacheHandler) Echo(_ context.Context, v *gen.Everything) (*gen.Everything, error) {
	if apacheEqual(v, gen.FULL) || apacheEqual(v, gen.SPARSE) {
		return v, nil
	}
	return nil, &gen.Refusal{Why: "echo of " + v.String()}
}

func (h *apacheHandler) Divide(_ context.Context, a, b int32) (int32, error) {
	if b == 0 {
		return 0, &gen.Refusal{Code: DivisionByZero, Why: "division by zero"}
	}
	return a / b, nil
}

func (h *apacheHandler) Fail(_ context.Context, why string) (int32, error) {
	return 0, errors.New(why)
}

func (h *apacheHandler) Blob(_ context.Context, b []byte) (int64, error) {
	if string(b) != string(Blob(len(b))) {
		return 0, &gen.Refusal{Why: "the blob is another"}
	}
	return int64(len(b)), nil
}

func (h *apacheHandler) Note(_ context.Context, n int64) error {
	h.noted += n
	return nil
}

func (h *apacheHandler) Noted(context.Context) (int64, error) { return h.noted, nil }
