package codec_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/codec"
)

// figures has nothing but numbers and bools: assembly may read it whatever the options are.
type figures struct {
	A int64   `thrift:"a,1"`
	B int32   `thrift:"b,2"`
	C bool    `thrift:"c,3"`
	D float64 `thrift:"d,4,required"`
	E int16   `thrift:"e,5"`
	F int8    `thrift:"f,6"`
}

// A struct of numbers alone is as fresh as any, under each option.
func TestNumbersFresh(t *testing.T) {
	dirty := figures{-1, -1, true, -1, -1, -1}
	want := figures{A: 1 << 40, B: 7, C: true, D: 0.5, E: -3, F: 4}
	for _, p := range bothProtocols {
		for _, o := range []codec.Options{{}, {Strings: codec.Own}, {Strings: codec.Alias}, {Reuse: true}, {Strings: codec.Alias, Reuse: true}, {Strict: true}, {Limits: codec.Limits{Container: 1}}} {
			c := codec.Must(codec.New[figures](p, o))
			b, err := c.Append(nil, &want)
			require.NoError(t, err)
			v := dirty
			n, err := c.Decode(append(b, 0xee), &v)
			require.NoError(t, err)
			require.Equal(t, len(b), n)
			require.Equal(t, want, v)
			for i := range b {
				v = dirty
				n, err := c.Decode(b[:i], &v)
				require.ErrorIs(t, err, codec.ErrTruncated)
				require.Zero(t, n)
				require.Zero(t, v, "%d bytes", i)
			}
			if p != codec.Binary {
				continue
			}
			v = dirty
			n, err = c.Decode([]byte{0x04, 0, 4, 0x3f, 0xe0, 0, 0, 0, 0, 0, 0, 0}, &v)
			require.NoError(t, err)
			require.Equal(t, 12, n)
			require.Equal(t, figures{D: 0.5}, v)
			v = dirty
			_, err = c.Decode([]byte{byte(binary.TypeI64), 0, 1, 0, 0, 0, 0, 0, 0, 0, 9, 0}, &v)
			require.ErrorIs(t, err, codec.ErrMissingRequired)
			require.Zero(t, v)
		}
	}
}
