package thriftgo_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/dialects/thriftgo/gen/kitex/variants"
)

func encodeByKitex(v *variants.Defaults) []byte {
	b := make([]byte, v.BLength())
	return b[:v.FastWriteNocopy(b, nil)]
}

func decodeByKitex(b []byte) (*variants.Defaults, error) {
	v := variants.NewDefaults()
	_, err := v.FastRead(b)
	return v, err
}

var defaults = codec.Must(codec.New[variants.Defaults](codec.Binary, codec.Options{}))

func encode(dst []byte, v *variants.Defaults) ([]byte, error) {
	return defaults.Append(dst, v)
}

func decode(b []byte) (*variants.Defaults, error) {
	v := new(variants.Defaults) // InitDefault gives fields that do not come their defaults
	n, err := defaults.Decode(b, v)
	if err == nil && n != len(b) {
		err = errors.New("bytes after the struct")
	}
	return v, err
}

func TestMigration(t *testing.T) {
	v := variants.NewDefaults()
	want := encodeByKitex(v)
	got, err := encode(nil, v)
	require.NoError(t, err)
	require.Len(t, got, len(want)) // the same fields: FastCodec writes those of fixed size first
	theirs, err := decodeByKitex(got)
	require.NoError(t, err)
	ours, err := decode(want)
	require.NoError(t, err)
	require.Equal(t, theirs, ours)
}
