package thriftgo_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/dialects/internal/random"
	unknown "github.com/miserwire/miser/dialects/thriftgo/gen/unknown/variants"
	"github.com/miserwire/miser/internal/fill"
	"github.com/miserwire/miser/layout"
)

// TestUnknownFields: of random values of each type, read as a struct that knows
// none of their fields, miser keeps in _unknownFields what the generated code
// keeps, byte by byte, and writes it back as that does.
func TestUnknownFields(t *testing.T) {
	r, n := rand.New(rand.NewPCG(random.Seed(t), 0)), random.Count(100)
	kept := 0
	for _, v := range generated["unknown/variants"] {
		typ := reflect.TypeOf(v).Elem()
		plan, err := schemaOf("unknown/variants").Of(typ)
		require.NoError(t, err)
		filler, err := fill.New(plan, fill.Rules{})
		require.NoError(t, err)
		for range n {
			sent := filler.Make(r, 1).Interface()
			for _, c := range contestants[:3] {
				if c.protocol == codec.Binary || inOrder(typ, nil) {
					kept += keeps(t, c, sent)
				}
			}
		}
	}
	require.Greater(t, kept, 1000*n)
}

// keeps has c and miser read and write again what sent is, and returns how many
// bytes they keep of it.
func keeps(t *testing.T, c contestant, sent any) int {
	b, err := c.Write(nil, sent)
	require.NoError(t, err)
	theirs, ours := new(unknown.Empty), new(unknown.Empty)
	require.NoError(t, c.Read(b, theirs))
	m := codec.Must(codec.New[unknown.Empty](c.protocol, codec.Options{}))
	used, err := m.Decode(b, ours)
	require.NoError(t, err)
	require.Len(t, b, used)
	require.Equal(t, theirs, ours, "%s, %s: % x of %T", c.Name, c.protocol, b, sent)

	want, err := c.Write(nil, theirs)
	require.NoError(t, err)
	got, err := m.Append(nil, ours)
	require.NoError(t, err)
	require.Equal(t, want, got, "%s, %s: % x of %T", c.Name, c.protocol, b, sent)
	if c.protocol == codec.Binary {
		require.Equal(t, b, got)
	}
	return len(got)
}

// TestUnknownPlaces: a struct inside of others keeps its unknown fields too.
func TestUnknownPlaces(t *testing.T) {
	b := []byte{
		12, 0, 2, 11, 0, 1, 0, 0, 0, 0, 3, 0, 9, 7, 0, // left, with an unknown i8
		15, 0, 3, 12, 0, 0, 0, 1, 2, 0, 20, 1, 0, // more, with an unknown bool in one
		13, 0, 4, 11, 12, 0, 0, 0, 1, 0, 0, 0, 1, 'a', 16, 0, 1, 0, // named
		0,
	}
	b[len(b)-5] = 6 // the value for "a" has an unknown i16 of id 1
	b = append(b[:len(b)-4], 0, 30, 0, 5, 0, 0)
	theirs, ours := unknown.NewTree(), new(unknown.Tree)
	n, err := theirs.FastRead(b)
	require.NoError(t, err)
	require.Len(t, b, n)
	c := codec.Must(codec.New[unknown.Tree](codec.Binary, codec.Options{}))
	n, err = c.Decode(b, ours)
	require.NoError(t, err)
	require.Len(t, b, n)
	require.Equal(t, theirs, ours)
	require.True(t, ours.Left.CarryingUnknownFields() && ours.More[0].CarryingUnknownFields() && ours.Named["a"].CarryingUnknownFields())

	// A field that is known by another type is skipped, and not kept, by both.
	other := []byte{2, 0, 1, 1, 0}
	var skipped, too unknown.Tree
	_, err = skipped.FastRead(other)
	require.NoError(t, err)
	_, err = c.Decode(other, &too)
	require.NoError(t, err)
	require.Equal(t, skipped, too)

	out, err := c.Append(nil, ours)
	require.NoError(t, err)
	require.Equal(t, theirs.BLength(), len(out))
	plan, err := layout.Of(reflect.TypeFor[unknown.Tree]())
	require.NoError(t, err)
	require.Contains(t, plan.Explain(), "unknown fields kept at")
}
