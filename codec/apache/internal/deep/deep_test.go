package deep_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec/apache/internal/deep"
)

type node struct {
	N     int
	Text  *string
	List  []int
	Maps  map[string][]int
	Keyed map[*node]int
	Next  *node
	own   int
}

func full() *node {
	return &node{
		N: 1, Text: new("a"), List: []int{1, 2}, Maps: map[string][]int{"a": {1}, "b": nil},
		Keyed: map[*node]int{{N: 1}: 1, {N: 2}: 2, {N: 1, own: 1}: 1}, Next: &node{List: []int{}}, own: 3,
	}
}

func TestClone(t *testing.T) {
	v := full()
	c := deep.Clone(reflect.ValueOf(v)).Interface().(*node)
	require.True(t, deep.Same(reflect.ValueOf(v), reflect.ValueOf(c)))
	require.Equal(t, v.own, c.own)
	*c.Text, c.List[0], c.Maps["a"][0], c.Next.N = "b", 9, 9, 9
	for k := range c.Keyed {
		k.N = 9
	}
	require.True(t, deep.Same(reflect.ValueOf(v), reflect.ValueOf(full())))
	require.Nil(t, c.Maps["b"])
	require.NotNil(t, c.Next.List)
}

func TestSame(t *testing.T) {
	for _, tt := range []struct {
		name  string
		edit  func(*node)
		alike bool // although not the same
	}{
		{"number", func(n *node) { n.N++ }, false},
		{"text", func(n *node) { *n.Text = "b" }, false},
		{"no text", func(n *node) { n.Text = nil }, false},
		{"element", func(n *node) { n.List[1]++ }, false},
		{"length", func(n *node) { n.List = n.List[:1] }, false},
		{"no list", func(n *node) { n.Next.List = nil }, true},
		{"empty list", func(n *node) { n.Maps["b"] = []int{} }, true},
		{"empty map", func(n *node) { n.Next.Maps = map[string][]int{} }, true},
		{"value", func(n *node) { n.Maps["a"][0]++ }, false},
		{"key", func(n *node) { delete(n.Maps, "a"); n.Maps["c"] = []int{1} }, false},
		{"fewer keys", func(n *node) { delete(n.Maps, "a") }, false},
		{"pointer key", func(n *node) {
			for k := range n.Keyed {
				k.Next = &node{}
			}
		}, false},
		{"pointer keys that are equal", func(n *node) {
			for k := range n.Keyed {
				k.N, n.Keyed[k] = 1, 1
			}
		}, false},
		{"no struct", func(n *node) { n.Next = nil }, false},
	} {
		a, b := reflect.ValueOf(full()), full()
		require.True(t, deep.Same(a, reflect.ValueOf(b)), tt.name)
		tt.edit(b)
		require.False(t, deep.Same(a, reflect.ValueOf(b)), tt.name)
		require.False(t, deep.Same(reflect.ValueOf(b), a), tt.name)
		require.Equal(t, tt.alike, deep.Alike(a, reflect.ValueOf(b)), tt.name)
	}
}

// TestLoop has values that are no trees.
func TestLoop(t *testing.T) {
	v := &node{}
	v.Next = v
	c := deep.Clone(reflect.ValueOf(v))
	require.False(t, deep.Same(reflect.ValueOf(v), c))
}
