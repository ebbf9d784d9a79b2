package unsafeio

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// zeros gives n bytes and then err.
type zeros struct {
	n   int
	err error
}

func (z *zeros) Read(b []byte) (int, error) {
	if z.n == 0 {
		return 0, z.err
	}
	n := min(len(b), z.n)
	clear(b[:n])
	z.n -= n
	return n, nil
}

// allocated returns the bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestReadBytes(t *testing.T) {
	body := bytes.Repeat([]byte("0123456789"), 10)
	for _, size := range []int{0, 1, 15, 16, 17, 99, 100} {
		for _, direct := range []int{1, 16, 99, 100, 1000} {
			for _, as := range []func(io.Reader) io.Reader{iotest.HalfReader, iotest.OneByteReader, iotest.DataErrReader} {
				for _, buf := range [][]byte{nil, make([]byte, 50), make([]byte, 0, 100)} {
					b, err := ReadBytesDirect(as(bytes.NewReader(body)), size, direct, buf)
					require.NoError(t, err)
					require.Equal(t, body[:size], append([]byte{}, b...))
					require.NotNil(t, append(b, 0))
					if size > 0 && size <= cap(buf) {
						require.Same(t, &buf[:1][0], &b[0], "the memory of buf")
					}
				}
			}
		}
	}
	b, err := ReadBytes(bytes.NewReader(body), -1, nil)
	require.Error(t, err)
	require.Nil(t, b)
}

func TestReadBytesFails(t *testing.T) {
	own := errors.New("own")
	for _, tt := range []struct {
		body, size, direct int
		err, want          error
	}{
		{0, 10, 100, io.EOF, io.EOF},
		{0, 10, 4, io.EOF, io.EOF},
		{9, 10, 100, io.EOF, io.ErrUnexpectedEOF},
		{9, 10, 4, io.EOF, io.ErrUnexpectedEOF},
		{8, 10, 4, io.EOF, io.ErrUnexpectedEOF}, // at the end of a piece
		{0, 10, 100, own, own},
		{9, 10, 100, own, own},
		{8, 10, 4, own, own},
	} {
		b, err := ReadBytesDirect(&zeros{tt.body, tt.err}, tt.size, tt.direct, nil)
		require.ErrorIs(t, err, tt.want, "%+v", tt)
		require.Len(t, b, tt.body, "%+v", tt)
	}
}

// counted is a reader that returns a count and an error.
type counted struct {
	n   int
	err error
}

func (c counted) Read([]byte) (int, error) { return c.n, c.err }

// TestReadBytesDistrusts: a reader that breaks its rules gives an error.
func TestReadBytesDistrusts(t *testing.T) {
	for _, direct := range []int{1, 100} {
		for _, buf := range [][]byte{nil, make([]byte, 20)} {
			for _, n := range []int{-1, 11, 1 << 30} {
				b, err := ReadBytesDirect(counted{n: n}, 10, direct, buf)
				require.ErrorIs(t, err, errCount)
				require.Empty(t, b)
			}
			b, err := ReadBytesDirect(counted{}, 10, direct, buf)
			require.ErrorIs(t, err, io.ErrNoProgress)
			require.Empty(t, b)
		}
	}
	require.Less(t, allocated(func() { ReadBytesDirect(&zeros{1 << 20, io.EOF}, 1<<20, 1, nil) }), uint64(3<<20))
}

// TestReadBytesMemory: an honest size costs itself, a lie what arrived and one piece.
func TestReadBytesMemory(t *testing.T) {
	const slack = 64 << 10
	for _, size := range []int{1, 1 << 20, DirectSize} {
		var b []byte
		var z zeros
		read := func() { z = zeros{size, io.EOF}; b, _ = ReadBytes(&z, size, nil) }
		require.LessOrEqual(t, allocated(read), uint64(size+slack), "%d", size)
		require.Len(t, b, size)
		require.Equal(t, size, cap(b))
		atMost(t, 1, read, "%d bytes", size)
	}
	for _, body := range []int{0, 100, DirectSize, DirectSize + 1, 5 * DirectSize / 2} {
		var b []byte
		var err error
		got := allocated(func() { b, err = ReadBytes(&zeros{body, io.ErrUnexpectedEOF}, 1<<31-1, nil) })
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		require.Len(t, b, body)
		arrived := body
		if body > DirectSize {
			arrived *= 2 // in pieces, and joined
		}
		require.LessOrEqual(t, got, uint64(DirectSize+arrived+slack), "%d", body)
	}
	whole, err := ReadBytes(&zeros{3*DirectSize + 5, io.EOF}, 3*DirectSize+5, nil)
	require.NoError(t, err)
	require.Equal(t, 3*DirectSize+5, cap(whole))
}
