package segmentio_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/segmentio/encoding/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/dialects/internal/random"
)

// wires are the protocols in which both are compared.
var wires = []struct {
	name  string
	miser codec.Protocol
	peer  thrift.Protocol
}{
	{"Compact as it is", codec.Compact, &thrift.CompactProtocol{}},
	{"Compact mended", codec.Compact, &mendedCompact{}},
	{"Binary mended", codec.Binary, &mendedBinary{}},
}

// plain says of a type that the peer's Compact needs no mending for it.
const plain = true

// TestRandom: both give the same bytes for the same value, and each reads what
// the other wrote as the other does.
func TestRandom(t *testing.T) {
	agree[scalars](t, plain)
	agree[pointers](t, plain)
	agree[doubles](t, !plain)
	agree[bools](t, !plain)
	agree[containers](t, plain)
	agree[point](t, plain)
	agree[structs](t, plain)
	agree[embeds](t, plain)
	agree[node](t, plain)
	agree[twice](t, plain)
}

// twice points to pointers.
type twice struct {
	Number **int32   `thrift:"1"`
	Text   ***string `thrift:"2,optional"`
	Flag   **bool    `thrift:"3"`
	Point  **point   `thrift:"4"`
}

// TestNilInside: what a pointer or a container holds is written though it is nil.
func TestNilInside(t *testing.T) {
	inside(t, &twice{Number: new(*int32), Text: new(**string), Flag: new(*bool), Point: new(*point)})
	inside(t, &pointers{Bytes: new([]byte), List: new([]string)})
	inside(t, &containers{Refs: []*point{nil, {X: 1}, nil}, Rows: [][]int32{nil, {}}, Blobs: [][]byte{nil}})
	inside(t, &containers{Sets: []map[int64]struct{}{nil}, Maps: map[int16]map[string]*point{1: {"": nil}}})
	inside(t, &node{Kids: []*node{nil}, Named: map[string]*node{"a": nil}})
}

func inside[T any](t *testing.T, v *T) {
	t.Helper()
	for _, w := range wires {
		c := codec.Must(codec.New[T](w.miser, codec.Options{}))
		same(t, c, w.peer, v)
		cross(t, c, w.peer, v)
	}
}

func agree[T any](t *testing.T, isPlain bool) {
	t.Helper()
	for i, w := range wires {
		if i == 0 && !isPlain {
			continue
		}
		t.Run(fmt.Sprintf("%T/%s", *new(T), w.name), func(t *testing.T) {
			c := codec.Must(codec.New[T](w.miser, codec.Options{}))
			r, n := random.Source(t)
			for range n {
				same(t, c, w.peer, random.New[T](r, random.Options{Entries: 1, NoMinus: true}))
				cross(t, c, w.peer, random.New[T](r, random.Options{NoMinus: true}))
			}
			same(t, c, w.peer, new(T))
		})
	}
}

// same: the bytes of a value whose maps have one entry are equal.
func same[T any](t *testing.T, c *codec.Codec[T], p thrift.Protocol, v *T) {
	t.Helper()
	want, err := thrift.Marshal(p, v)
	require.NoError(t, err)
	got, err := c.Append(nil, v)
	require.NoError(t, err)
	if string(got) != string(want) {
		t.Fatalf("%+v:\n got % x\nwant % x", *v, got, want)
	}
	size, err := c.Size(v)
	require.NoError(t, err)
	require.Equal(t, len(want), size)
}

// cross: both read the bytes of either as equal values.
func cross[T any](t *testing.T, c *codec.Codec[T], p thrift.Protocol, v *T) {
	t.Helper()
	theirs, err := thrift.Marshal(p, v)
	require.NoError(t, err)
	ours, err := c.Append(nil, v)
	require.NoError(t, err)
	require.Len(t, ours, len(theirs))
	for _, b := range [][]byte{theirs, ours} {
		want, got := new(T), new(T)
		require.NoError(t, thrift.Unmarshal(p, b, want), "% x", b)
		n, err := c.Decode(b, got)
		require.NoError(t, err, "% x", b)
		require.Equal(t, len(b), n)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("% x:\n got %+v\nwant %+v", b, *got, *want)
		}
	}
}
