package miserkitex_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/cloudwego/kitex/client"
	"github.com/cloudwego/kitex/pkg/remote"
	"github.com/cloudwego/kitex/server"
	"github.com/stretchr/testify/require"

	miserkitex "github.com/miserwire/miser/codec/kitex"
	"github.com/miserwire/miser/codec/kitex/internal/gen/shop"
	"github.com/miserwire/miser/internal/wiretest"
)

// counted counts the messages of a payload codec.
type counted struct {
	remote.PayloadCodec
	out, in atomic.Int32
}

func (c *counted) Marshal(ctx context.Context, m remote.Message, out remote.ByteBuffer) error {
	c.out.Add(1)
	return c.PayloadCodec.Marshal(ctx, m, out)
}

func (c *counted) Unmarshal(ctx context.Context, m remote.Message, in remote.ByteBuffer) error {
	c.in.Add(1)
	return c.PayloadCodec.Unmarshal(ctx, m, in)
}

// TestOption: the one option is enough for kitex to take no other codec.
func TestOption(t *testing.T) {
	for _, way := range transports {
		t.Run(way.name, func(t *testing.T) {
			near, far := &counted{PayloadCodec: ours}, &counted{PayloadCodec: ours}
			addr := way.serve(t, newKeeper(), server.WithPayloadCodec(far))
			c := way.dial(t, addr, client.WithPayloadCodec(near))
			_, err := c.echo(within(t), anOrder(1))
			require.NoError(t, err)
			_, err = c.place(within(t), anOrder(idFails))
			require.Error(t, err)
			for _, n := range []*atomic.Int32{&near.out, &near.in, &far.out, &far.in} {
				switch {
				case way.name != "mux":
					require.EqualValues(t, 2, n.Load())
				case n != &far.in: // there kitex takes what a message in its pool had; see TestRegistered
					require.GreaterOrEqual(t, n.Load(), int32(2))
				}
			}
		})
	}
}

// registered is what kitex has for Thrift in these tests: kitex's own codec, or
// in its place another one.
type registered struct {
	remote.PayloadCodec
	instead atomic.Pointer[counted]
}

var standard = &registered{PayloadCodec: theirs}

func (r *registered) Marshal(ctx context.Context, m remote.Message, out remote.ByteBuffer) error {
	if c := r.instead.Load(); c != nil {
		return c.Marshal(ctx, m, out)
	}
	return r.PayloadCodec.Marshal(ctx, m, out)
}

func (r *registered) Unmarshal(ctx context.Context, m remote.Message, in remote.ByteBuffer) error {
	if c := r.instead.Load(); c != nil {
		return c.Unmarshal(ctx, m, in)
	}
	return r.PayloadCodec.Unmarshal(ctx, m, in)
}

// TestRegistered: in place of kitex's own codec for a whole process, no way is
// left out.
func TestRegistered(t *testing.T) {
	for _, way := range transports {
		t.Run(way.name, func(t *testing.T) {
			c := &counted{PayloadCodec: miserkitex.Default()}
			standard.instead.Store(c)
			defer standard.instead.Store(nil)
			addr := way.serve(t, newKeeper())
			_, err := way.dial(t, addr).echo(within(t), anOrder(1))
			require.NoError(t, err)
			require.EqualValues(t, 2, c.out.Load())
			if way.name != "mux" { // what its messages had before may still be in the pool
				require.EqualValues(t, 2, c.in.Load())
			}
		})
	}
}

// TestAllocs: beyond what decoding allocates, a message costs nothing at a
// client and its method's name at a server.
func TestAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("under the race detector sync.Pool drops items at random, so allocations say nothing")
	}
	wiretest.NeedsStack(t)
	call := newMessage(remote.Client, remote.Call, "echo", &shop.ShopEchoArgs{Order: anOrder(1)})
	out := &memory{b: make([]byte, 64<<10)}
	ctx := serverContext()
	require.Zero(t, testing.AllocsPerRun(10, func() {
		if err := ours.Marshal(ctx, call, out); err != nil {
			panic(err)
		}
	}))

	in := &memory{b: mustMarshal(t, ours, newMessage(remote.Server, remote.Reply, "ping", &shop.ShopPingResult{}))}
	reply := newMessage(remote.Client, remote.Reply, "ping", &shop.ShopPingResult{})
	for _, length := range []int{len(in.b), 0} {
		require.Zero(t, testing.AllocsPerRun(10, func() {
			in.at = 0
			reply.SetPayloadLen(length)
			if err := ours.Unmarshal(ctx, reply, in); err != nil {
				panic(err)
			}
		}))
	}
}
