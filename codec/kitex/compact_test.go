package miserkitex_test

import (
	"bytes"
	"net"
	"testing"
	"time"

	"github.com/cloudwego/kitex/client"
	"github.com/cloudwego/kitex/pkg/klog"
	"github.com/cloudwego/kitex/pkg/remote"
	"github.com/cloudwego/kitex/server"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	miserkitex "github.com/miserwire/miser/codec/kitex"
	"github.com/miserwire/miser/codec/kitex/internal/gen/shop"
	"github.com/miserwire/miser/internal/wiretest"
)

// compactly are the options of two ends that speak Compact.
func compactly(t testing.TB) options {
	t.Helper()
	c, err := miserkitex.NewCompact(codec.Options{})
	require.NoError(t, err)
	return options{clients: []client.Option{client.WithCodec(c)}, servers: []server.Option{server.WithCodec(c)}}
}

func TestCompactCalls(t *testing.T) {
	said := map[string]string{}
	for _, way := range []options{{name: "netpoll"}, {name: "Go's net", clients: goClient(), servers: goServer()}} {
		t.Run(way.name, func(t *testing.T) {
			c := compactly(t)
			k := newKeeper()
			addr := way.serve(t, k, c.servers...)
			testResults(t, k, way.dial(t, addr, c.clients...))
			testErrors(t, way, addr, c.clients, said)

			large := anOrder(1)
			large.Note = bytes.Repeat([]byte("12 MiB. "), 12<<20/8)
			back, err := way.dial(t, addr, c.clients...).echo(within(t), large)
			require.NoError(t, err)
			require.True(t, bytes.Equal(large.Note, back.Note))
		})
	}
}

// TestCompactPeer calls a kitex server by nothing but package codec: frames of
// Compact are those of any Thrift.
func TestCompactPeer(t *testing.T) {
	args := codec.Must(codec.New[shop.ShopPlaceArgs](codec.Compact, codec.Options{}))
	results := codec.Must(codec.New[shop.ShopPlaceResult](codec.Compact, codec.Options{}))
	addr := serve(t, newKeeper(), compactly(t).servers...)
	c, err := net.Dial("tcp", addr)
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, c.SetDeadline(time.Now().Add(patience)))

	var calls []byte
	for i, id := range []int64{5, idFails} {
		b, mark := codec.BeginFrame(calls)
		b, err := args.AppendMessage(b, codec.Message{Name: "place", Type: codec.Call, Seq: int32(i)}, &shop.ShopPlaceArgs{Order: anOrder(id)})
		require.NoError(t, err)
		calls, err = codec.EndFrame(b, mark)
		require.NoError(t, err)
	}
	_, err = c.Write(calls)
	require.NoError(t, err)
	replies := codec.NewReader(c, codec.Limits{})

	b, err := replies.Frame()
	require.NoError(t, err)
	n, err := codec.ParseReply(b, codec.Compact, "place", 0)
	require.NoError(t, err)
	var result shop.ShopPlaceResult
	_, err = results.Decode(b[n:], &result)
	require.NoError(t, err)
	require.EqualValues(t, 5, result.Success.Id)

	b, err = replies.Frame()
	require.NoError(t, err)
	_, err = codec.ParseReply(b, codec.Compact, "place", 1)
	var e *codec.ApplicationException
	require.ErrorAs(t, err, &e)
	require.Equal(t, codec.ExceptionInternalError, e.Type)
	require.Contains(t, e.Message, errFails.Error())
}

// TestCompactNeedsBothEnds: kitex's own codec looks at the first bytes of a
// payload, and takes no Compact; nor does ours take Binary in its place.
func TestCompactNeedsBothEnds(t *testing.T) {
	seen := log(t, klog.LevelError)
	addr := serve(t, newKeeper(), miser.servers...)
	require.Error(t, dial(t, addr, compactly(t).clients...).ping(within(t)))
	require.Contains(t, seen.String(), "invalid payload")

	addr = serve(t, newKeeper(), compactly(t).servers...)
	require.Error(t, dial(t, addr, transports[1].clients...).ping(within(t)))
	require.Contains(t, seen.String(), "not a message header of this protocol")
}

func TestCompactRefuses(t *testing.T) {
	c, err := miserkitex.NewCompact(codec.Options{Limits: codec.Limits{Message: 100}})
	require.NoError(t, err)
	read := func(b []byte) error {
		return c.Decode(serverContext(), newMessage(remote.Server, remote.Call, "", nil), linked(b, len(b)))
	}
	require.ErrorIs(t, read([]byte{0, 0, 0, 0}), codec.ErrInvalid)
	require.ErrorIs(t, read([]byte{0xff, 0xff, 0xff, 0xff}), codec.ErrInvalid)
	require.ErrorIs(t, read([]byte{0, 0, 0, 101}), codec.ErrLimit)
	require.Error(t, read([]byte{0, 0}))
	require.Error(t, read([]byte{0, 0, 0, 9, 0x82}))

	out := remote.NewWriterBuffer(0)
	m := newMessage(remote.Client, remote.Call, "tell", &foreign{})
	require.ErrorContains(t, c.Encode(serverContext(), m, out), "none of them has a thrift tag")
}

// TestHostileCompact is TestHostileCalls for frames of Compact.
func TestHostileCompact(t *testing.T) {
	seen := log(t, klog.LevelError)
	c := compactly(t)
	addr := serve(t, newKeeper(), c.servers...)
	args := codec.Must(codec.New[shop.ShopEchoArgs](codec.Compact, codec.Options{}))
	good, err := args.AppendMessage(nil, codec.Message{Name: "echo", Type: codec.Call, Seq: seq}, &shop.ShopEchoArgs{Order: anOrder(1)})
	require.NoError(t, err)
	for damaged := range wiretest.Mutations(good, 1, 100) {
		for how, wrap := range envelopes {
			if how != "bare" {
				require.NotContains(t, string(provoke(t, addr, wrap(bytes.Clone(damaged)))), "panic")
			}
		}
	}
	require.NoError(t, dial(t, addr, c.clients...).ping(within(t)))
	require.NotContains(t, seen.String(), "panic")
}
