package codec_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// forms are the ways in which an envelope's message can stand in a stream.
func forms(v wiretest.Envelope) []envelopeForm {
	return []envelopeForm{
		{"binary", codec.Binary, false, true, v.Binary},
		{"old binary", codec.Binary, false, false, v.BinaryOld},
		{"compact", codec.Compact, false, true, v.Compact},
		{"framed binary", codec.Binary, true, true, v.FramedBinary},
		{"framed compact", codec.Compact, true, true, v.FramedCompact},
	}
}

type envelopeForm struct {
	name    string
	p       codec.Protocol
	framed  bool
	written bool // in the form that this library writes
	wire    []byte
}

// message is what an envelope's header says.
func message(v wiretest.Envelope) codec.Message {
	return codec.Message{Name: v.Method, Type: codec.MessageType(v.MessageType), Seq: v.SeqID}
}

// eachForm runs check on every form of every envelope.
func eachForm(t *testing.T, check func(t *testing.T, v wiretest.Envelope, f envelopeForm)) {
	t.Helper()
	envelopes := wiretest.Envelopes()
	require.NotEmpty(t, envelopes)
	for _, v := range envelopes {
		for _, f := range forms(v) {
			if f.wire == nil {
				continue // the implementations do not agree on it
			}
			t.Run(v.Name+"/"+f.name, func(t *testing.T) { check(t, v, f) })
		}
	}
}

func TestEnvelopes(t *testing.T) {
	eachForm(t, func(t *testing.T, v wiretest.Envelope, f envelopeForm) {
		p, framed, err := codec.Detect(f.wire)
		require.NoError(t, err)
		require.Equal(t, f.p, p)
		require.Equal(t, f.framed, framed)

		r := codec.NewReader(bytes.NewReader(f.wire), codec.Limits{})
		var m codec.Message
		var args []byte
		if framed {
			frame, err := r.Frame()
			require.NoError(t, err)
			var n int
			m, n, err = codec.ParseMessage(frame, p)
			require.NoError(t, err)
			args = frame[n:]
		} else {
			m, args, err = r.Message(p)
			require.NoError(t, err)
			whole, n, err := codec.ParseMessage(f.wire, p)
			require.NoError(t, err)
			require.Equal(t, m, whole)
			require.Equal(t, f.wire[n:], args)
		}
		require.Equal(t, message(v), m)
		want, got := wiretest.Lookup(v.Type).Ordered(), wiretest.Lookup(v.Type).Ordered()
		want = wiretest.MustBuild(want, v.Value)
		c := codecOf(t, got, p, codec.Options{})
		n, err := c.Decode(args, got)
		require.NoError(t, err)
		require.Equal(t, len(args), n)
		require.Empty(t, wiretest.Diff(got, want))
		if !f.written {
			return
		}
		buf, mark := []byte("before"), 0
		if framed {
			buf, mark = codec.BeginFrame(buf)
		}
		buf, err = c.AppendMessage(buf, message(v), want)
		require.NoError(t, err)
		if framed {
			buf, err = codec.EndFrame(buf, mark)
			require.NoError(t, err)
		}
		require.Equal(t, "before"+string(f.wire), string(buf))
	})
}

func TestMessageErrors(t *testing.T) {
	for _, tt := range []struct {
		p    codec.Protocol
		wire string
		is   error
		text string
	}{
		{codec.Binary, "8002000100000000", codec.ErrInvalid, "thrift: binary: unmarshal Message at offset 0: not a message header of this protocol; see Detect"},
		{codec.Binary, "80010005000000016100000001", codec.ErrInvalid, "thrift: binary: unmarshal Message at offset 0: message type is none of call, reply, exception and oneway"},
		{codec.Binary, "80010001ffffffff", codec.ErrInvalid, "thrift: binary: unmarshal Message at offset 4: negative size"},
		{codec.Binary, "8001000100000009616263", codec.ErrTruncated, "thrift: binary: unmarshal Message at offset 11: input is truncated"},
		{codec.Binary, "00000001610900000001", codec.ErrInvalid, "thrift: binary: unmarshal Message at offset 5: message type is none of call, reply, exception and oneway"},
		{codec.Compact, "80010001", codec.ErrInvalid, "thrift: compact: unmarshal Message at offset 0: not a message header of this protocol; see Detect"},
		{codec.Compact, "8221ffffffffffffffffffff01", codec.ErrOverflow, "thrift: compact: unmarshal Message at offset 2: varint overflows its type"},
		{codec.Compact, "822105ffffffff0f", codec.ErrInvalid, "thrift: compact: unmarshal Message at offset 3: negative size"},
		{0, "8221", codec.ErrInvalid, "thrift: unmarshal Message at offset 0: unknown protocol; use codec.Binary or codec.Compact"},
	} {
		_, n, err := codec.ParseMessage(fromHex(t, tt.wire), tt.p)
		require.Zero(t, n, tt.wire)
		require.ErrorIs(t, err, tt.is, tt.wire)
		require.EqualError(t, err, tt.text, tt.wire)
	}
}

func TestAppendMessageErrors(t *testing.T) {
	for _, p := range bothProtocols {
		c, err := codec.New[Req](p, codec.Options{})
		require.NoError(t, err)
		dst := []byte("before")
		got, err := c.AppendMessage(dst, codec.Message{Name: "a", Type: 5}, &Req{})
		require.ErrorIs(t, err, codec.ErrInvalid)
		require.Equal(t, "before", string(got))
		got, err = c.AppendMessage(dst, codec.Message{Name: "a", Type: codec.Call}, nil)
		require.ErrorIs(t, err, codec.ErrInvalid)
		require.Equal(t, "before", string(got))
		got, err = c.AppendMessage(make([]byte, 6, 100), codec.Message{Name: "a", Type: codec.Call}, nil)
		require.ErrorIs(t, err, codec.ErrInvalid)
		require.Len(t, got, 6)
	}
	require.PanicsWithValue(t, "codec: AppendMessage: protocol(7); use codec.Binary or codec.Compact", func() {
		codec.AppendMessage(nil, 7, codec.Message{})
	})
}

// TestAppendMessageLimit: a limit that was set holds for what is written as well, so that a server can still answer something.
func TestAppendMessageLimit(t *testing.T) {
	for _, p := range bothProtocols {
		v := &Str{"0123456789"}
		m := codec.Message{Name: "put", Type: codec.Reply}
		whole, err := codecOf(t, v, p, codec.Options{}).AppendMessage(nil, m, v)
		require.NoError(t, err)
		for _, most := range []int{len(whole), len(whole) - 1, 1} {
			c := codecOf(t, v, p, codec.Options{Limits: codec.Limits{Message: most}})
			for _, dst := range [][]byte{nil, []byte("before"), append(make([]byte, 0, 100), "before"...)} {
				got, err := c.AppendMessage(dst, m, v)
				if most == len(whole) {
					require.NoError(t, err)
					require.Equal(t, string(dst)+string(whole), string(got))
					continue
				}
				require.ErrorIs(t, err, codec.ErrLimit)
				require.EqualError(t, err, fmt.Sprintf("thrift: %v: marshal Message at offset %d: message is longer than Limits.Message, which is %d", p, len(whole), most))
				require.Equal(t, dst, got)
			}
		}
	}
}

func TestMessageAllocs(t *testing.T) {
	skipAllocs(t)
	type args struct {
		A int32 `thrift:"a,1"`
	}
	table := codec.NewMethods(map[string]int{"add": 1, "get": 2})
	require.Nil(t, table.Lookup("none"))
	require.EqualError(t, table.Unknown("none"), `thrift: unknown method: there is no method "none"`)
	pair := codec.MustPair(codec.NewPair[args](codec.Options{Reuse: true, Strings: codec.Alias}))
	require.Nil(t, pair.For(9))
	buf := make([]byte, 0, 256)
	for _, p := range bothProtocols {
		v, c := &args{5}, pair.For(p)
		var name string
		allocs := testing.AllocsPerRun(100, func() {
			b, mark := codec.BeginFrame(buf)
			b, _ = c.AppendMessage(b, codec.Message{Name: "add", Type: codec.Call, Seq: 9}, v)
			b, _ = codec.EndFrame(b, mark)
			m, n, err := codec.ParseMessage(b[4:], p)
			if err != nil {
				panic(err)
			}
			name = table.Lookup(m.Name).Name
			if _, err = c.Decode(b[4+n:], v); err != nil {
				panic(err)
			}
		})
		require.Zero(t, allocs)
		require.Equal(t, "add", name)
		allocs = testing.AllocsPerRun(100, func() {
			if _, err := c.AppendMessage(nil, codec.Message{Name: "add", Type: codec.Call, Seq: 9}, v); err != nil {
				panic(err)
			}
		})
		require.Equal(t, 1.0, allocs)
	}
}

func TestFrames(t *testing.T) {
	buf, first := codec.BeginFrame([]byte("x"))
	buf = append(buf, "one"...)
	buf, err := codec.EndFrame(buf, first)
	require.NoError(t, err)
	buf, second := codec.BeginFrame(buf)
	buf = append(buf, "three"...)
	buf, err = codec.EndFrame(buf, second)
	require.NoError(t, err)
	require.Equal(t, "x\x00\x00\x00\x03one\x00\x00\x00\x05three", string(buf))

	buf, third := codec.BeginFrame(buf)
	buf, err = codec.EndFrame(buf, third)
	require.ErrorIs(t, err, codec.ErrInvalid)
	require.EqualError(t, err, "thrift: marshal Frame at offset 17: frame is empty; was nothing appended to it, or EndFrame not called?")
	require.Len(t, buf, third)
	for _, mark := range []int{-1, 0, 1, 2, first, second, third - 3, third, third + 1} { // first and second have ended
		got, err := codec.EndFrame(buf, mark)
		require.ErrorIs(t, err, codec.ErrInvalid, "%d", mark)
		require.Equal(t, buf, got)
	}
}

func TestParseFrame(t *testing.T) {
	src := framed("one", "three")
	b, n, err := codec.ParseFrame(src, codec.Limits{})
	require.NoError(t, err)
	require.Equal(t, "one", string(b))
	require.Equal(t, 3, cap(b))
	b, m, err := codec.ParseFrame(src[n:], codec.Limits{Message: 5})
	require.NoError(t, err)
	require.Equal(t, "three", string(b))
	require.Equal(t, len(src), n+m)
	for cut := range wiretest.Prefixes(src[n:]) {
		_, m, err = codec.ParseFrame(cut, codec.Limits{})
		require.Zero(t, m)
		require.ErrorIs(t, err, codec.ErrTruncated)
	}
	for wire, is := range map[string]error{"00000000": codec.ErrInvalid, "ffffffff": codec.ErrInvalid, "00fa0001": codec.ErrLimit} {
		_, _, err = codec.ParseFrame(fromHex(t, wire), codec.Limits{})
		require.ErrorIs(t, err, is)
	}
	_, _, err = codec.ParseFrame(src, codec.Limits{Message: 2})
	require.EqualError(t, err, "thrift: unmarshal Frame at offset 0: frame is longer than Limits.Message, which is 2; does the peer send no frames? see Detect")
	_, _, err = codec.ParseFrame(src, codec.Limits{Message: -1})
	require.Error(t, err)
}

func TestDetect(t *testing.T) {
	for wire, want := range map[string]string{
		"":                     "truncated",
		"80":                   "truncated",
		"82":                   "truncated",
		"8001":                 "binary",
		"8221":                 "compact",
		"8241":                 "compact",
		"00":                   "truncated",
		"0000":                 "truncated",
		"000000":               "truncated",
		"00000010":             "truncated",
		"0000001080":           "truncated",
		"0000001082":           "truncated",
		"000000108001":         "framed binary",
		"000000108221":         "framed compact",
		"0000001000":           "truncated",
		"00000010" + "0000":    "framed binary",
		"00000010" + "0001":    "invalid",
		"00000003" + "61":      "binary",
		"00000000" + "01":      "binary",
		"8002":                 "invalid",
		"8222":                 "invalid",
		"000000108002":         "invalid",
		"000000108222":         "invalid",
		"000000008001":         "invalid",
		"00000000" + "00":      "invalid",
		"000000200fff":         "invalid",
		"474554202f20":         "invalid", // GET /
		"504f5354202f":         "invalid", // POST
		"1603010200010001fc03": "invalid", // TLS
		"ff":                   "invalid",
		"83":                   "invalid",
		"ffffffff8001":         "invalid",
	} {
		p, framed, err := codec.Detect(fromHex(t, wire))
		got := p.String()
		switch {
		case errors.Is(err, codec.ErrTruncated):
			got = "truncated"
		case errors.Is(err, codec.ErrInvalid):
			got = "invalid"
		case err != nil:
			got = err.Error()
		case framed:
			got = "framed " + got
		}
		require.Equal(t, want, got, fmt.Sprintf("%s: %v", wire, err))
	}
}

func fromHex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	require.NoError(t, err)
	return b
}

func TestForTypeKept(t *testing.T) {
	skipAllocs(t)
	type args struct {
		A int32 `thrift:"a,1"`
	}
	typ := reflect.TypeFor[args]()
	o := codec.Options{Strict: true}
	first, err := codec.ForType(typ, codec.Compact, o)
	require.NoError(t, err)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		again, err := codec.ForType(typ, codec.Compact, o)
		if err != nil || again != first {
			panic("another codec")
		}
	}))
	other, err := codec.ForType(typ, codec.Binary, o)
	require.NoError(t, err)
	require.NotSame(t, first, other)
	v := &args{7}
	buf := make([]byte, 0, 64)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		b, err := first.AppendMessage(buf, codec.Message{Name: "a", Type: codec.Call}, v)
		if err != nil {
			panic(err)
		}
		if _, err = first.Decode(b[5:], v); err != nil {
			panic(err)
		}
	}))
	require.Equal(t, args{7}, *v)
	_, err = first.AppendMessage(nil, codec.Message{Name: "a", Type: codec.Call}, args{})
	require.ErrorIs(t, err, codec.ErrInvalid)
}
