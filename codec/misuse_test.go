package codec_test

import (
	"bytes"
	"math"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/unsafeio"
)

// What callers get wrong is an error that says so, or a panic where a package variable is made.

func TestMessageTypeNames(t *testing.T) {
	for typ, want := range map[codec.MessageType]string{
		codec.Call: "call", codec.Reply: "reply", codec.Exception: "exception", codec.Oneway: "oneway",
		0: "message type(0)", 5: "message type(5)", 255: "message type(255)",
	} {
		require.Equal(t, want, typ.String())
	}
}

// untaggedType has no field that a codec knows.
type untaggedType struct{ A int32 }

func TestMustPanics(t *testing.T) {
	_, err := codec.New[untaggedType](codec.Binary, codec.Options{})
	require.Error(t, err)
	require.PanicsWithError(t, err.Error(), func() { codec.Must(codec.New[untaggedType](codec.Binary, codec.Options{})) })
	pair, err := codec.NewPair[untaggedType](codec.Options{})
	require.Error(t, err)
	require.Nil(t, pair)
	require.PanicsWithError(t, err.Error(), func() { codec.MustPair(codec.NewPair[untaggedType](codec.Options{})) })
	pair, err = codec.NewPair[untaggedType](codec.Options{Limits: codec.Limits{Depth: -1}})
	require.Error(t, err)
	require.Nil(t, pair)

	good := codec.MustPair(codec.NewPair[Req](codec.Options{}))
	for _, p := range []codec.Protocol{0, codec.Compact + 1, 255} {
		require.Nil(t, good.For(p))
	}
	require.NotNil(t, good.For(codec.Binary))
	require.NotNil(t, good.For(codec.Compact))
	require.NotSame(t, good.For(codec.Binary), good.For(codec.Compact))
}

// TestNoProtocol: each call that takes a protocol refuses what is none, and says what to use.
func TestNoProtocol(t *testing.T) {
	m := codec.Message{Name: "get", Type: codec.Exception, Seq: 1}
	stream := func() *codec.Reader { return codec.NewReader(bytes.NewReader(framed("xyz")), codec.Limits{}) }
	for name, call := range map[string]func() error{
		"AppendException": func() error {
			b, err := codec.AppendException([]byte("before"), 7, m, &codec.ApplicationException{})
			require.Equal(t, "before", string(b))
			return err
		},
		"ParseReply":   func() error { _, err := codec.ParseReply([]byte("x"), 7, "get", 1); return err },
		"CheckReply":   func() error { return m.CheckReply(7, "get", 1, []byte{0}) },
		"Next":         func() error { _, _, err := stream().Next(7, true); return err },
		"Next plain":   func() error { _, _, err := stream().Next(7, false); return err },
		"Message":      func() error { _, _, err := stream().Message(7); return err },
		"Struct":       func() error { _, err := stream().Struct(7); return err },
		"ParseMessage": func() error { _, _, err := codec.ParseMessage([]byte("x"), 7); return err },
	} {
		err := call()
		require.ErrorIs(t, err, codec.ErrInvalid, name)
		require.ErrorContains(t, err, "unknown protocol; use codec.Binary or codec.Compact", name)
	}
}

// TestReaderKeepsError: a Reader whose limits are refused says so in each of its calls, and so does one whose
// stream is lost.
func TestReaderKeepsError(t *testing.T) {
	bad := codec.NewReader(strings.NewReader("x"), codec.Limits{Bytes: -1})
	lost := codec.NewReader(bytes.NewReader([]byte{0, 0, 0, 0, 1}), codec.Limits{})
	_, first := lost.Frame()
	require.ErrorIs(t, first, codec.ErrInvalid)
	for r, want := range map[*codec.Reader]string{bad: "negative", lost: "frame is empty"} {
		for range 2 {
			_, _, err := r.Detect()
			require.ErrorContains(t, err, want)
			_, err = r.Struct(codec.Binary)
			require.ErrorContains(t, err, want)
			_, _, err = r.Message(codec.Compact)
			require.ErrorContains(t, err, want)
			_, _, err = r.Next(codec.Compact, true)
			require.ErrorContains(t, err, want)
		}
	}
}

// TestAppendAfterLong: once a message was too long for a scratch, the next is measured; a fault of its value
// is still that fault, and dst stays.
func TestAppendAfterLong(t *testing.T) {
	for _, p := range bothProtocols {
		c := codec.Must(codec.New[wiretest.Chain](p, codec.Options{Limits: codec.Limits{Depth: 1 << 16}}))
		long := new(wiretest.Chain)
		for range 40_000 {
			long = &wiretest.Chain{Rest: long}
		}
		b, err := c.Append(nil, long)
		require.NoError(t, err)
		require.Greater(t, len(b), 32<<10)
		cycle := new(wiretest.Chain)
		cycle.Rest = cycle
		got, err := c.Append([]byte("before"), cycle)
		require.ErrorIs(t, err, codec.ErrLimit)
		require.Equal(t, "before", string(got))
		again, err := c.Append([]byte{}, long)
		require.NoError(t, err)
		require.Equal(t, b, again)
	}
}

// TestLongFrame: a frame of 2 GiB is ErrOverflow, and so is a message whose method has such a name; a frame of a byte less passes.
func TestLongFrame(t *testing.T) {
	if strconv.IntSize == 32 || runtime.GOOS != "linux" {
		t.Skip("there are no 2 GiB on 32 bits, nor any that take no memory elsewhere")
	}
	size := math.MaxInt32
	room := wiretest.NewGuard(t, size+5).Tail(size + 5)
	buf, err := codec.EndFrame(room, 0)
	require.ErrorIs(t, err, codec.ErrOverflow)
	require.Empty(t, buf)
	buf, err = codec.EndFrame(room[:size+4], 0)
	require.NoError(t, err)
	require.Len(t, buf, size+4)
	require.Equal(t, []byte{0x7f, 0xff, 0xff, 0xff}, buf[:4])
	for _, p := range bothProtocols {
		c := codec.Must(codec.New[Req](p, codec.Options{}))
		long := codec.Message{Name: unsafeio.StringAt(unsafeio.Input(room), size+1), Type: codec.Call}
		for _, dst := range [][]byte{nil, []byte("before"), make([]byte, 1, 100)} {
			got, err := c.AppendMessage(dst, long, &Req{})
			require.ErrorIs(t, err, codec.ErrOverflow)
			require.Equal(t, dst, got)
		}
	}
}
