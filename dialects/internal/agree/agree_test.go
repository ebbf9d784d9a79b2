package agree

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
)

type inner struct {
	A *int32   `thrift:"a,1,optional"`
	B []string `thrift:"b,2"`
}

type outer struct {
	N int64              `thrift:"n,1,required"`
	X float64            `thrift:"x,2"`
	S []*inner           `thrift:"s,3"`
	M map[string]int32   `thrift:"m,4"`
	O []int32            `thrift:"o,5,optional"`
	K map[*inner]float64 `thrift:"k,6"`
	D int32              `thrift:"d,7,optional"`
}

func (o *outer) InitDefault() { o.D = 5 }

var outers = codec.Must(codec.New[outer](codec.Compact, codec.Options{}))

// honest is a peer that does all right: miser.
func honest() Peer {
	return Peer{
		Name:  "honest",
		Write: func(dst []byte, v any) ([]byte, error) { return outers.Append(dst, v.(*outer)) },
		Read: func(src []byte, v any) error {
			_, err := outers.Decode(src, v.(*outer))
			return err
		},
	}
}

// compare compares 2,000 values.
func compare(t *testing.T, p Peer) error {
	t.Helper()
	c, err := newCheck(p, codec.Compact, nil, reflect.TypeFor[outer]())
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 2000 {
		if err := c.value(r, i%2 == 0); err != nil {
			return err
		}
	}
	require.Equal(t, 2000, c.values)
	require.Equal(t, 1000, c.exact)
	return nil
}

// TestHonest: there is nothing to find at a peer that does all right.
func TestHonest(t *testing.T) { require.NoError(t, compare(t, honest())) }

// TestFinds: each fault of a peer is found.
func TestFinds(t *testing.T) {
	read := honest().Read
	reads := map[string]func(v *outer){
		"forgets a field":         func(v *outer) { v.N = 0 },
		"makes empty nil":         func(v *outer) { v.O = append([]int32(nil), v.O...) },
		"forgets the default":     func(v *outer) { v.D = 0 },
		"loses the sign of zero":  func(v *outer) { v.X += 0 },
		"loses a NaN's bits":      func(v *outer) { v.X = map[bool]float64{true: math.NaN(), false: v.X}[v.X != v.X] },
		"loses an entry":          func(v *outer) { delete(v.M, "a") },
		"swaps elements":          func(v *outer) { swap(v.S) },
		"changes behind a key":    func(v *outer) { each(v.K, func(k *inner) { k.B = append(k.B, "") }) },
		"changes behind a key, 2": func(v *outer) { each(v.K, func(k *inner) { v.K[k]++ }) },
	}
	for what, spoil := range reads {
		p := honest()
		p.Read = func(src []byte, v any) error {
			err := read(src, v)
			spoil(v.(*outer))
			return err
		}
		require.Error(t, compare(t, p), what)
	}
	writes := map[string]func(b []byte) []byte{
		"flips a bit": func(b []byte) []byte { b[0] ^= 1; return b },
		"writes less": func(b []byte) []byte { return b[:len(b)-1] },
		"writes more": func(b []byte) []byte { return append(b, 0) },
		"other bytes": func(b []byte) []byte { b[len(b)/2]++; return b },
	}
	for what, spoil := range writes {
		p := honest()
		p.Write = func(dst []byte, v any) ([]byte, error) {
			b, err := outers.Append(nil, v.(*outer))
			return append(dst, spoil(b)...), err
		}
		require.Error(t, compare(t, p), what)
	}
}

func swap(s []*inner) {
	if len(s) > 1 {
		s[0], s[1] = s[1], s[0]
	}
}

func each(m map[*inner]float64, do func(*inner)) {
	for k := range m {
		do(k)
	}
}
