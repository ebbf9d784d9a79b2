package thriftgo_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	fast "github.com/miserwire/miser/dialects/thriftgo/gen/fast/variants"
	kitex "github.com/miserwire/miser/dialects/thriftgo/gen/kitex/variants"
	plain "github.com/miserwire/miser/dialects/thriftgo/gen/plain/variants"
	v0211 "github.com/miserwire/miser/dialects/thriftgo/gen/v0211/variants"
	value "github.com/miserwire/miser/dialects/thriftgo/gen/value/variants"
	"github.com/miserwire/miser/layout"
)

// A message of an Outer: an empty inner, one more in the list and in the map, and
// a choice. Each Defaults lacks all but its required fields.
var outer = func() []byte {
	needs := []byte{8, 0, 41, 0, 0, 0, 1, 8, 0, 42, 0, 0, 0, 2, 15, 0, 43, 11, 0, 0, 0, 0, 0}
	b := append([]byte{12, 0, 1}, needs...)
	b = append(append(b, 15, 0, 2, 12, 0, 0, 0, 1), needs...)
	b = append(append(b, 13, 0, 3, 11, 12, 0, 0, 0, 1, 0, 0, 0, 1, 'a'), needs...)
	return append(b, 12, 0, 4, 8, 0, 2, 0, 0, 0, 5, 0, 0)
}()

// TestInitDefault: what does not come has its default, in the root and in structs
// inside of others, as the generated code reads it, and in a fresh copy each time.
func TestInitDefault(t *testing.T) {
	for _, v := range []any{kitex.NewOuter(), value.NewOuter(), fast.NewOuter()} {
		readsAlike(t, v, outer, nil)
	}
	readsAlike(t, plain.NewOptionals(), []byte{0}, nil)
	for _, v := range []any{kitex.NewDefaults(), value.NewDefaults(), fast.NewDefaults()} {
		readsAlike(t, v, outer[3:26], nil)
	}
	c := codec.Must(codec.New[kitex.Defaults](codec.Binary, codec.Options{}))
	var a, b kitex.Defaults
	for _, v := range []*kitex.Defaults{&a, &b} {
		_, err := c.Decode(outer[3:26], v)
		require.NoError(t, err)
	}
	a.Numbers[0], a.Counts["one"], a.Point.X = 9, 9, 9
	require.Equal(t, kitex.NewDefaults().Numbers, b.Numbers)
	require.Equal(t, kitex.NewDefaults().Counts, b.Counts)
	require.Equal(t, kitex.NewDefaults().Point, b.Point)
}

// readsAlike has miser and FastRead, or Read, read b.
func readsAlike(t *testing.T, theirs any, b []byte, s *layout.Schema) {
	t.Helper()
	ours := reflect.New(reflect.TypeOf(theirs).Elem()).Interface()
	c, err := codec.ForType(reflect.TypeOf(theirs).Elem(), codec.Binary, codec.Options{Schema: s})
	require.NoError(t, err)
	n, err := c.Decode(b, ours)
	require.NoError(t, err)
	require.Len(t, b, n)
	for _, peer := range contestants[:3] {
		if peer.has(theirs) && peer.protocol == codec.Binary {
			require.NoError(t, peer.Read(b, theirs))
			require.Equal(t, theirs, ours, "%s", peer.Name)
			return
		}
	}
	t.Fatalf("%T has no codec", theirs)
}

// TestDefaultsWithoutInitDefault: thriftgo wrote no InitDefault before 0.3. Without
// it miser knows of no default, and takes the zero of an optional number for
// absent; a hint that names the constructor mends that.
func TestDefaultsWithoutInitDefault(t *testing.T) {
	message := []byte{0}
	v := v0211.NewDefaults()
	v.OptSmall, v.OptFlag = 0, false

	without := codec.Must(codec.New[v0211.Defaults](codec.Binary, codec.Options{}))
	require.Contains(t, without.Explain(), "unless zero")
	b, err := without.Append(nil, v)
	require.NoError(t, err)
	back := v0211.NewDefaults()
	readPlain(t, b, back)
	require.True(t, back.OptFlag, "false was lost")
	require.EqualValues(t, 300, back.OptSmall, "0 was lost")

	s, err := layout.NewSchema(layout.Constructor(v0211.NewDefaults))
	require.NoError(t, err)
	with := codec.Must(codec.New[v0211.Defaults](codec.Binary, codec.Options{Schema: s}))
	require.Contains(t, with.Explain(), "constructor in schema")
	b, err = with.Append(nil, v)
	require.NoError(t, err)
	back = v0211.NewDefaults()
	readPlain(t, b, back)
	require.False(t, back.OptFlag)
	require.Zero(t, back.OptSmall)
	_, err = with.Decode(message, back)
	require.ErrorIs(t, err, codec.ErrMissingRequired)
}

func readPlain(t *testing.T, b []byte, v any) {
	t.Helper()
	require.NoError(t, contestants[0].Read(b, v))
}
