package agree

import (
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/layout"
)

// damage compares damaged copies of 300 values with what read makes of them.
func damage(t *testing.T, read Reader, policies ...Policy) error {
	t.Helper()
	d := &damaged{peer: honest(), read: read, policies: policies, counts: map[string]int{}}
	require.NoError(t, d.start(codec.Compact, nil, reflect.TypeFor[outer]()))
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		b, err := d.codec.Append(nil, d.filler.Make(r, 8).Interface())
		require.NoError(t, err)
		if _, err := d.copies(b, r.Uint64()); err != nil {
			return err
		}
	}
	require.Equal(t, 300*damagedCopies, d.inputs)
	return nil
}

func readHonest(src []byte, v any) (int, error) { return outers.Decode(src, v.(*outer)) }

// TestDamaged: nothing is found at who reads alike, and all that is otherwise at who does not.
func TestDamaged(t *testing.T) {
	require.NoError(t, damage(t, readHonest))
	for what, read := range map[string]Reader{
		"takes all": func(src []byte, v any) (int, error) {
			n, _ := readHonest(src, v)
			return n, nil
		},
		"takes nothing": func(src []byte, v any) (int, error) { return 0, errors.New("no") },
		"takes another number of bytes": func(src []byte, v any) (int, error) {
			n, err := readHonest(src, v)
			return n - 1, err
		},
		"makes another value": func(src []byte, v any) (int, error) {
			n, err := readHonest(src, v)
			v.(*outer).N++
			return n, err
		},
		"panics": func(src []byte, v any) (int, error) { panic("no") },
	} {
		require.Error(t, damage(t, read), what)
		require.NoError(t, damage(t, read, Policy{"any", func(*Outcome) bool { return true }}), what)
	}
}

// TestRetyped: containers that say other elements are found wherever the plan looks.
func TestRetyped(t *testing.T) {
	s, err := layout.Of(reflect.TypeFor[outer]())
	require.NoError(t, err)
	for _, c := range []struct {
		what    string
		binary  string
		compact string
		want    bool
	}{
		{"a list of structs", "0f00030c0000000100" + "00", "391c0000", false},
		{"a list of i32", "0f0003080000000100000000" + "00", "39150000", true},
		{"an empty list of i32", "0f00030800000000" + "00", "390500", false},
		{"a list of more than there is", "0f00030a00000001" + "00", "39f67f00", true},
		{"a list of nothing known", "0f00037f00000001" + "00", "391f0000", true},
		{"a map of other values", "0d00040b0a0000000100000000" + "0000000000000000" + "00", "4b01860000" + "00", true},
		{"inside of a struct", "0f00030c000000010f0002080000000100000000" + "0000", "391c2915000000", true},
		{"in a field that is unknown", "0f0063080000000100000000" + "00", "09c60115000000", false},
		{"in a field of another type", "0e0003080000000100000000" + "00", "3a150000", false},
	} {
		require.Equal(t, c.want, retyped(codec.Binary, s, unhex(t, c.binary)), "%s, binary", c.what)
		require.Equal(t, c.want, retyped(codec.Compact, s, unhex(t, c.compact)), "%s, compact", c.what)
	}
}

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	require.NoError(t, err)
	return b
}
