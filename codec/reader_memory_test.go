package codec_test

import (
	"bytes"
	stdbinary "encoding/binary"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// endless gives the same bytes again and again.
type endless struct {
	b  []byte
	at int
}

func (e *endless) Read(b []byte) (int, error) {
	n := copy(b, e.b[e.at:])
	e.at = (e.at + n) % len(e.b)
	return n, nil
}

// TestReaderAllocs: a Reader that has seen its stream's messages allocates nothing for more of them, up to the size from
// which a buffer lives for one message.
func TestReaderAllocs(t *testing.T) {
	skipAllocs(t)
	for _, tt := range []struct {
		size int
		want float64
	}{{10, 0}, {5000, 0}, {100_000, 0}, {1 << 20, 0}, {3 << 20, 4}} {
		body := strings.Repeat("x", tt.size)
		r := codec.NewReader(&endless{b: framed(body, body, "x"[:1])}, codec.Limits{})
		frame := func() {
			if _, err := r.Frame(); err != nil {
				panic(err)
			}
		}
		for range 6 {
			frame()
		}
		got := testing.AllocsPerRun(9, func() { frame(); frame(); frame() })
		require.LessOrEqual(t, got, tt.want, "%d bytes", tt.size)
	}
	list := "\x0f\x00\x01\x08\x00\x00\x00\x05" + strings.Repeat("\x00\x00\x00\x01", 5) + "\x00"
	r := codec.NewReader(&endless{b: []byte(list)}, codec.Limits{})
	require.Zero(t, testing.AllocsPerRun(100, func() {
		if _, err := r.Struct(codec.Binary); err != nil {
			panic(err)
		}
	}))
}

// TestReaderLies: what a peer declares and does not send costs Limits.Direct at most, 10 MiB by default.
func TestReaderLies(t *testing.T) {
	skipAllocs(t)
	const slack = 48 << 10
	text := "\x0b\x00\x01\x05\x00\x00\x00"     // a string of 80 MiB
	list := "\x0f\x00\x01\x03\x05\x00\x00\x00" // a list of as many i8
	for _, direct := range []int{0, 1, 64 << 10, 1 << 20} {
		most := direct
		if most == 0 {
			most = 10 << 20
		}
		for _, sent := range []int{0, 10, 1000, 100_000} {
			body := strings.Repeat("x", sent)
			for name, read := range map[string]func() (io.Reader, func(r *codec.Reader) error){
				"frame": func() (io.Reader, func(r *codec.Reader) error) {
					return strings.NewReader("\x00\xf9\x00\x00" + body), func(r *codec.Reader) error { _, err := r.Frame(); return err }
				},
				"string": func() (io.Reader, func(r *codec.Reader) error) {
					return strings.NewReader(text + body), func(r *codec.Reader) error { _, err := r.Struct(codec.Binary); return err }
				},
				"list": func() (io.Reader, func(r *codec.Reader) error) {
					return strings.NewReader(list + body), func(r *codec.Reader) error { _, err := r.Struct(codec.Binary); return err }
				},
			} {
				stream, call := read()
				r := codec.NewReader(stream, codec.Limits{Direct: direct})
				var err error
				got := wiretest.AllocBytes(func() { err = call(r) })
				require.ErrorIs(t, err, codec.ErrTruncated)
				// Twice what arrived: buffers double.
				require.LessOrEqual(t, got, uint64(most+3*sent+slack), "%s, direct %d, sent %d", name, direct, sent)
			}
		}
	}
}

// TestReaderExact: a frame, or a string, of up to Limits.Direct is allocated at once and exactly.
func TestReaderExact(t *testing.T) {
	skipAllocs(t)
	const slack = 24 << 10
	for _, size := range []int{100_000, 1 << 20, 10 << 20} {
		body := bytes.Repeat([]byte("x"), size)
		stream := framed(string(body))
		r := codec.NewReader(bytes.NewReader(stream), codec.Limits{})
		var b []byte
		var err error
		got := wiretest.AllocBytes(func() { b, err = r.Frame() })
		require.NoError(t, err)
		require.Equal(t, body, b)
		require.LessOrEqual(t, got, uint64(size+slack))

		text := append(stdbinary.BigEndian.AppendUint32([]byte{11, 0, 1}, uint32(size)), body...)
		text = append(text, 8, 0, 2, 0, 0, 0, 7, 0) // another field, and the stop field
		r = codec.NewReader(bytes.NewReader(text), codec.Limits{})
		got = wiretest.AllocBytes(func() { b, err = r.Struct(codec.Binary) })
		require.NoError(t, err)
		require.Equal(t, text, b)
		require.LessOrEqual(t, got, uint64(size+slack), "a string of %d bytes", size)
	}
	// Beyond it in pieces, which are joined once all is there.
	body := bytes.Repeat([]byte("x"), 15<<20)
	r := codec.NewReader(bytes.NewReader(framed(string(body))), codec.Limits{})
	got := wiretest.AllocBytes(func() { r.Frame() })
	require.LessOrEqual(t, got, uint64(2*len(body)+slack))
}

// TestReaderAtBorders: a frame begins at each of the last bytes of a buffer, and has any length around the bounds.
func TestReaderAtBorders(t *testing.T) {
	for _, direct := range []int{64 << 10, 8 << 10} {
		for first := 4080; first <= 4096; first++ {
			for _, second := range []int{1, 4096, 8<<10 - 1, 8<<10 + 1, 64 << 10, 64<<10 + 1, 300_000} {
				bodies := []string{strings.Repeat("a", first), strings.Repeat("b", second), "ccc", "ddd"}
				r := codec.NewReader(bytes.NewReader(framed(bodies...)), codec.Limits{Direct: direct})
				for i, want := range bodies {
					got, err := r.Frame()
					require.NoError(t, err)
					require.True(t, string(got) == want, "direct %d, lengths %d and %d: frame %d", direct, first, second, i)
					require.GreaterOrEqual(t, r.Buffered(), 0)
				}
				_, err := r.Frame()
				require.Equal(t, io.EOF, err)
			}
		}
	}
}

// TestReaderCatchesUp: many small messages behind a large one that has come with them are not moved for each of them.
func TestReaderCatchesUp(t *testing.T) {
	skipAllocs(t)
	small := framed("x")
	for _, large := range []int{70 << 10, 900 << 10, 3 << 20} {
		stream := append(framed(strings.Repeat("l", large)), bytes.Repeat(small, 200_000)...)
		for _, direct := range []int{0, 64 << 10} {
			r := codec.NewReader(bytes.NewReader(stream), codec.Limits{Direct: direct})
			frames := 0
			got := wiretest.AllocBytes(func() {
				for {
					if _, err := r.Frame(); err != nil {
						require.Equal(t, io.EOF, err)
						return
					}
					frames++
				}
			})
			require.Equal(t, 200_001, frames)
			require.LessOrEqual(t, got, uint64(4*large+4<<20), "%d, direct %d", large, direct)
		}
	}
}

// TestReaderPooled: what few messages of a connection need little of is given back after some connections.
func TestReaderPooled(t *testing.T) {
	r := codec.NewReader(bytes.NewReader(framed(strings.Repeat("l", 900<<10))), codec.Limits{})
	_, err := r.Frame()
	require.NoError(t, err)
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	for range 10 {
		r.Reset(bytes.NewReader(framed("a", "b")))
		for range 2 {
			_, err := r.Frame()
			require.NoError(t, err)
		}
	}
	require.Less(t, heap()+800<<10, before)
	runtime.KeepAlive(r)
}

// TestReaderShrinks: after a large message the memory of a Reader is small again at the next call.
func TestReaderShrinks(t *testing.T) {
	large := strings.Repeat("x", 15<<20)
	stream := framed(large, "a", large, large, "b")
	read := func(r *codec.Reader, want string) {
		b, err := r.Frame()
		require.NoError(t, err)
		require.Equal(t, len(want), len(b))
	}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for _, direct := range []int{0, 20 << 20, 64 << 10} {
		r := codec.NewReader(bytes.NewReader(stream), codec.Limits{Direct: direct})
		before := heap()
		read(r, large)
		require.Greater(t, heap(), before+14<<20)
		read(r, "a")
		require.Less(t, heap(), before+1<<20)
		read(r, large)
		read(r, large)
		read(r, "b")
		require.Less(t, heap(), before+1<<20)
		runtime.KeepAlive(r)
	}
}
