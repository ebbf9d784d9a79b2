package miserkitex_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/cloudwego/gopkg/bufiox"
	"github.com/cloudwego/gopkg/protocol/thrift"
	"github.com/cloudwego/kitex/pkg/remote"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	miserkitex "github.com/miserwire/miser/codec/kitex"
	"github.com/miserwire/miser/codec/kitex/internal/gen/shop"
)

// TestMarshal compares messages with those of kitex's own codec: the header,
// the length, and what its generated code reads from the struct, in which it
// writes numbers first.
func TestMarshal(t *testing.T) {
	one := anOrder(1)
	for _, tt := range []struct {
		name   string
		role   remote.RPCRole
		typ    remote.MessageType
		method string
		data   any
	}{
		{"call", remote.Client, remote.Call, "place", &shop.ShopPlaceArgs{Order: one}},
		{"call with empty lists", remote.Client, remote.Call, "place", &shop.ShopPlaceArgs{Order: &shop.Order{First: shop.NewItem()}}},
		{"call without arguments", remote.Client, remote.Call, "ping", &shop.ShopPingArgs{}},
		{"oneway", remote.Client, remote.Oneway, "tell", &shop.ShopTellArgs{Text: "hear"}},
		{"reply", remote.Server, remote.Reply, "place", &shop.ShopPlaceResult{Success: &shop.Receipt{Id: 1, Last: one.First}}},
		{"reply without a result", remote.Server, remote.Reply, "place", &shop.ShopPlaceResult{}},
		{"declared exception", remote.Server, remote.Reply, "place", &shop.ShopPlaceResult{Refused: &shop.Refused{Why: "no", Code: -1}}},
		{"void reply", remote.Server, remote.Reply, "ping", &shop.ShopPingResult{}},
		{"TransError", remote.Server, remote.Exception, "place", remote.NewTransErrorWithMsg(remote.UnknownMethod, "what?")},
		{"TransError without a text", remote.Server, remote.Exception, "place", remote.NewTransErrorWithMsg(remote.ProtocolError, "")},
		{"error", remote.Server, remote.Exception, "place", errors.New("jammed")},
		{"no method", remote.Client, remote.Call, "", &shop.ShopPingArgs{}},
		{"no data", remote.Client, remote.Call, "absent", nil},
		{"an exception that is no error", remote.Server, remote.Exception, "place", &shop.ShopPingArgs{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want, wantErr := marshal(theirs, newMessage(tt.role, tt.typ, tt.method, tt.data))
			got, err := marshal(ours, newMessage(tt.role, tt.typ, tt.method, tt.data))
			require.Equal(t, wantErr == nil, err == nil, "%v", err)
			if err != nil {
				return
			}
			require.Len(t, got, len(want))
			_, n, err := codec.ParseMessage(want, codec.Binary)
			require.NoError(t, err)
			require.Equal(t, want[:n], got[:n])
			require.Equal(t, fastRead(t, tt.data, want[n:]), fastRead(t, tt.data, got[n:]))
		})
	}
}

// fastRead returns what generated code reads from b: a value of data's type,
// or an exception.
func fastRead(t *testing.T, data any, b []byte) any {
	t.Helper()
	if _, ok := data.(error); ok {
		data = &thrift.ApplicationException{}
	}
	v := reflect.New(reflect.TypeOf(data).Elem()).Interface().(thrift.FastCodec)
	n, err := v.FastRead(b)
	require.NoError(t, err)
	require.Len(t, b, n)
	return v
}

// TestMarshalFaults: what kitex's own codec writes, and no reader takes.
func TestMarshalFaults(t *testing.T) {
	_, err := marshal(ours, newMessage(remote.Client, remote.Call, "echo", &shop.ShopEchoArgs{Order: &shop.Order{
		Items: []*shop.Item{nil},
	}}))
	require.NoError(t, err) // a nil element is an empty struct, for both
	_, err = marshal(ours, newMessage(remote.Server, remote.Reply, "place", &shop.ShopPlaceResult{Success: &shop.Receipt{}}))
	require.ErrorIs(t, err, codec.ErrMissingRequired)
	var fault *codec.Error
	require.ErrorAs(t, err, &fault)
	require.Equal(t, "ShopPlaceResult.Success.Last", fault.Path)
	_, err = marshal(ours, newMessage(remote.Client, remote.Stream, "place", &shop.ShopPingArgs{}))
	require.ErrorContains(t, err, "message type 5")
	_, err = marshal(ours, newMessage(remote.Client, remote.Call, "place", "text"))
	require.ErrorContains(t, err, "got string; want a pointer to a struct")
	_, err = marshal(ours, newMessage(remote.Client, remote.Call, "place", (*shop.ShopPlaceArgs)(nil)))
	require.ErrorIs(t, err, codec.ErrInvalid)
}

// TestNilStruct: kitex's own codec writes an empty struct for nil, and then
// cannot read it where something in it is required.
func TestNilStruct(t *testing.T) {
	read := func(c remote.PayloadCodec) error {
		b := mustMarshal(t, c, newMessage(remote.Client, remote.Call, "echo", &shop.ShopEchoArgs{Order: &shop.Order{Id: 1}}))
		m := newMessage(remote.Server, remote.Call, "", nil)
		m.SetPayloadLen(len(b))
		return theirs.Unmarshal(serverContext(), m, linked(b, len(b)))
	}
	require.ErrorContains(t, read(theirs), "required field name is not set")
	require.NoError(t, read(ours))

	got := mustMarshal(t, ours, newMessage(remote.Client, remote.Call, "echo", &shop.ShopEchoArgs{}))
	require.Equal(t, message("echo", codec.Call, seq), got)
}

// TestLongMessages: what is remembered of a message's length changes how the
// next one is written, and nothing else.
func TestLongMessages(t *testing.T) {
	c := miserkitex.Default()
	for _, size := range []int{10, 1 << 20, 3 << 20, 3 << 20, 900 << 10, 400 << 10, 10} {
		data := &shop.ShopTellArgs{Text: strings.Repeat("x", size)}
		want := mustMarshal(t, theirs, newMessage(remote.Client, remote.Call, "tell", data))
		require.True(t, bytes.Equal(want, mustMarshal(t, c, newMessage(remote.Client, remote.Call, "tell", data))), size)
	}
}

// TestUnmarshal reads messages, good and bad, from every kind of buffer, with
// their length known and not. Errors are of the kind that kitex's own codec
// gives: a TransError, which goes back to the caller, or another.
func TestUnmarshal(t *testing.T) {
	order := anOrder(1)
	call := mustMarshal(t, theirs, newMessage(remote.Client, remote.Call, "echo", &shop.ShopEchoArgs{Order: order}))
	reply := mustMarshal(t, theirs, newMessage(remote.Server, remote.Reply, "echo", &shop.ShopEchoResult{Success: order}))
	answer := func(e error) []byte {
		return mustMarshal(t, theirs, newMessage(remote.Server, remote.Exception, "echo", e))
	}
	for _, tt := range []struct {
		name  string
		role  remote.RPCRole
		input []byte
		want  any // when there is no error
	}{
		{"call", remote.Server, call, &shop.ShopEchoArgs{Order: order}},
		{"oneway", remote.Server, message("tell", codec.Oneway, seq), &shop.ShopTellArgs{}},
		{"reply", remote.Client, reply, &shop.ShopEchoResult{Success: order}},
		{"reply without a result", remote.Client, message("echo", codec.Reply, seq), &shop.ShopEchoResult{}},
		{"an unknown method", remote.Server, message("absent", codec.Call, seq), nil},
		{"no method name", remote.Server, message("", codec.Call, seq), nil},
		{"a reply to a server", remote.Server, reply, nil},
		{"an exception to a server", remote.Server, answer(errFails), nil},
		{"a call to a client", remote.Client, call, nil},
		{"another sequence id", remote.Client, message("echo", codec.Reply, seq+1), nil},
		{"another method", remote.Client, message("place", codec.Reply, seq), nil},
		{"an application exception", remote.Client, answer(remote.NewTransErrorWithMsg(remote.UnknownMethod, "what?")), nil},
		{"one of kitex", remote.Client, answer(remote.NewTransErrorWithMsg(remote.UnknownService, "what?")), nil},
		{"one without a text", remote.Client, message("echo", codec.Exception, 0), nil},
		{"another version", remote.Server, append([]byte{0x80, 2}, call[2:]...), nil},
		{"a truncated call", remote.Server, call[:len(call)-1], nil},
		{"a truncated reply", remote.Client, reply[:len(reply)-9], nil},
		{"a truncated header", remote.Server, call[:9], nil},
	} {
		for in, buffer := range buffers() {
			for _, length := range []int{len(tt.input), 0} {
				t.Run(fmt.Sprintf("%s, %s, length %d", tt.name, in, length), func(t *testing.T) {
					read := func(c remote.PayloadCodec) (any, error) {
						m := newMessage(tt.role, remote.Call, "echo", nil)
						if tt.role == remote.Client {
							m = newMessage(tt.role, remote.Reply, "echo", &shop.ShopEchoResult{})
						}
						m.SetPayloadLen(length)
						err := c.Unmarshal(serverContext(), m, buffer(tt.input))
						if err == nil {
							require.EqualValues(t, seq, m.RPCInfo().Invocation().SeqID())
						}
						return m.Data(), err
					}
					got, err := read(ours)
					_, stock := read(theirs)
					if tt.want != nil {
						require.NoError(t, err)
						require.NoError(t, stock)
						require.Equal(t, tt.want, got)
						return
					}
					require.Error(t, err)
					require.Error(t, stock)
					requireSameKind(t, stock, err)
				})
			}
		}
	}
}

// requireSameKind: where kitex's codec says more than that bytes are wrong, err
// says the same.
func requireSameKind(t *testing.T, stock, err error) {
	t.Helper()
	var want, got *remote.TransError
	if !errors.As(stock, &want) || want.TypeID() == remote.ProtocolError {
		return
	}
	require.ErrorAs(t, err, &got)
	require.Equal(t, want.TypeID(), got.TypeID())
	require.Equal(t, want.Error(), got.Error())
}

// buffers are the kinds of buffer that kitex reads from.
func buffers() map[string]func([]byte) remote.ByteBuffer {
	return map[string]func([]byte) remote.ByteBuffer{
		"netpoll":            func(b []byte) remote.ByteBuffer { return linked(b, len(b)) },
		"netpoll, in pieces": func(b []byte) remote.ByteBuffer { return linked(b, 11) },
		"Go's net": func(b []byte) remote.ByteBuffer {
			return goBuffer(bufiox.NewDefaultReader(bytes.NewReader(b)))
		},
		"memory": func(b []byte) remote.ByteBuffer { return remote.NewReaderBuffer(b) },
	}
}

// TestDecodedIsOwn: kitex reuses the input once Unmarshal has returned.
func TestDecodedIsOwn(t *testing.T) {
	order := anOrder(1)
	b := mustMarshal(t, ours, newMessage(remote.Client, remote.Call, "echo", &shop.ShopEchoArgs{Order: order}))
	m := newMessage(remote.Server, remote.Call, "", nil)
	m.SetPayloadLen(len(b))
	require.NoError(t, ours.Unmarshal(serverContext(), m, remote.NewReaderBuffer(b)))
	clear(b)
	require.Equal(t, &shop.ShopEchoArgs{Order: order}, m.Data())
	require.Equal(t, "echo", m.RPCInfo().Invocation().MethodName())
}

// TestBehindTheMessage: of what follows a message nothing is lost where its
// length is not known, and nothing is left where it is.
func TestBehindTheMessage(t *testing.T) {
	call := mustMarshal(t, ours, newMessage(remote.Client, remote.Call, "echo", &shop.ShopEchoArgs{Order: anOrder(1)}))
	strict, err := miserkitex.New(codec.Options{Strict: true})
	require.NoError(t, err)
	for in, buffer := range buffers() {
		t.Run(in, func(t *testing.T) {
			b := append(append([]byte{}, call...), "next"...)
			read := func(c remote.PayloadCodec, length int) (remote.ByteBuffer, error) {
				m := newMessage(remote.Server, remote.Call, "", nil)
				m.SetPayloadLen(length)
				from := buffer(b)
				err := c.Unmarshal(serverContext(), m, from)
				if err == nil {
					require.Equal(t, cmp.Or(length, len(call)), m.PayloadLen())
				}
				return from, err
			}
			rest, err := read(ours, 0)
			require.NoError(t, err)
			next, err := rest.Next(4)
			require.NoError(t, err)
			require.Equal(t, "next", string(next))

			_, err = read(ours, len(b))
			require.NoError(t, err)
			_, err = read(strict, len(b))
			require.ErrorIs(t, err, codec.ErrInvalid)
			_, err = read(strict, len(call))
			require.NoError(t, err)
		})
	}
}

// TestLimits: each is met, by the length that the transport says, by the search
// for the end, or by decoding.
func TestLimits(t *testing.T) {
	call := mustMarshal(t, ours, newMessage(remote.Client, remote.Call, "echo", &shop.ShopEchoArgs{Order: anOrder(1)}))
	for name, l := range map[string]codec.Limits{
		"Message":   {Message: len(call) - 1},
		"Depth":     {Depth: 2},
		"Container": {Container: 19},
		"Bytes":     {Bytes: 3},
		"Alloc":     {Alloc: 100},
	} {
		t.Run(name, func(t *testing.T) {
			c, err := miserkitex.New(codec.Options{Limits: l})
			require.NoError(t, err)
			for _, length := range []int{len(call), 0} {
				m := newMessage(remote.Server, remote.Call, "", nil)
				m.SetPayloadLen(length)
				err := c.Unmarshal(serverContext(), m, linked(call, 100))
				require.ErrorIs(t, err, codec.ErrLimit)
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	for text, o := range map[string]codec.Options{
		"use Shared or Own":   {Strings: codec.Alias},
		"leave it out":        {Reuse: true},
		"a limit is negative": {Limits: codec.Limits{Message: -1}},
	} {
		_, err := miserkitex.New(o)
		require.ErrorContains(t, err, text)
		_, err = miserkitex.NewCompact(o)
		require.ErrorContains(t, err, text)
	}
}

func TestNames(t *testing.T) {
	require.Equal(t, "miser binary", fmt.Sprintf("%+v", ours))
	compact, err := miserkitex.NewCompact(codec.Options{})
	require.NoError(t, err)
	require.Equal(t, "miser compact", fmt.Sprintf("%+v", compact))
	require.Equal(t, "miser compact", compact.Name())
}

// TestConcurrentTypes: a codec learns of types while it is used.
func TestConcurrentTypes(t *testing.T) {
	c := miserkitex.Default()
	errs := make(chan error, 8)
	for range cap(errs) {
		go func() {
			errs <- c.Marshal(context.Background(), newMessage(remote.Client, remote.Call, "ping", &shop.ShopPingArgs{}), remote.NewWriterBuffer(0))
		}()
	}
	for range cap(errs) {
		require.NoError(t, <-errs)
	}
}
