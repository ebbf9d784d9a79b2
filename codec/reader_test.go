package codec_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
)

// framed returns the bodies as frames.
func framed(bodies ...string) []byte {
	var buf []byte
	for _, b := range bodies {
		var mark int
		buf, mark = codec.BeginFrame(buf)
		buf, _ = codec.EndFrame(append(buf, b...), mark)
	}
	return buf
}

// script is a stream of what each Read gives: a string, an error, or both in turn.
type script []any

func (s *script) Read(b []byte) (int, error) {
	if len(*s) == 0 {
		return 0, io.EOF
	}
	switch next := (*s)[0].(type) {
	case error:
		*s = (*s)[1:]
		return 0, next
	case string:
		n := copy(b, next)
		(*s)[0] = next[n:]
		if n == len(next) {
			*s = (*s)[1:]
		}
		return n, nil
	}
	panic("script")
}

var errTimeout = errors.New("i/o timeout")

func TestReaderFrames(t *testing.T) {
	bodies := []string{"a", strings.Repeat("b", 5000), "c", strings.Repeat("d", 100_000), "e", strings.Repeat("f", 1<<21), "g"}
	for _, as := range []func(io.Reader) io.Reader{
		func(r io.Reader) io.Reader { return r }, iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader,
	} {
		for _, direct := range []int{0, 1, 10_000, 1 << 20} {
			r := codec.NewReader(as(bytes.NewReader(framed(bodies...))), codec.Limits{Direct: direct})
			for _, want := range bodies {
				b, err := r.Frame()
				require.NoError(t, err)
				require.Equal(t, want, string(b))
				require.Equal(t, len(b), cap(b))
			}
			for range 2 {
				_, err := r.Frame()
				require.Equal(t, io.EOF, err)
			}
		}
	}
}

// TestReaderGoesOn interrupts a Reader at every byte: what was read is kept.
func TestReaderGoesOn(t *testing.T) {
	struct1 := "\x08\x00\x01\x00\x00\x00\x05\x00"
	message := string(codec.AppendMessage(nil, codec.Binary, codec.Message{Name: "put", Type: codec.Call, Seq: 3})) + struct1
	for _, tt := range []struct {
		name   string
		stream string
		read   func(r *codec.Reader) ([]byte, error)
		want   string
	}{
		{"Frame", string(framed(message)), (*codec.Reader).Frame, message},
		{"Message", message, func(r *codec.Reader) ([]byte, error) {
			m, b, err := r.Message(codec.Binary)
			if err == nil {
				require.Equal(t, codec.Message{Name: "put", Type: codec.Call, Seq: 3}, m)
			}
			return b, err
		}, struct1},
		{"Struct", struct1, func(r *codec.Reader) ([]byte, error) { return r.Struct(codec.Binary) }, struct1},
	} {
		for cut := range len(tt.stream) {
			s := &script{tt.stream[:cut], errTimeout, tt.stream[cut:] + tt.stream}
			if cut == 0 {
				s = &script{errTimeout, tt.stream + tt.stream}
			}
			r := codec.NewReader(s, codec.Limits{})
			_, err := tt.read(r)
			require.Equal(t, errTimeout, err, "%s at %d", tt.name, cut)
			for range 2 {
				b, err := tt.read(r)
				require.NoError(t, err)
				require.Equal(t, tt.want, string(b), "%s at %d", tt.name, cut)
			}
			_, err = tt.read(r)
			require.Equal(t, io.EOF, err)

			r.Reset(&script{tt.stream[:cut]})
			_, err = tt.read(r)
			if cut == 0 {
				require.Equal(t, io.EOF, err)
				continue
			}
			require.ErrorIs(t, err, codec.ErrTruncated)
			require.ErrorIs(t, err, io.ErrUnexpectedEOF)
			var where *codec.Error
			require.ErrorAs(t, err, &where)
			require.Equal(t, cut, where.Offset)
			require.Equal(t, tt.name, where.Path)
		}
	}
}

func TestReaderErrors(t *testing.T) {
	many := codec.Limits{Message: 100, Container: 5, Bytes: 20, Depth: 2}
	frame := func(r *codec.Reader) error { _, err := r.Frame(); return err }
	inBinary := func(r *codec.Reader) error { _, _, err := r.Message(codec.Binary); return err }
	structs := func(r *codec.Reader) error { _, err := r.Struct(codec.Binary); return err }
	for _, tt := range []struct {
		name, wire string
		l          codec.Limits
		read       func(r *codec.Reader) error
		is         error
		text       string
	}{
		{"empty", "00000000", codec.Limits{}, frame, codec.ErrInvalid, "thrift: unmarshal Frame at offset 0: frame is empty; was nothing appended to it, or EndFrame not called?"},
		{"negative", "ffffffff", codec.Limits{}, frame, codec.ErrInvalid, "thrift: unmarshal Frame at offset 0: negative size; does the peer send no frames? see Detect"},
		{"large", "00fa0001", codec.Limits{}, frame, codec.ErrLimit, "thrift: unmarshal Frame at offset 0: frame is longer than Limits.Message, which is 16384000; does the peer send no frames? see Detect"},
		{"larger than told", "00000065", many, frame, codec.ErrLimit, "thrift: unmarshal Frame at offset 0: frame is longer than Limits.Message, which is 100; does the peer send no frames? see Detect"},
		{"HTTP", "474554202f20485454502f312e31", codec.Limits{}, frame, codec.ErrLimit, "thrift: unmarshal Frame at offset 0: frame is longer than Limits.Message, which is 16384000; does the peer send no frames? see Detect"},
		{"version", "80020001", codec.Limits{}, inBinary, codec.ErrInvalid, "thrift: binary: unmarshal Message at offset 0: not a message header of this protocol; see Detect"},
		{"old name", "7fffffff", codec.Limits{}, inBinary, codec.ErrLimit, "thrift: binary: unmarshal Message at offset 0: message is longer than Limits.Message, which is 104857600"},
		{"name", "8001000100000065", many, inBinary, codec.ErrLimit, "thrift: binary: unmarshal Message at offset 4: message is longer than Limits.Message, which is 100"},
		{"string", "0b000100000015", many, structs, codec.ErrLimit, "thrift: binary: unmarshal Struct at offset 3: string is longer than Limits.Bytes, which is 20"},
		{"list", "0f00010800000006", many, structs, codec.ErrLimit, "thrift: binary: unmarshal Struct at offset 3: container is larger than Limits.Container, which is 5"},
		{"depth", "0c00010c00010c0001", many, structs, codec.ErrLimit, "thrift: binary: unmarshal Struct at offset 9: nested deeper than Limits.Depth, which is 2"},
		{"long list", "0f0001107fffffff", codec.Limits{}, structs, codec.ErrLimit, "thrift: binary: unmarshal Struct at offset 3: message is longer than Limits.Message, which is 104857600"},
		{"type", "08000100000005" + "55", codec.Limits{}, structs, codec.ErrInvalid, "thrift: binary: unmarshal Struct at offset 7: unknown type code; is this another protocol, a message with its header, or no Thrift?"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, s := range []io.Reader{bytes.NewReader(fromHex(t, tt.wire)), iotest.OneByteReader(bytes.NewReader(fromHex(t, tt.wire)))} {
				r := codec.NewReader(s, tt.l)
				err := tt.read(r)
				require.ErrorIs(t, err, tt.is)
				require.EqualError(t, err, tt.text)
				require.Equal(t, err, tt.read(r), "the place of the next is not known")
				_, err2 := r.Frame()
				require.Equal(t, err, err2)
				r.Reset(bytes.NewReader(framed("x")))
				b, err := r.Frame()
				require.NoError(t, err)
				require.Equal(t, "x", string(b))
			}
		})
	}
}

func TestReaderMisuse(t *testing.T) {
	r := codec.NewReader(&script{"\x00\x00", errTimeout, "\x00\x01x"}, codec.Limits{})
	_, err := r.Frame()
	require.Equal(t, errTimeout, err)
	require.Equal(t, 2, r.Buffered())
	_, _, err = r.Message(codec.Binary)
	require.EqualError(t, err, "thrift: binary: unmarshal Message at offset 0: a Frame was begun before; go on with that one")
	_, err = r.Struct(7)
	require.ErrorIs(t, err, codec.ErrInvalid)
	b, err := r.Frame()
	require.NoError(t, err)
	require.Equal(t, "x", string(b))

	r = codec.NewReader(strings.NewReader("x"), codec.Limits{Depth: -1})
	for range 2 {
		_, err = r.Frame()
		require.ErrorContains(t, err, "Limits.Depth is -1")
		r.Reset(strings.NewReader("x"))
	}
	r = codec.NewReader(iotest.ErrReader(nil), codec.Limits{})
	_, err = r.Frame()
	require.Equal(t, io.ErrNoProgress, err)
	r = codec.NewReader(impossible(-1), codec.Limits{})
	_, err = r.Frame()
	require.ErrorContains(t, err, "impossible count")
	r = codec.NewReader(impossible(math.MaxInt), codec.Limits{})
	_, err = r.Struct(codec.Compact)
	require.ErrorContains(t, err, "impossible count")
}

// impossible is a stream that breaks the rules of io.Reader.
type impossible int

func (n impossible) Read([]byte) (int, error) { return int(n), nil }

// TestReaderEnds: an end that some transport wraps is one.
func TestReaderEnds(t *testing.T) {
	wrapped := fmt.Errorf("transport: %w", io.EOF)
	r := codec.NewReader(&script{string(framed("x")), wrapped, "\x00", wrapped}, codec.Limits{})
	_, err := r.Frame()
	require.NoError(t, err)
	_, err = r.Frame()
	require.Equal(t, io.EOF, err)
	_, err = r.Frame()
	require.ErrorIs(t, err, codec.ErrTruncated)
}

// TestReaderLastBytes: an error that comes with bytes is returned after them.
func TestReaderLastBytes(t *testing.T) {
	both := iotest.DataErrReader(io.MultiReader(bytes.NewReader(framed("a", "b")), iotest.ErrReader(errTimeout)))
	r := codec.NewReader(both, codec.Limits{})
	for _, want := range []string{"a", "b"} {
		b, err := r.Frame()
		require.NoError(t, err)
		require.Equal(t, want, string(b))
	}
	_, err := r.Frame()
	require.Equal(t, errTimeout, err)
}

func TestReaderDetect(t *testing.T) {
	message := codec.AppendMessage(nil, codec.Compact, codec.Message{Name: "put", Type: codec.Call, Seq: 3})
	message = append(message, 0)
	r := codec.NewReader(iotest.OneByteReader(bytes.NewReader(framed(string(message)))), codec.Limits{})
	for range 2 {
		p, framed, err := r.Detect()
		require.NoError(t, err)
		require.True(t, framed)
		require.Equal(t, codec.Compact, p)
	}
	require.Equal(t, 6, r.Buffered())
	b, err := r.Frame()
	require.NoError(t, err)
	require.Equal(t, message, b)
	require.Zero(t, r.Buffered())
	_, _, err = r.Detect()
	require.Equal(t, io.EOF, err)

	r = codec.NewReader(bytes.NewReader(message[:1]), codec.Limits{})
	_, _, err = r.Detect()
	require.ErrorIs(t, err, codec.ErrTruncated)
	r = codec.NewReader(strings.NewReader("GET / HTTP"), codec.Limits{})
	_, _, err = r.Detect()
	require.ErrorIs(t, err, codec.ErrInvalid)
}

func TestReaderNext(t *testing.T) {
	want := codec.Message{Name: "put", Type: codec.Call, Seq: 3}
	for _, p := range bothProtocols {
		plain := append(codec.AppendMessage(nil, p, want), 0)
		for _, stream := range [][]byte{slices.Concat(plain, plain), slices.Concat(framed(string(plain)), framed(string(plain)))} {
			r := codec.NewReader(bytes.NewReader(stream), codec.Limits{})
			_, isFramed, err := r.Detect()
			require.NoError(t, err)
			for range 2 {
				m, b, err := r.Next(p, isFramed)
				require.NoError(t, err)
				require.Equal(t, want, m)
				require.Equal(t, "\x00", string(b))
			}
			_, _, err = r.Next(p, isFramed)
			require.Equal(t, io.EOF, err)
		}
		_, _, err := codec.NewReader(bytes.NewReader(framed("x")), codec.Limits{}).Next(p, true)
		require.Error(t, err)
	}
}

// TestReaderBudget: what one message used of the limits is not missing in the next.
func TestReaderBudget(t *testing.T) {
	list := "\x0f\x00\x01\x08\x00\x00\x00\x05" + strings.Repeat("\x00\x00\x00\x01", 5) + "\x00"
	r := codec.NewReader(strings.NewReader(strings.Repeat(list, 1000)), codec.Limits{Message: len(list), Container: 5, Depth: 1})
	for range 1000 {
		b, err := r.Struct(codec.Binary)
		require.NoError(t, err)
		require.Equal(t, list, string(b))
	}
	_, err := r.Struct(codec.Binary)
	require.Equal(t, io.EOF, err)
}

// TestReaderLinear: a message that comes byte by byte costs no more for each when it is long.
func TestReaderLinear(t *testing.T) {
	value := func(n int) []byte {
		b := []byte{0x0f, 0, 1, 0x0b}
		b = append(b, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
		return append(append(b, bytes.Repeat([]byte{0, 0, 0, 2, 'x', 'y'}, n)...), 0)
	}
	read := func(b []byte) time.Duration {
		var times []time.Duration
		for range 3 {
			r := codec.NewReader(iotest.OneByteReader(bytes.NewReader(b)), codec.Limits{})
			start := time.Now()
			got, err := r.Struct(codec.Binary)
			times = append(times, time.Since(start))
			require.NoError(t, err)
			require.Equal(t, len(b), len(got))
		}
		return slices.Min(times)
	}
	short, long := value(10_000), value(80_000)
	for attempt := 1; ; attempt++ {
		a, b := read(short), read(long)
		if b <= 3*8*a+20*time.Millisecond {
			return
		}
		require.Less(t, attempt, 5, "%v for an eighth, %v for the whole", a, b)
	}
}
