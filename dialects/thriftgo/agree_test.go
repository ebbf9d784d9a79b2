package thriftgo_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/layout"
)

var values = flag.Int("values", 200, "random values of each type")

// TestAgree has miser and each peer that a type of gen/ has encode random values
// and decode what the other one wrote.
func TestAgree(t *testing.T) {
	for dir, list := range generated {
		for _, v := range list {
			name := dir + "/" + reflect.TypeOf(v).Elem().Name()
			o := codec.Options{Schema: schemaOf(dir)}
			for _, p := range peersOf(v, frugalKnows(dir)) {
				t.Run(fmt.Sprintf("%s/%s/%s", name, p.name, p.protocol), func(t *testing.T) { agree(t, v, p, o) })
			}
		}
	}
}

func agree(t *testing.T, v any, p peer, o codec.Options) {
	if why := disagrees(t.Name()); why != "" {
		t.Skip(why)
	}
	c, err := miserOf(v, p.protocol, o)
	require.NoError(t, err)
	plan, err := o.Schema.Of(reflect.TypeOf(v).Elem())
	require.NoError(t, err)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for i := range *values {
		m := maker{r, 1 + 3*(i%2)}
		v := reflect.New(reflect.TypeOf(v).Elem())
		m.fill(v.Elem(), plan, 4)
		compare(t, c, p, v.Interface(), m.entries == 1)
	}
}

// compare encodes v by both, and decodes what each wrote by both.
func compare(t *testing.T, c *codec.Any, p peer, v any, ordered bool) {
	theirs, err := p.encode(v)
	require.NoError(t, err, "%s of %s", p.name, show(v))
	ours, err := c.Append(nil, v)
	require.NoError(t, err, "miser of %s", show(v))
	switch {
	case ordered && p.sorted && ascending(reflect.TypeOf(v), nil):
		require.Equal(t, fmt.Sprintf("% x", theirs), fmt.Sprintf("% x", ours), "%s", show(v))
	case p.protocol == codec.Binary:
		require.Equal(t, sorted(theirs), sorted(ours), "%s", show(v))
	}
	for _, b := range [][]byte{theirs, ours} {
		want, got := fresh(v), fresh(v)
		require.NoError(t, p.decode(b, want), "% x of %s", b, show(v))
		n, err := c.Decode(b, got)
		require.NoError(t, err)
		require.Len(t, b, n)
		require.Equal(t, show(want), show(got), "% x of %s", b, show(v))
	}
}

// ascending reports whether the fields of t and of the structs in it stand in
// the order of their ids: where not, thriftgo's code writes them in another one.
func ascending(t reflect.Type, seen []reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		return ascending(t.Elem(), seen)
	case reflect.Map:
		return ascending(t.Key(), seen) && ascending(t.Elem(), seen)
	case reflect.Struct:
		if slices.Contains(seen, t) {
			return true
		}
		seen = append(seen, t)
		last := -1
		for i := range t.NumField() {
			id := idOf(t.Field(i))
			if id < last && id >= 0 || !ascending(t.Field(i).Type, seen) {
				return false
			}
			last = id
		}
	}
	return true
}

// idOf returns the id in f's thrift tag, or -1.
func idOf(f reflect.StructField) int {
	id := -1
	if _, after, ok := strings.Cut(f.Tag.Get("thrift"), ","); ok {
		fmt.Sscan(strings.SplitN(after, ",", 2)[0], &id)
	}
	return id
}

var _ *layout.Schema
