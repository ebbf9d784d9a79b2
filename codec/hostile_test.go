package codec_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// What hostile bytes or unusual types once did, each a test of its kind.

type kilobyte struct {
	A int32 `thrift:"a,1"`
	_ [1020]byte
}

type kilobytes struct {
	M map[int32]kilobyte `thrift:"m,1"`
}

// entries is a Compact map<i32,struct> of n entries, each an empty struct.
func entries(n int) []byte {
	b := []byte{0x1b}
	b = appendVarint(b, uint64(n))
	b = append(b, 0x5c)
	for i := range n {
		b = append(appendVarint(b, uint64(2*i)), 0)
	}
	return append(b, 0)
}

func appendVarint(b []byte, u uint64) []byte {
	for ; u >= 0x80; u >>= 7 {
		b = append(b, byte(u)|0x80)
	}
	return append(b, byte(u))
}

func TestMapBudgetUnderReuse(t *testing.T) {
	o := codec.Options{Reuse: true, Limits: codec.Limits{Alloc: 1 << 20}}
	c := codec.Must(codec.New[kilobytes](codec.Compact, o))
	var v kilobytes
	_, err := c.Decode(entries(10), &v)
	require.NoError(t, err)
	got := wiretest.AllocBytes(func() { _, err = c.Decode(entries(200_000), &v) })
	require.ErrorIs(t, err, codec.ErrLimit)
	require.Less(t, got, uint64(8<<20))
}

type smallMaps struct {
	L []map[int32][16]byte `thrift:"l,1"`
}

func TestSmallMapsAreChargedWhole(t *testing.T) {
	const n = 20_000
	b := appendVarint([]byte{0x19, 0xfb}, n)
	for range n {
		b = append(append(b, 1, 0x5d, 2), make([]byte, 16)...)
	}
	c := codec.Must(codec.New[smallMaps](codec.Compact, codec.Options{Limits: codec.Limits{Alloc: 2 << 20}}))
	var v smallMaps
	var err error
	got := wiretest.AllocBytes(func() { _, err = c.Decode(append(b, 0), &v) })
	require.ErrorIs(t, err, codec.ErrLimit)
	require.Less(t, got, uint64(6<<20))
}

type embeddedInt struct {
	A int32 `thrift:"a,1"`
}

type sharesEmbedded struct {
	*embeddedInt
	Y int32 `thrift:"y,2"`
}

var sharedDefault = embeddedInt{A: 7}

func (s *sharesEmbedded) InitDefault() { s.embeddedInt = &sharedDefault }

func TestSharedEmbeddedDefault(t *testing.T) {
	for _, o := range []codec.Options{{}, {Reuse: true}} {
		c := codec.Must(codec.New[sharesEmbedded](codec.Compact, o))
		var a, b sharesEmbedded
		_, err := c.Decode([]byte{0x15, 0x54, 0}, &a)
		require.NoError(t, err)
		_, err = c.Decode([]byte{0}, &b)
		require.NoError(t, err)
		require.EqualValues(t, []int32{42, 7, 7}, []int32{a.A, b.A, sharedDefault.A})
	}
}

type hop struct{ *hopped }

type hopped struct {
	Next *hop      `thrift:"next,1"`
	L    [][]int32 `thrift:"l,2"`
}

// TestNestedEmbeddedIsLinear nests structs whose fields are behind embedded
// pointers around many unknown fields: nothing may be stepped over at every
// level.
func TestNestedEmbeddedIsLinear(t *testing.T) {
	c := codec.Must(codec.New[hop](codec.Compact, codec.Options{Limits: codec.Limits{Depth: 5000}}))
	run := func(levels int) time.Duration {
		b := bytes.Repeat([]byte{0x1c}, levels)
		b = append(b, bytes.Repeat([]byte{0xd5, 0x00, 0xd5, 0x00}, 100)...)
		b = append(b, make([]byte, levels+1)...)
		best := time.Hour
		for range 5 {
			var v hop
			start := time.Now()
			_, err := c.Decode(b, &v)
			best = min(best, time.Since(start))
			require.NoError(t, err)
		}
		return best
	}
	small, large := run(500), run(4000)
	require.Less(t, large, 40*small, "8 times the levels")
}

type fourLists struct {
	A []int32 `thrift:"a,1"`
	B []int32 `thrift:"b,2"`
	C []int32 `thrift:"c,3"`
	D []int32 `thrift:"d,4"`
}

func (d *fourLists) InitDefault() {
	*d = fourLists{make([]int32, 100), make([]int32, 100), make([]int32, 100), make([]int32, 100)}
}

type defaultList struct {
	L []*fourLists `thrift:"l,1"`
}

func TestDefaultsUnderReuse(t *testing.T) {
	const n = 1000
	b := append(appendVarint([]byte{0x19, 0xfc}, n), make([]byte, n+1)...)
	cost := func(o codec.Options) uint64 {
		c := codec.Must(codec.New[defaultList](codec.Compact, o))
		var v defaultList
		return wiretest.AllocBytes(func() {
			_, err := c.Decode(b, &v)
			require.NoError(t, err)
		})
	}
	require.Less(t, cost(codec.Options{Reuse: true}), 2*cost(codec.Options{}))
}

type retainer struct {
	Kept layout.Unknown
	A    int32 `thrift:"a,1"`
}

func TestRetainedBudget(t *testing.T) {
	const n = 4 << 20
	b := append(appendVarint([]byte{0x59, 0xf6}, n), make([]byte, n+1)...)
	c := codec.Must(codec.New[retainer](codec.Compact, codec.Options{Limits: codec.Limits{Alloc: 1 << 20}}))
	var v retainer
	var err error
	got := wiretest.AllocBytes(func() { _, err = c.Decode(b, &v) })
	require.ErrorIs(t, err, codec.ErrLimit)
	require.Less(t, got, uint64(4<<20))
}

type nineLists struct {
	L [][][][][][][][][]int32 `thrift:"l,1"`
}

// TestNestedClaims nests lists each of which claims all the bytes that are
// left: what follows one element is owed to the others.
func TestNestedClaims(t *testing.T) {
	const claim = 60_000
	b := []byte{0x19}
	for range 8 {
		b = appendVarint(append(b, 0xf9), claim)
	}
	b = append(b, make([]byte, claim+100)...)
	c := codec.Must(codec.New[nineLists](codec.Compact, codec.Options{}))
	var v nineLists
	var err error
	got := wiretest.AllocBytes(func() { _, err = c.Decode(b, &v) })
	require.ErrorIs(t, err, codec.ErrTruncated)
	require.Less(t, got, uint64(64<<10+32*len(b)))
}

type arm struct {
	_    struct{} `thrift:",union"`
	A    *int32   `thrift:"a,1"`
	Kept layout.Unknown
}

func TestLastArmWins(t *testing.T) {
	c := codec.Must(codec.New[arm](codec.Compact, codec.Options{}))
	for _, tt := range []struct{ in, out []byte }{
		{[]byte{0x15, 0x02, 0x55, 0x04, 0}, []byte{0x65, 0x04, 0}},
		{[]byte{0x65, 0x04, 0x05, 0x02, 0x02, 0}, []byte{0x15, 0x02, 0}},
		{[]byte{0x65, 0x04, 0x15, 0x06, 0}, []byte{0x75, 0x06, 0}},
	} {
		var v arm
		_, err := c.Decode(tt.in, &v)
		require.NoError(t, err)
		b, err := c.Append(nil, &v)
		require.NoError(t, err)
		require.Equal(t, tt.out, b, "% x", tt.in)
	}
}

type largeRoot struct {
	A int32 `thrift:"a,1"`
	_ [200 << 10]byte
}

func TestLargeRootStaysInPlace(t *testing.T) {
	if unsafeio.Checked {
		t.Skip("the asserts keep a table of each type's bytes")
	}
	c := codec.Must(codec.New[largeRoot](codec.Compact, codec.Options{}))
	v := new(largeRoot)
	got := wiretest.AllocBytes(func() {
		_, err := c.Decode([]byte{0x15, 0x02, 0}, v)
		require.NoError(t, err)
	})
	require.EqualValues(t, 1, v.A)
	require.Less(t, got, uint64(64<<10))
}
