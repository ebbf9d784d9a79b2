package unsafeio

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// TestReadPieces reads more than one piece, of 4 KiB at the least, whole and cut short: also where one piece
// ends.
func TestReadPieces(t *testing.T) {
	own := errors.New("own")
	body := make([]byte, 5*leastDirect)
	for i := range body {
		body[i] = byte(i * 7 >> 3)
	}
	for _, direct := range []int{1, leastDirect - 1, leastDirect, leastDirect + 1, 2 * leastDirect} {
		piece := max(direct, leastDirect)
		for _, size := range []int{piece, piece + 1, 2*piece - 1, 2 * piece, 2*piece + 1} {
			for _, as := range []func(io.Reader) io.Reader{iotest.HalfReader, iotest.DataErrReader} {
				b, err := ReadBytesDirect(as(bytes.NewReader(body)), size, direct, make([]byte, 3))
				require.NoError(t, err)
				require.Equal(t, body[:size], b)
			}
			for _, have := range []int{0, 1, piece - 1, piece, piece + 1, size - 1} {
				if have >= size {
					continue
				}
				for _, end := range []error{io.EOF, own} {
					want := end
					if end == io.EOF && have > 0 {
						want = io.ErrUnexpectedEOF
					}
					b, err := ReadBytesDirect(io.MultiReader(bytes.NewReader(body[:have]), iotest.ErrReader(end)), size, direct, nil)
					require.Equal(t, want, err, "%d of %d bytes in pieces of %d", have, size, piece)
					require.Equal(t, body[:have], append([]byte{}, b...))
				}
			}
		}
	}
	require.Equal(t, []byte{}, Join(nil, 0))
	require.Equal(t, []byte("abc"), Join([][]byte{[]byte("a"), nil, []byte("bc")}, 3))
}
