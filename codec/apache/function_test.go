package apache_test

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/apache/thrift/lib/go/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/codec/apache"
	"github.com/miserwire/miser/codec/apache/internal/gen/shapes"
)

type (
	countArgs   = shapes.ShapesCountArgs
	countResult = shapes.ShapesCountResult
)

func noCount(context.Context, *countArgs, *countResult) error { return nil }

func TestHandleErrors(t *testing.T) {
	p := shapes.NewShapesProcessor(newHandler())
	err := apache.Handle(p, "amount", codec.Options{}, noCount)
	require.EqualError(t, err, `thrift: apache: the processor has no method "amount"`)
	err = apache.HandleOneway(p, "quiet", codec.Options{}, func(context.Context, *countArgs) error { return nil })
	require.EqualError(t, err, `thrift: apache: the processor has no method "quiet"`)
	err = apache.Handle(p, "count", codec.Options{Limits: codec.Limits{Depth: -1}}, noCount)
	require.ErrorContains(t, err, "Limits.Depth is -1")
	type untagged struct{ N int }
	err = apache.Handle(p, "count", codec.Options{}, func(context.Context, *countArgs, *untagged) error { return nil })
	require.ErrorContains(t, err, "none of them has a thrift tag")
	err = apache.Handle(p, "count", codec.Options{}, func(context.Context, *countArgs, *int) error { return nil })
	require.ErrorContains(t, err, "int")
	err = apache.HandleOneway(p, "hint", codec.Options{}, func(context.Context, *untagged) error { return nil })
	require.ErrorContains(t, err, "none of them has a thrift tag")
}

// replace is a server whose method count is h.
func replace(h func(context.Context, *countArgs, *countResult) error) serverMaker {
	return func(t testing.TB, _ *handler, f form) (thrift.TProcessor, thrift.TTransportFactory, thrift.TProtocolFactory) {
		p := shapes.NewShapesProcessor(newHandler())
		require.NoError(t, apache.Handle(p, "count", codec.Options{}, h))
		tf, pf := f.factories()
		return p, tf, pf
	}
}

func countCall(t testing.TB, f form) []byte {
	return f.message(t, codec.Message{Name: "count", Type: codec.Call, Seq: 9}, &countArgs{Name: "x"})
}

// TestHandlerErrors has what generated processors make of the errors of
// handlers, beside what TestCalls has.
func TestHandlerErrors(t *testing.T) {
	f := forms[1]
	abandon := replace(func(context.Context, *countArgs, *countResult) error { return thrift.ErrAbandonRequest })
	got, ok, err := process(t, countCall(t, f), nil, f, abandon)
	require.False(t, ok)
	require.ErrorIs(t, err, thrift.ErrAbandonRequest)
	require.Empty(t, got)

	boom := errors.New("boom")
	fails := replace(func(context.Context, *countArgs, *countResult) error { return boom })
	got, ok, err = process(t, countCall(t, f), nil, f, fails)
	require.True(t, ok)
	require.ErrorIs(t, err, boom)
	require.Contains(t, string(got), "Internal error processing count: boom")

	var conn recorder
	conn.in.Write(countCall(t, f))
	conn.gone = true
	p, _, pf := fails(t, nil, f)
	ok, err = p.Process(ctx, pf.GetProtocol(&conn), pf.GetProtocol(&conn))
	require.False(t, ok)
	var failed *thrift.ProcessorError
	require.ErrorAs(t, err, &failed)
	require.ErrorIs(t, failed.EndpointError, boom)

	// An answer that is too long for a frame is none.
	o := f.options()
	o.Codec.Limits.Message = 64
	long := shapes.NewShapesProcessor(newHandler())
	require.NoError(t, apache.Handle(long, "names", codec.Options{}, func(_ context.Context, _ *shapes.ShapesNamesArgs, r *shapes.ShapesNamesResult) error {
		r.Success = []string{string(make([]byte, 64))}
		return nil
	}))
	conn = recorder{}
	conn.in.Write(f.message(t, codec.Message{Name: "names", Type: codec.Call}, &shapes.ShapesNamesArgs{}))
	limited := apache.NewProtocolFactory(o)
	ok, err = long.Process(ctx, limited.GetProtocol(&conn), limited.GetProtocol(&conn))
	require.False(t, ok)
	var protocol thrift.TProtocolException
	require.ErrorAs(t, err, &protocol)
	require.Equal(t, thrift.SIZE_LIMIT, protocol.TypeId())
	require.Zero(t, conn.writes)
}

// TestResultNotEncodable: nothing of it was sent, so that the client is told.
func TestResultNotEncodable(t *testing.T) {
	for _, f := range forms {
		p := shapes.NewShapesProcessor(newHandler())
		o := codec.Options{Limits: codec.Limits{Depth: 2}}
		require.NoError(t, apache.Handle(p, "move", o, func(_ context.Context, _ *shapes.ShapesMoveArgs, r *shapes.ShapesMoveResult) error {
			r.Success = &shapes.Shape{Points: []*shapes.Point{{}}}
			return nil
		}))
		var conn recorder
		conn.in.Write(f.message(t, codec.Message{Name: "move", Type: codec.Call}, &shapes.ShapesMoveArgs{}))
		pf := apache.NewProtocolFactory(f.options())
		out := pf.GetProtocol(&conn)
		ok, err := p.Process(ctx, out, out)
		require.True(t, ok)
		require.ErrorIs(t, err, codec.ErrLimit)
		require.Contains(t, conn.out.String(), "Internal error processing move: ")
		require.Equal(t, 1, conn.writes)
	}
}

// TestOnewayAnswersNothing has arguments that cannot be read, and an error.
func TestOnewayAnswersNothing(t *testing.T) {
	for _, f := range forms {
		p := shapes.NewShapesProcessor(newHandler())
		require.NoError(t, apache.HandleOneway(p, "hint", codec.Options{Reuse: true}, func(_ context.Context, a *shapes.ShapesHintArgs) error {
			return errors.New(a.Text)
		}))
		_, pf := f.factories()
		var conn recorder
		conn.in.Write(f.message(t, codec.Message{Name: "hint", Type: codec.Oneway}, &shapes.ShapesHintArgs{Text: "no"}))
		conn.in.Write(f.cut(t, codec.Message{Name: "hint", Type: codec.Oneway}, &shapes.ShapesHintArgs{Text: "cut"}))
		in, out := pf.GetProtocol(&conn), pf.GetProtocol(&conn)
		ok, err := p.Process(ctx, in, out)
		require.True(t, ok)
		require.EqualError(t, err, "no")
		ok, err = p.Process(ctx, in, out)
		require.False(t, ok)
		require.Error(t, err)
		require.Zero(t, conn.writes)
	}
}

// TestClientGone has a handler that runs until its client goes away.
func TestClientGone(t *testing.T) {
	noLeak(t)
	f := forms[1]
	started, cause := make(chan struct{}), make(chan error, 1)
	p, tf, pf := replace(func(ctx context.Context, _ *countArgs, _ *countResult) error {
		close(started)
		<-ctx.Done()
		cause <- context.Cause(ctx)
		return ctx.Err()
	})(t, nil, f)
	c := dial(t, serve(t, p, tf, pf))
	_, err := c.Write(countCall(t, f))
	require.NoError(t, err)
	<-started
	time.Sleep(3 * thrift.ServerConnectivityCheckInterval) // it is still there
	require.Empty(t, cause)
	require.NoError(t, c.Close())
	require.ErrorIs(t, <-cause, thrift.ErrAbandonRequest)
}

// TestContextEnds has a handler that keeps its context.
func TestContextEnds(t *testing.T) {
	var kept context.Context
	keep := replace(func(ctx context.Context, _ *countArgs, r *countResult) error {
		kept = ctx
		r.Success = new(int64)
		return ctx.Err()
	})
	_, ok, err := process(t, countCall(t, forms[0]), nil, forms[0], keep)
	require.True(t, ok)
	require.NoError(t, err)
	require.Error(t, kept.Err())
}

// TestReuse keeps, in a handler that must not, what its arguments share.
func TestReuse(t *testing.T) {
	f := forms[3]
	for _, tt := range []struct {
		o      codec.Options
		shared bool
	}{{codec.Options{}, false}, {codec.Options{Reuse: true, Strings: codec.Alias}, true}} {
		p := shapes.NewShapesProcessor(newHandler())
		var points []*shapes.Point
		require.NoError(t, apache.Handle(p, "move", tt.o, func(_ context.Context, a *shapes.ShapesMoveArgs, r *shapes.ShapesMoveResult) error {
			points = append(points, a.Shape.Points[0])
			require.Nil(t, r.Success)
			r.Success = a.Shape
			return nil
		}))
		tf, pf := f.factories()
		c := stockClient(t, serve(t, p, tf, pf), f)
		for i := range int32(3) {
			s := shape("square")
			s.Points[0].X = i
			got, err := c.Move(ctx, s, 0)
			require.NoError(t, err)
			require.Equal(t, s, got)
		}
		if !raceEnabled { // then a sync.Pool drops items
			require.Equal(t, tt.shared, points[0] == points[1] || points[1] == points[2])
		}
	}
}

// TestServerAllocs counts what a call costs a server that reuses: the context
// that ends when the client goes away.
func TestServerAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("a sync.Pool drops items under the race detector")
	}
	for _, f := range forms {
		p := shapes.NewShapesProcessor(newHandler())
		require.NoError(t, apache.Handle(p, "move", codec.Options{Reuse: true, Strings: codec.Alias}, func(_ context.Context, a *shapes.ShapesMoveArgs, r *shapes.ShapesMoveResult) error {
			r.Success = a.Shape
			return nil
		}))
		_, pf := f.factories()
		conn := &loop{request: f.message(t, codec.Message{Name: "move", Type: codec.Call, Seq: 1}, &shapes.ShapesMoveArgs{Shape: shape("square")})}
		in, out := pf.GetProtocol(conn), pf.GetProtocol(conn)
		allocs := testing.AllocsPerRun(200, func() {
			if ok, err := p.Process(ctx, in, out); !ok || err != nil {
				panic(err)
			}
		})
		require.LessOrEqual(t, allocs, 2.0, f.name)
	}
}

// TestMultiplexed has two services on one port.
func TestMultiplexed(t *testing.T) {
	for _, f := range forms {
		both := thrift.NewTMultiplexedProcessor()
		both.RegisterProcessor("first", switched(t, newHandler(), codec.Options{}))
		both.RegisterProcessor("second", shapes.NewShapesProcessor(newHandler()))
		// Structs without generated code show that this way is miser's too.
		type args struct {
			Name string `thrift:"name,1"`
		}
		type result struct {
			Success int64 `thrift:"success,0"`
		}
		require.NoError(t, apache.Handle(both, "second:count", codec.Options{}, func(_ context.Context, a *args, r *result) error {
			r.Success = -int64(len(a.Name))
			return nil
		}))
		tf, pf := f.factories()
		addr := serve(t, both, tf, pf)
		o := f.options()
		o.Service = "second"
		ours := shapes.NewShapesClient(apache.NewClient(socket(t, addr), o))
		stf, spf := f.stockFactories()
		trans, err := stf.GetTransport(socket(t, addr))
		require.NoError(t, err)
		in := spf.GetProtocol(trans)
		stock := shapes.NewShapesClient(thrift.NewTStandardClient(in, thrift.NewTMultiplexedProtocol(in, "first")))
		for range 3 {
			n, err := ours.Count(ctx, "four")
			require.NoError(t, err)
			require.EqualValues(t, -4, n)
			n, err = stock.Count(ctx, "four")
			require.NoError(t, err)
			require.EqualValues(t, 4, n)
			require.NoError(t, ours.Ping(ctx))
			got, err := stock.Move(ctx, shape("square"), 0)
			require.NoError(t, err)
			require.Equal(t, shape("square"), got)
		}
	}
}

// TestOwnStructs has a handler whose structs were written by hand.
func TestOwnStructs(t *testing.T) {
	type args struct {
		Name []byte `thrift:"name,1,default,string"`
	}
	type result struct {
		Success *int64 `thrift:"success,0,optional"`
	}
	h := func(_ context.Context, a *args, r *result) error {
		r.Success = new(int64(bytes.Count(a.Name, []byte("a"))))
		return nil
	}
	f := forms[2]
	p := shapes.NewShapesProcessor(newHandler())
	require.NoError(t, apache.Handle(p, "count", codec.Options{}, h))
	tf, pf := f.factories()
	c := stockClient(t, serve(t, p, tf, pf), f)
	n, err := c.Count(ctx, "banana")
	require.NoError(t, err)
	require.EqualValues(t, 3, n)

	// Apache's own protocol has no way to read them.
	tf, pf = f.stockFactories()
	var conn recorder
	conn.in.Write(countCall(t, f))
	trans, err := tf.GetTransport(&conn)
	require.NoError(t, err)
	ok, failed := p.Process(ctx, pf.GetProtocol(trans), pf.GetProtocol(trans))
	require.False(t, ok)
	require.ErrorContains(t, failed, "has no generated code for a foreign protocol; use a ProtocolFactory")
}

// TestMiddleware wraps switched methods and others.
func TestMiddleware(t *testing.T) {
	var seen []string
	f := forms[1]
	p := thrift.WrapProcessor(switched(t, newHandler(), codec.Options{}), func(name string, next thrift.TProcessorFunction) thrift.TProcessorFunction {
		return thrift.WrappedTProcessorFunction{Wrapped: func(ctx context.Context, seq int32, in, out thrift.TProtocol) (bool, thrift.TException) {
			seen = append(seen, name)
			return next.Process(ctx, seq, in, out)
		}}
	})
	tf, pf := f.factories()
	wrapped := thrift.WrapClient(apache.NewClient(socket(t, serve(t, p, tf, pf)), f.options()), thrift.ExtractIDLExceptionClientMiddleware)
	_, err := wrapped.Call(ctx, "move", &shapes.ShapesMoveArgs{Shape: shape("missing"), Dx: 1}, &shapes.ShapesMoveResult{})
	require.Equal(t, &shapes.NotFound{What: "missing", Code: 1}, err)
	require.Equal(t, []string{"move"}, seen)
}
