package peers

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/bench/data"
	"github.com/miserwire/miser/bench/gen/apache"
	"github.com/miserwire/miser/bench/gen/fast"
	"github.com/miserwire/miser/bench/gen/pb"
)

// TestLeaves: leaves are alike in Go and in Protocol Buffers, and one that
// differs is seen.
func TestLeaves(t *testing.T) {
	for range 2 { // maps have another order
		w := data.Wide()
		m := new(pb.Wide)
		require.NoError(t, ToProto(w, m))
		require.NoError(t, same(leavesOfProto(m.ProtoReflect()), leavesOf(w)))
		w.Attrs["x-header-05"] += "!"
		require.Error(t, same(leavesOfProto(m.ProtoReflect()), leavesOf(w)))
	}
	require.Error(t, same(leaves{}, leaves{}), "nothing to compare")
	a := data.MediaFixed()[0]
	b := data.MediaFixed()[0]
	require.Equal(t, leavesOf(a), leavesOf(b))
	b.Media.Bitrate = nil // was 0: zeros do not tell
	require.Equal(t, leavesOf(a), leavesOf(b))
	for _, change := range []func(){
		func() { b.Media.Duration++ }, func() { b.Image[1].Title = nil }, func() { b.Media.Player = fast.Player_FLASH },
		func() { b.Media.Person = b.Media.Person[:1] }, func() { b.Image[0].URI = "" },
	} {
		before := leavesOf(b)
		change()
		require.NotEqual(t, before, leavesOf(b))
	}
}

// TestChecks: each kind of check sees what is wrong.
func TestChecks(t *testing.T) {
	s := New[apache.MapStrI64, fast.MapStrI64]("map", []*fast.MapStrI64{data.MapStrI64(3)})
	types[fast.MapStrI64](s)
	require.True(t, s.maps)
	wire := s.Wire[Binary][0]
	out := wire
	wrote := s.wrote(Binary, func() []byte { return out })
	require.NoError(t, wrote(0))
	for range 20 { // in whatever order
		out = data.MapStrI64(3).FastAppend(nil)
		require.NoError(t, wrote(0))
	}
	other := data.MapStrI64(3)
	other.V["x-header-001"]++
	out = other.FastAppend(nil)
	require.Error(t, wrote(0), "another value")
	out = wire[:len(wire)-1]
	require.Error(t, wrote(0), "cut short")
	_, err := s.value(Binary, append(wire[:len(wire):len(wire)], 0))
	require.Error(t, err, "more behind")

	Sink = other
	require.Error(t, readSunk[fast.MapStrI64](s, Binary)(0))
	Sink = data.MapStrI64(3)
	require.NoError(t, readSunk[fast.MapStrI64](s, Binary)(0))
	SinkInt = len(wire)
	require.NoError(t, s.used(Binary)(0))
	require.NoError(t, s.sized(Binary)(0))
	SinkInt--
	require.Error(t, s.used(Binary)(0))
	require.Error(t, s.sized(Binary)(0))
	left := func(n int) error { return s.left(Binary, func([]byte) (int, error) { return n, nil })(0) }
	require.NoError(t, left(4))
	require.Error(t, left(0))

	types[fast.Wide](s)
	require.True(t, s.maps)
	types[fast.MediaContent](s)
	require.False(t, s.maps)
}
