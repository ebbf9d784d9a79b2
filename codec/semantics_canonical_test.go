package codec_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/miserwire/miser/codec"
)

// Under Canonical equal values give equal bytes, whatever the order in which they were made.

// keyed has maps and sets with keys of all kinds, nested too.
type keyed struct {
	Bool    map[bool]int8                        `thrift:"bool,1"`
	I8      map[int8]string                      `thrift:"i8,2"`
	I16     map[int16]bool                       `thrift:"i16,3"`
	I32     map[int32]float64                    `thrift:"i32,4"`
	I64     map[int64][]byte                     `thrift:"i64,5"`
	Double  map[float64]int32                    `thrift:"double,6"`
	String  map[string]*Inner                    `thrift:"string,7"`
	Binary  map[string]int16                     `thrift:"binary,8,default,map<binary:i16>"`
	UUID    map[[16]byte]int64                   `thrift:"uuid,9"`
	Enum    map[Color]Color                      `thrift:"enum,10"`
	Struct  map[Two]Two                          `thrift:"struct,11"`
	Pointer map[*Inner]bool                      `thrift:"pointer,12"`
	Set     map[int64]struct{}                   `thrift:"set,13"`
	Structs map[Two]struct{}                     `thrift:"structs,14"`
	Texts   map[string]struct{}                  `thrift:"texts,15"`
	Nested  map[string]map[int32]map[bool]string `thrift:"nested,16"`
	Lists   []map[string]map[float64]struct{}    `thrift:"lists,17"`
	Int     map[int]tiny                         `thrift:"int,18"`
	Plain   map[*string]*int64                   `thrift:"plain,19"`
}

// sliced is keyed with slices of entries, and sets as slices.
type (
	pair[K, V any] struct {
		Key   K
		Value V
	}
	sliced struct {
		Double  []pair[float64, int32]           `thrift:"double,6,default,map<double:i32>"`
		Binary  []pair[MyBytesKey, int16]        `thrift:"binary,8,default,map<binary:i16>"`
		Pointer []pair[*Inner, bool]             `thrift:"pointer,12,default,map<Inner:bool>"`
		Set     []int64                          `thrift:"set,13,default,set<i64>"`
		Structs []Two                            `thrift:"structs,14,default,set<Two>"`
		Lists   []pair[[]int32, []string]        `thrift:"lists,20,default,map<list<i32>:set<string>>"`
		Maps    []map[string]int8                `thrift:"maps,21,default,set<map<string:i8>>"`
		Sets    []pair[map[int8]struct{}, Alias] `thrift:"sets,22,default,map<set<i8>:string>"`
	}
	MyBytesKey []byte
)

// remade returns a copy of a value whose maps were filled, and whose slices for sets and maps lie, in random order.
func remade(r *rand.Rand, v reflect.Value) reflect.Value {
	fresh := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Map:
		if v.IsNil() {
			return fresh
		}
		keys, vals := []reflect.Value{}, []reflect.Value{}
		for it := v.MapRange(); it.Next(); {
			keys, vals = append(keys, it.Key()), append(vals, it.Value())
		}
		fresh.Set(reflect.MakeMapWithSize(v.Type(), r.IntN(len(keys)+1)))
		for _, i := range r.Perm(len(keys)) {
			fresh.SetMapIndex(remade(r, keys[i]), remade(r, vals[i]))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := remade(r, v.Field(i))
			if bytes.Contains([]byte(v.Type().Field(i).Tag), []byte("default,")) && f.Kind() == reflect.Slice {
				r.Shuffle(f.Len(), reflect.Swapper(f.Interface()))
			}
			fresh.Field(i).Set(f)
		}
	case reflect.Slice:
		fresh.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			fresh.Index(i).Set(remade(r, v.Index(i)))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			fresh.Set(reflect.New(v.Type().Elem()))
			fresh.Elem().Set(remade(r, v.Elem()))
		}
	default:
		fresh.Set(v)
	}
	return fresh
}

// checkCanonical checks that v gives the oracle's bytes however it was made.
func checkCanonical(t *testing.T, r *rand.Rand, v any) {
	t.Helper()
	for _, p := range bothProtocols {
		want := written(t, p, v)
		for range 5 {
			again := remade(r, reflect.ValueOf(v)).Interface()
			if b, err := encodings(t, p, codec.Options{Canonical: true}, again); err != nil || !bytes.Equal(b, want) {
				t.Fatalf("%T: %v Append = %x, %v, want %x", v, p, b, err, want)
			}
		}
	}
}

func TestCanonical(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	nan, odd := math.NaN(), math.Float64frombits(0xfff8000000000123)
	checkCanonical(t, r, &keyed{})
	checkCanonical(t, r, &keyed{
		Bool: map[bool]int8{false: 1, true: 2},
		I8:   map[int8]string{-1: "a", 1: "b", 0: "c", -128: "d", 127: "e"},
		I16:  map[int16]bool{-1: true, 1: false, 0x100: true, -0x100: false},
		I32:  map[int32]float64{math.MinInt32: 1, -1: 2, 0: 3, 1: 4, math.MaxInt32: 5},
		I64:  map[int64][]byte{math.MinInt64: {1}, -1: {}, 0: nil, 1 << 40: {2}},
		Double: map[float64]int32{
			math.Inf(-1): 1, -1.5: 2, 0: 3, 1e-300: 4, 2: 5, math.Inf(1): 6, nan: 7, math.NaN(): 6, odd: 9, odd: 8,
		},
		String:  map[string]*Inner{"": {}, "a": {A: new(int32(1))}, "aa": {}, "b": {B: new(int32(2))}, "\xff": {}},
		Binary:  map[string]int16{"\x00": 1, "": 2, "\x80": 3, "\x7f": 4},
		UUID:    map[[16]byte]int64{{}: 1, {1}: 2, {15: 1}: 3, {0xff}: 4},
		Enum:    map[Color]Color{-1: 1, 1: -1, 0: 0},
		Struct:  map[Two]Two{{1, 2}: {}, {1, -2}: {}, {-1, 2}: {1, 1}, {}: {}},
		Pointer: map[*Inner]bool{{A: new(int32(1))}: true, {B: new(int32(1))}: false, {}: true, {}: false, {A: new(int32(1))}: false},
		Set:     map[int64]struct{}{1: {}, -1: {}, 1 << 50: {}},
		Structs: map[Two]struct{}{{1, 2}: {}, {2, 1}: {}, {}: {}},
		Texts:   map[string]struct{}{"x": {}, "": {}, "xx": {}},
		Nested:  map[string]map[int32]map[bool]string{"a": {1: {true: "x", false: "y"}, -1: {}}, "b": {}, "": {5: {true: ""}}},
		Lists:   []map[string]map[float64]struct{}{{"a": {1: {}, -1: {}, nan: {}}, "b": nil}, {}},
		Int:     map[int]tiny{-1: 1, 1: -1, 1 << 30: 0},
		Plain:   map[*string]*int64{new("a"): new(int64(1)), new("a"): new(int64(0)), new("b"): new(int64(-1))},
	})
}

// Slices of entries keep what a Go map cannot have: equal keys, -0 beside 0, keys without a hash.
func TestCanonicalSlices(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	checkCanonical(t, r, &sliced{})
	checkCanonical(t, r, &sliced{
		Double:  []pair[float64, int32]{{math.Copysign(0, -1), 2}, {0, 1}, {math.NaN(), 1}, {math.NaN(), -1}, {-1, 0}, {0, 0}},
		Binary:  []pair[MyBytesKey, int16]{{MyBytesKey{2}, 1}, {MyBytesKey{1, 1}, 1}, {nil, 1}, {MyBytesKey{}, -1}},
		Pointer: []pair[*Inner, bool]{{&Inner{}, true}, {nil, false}, {&Inner{B: new(int32(1))}, true}, {&Inner{}, true}},
		Set:     []int64{5, -5, 5, 0, math.MinInt64},
		Structs: []Two{{1, 2}, {1, 1}, {1, 2}},
		Lists:   []pair[[]int32, []string]{{[]int32{1}, []string{"b", "a"}}, {[]int32{}, nil}, {[]int32{1, -1}, nil}, {[]int32{1}, []string{"a"}}},
		Maps:    []map[string]int8{{"a": 1, "b": 2}, {}, {"a": 1}, {"a": 0, "c": 3}},
		Sets:    []pair[map[int8]struct{}, Alias]{{map[int8]struct{}{2: {}, 1: {}}, "x"}, {nil, "y"}, {map[int8]struct{}{1: {}}, "z"}},
	})
}

// TestCanonicalRandom has random values of many entries.
func TestCanonicalRandom(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(9, seed))
		v, w := new(keyed), new(sliced)
		fillSome(r, reflect.ValueOf(v).Elem())
		fillSome(r, reflect.ValueOf(w).Elem())
		v.Double = map[float64]int32{}
		for range 60 {
			v.Double[math.Float64frombits(r.Uint64()|0x7ff0<<48)] = 1
		}
		checkCanonical(t, r, v)
		checkCanonical(t, r, w)
	}
}

// TestCanonicalOrder has the order of keys in bytes: numbers by value, text by bytes, NaN by its bits.
func TestCanonicalOrder(t *testing.T) {
	negative := math.Float64frombits(0xfff8000000000000)
	for _, c := range []struct {
		v    any
		want string // Binary
	}{
		{&MIS{A: map[int32]string{1: "", -1: "", 256: ""}}, "0d0001 080b00000003 ffffffff 00000000 00000001 00000000 00000100 00000000 08000200000000 00"},
		{&MSB{map[string]bool{"b": true, "": false, "a": true}}, "0d0001 0b0200000003 00000000 00 0000000161 01 0000000162 01 00"},
		{
			&MDI{map[float64]int32{math.NaN(): 1, negative: 2, 1: 3, -1: 4, 0: 5}},
			"0d0001 040800000005 fff8000000000000 00000002 bff0000000000000 00000004 0000000000000000 00000005 3ff0000000000000 00000003 7ff8000000000001 00000001 00",
		},
	} {
		if b, err := encodings(t, codec.Binary, codec.Options{Canonical: true}, c.v); err != nil || !bytes.Equal(b, hexed(c.want)) {
			t.Errorf("%+v: Append = %x, %v, want %x", c.v, b, err, hexed(c.want))
		}
	}
}
