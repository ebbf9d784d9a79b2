package miserkitex_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/cloudwego/gopkg/protocol/thrift"
	"github.com/cloudwego/kitex/client/genericclient"
	"github.com/cloudwego/kitex/pkg/generic"
	"github.com/cloudwego/kitex/pkg/klog"
	"github.com/cloudwego/kitex/pkg/remote"
	"github.com/cloudwego/kitex/pkg/remote/codec/protobuf"
	"github.com/cloudwego/kitex/pkg/rpcinfo"
	"github.com/cloudwego/kitex/pkg/serviceinfo"
	"github.com/cloudwego/kitex/server"
	"github.com/cloudwego/kitex/server/genericserver"
	"github.com/stretchr/testify/require"

	miserkitex "github.com/miserwire/miser/codec/kitex"
	"github.com/miserwire/miser/codec/kitex/internal/gen/shop"
)

// TestGenericCalls: data that is no struct of the IDL stays with kitex's codec.
func TestGenericCalls(t *testing.T) {
	seen := log(t, klog.LevelWarn)
	idl := func() generic.Generic {
		text, err := os.ReadFile("internal/idl/shop.thrift")
		require.NoError(t, err)
		// Generic calls have no methods without arguments.
		p, err := generic.NewThriftContentWithAbsIncludePathProvider("shop.thrift", map[string]string{
			"shop.thrift": strings.ReplaceAll(string(text), "void ping()", ""),
		})
		require.NoError(t, err)
		g, err := generic.MapThriftGeneric(p)
		require.NoError(t, err)
		return g
	}
	for _, pair := range pairs {
		t.Run(pair[0].name+" to "+pair[1].name, func(t *testing.T) {
			addr := serve(t, newKeeper(), pair[1].servers...)
			c, err := genericclient.NewClient("shop", idl(), append(to(addr), pair[0].clients...)...)
			require.NoError(t, err)
			defer c.Close()
			back, err := c.GenericCall(within(t), "echo", map[string]any{
				"id": int64(5), "first": map[string]any{"name": "tea"},
			})
			require.NoError(t, err)
			require.EqualValues(t, 5, back.(map[string]any)["id"])

			addr = run(t, func(o ...server.Option) server.Server {
				return genericserver.NewServer(new(genericEcho), idl(), o...)
			}, pair[1].servers)
			order, err := dial(t, addr, pair[0].clients...).echo(within(t), anOrder(3))
			require.NoError(t, err)
			require.EqualValues(t, 3, order.Id)
		})
	}
	require.NotContains(t, seen.String(), "miser leaves") // nothing is wrong with them
}

// genericEcho answers every call by the id of its order.
type genericEcho struct{}

func (*genericEcho) GenericCall(_ context.Context, _ string, request any) (any, error) {
	return map[string]any{"id": request.(map[string]any)["id"], "first": map[string]any{"name": "tea"}}, nil
}

// foreign has no tags, and code of its own. It is a text.
type foreign struct{ Text string }

func (f *foreign) BLength() int { return len(f.Text) + 8 }

func (f *foreign) FastWriteNocopy(b []byte, _ thrift.NocopyWriter) int {
	n := thrift.Binary.WriteFieldBegin(b, thrift.STRING, 1)
	n += thrift.Binary.WriteString(b[n:], f.Text)
	return n + thrift.Binary.WriteFieldStop(b[n:])
}

func (f *foreign) FastRead(b []byte) (n int, err error) {
	f.Text, n, err = thrift.Binary.ReadString(b[3:])
	return n + 4, err
}

// TestForeignStruct: so does a struct without tags, and the log says so once.
func TestForeignStruct(t *testing.T) {
	seen := log(t, klog.LevelWarn)
	const text = "its own way"
	fresh := miserkitex.Default()
	for range 2 {
		b := mustMarshal(t, fresh, newMessage(remote.Client, remote.Call, "tell", &foreign{text}))
		require.Equal(t, mustMarshal(t, theirs, newMessage(remote.Client, remote.Call, "tell", &shop.ShopTellArgs{Text: text})), b)
		for _, length := range []int{0, len(b)} {
			b[3] = byte(remote.Reply)
			m := newMessage(remote.Client, remote.Reply, "tell", &foreign{})
			m.SetPayloadLen(length)
			require.NoError(t, fresh.Unmarshal(context.Background(), m, linked(b, len(b))))
			require.Equal(t, &foreign{text}, m.Data())
		}
	}
	require.Regexp(t, `^.*miser leaves \*miserkitex_test.foreign to kitex's codec: .*none of them has a thrift tag.*\n$`, seen.String())
}

// TestProtocolBuffers: so does a message of another kind, since a server's
// option holds for all of its services.
func TestProtocolBuffers(t *testing.T) {
	m := newMessage(remote.Client, remote.Call, "place", errors.New("no message of Protocol Buffers"))
	rpcinfo.AsMutableRPCConfig(m.RPCInfo().Config()).SetPayloadCodec(serviceinfo.Protobuf)
	want := protobuf.NewProtobufCodec().Marshal(context.Background(), m, remote.NewWriterBuffer(0))
	require.Error(t, want)
	require.Equal(t, want, ours.Marshal(context.Background(), m, remote.NewWriterBuffer(0)))

	want = protobuf.NewProtobufCodec().Unmarshal(context.Background(), m, remote.NewReaderBuffer(make([]byte, 64)))
	require.Error(t, want)
	require.Equal(t, want, ours.Unmarshal(context.Background(), m, remote.NewReaderBuffer(make([]byte, 64))))
}

// TestControlFrame: kitex's multiplexed connections send a message that has no
// Config.
func TestControlFrame(t *testing.T) {
	ink := rpcinfo.NewInvocation("none", "none")
	ink.SetSeqID(0)
	b := message("none", 2, 0)
	m := remote.NewMessage(&shop.ShopPingResult{}, rpcinfo.NewRPCInfo(nil, nil, ink, nil, nil), remote.Reply, remote.Client)
	require.NoError(t, ours.Unmarshal(context.Background(), m, linked(b, len(b))))
	require.Equal(t, b, mustMarshal(t, ours, m))
}
