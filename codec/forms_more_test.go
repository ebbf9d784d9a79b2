package codec_test

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
)

// Enums of every width, by TYPE and by methods, in every place.
type (
	tinyEnum  int8
	shortEnum int16
	plainEnum int32
	longEnum  int64
	intEnum   int
	enums     struct {
		A tinyEnum               `thrift:"a,1,default,E"`
		B shortEnum              `thrift:"b,2,required,E"`
		C plainEnum              `thrift:"c,3,optional,E"`
		D longEnum               `thrift:"d,4,default,E"`
		E intEnum                `thrift:"e,5,default,E"`
		F *tinyEnum              `thrift:"f,6,optional,E"`
		G *longEnum              `thrift:"g,7,optional,x.E"`
		H []tinyEnum             `thrift:"h,8,default,list<E>"`
		I []longEnum             `thrift:"i,9,default,set<E>"`
		J map[tinyEnum]longEnum  `thrift:"j,10,default,map<E:E>"`
		K map[shortEnum]struct{} `thrift:"k,11,default,set<E>"`
		L []*intEnum             `thrift:"l,12,default,list<E>"`
		M Color                  `thrift:"m,13"`
		N *Color                 `thrift:"n,14"`
		O map[Color][]Color      `thrift:"o,15"`
		P int64                  `thrift:"16,enum"`
		Q *int16                 `thrift:"17,enum"`
		R int32                  `frugal:"18,default,E"`
		S [][]plainEnum          `thrift:"s,19,default,list<set<E>>"`
		T plainEnum              `thrift:"t,20"` // i32 either way
	}
)

// Embedded structs: in place, by pointer, generic, tagged, and other things that are embedded.
type (
	Flat struct {
		A int32  `thrift:"a,1"`
		B string `thrift:"b,2,optional"`
	}
	flatDeep struct {
		Flat
		C []int32 `thrift:"c,3,optional"`
		*FlatFar
	}
	FlatFar struct {
		D *int64         `thrift:"d,4,optional"`
		E map[int8]*Flat `thrift:"e,5,optional"`
		flatHidden
	}
	flatHidden struct {
		F bool `thrift:"f,6,optional"`
	}
	FlatOf[T any] struct {
		G T `thrift:"g,7"`
	}
	Number     int64
	Text       string
	FlatTagged struct {
		H int32 `thrift:"h,1"`
	}
	embedsAll struct {
		Before bool `thrift:"before,-5"`
		*flatDeep
		FlatOf[[]string]
		FlatTagged   `thrift:"tagged,8"`
		*FlatTagged2 `thrift:"tagged2,9,optional"`
		Number       `thrift:"number,10"`
		*Text        `thrift:"text,11,optional"`
		After        Number `thrift:"after,12,optional"`
	}
	FlatTagged2 FlatTagged
)

var moreShapesOfGo = []struct {
	name string
	v    any
	want wire
}{
	{"enums of zero", &enums{}, wStruct(
		wField(1, wI32(0)), wField(2, wI32(0)), wField(4, wI32(0)), wField(5, wI32(0)), wField(8, wList(kI32)), wField(9, wSet(kI32)), wField(10, wMap(kI32, kI32)),
		wField(11, wSet(kI32)), wField(12, wList(kI32)), wField(13, wI32(0)), wField(15, wMap(kI32, kList)), wField(18, wI32(0)), wField(19, wList(kSet)), wField(20, wI32(0)),
	)},
	{"enums", &enums{
		A: -128, B: math.MinInt16, C: math.MinInt32, D: math.MaxInt32, E: math.MinInt32, F: ptrTo(tinyEnum(127)), G: ptrTo(longEnum(-1)), H: []tinyEnum{-1, 1},
		I: []longEnum{math.MinInt32}, J: map[tinyEnum]longEnum{-2: math.MaxInt32}, K: map[shortEnum]struct{}{-300: {}}, L: []*intEnum{ptrTo(intEnum(3))},
		M: 7, N: ptrTo(Color(-7)), O: map[Color][]Color{1: {2, 3}}, P: -9, Q: ptrTo(int16(300)), R: 5, S: [][]plainEnum{{1}, {}}, T: -1,
	}, wStruct(
		wField(1, wI32(-128)), wField(2, wI32(math.MinInt16)), wField(3, wI32(math.MinInt32)), wField(4, wI32(math.MaxInt32)), wField(5, wI32(math.MinInt32)), wField(6, wI32(127)),
		wField(7, wI32(-1)), wField(8, wList(kI32, wI32(-1), wI32(1))), wField(9, wSet(kI32, wI32(math.MinInt32))), wField(10, wMap(kI32, kI32, wI32(-2), wI32(math.MaxInt32))),
		wField(11, wSet(kI32, wI32(-300))), wField(12, wList(kI32, wI32(3))), wField(13, wI32(7)), wField(14, wI32(-7)), wField(15, wMap(kI32, kList, wI32(1), wList(kI32, wI32(2), wI32(3)))),
		wField(16, wI32(-9)), wField(17, wI32(300)), wField(18, wI32(5)), wField(19, wList(kSet, wSet(kI32, wI32(1)), wSet(kI32))), wField(20, wI32(-1)),
	)},
	{"embedded, nil", &embedsAll{}, wStruct(wField(-5, wBool(false)), wField(7, wList(kString)), wField(8, wStruct(wField(1, wI32(0)))), wField(10, wI64(0)))},
	{"embedded", &embedsAll{
		Before: true, flatDeep: &flatDeep{Flat{1, "b"}, []int32{3}, &FlatFar{ptrTo(int64(4)), map[int8]*Flat{5: {6, ""}}, flatHidden{true}}},
		FlatOf: FlatOf[[]string]{[]string{"g"}}, FlatTagged: FlatTagged{8}, FlatTagged2: &FlatTagged2{9}, Number: 10, Text: ptrTo(Text("text")), After: 12,
	}, wStruct(
		wField(-5, wBool(true)), wField(1, wI32(1)), wField(2, wString("b")), wField(3, wList(kI32, wI32(3))), wField(4, wI64(4)),
		wField(5, wMap(kI8, kStruct, wI8(5), wStruct(wField(1, wI32(6))))), wField(6, wBool(true)), wField(7, wList(kString, wString("g"))), wField(8, wStruct(wField(1, wI32(8)))),
		wField(9, wStruct(wField(1, wI32(9)))), wField(10, wI64(10)), wField(11, wString("text")), wField(12, wI64(12)),
	)},
	{"embedded, first level", &embedsAll{flatDeep: &flatDeep{}, FlatOf: FlatOf[[]string]{[]string{}}}, wStruct(
		wField(-5, wBool(false)), wField(1, wI32(0)), wField(7, wList(kString)), wField(8, wStruct(wField(1, wI32(0)))), wField(10, wI64(0)),
	)},
}

// TestEnumsOutOfRange: what 32 bits cannot hold does not go out; what the Go type cannot hold does not come in.
func TestEnumsOutOfRange(t *testing.T) {
	for name, v := range map[string]*enums{
		"field": {D: 1 << 31}, "below": {D: -1<<31 - 1}, "pointer": {G: ptrTo(longEnum(1 << 40))}, "set": {I: []longEnum{1, 1 << 31}},
		"value": {J: map[tinyEnum]longEnum{1: -1 << 63}}, "methods": {M: 1 << 32}, "pointer with methods": {N: ptrTo(Color(1 << 32))},
		"key": {O: map[Color][]Color{1 << 32: nil}}, "element of a value": {O: map[Color][]Color{1: {1 << 32}}}, "id first": {P: 1<<63 - 1},
	} {
		for _, p := range bothProtocols {
			if _, err := encodings(t, p, codec.Options{}, v); !errors.Is(err, codec.ErrOverflow) {
				t.Errorf("%s: %v: Append = %v, want %v", name, p, err, codec.ErrOverflow)
			}
		}
	}
	for _, in := range map[string]wire{
		"8 bits": wStruct(wField(1, wI32(128))), "16 bits": wStruct(wField(2, wI32(1<<15))), "pointer to 8 bits": wStruct(wField(6, wI32(-129))),
		"list of 8 bits": wStruct(wField(8, wList(kI32, wI32(1), wI32(300)))), "key of 8 bits": wStruct(wField(10, wMap(kI32, kI32, wI32(200), wI32(0)))),
		"set of 16 bits": wStruct(wField(11, wSet(kI32, wI32(-1<<20)))), "pointer to 16 bits": wStruct(wField(17, wI32(1<<30))),
	} {
		for _, p := range bothProtocols {
			refuses(t, p, in.put(p, nil), &enums{}, codec.ErrOverflow)
		}
	}
}

// A typedef of a pointer keeps the defaults of what it points to; a typedef of the struct itself has no methods, and so
// no defaults but those of a constructor.
type (
	withDefault struct {
		A int32   `thrift:"a,1,optional"`
		L []int32 `thrift:"l,2,optional"`
	}
	withDefaultPtr  *withDefault
	withoutDefault  withDefault
	typedefDefaults struct {
		A withDefaultPtr            `thrift:"a,1,optional"`
		B *withDefaultPtr           `thrift:"b,2,optional"`
		C []withDefaultPtr          `thrift:"c,3,optional"`
		D map[string]withDefaultPtr `thrift:"d,4,optional"`
		E *withoutDefault           `thrift:"e,5,optional"`
		F []withoutDefault          `thrift:"f,6,optional"`
	}
)

func (v *withDefault) InitDefault() { *v = withDefault{7, []int32{8}} }

func TestTypedefDefaults(t *testing.T) {
	of := func(a, e wire) wire {
		return wStruct(wField(1, a), wField(2, a), wField(3, wList(kStruct, a, a)), wField(4, wMap(kString, kStruct, wString("d"), a)), wField(5, e), wField(6, wList(kStruct, e)))
	}
	listOf := func(n int32) wire { return wStruct(wField(2, wList(kI32, wI32(n)))) } // a list goes out, whatever its default
	made := schemaOf(t, layout.Constructor(func() *withoutDefault { return &withoutDefault{9, []int32{10}} }))
	full := func() withDefaultPtr { return &withDefault{7, []int32{8}} }
	for _, p := range bothProtocols {
		b := of(wStruct(), wStruct()).put(p, nil)
		for _, o := range append(schemaModes(nil), schemaModes(made)...) {
			want := &typedefDefaults{full(), ptrTo(full()), []withDefaultPtr{full(), full()}, map[string]withDefaultPtr{"d": full()}, &withoutDefault{}, []withoutDefault{{}}}
			out := of(listOf(8), wStruct()).put(p, nil)
			if o.Schema == made {
				want.E, want.F = &withoutDefault{9, []int32{10}}, []withoutDefault{{9, []int32{10}}}
				out = of(listOf(8), listOf(10)).put(p, nil)
			}
			c := codec.Must(codec.New[typedefDefaults](p, o))
			for _, got := range []*typedefDefaults{{}, {A: &withDefault{1, []int32{2}}, C: []withDefaultPtr{{}, {}, {}}, E: &withoutDefault{3, []int32{4}}, F: []withoutDefault{{5, nil}}}} {
				if n, err := c.Decode(b, got); n != len(b) || err != nil || wiretest.Diff(got, want) != "" {
					t.Errorf("%v %+v: Decode = %d, %v%s", p, o, n, err, wiretest.Diff(got, want))
				}
				if again, err := c.Append(nil, got); err != nil || !bytes.Equal(again, out) {
					t.Errorf("%v %+v: goes out again as %x, %v, want %x", p, o, again, err, out)
				}
			}
		}
	}
}
