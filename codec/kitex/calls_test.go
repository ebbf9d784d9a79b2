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
					addr := way.serve(t, k, pair[1].servers...)
					testResults(t, k, way.dial(t, addr, pair[0].clients...))
					testErrors(t, way, addr, pair[0].clients, said)
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
func testErrors(t *testing.T, way options, addr string, opts []client.Option, said map[string]string) {
	ctx := within(t)
	c := way.dial(t, addr, opts...)
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

	err = way.dialFor(t, absent(), addr, opts...).Call(ctx, "absent", &shop.ShopPingArgs{}, &shop.ShopPingResult{})
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

// absent is a service with a method that the server does not have.
func absent() *serviceinfo.ServiceInfo {
	have := service.NewServiceInfoForClient()
	info := *have
	info.Methods = map[string]serviceinfo.MethodInfo{"absent": have.Methods["ping"]}
	return &info
}

// TestLargeArgument sends and gets back 12 MiB, between two ends of ours by each
// transport, and by some between others.
func TestLargeArgument(t *testing.T) {
	order := anOrder(1)
	order.Note = bytes.Repeat([]byte("12 MiB. "), 12<<20/8)
	for _, way := range transports {
		for i, pair := range pairs[1:] {
			if i < 2 && way.name != "bare" && way.name != "TTHeaderFramed" {
				continue
			}
			t.Run(way.name+", "+pair[0].name+" to "+pair[1].name, func(t *testing.T) {
				addr := way.serve(t, newKeeper(), pair[1].servers...)
				back, err := way.dial(t, addr, pair[0].clients...).echo(within(t), order)
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
	for _, way := range []options{transports[0], transports[3], transports[4], transports[5]} {
		t.Run(way.name, func(t *testing.T) {
			gate := make(chan struct{})
			addr := way.serve(t, &gated{newKeeper(), gate, make(chan struct{}, calls)}, miser.servers...)
			c := way.dial(t, addr, miser.clients...)
			ctx := within(t)
			var done sync.WaitGroup
			errs := make(chan error, calls)
			for i := range int64(calls) {
				done.Go(func() {
					order := anOrder(i)
					order.Items = order.Items[:2]
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
