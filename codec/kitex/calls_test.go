package miserkitex_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/cloudwego/kitex/client"
	"github.com/cloudwego/kitex/pkg/connpool"
	"github.com/cloudwego/kitex/pkg/remote"
	"github.com/cloudwego/kitex/pkg/serviceinfo"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec/kitex/internal/gen/shop"
	service "github.com/miserwire/miser/codec/kitex/internal/gen/shop/shop"
)

// TestCalls makes every kind of call, by each transport, between each two ends.
// What an error says at the client is what it says between kitex's own ends.
func TestCalls(t *testing.T) {
	for _, way := range transports {
		t.Run(way.name, func(t *testing.T) {
			said := map[string]string{}
			for _, pair := range pairs {
				t.Run(pair[0].name+" to "+pair[1].name, func(t *testing.T) {
					k := newKeeper()
					addr := serve(t, k, append(way.servers, pair[1].servers...)...)
					opts := append(way.clients, pair[0].clients...)
					testResults(t, k, dial(t, addr, opts...))
					testErrors(t, addr, opts, said)
				})
			}
		})
	}
}

func testResults(t *testing.T, k *keeper, c caller) {
	ctx := within(t)
	order := anOrder(7)
	receipt, err := c.place(ctx, order)
	require.NoError(t, err)
	require.EqualValues(t, 7, receipt.Id)
	require.Equal(t, order.Items[len(order.Items)-1], receipt.Last)
	require.Len(t, receipt.Names, len(order.Items))

	back, err := c.echo(ctx, order)
	require.NoError(t, err)
	require.Equal(t, order, back)

	require.NoError(t, c.ping(ctx))

	require.NoError(t, c.tell(ctx, "closed on Sunday"))
	select {
	case text := <-k.told:
		require.Equal(t, "closed on Sunday", text)
	case <-time.After(patience):
		t.Fatal("the oneway call did not arrive")
	}
	require.NoError(t, c.ping(ctx)) // no answer to the oneway call is in its place
}

// testErrors compares what errors say with said, or writes it there first.
func testErrors(t *testing.T, addr string, opts []client.Option, said map[string]string) {
	ctx := within(t)
	c := dial(t, addr, opts...)
	same := func(name, got string) {
		t.Helper()
		want, ok := said[name]
		if !ok {
			said[name] = got
			return
		}
		require.Equal(t, want, got, name)
	}

	_, err := c.place(ctx, anOrder(idRefused))
	var refused *shop.Refused
	require.ErrorAs(t, err, &refused)
	require.Equal(t, &shop.Refused{Why: "no credit", Code: 402}, refused)

	_, err = c.place(ctx, anOrder(idFails))
	same("a handler's error", applicationError(t, err, remote.InternalError))
	require.ErrorContains(t, err, errFails.Error())

	_, err = c.place(ctx, anOrder(idPanics))
	applicationError(t, err, remote.InternalError)
	require.ErrorContains(t, err, "the shop burns")

	err = absent(t, addr, opts...).Call(ctx, "absent", &shop.ShopPingArgs{}, &shop.ShopPingResult{})
	same("an unknown method", applicationError(t, err, remote.UnknownMethod, remote.UnknownService))

	require.NoError(t, c.ping(ctx)) // whatever was refused, the client goes on
}

// applicationError checks that err is what the server answered, with one of
// the types, and returns what it says.
func applicationError(t *testing.T, err error, types ...int32) string {
	t.Helper()
	var e *remote.TransError
	require.ErrorAs(t, err, &e)
	require.Contains(t, types, e.TypeID())
	var within interface{ TypeId() int32 } // of an ApplicationException
	require.True(t, errors.As(err, &within))
	require.Equal(t, e.TypeID(), within.TypeId())
	return fmt.Sprintf("%d %s", e.TypeID(), err)
}

// absent returns a client that knows a method which the server does not have.
func absent(t *testing.T, addr string, opts ...client.Option) caller {
	t.Helper()
	have := service.NewServiceInfoForClient()
	info := *have
	info.Methods = map[string]serviceinfo.MethodInfo{"absent": have.Methods["ping"]}
	return dialFor(t, &info, addr, opts...)
}

// TestLargeArgument sends and gets back 12 MiB.
func TestLargeArgument(t *testing.T) {
	order := anOrder(1)
	order.Note = bytes.Repeat([]byte("12 MiB. "), 12<<20/8)
	for _, way := range transports {
		for _, pair := range pairs[1:] {
			t.Run(way.name+", "+pair[0].name+" to "+pair[1].name, func(t *testing.T) {
				addr := serve(t, newKeeper(), append(way.servers, pair[1].servers...)...)
				back, err := dial(t, addr, append(way.clients, pair[0].clients...)...).echo(within(t), order)
				require.NoError(t, err)
				require.True(t, bytes.Equal(order.Note, back.Note))
				require.Equal(t, order.Items, back.Items)
			})
		}
	}
}

// TestConcurrentCalls has 1,000 calls under way at once, each with an argument
// of its own, by codecs that were never used before.
func TestConcurrentCalls(t *testing.T) {
	const calls = 1000
	for _, way := range transports {
		t.Run(way.name, func(t *testing.T) {
			gate := make(chan struct{})
			addr := serve(t, &gated{newKeeper(), gate, make(chan struct{}, calls)}, append(way.servers, miser.servers...)...)
			opts := append([]client.Option{client.WithLongConnection(connpool.IdleConfig{
				MaxIdlePerAddress: calls, MaxIdleGlobal: calls, MaxIdleTimeout: patience,
			})}, append(way.clients, miser.clients...)...)
			c := dial(t, addr, opts...)
			ctx := within(t)
			var done sync.WaitGroup
			errs := make(chan error, calls)
			for i := range int64(calls) {
				done.Go(func() {
					order := anOrder(i)
					back, err := c.echo(ctx, order)
					if err == nil && !reflect.DeepEqual(order, back) {
						err = fmt.Errorf("call %d: got %v", i, back)
					}
					errs <- err
				})
			}
			done.Wait()
			for range calls {
				require.NoError(t, <-errs)
			}
		})
	}
}

// gated answers when all calls have come.
type gated struct {
	*keeper
	open chan struct{}
	came chan struct{}
}

func (g *gated) Echo(ctx context.Context, o *shop.Order) (*shop.Order, error) {
	g.came <- struct{}{}
	if len(g.came) == cap(g.came) {
		close(g.open)
	}
	select {
	case <-g.open:
		return o, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
