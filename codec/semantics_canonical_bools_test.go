package codec_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/miserwire/miser/codec"
)

// switches is a key of bools: Compact has them in field headers.
type (
	switches struct {
		A bool  `thrift:"a,1"`
		B *bool `thrift:"b,2,optional"`
		C bool  `thrift:"c,3"`
		N int8  `thrift:"n,4"`
	}
	switched struct {
		Keys  []pair[switches, int8] `thrift:"keys,1,default,map<switches:i8>"`
		Set   []*switches            `thrift:"set,2,default,set<switches>"`
		Plain map[onOff]int8         `thrift:"plain,3"`
		Lists []pair[[]bool, []bool] `thrift:"lists,4,default,map<list<bool>:set<bool>>"`
	}
	onOff struct {
		On  bool `thrift:"on,1"`
		Off bool `thrift:"off,20"`
	}
)

// TestCanonicalBools: false comes before true, also where the bool is a field of the key, and a key that has
// a field comes before one that has not.
func TestCanonicalBools(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	v := &switched{
		Plain: map[onOff]int8{{true, true}: 1, {true, false}: 2, {false, true}: 3, {false, false}: 4},
		Lists: []pair[[]bool, []bool]{{[]bool{true}, []bool{true, false}}, {[]bool{false}, nil}, {[]bool{false, true}, nil}, {nil, []bool{true}}},
	}
	for i := range 12 {
		k := switches{A: i&1 != 0, C: i&2 != 0, N: int8(i / 6)}
		if i%3 != 0 {
			k.B = new(i%3 == 1)
		}
		v.Keys = append(v.Keys, pair[switches, int8]{k, int8(i)})
		v.Set = append(v.Set, &k)
	}
	checkCanonical(t, r, v)

	few := &switched{Plain: map[onOff]int8{{true, true}: 1, {true, false}: 2, {false, true}: 3, {false, false}: 4}}
	for _, tt := range []struct {
		p    codec.Protocol
		want string
	}{
		{codec.Binary, `0d0001 0c03 00000000 0e0002 0c 00000000
			0d0003 0c03 00000004
			020001 00 020014 00 00 04  020001 00 020014 01 00 03  020001 01 020014 00 00 02  020001 01 020014 01 00 01
			0d0004 0f0e 00000000 00`},
		{codec.Compact, `1b 00 1a 0c 1b 04 c3
			12 022800 04  12 012800 03  11 022800 02  11 012800 01
			1b 00 00`},
	} {
		b, err := encodings(t, tt.p, codec.Options{Canonical: true}, few)
		if err != nil || !bytes.Equal(b, hexed(tt.want)) {
			t.Errorf("%v: Append = %x, %v, want %x", tt.p, b, err, hexed(tt.want))
		}
	}
}
