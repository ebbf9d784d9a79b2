package codec_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/miserwire/miser/codec"
)

// Enums are i32 on the wire whatever their width in Go.

// enumHolders has an enum of 8 bytes wherever one can be.
type enumHolders struct {
	Field   Color              `thrift:"field,1"`
	Pointer *Color             `thrift:"pointer,2,optional"`
	List    []Color            `thrift:"list,3"`
	Set     map[Color]struct{} `thrift:"set,4"`
	SetList []Color            `thrift:"set_list,5,default,set<Color>"`
	Key     map[Color]bool     `thrift:"key,6"`
	Value   map[string]Color   `thrift:"value,7"`
	Entries []enumEntry        `thrift:"entries,8,default,map<Color:Color>"`
	Deep    map[int8][][]Color `thrift:"deep,9"`
	Double  **Color            `thrift:"double,10,optional"`
	Omitted Color              `thrift:"omitted,11,optional"`
	In      enumRuns           `thrift:"in,12"`
	By      *Color             `thrift:"by,13"`
	Word    MyWord             `thrift:"word,14,optional,MyWord"`
}

type enumEntry struct{ Key, Value Color }

// enumRuns has enums among fields that go out together.
type enumRuns struct {
	A int32  `thrift:"a,1"`
	B Color  `thrift:"b,2"`
	C int32  `thrift:"c,3"`
	D string `thrift:"d,4"`
	E bool   `thrift:"e,5"`
	F Color  `thrift:"f,6"`
	G int64  `thrift:"g,7"`
	H int8   `thrift:"h,8"`
	I int16  `thrift:"i,9"`
	J Color  `thrift:"j,10"`
}

// TestEnumRange has values that do not fit, in every holder, and the greatest that fit.
func TestEnumRange(t *testing.T) {
	for _, bad := range []Color{math.MaxInt32 + 1, math.MinInt32 - 1, 1 << 40, math.MaxInt64, math.MinInt64, 1 << 32} {
		holders := enumsWith(bad)
		for path, v := range holders {
			checkEncodeError(t, v, codec.ErrOverflow, path)
		}
	}
	for _, good := range []Color{math.MaxInt32, math.MinInt32, -1, 1} {
		for path, v := range enumsWith(good) {
			t.Run(fmt.Sprintf("%s=%d", path, good), func(t *testing.T) { roundTrips(t, v) })
		}
	}
}

// enumsWith returns values that hold e in one place each, by the path to it.
func enumsWith(e Color) map[string]any {
	return map[string]any{
		"enumHolders.Field":               &enumHolders{Field: e},
		"enumHolders.Pointer":             &enumHolders{Pointer: &e},
		"enumHolders.List[1]":             &enumHolders{List: []Color{1, e}},
		"enumHolders.Set[0]":              &enumHolders{Set: map[Color]struct{}{e: {}}},
		"enumHolders.SetList[2]":          &enumHolders{SetList: []Color{1, 2, e}},
		"enumHolders.Key[key 0]":          &enumHolders{Key: map[Color]bool{e: true}},
		"enumHolders.Value[value 0]":      &enumHolders{Value: map[string]Color{"": e}},
		"enumHolders.Entries[key 1]":      &enumHolders{Entries: []enumEntry{{1, 2}, {e, 3}}},
		"enumHolders.Entries[value 0]":    &enumHolders{Entries: []enumEntry{{1, e}}},
		"enumHolders.Deep[value 0][1][0]": &enumHolders{Deep: map[int8][][]Color{1: {{}, {e}}}},
		"enumHolders.Double":              &enumHolders{Double: new(&e)},
		"enumHolders.Omitted":             &enumHolders{Omitted: e},
		"enumHolders.In.B":                &enumHolders{In: enumRuns{B: e}},
		"enumHolders.In.F":                &enumHolders{In: enumRuns{F: e}},
		"enumHolders.In.J":                &enumHolders{In: enumRuns{J: e}},
		"enumHolders.By":                  &enumHolders{By: &e},
		"enumHolders.Word":                &enumHolders{Word: MyWord(e)},
		"enumRuns.B":                      &enumRuns{B: e},
		"enumRuns.F":                      &enumRuns{F: e},
		"enumRuns.J":                      &enumRuns{J: e},
	}
}

// Enums of all widths, by TYPE.
type (
	tiny       int8
	small      int16
	middling   int32
	enumWidths struct {
		A tiny             `thrift:"a,1,default,tiny"`
		B small            `thrift:"b,2,default,small"`
		C middling         `thrift:"c,3,default,middling"`
		D Color            `thrift:"d,4"`
		E *tiny            `thrift:"e,5,optional,tiny"`
		F []small          `thrift:"f,6,default,list<small>"`
		G map[tiny]small   `thrift:"g,7,default,map<tiny:small>"`
		H map[small]Color  `thrift:"h,8,default,map<small:Color>"`
		I int              `thrift:"i,9,default,AnInt"`
		J []int            `thrift:"j,10,default,list<AnInt>"`
		K map[tiny]bool    `thrift:"k,11,default,map<tiny:bool>"`
		L tiny             `thrift:"l,12,optional,tiny"`
		M map[Color]*small `thrift:"m,13,default,map<Color:small>"`
	}
)

// TestEnumWidths: i32 on the wire, sign and all; what the Go type cannot hold is an error.
func TestEnumWidths(t *testing.T) {
	roundTrips(t, &enumWidths{})
	roundTrips(t, &enumWidths{
		A: -128, B: -32768, C: math.MinInt32, D: math.MinInt32, E: new(tiny(-1)), F: []small{1, -1, 32767},
		G: map[tiny]small{-1: -2, 127: 32767}, H: map[small]Color{-5: -6}, I: -7, J: []int{math.MinInt32, math.MaxInt32},
		K: map[tiny]bool{-9: true}, L: -10, M: map[Color]*small{-11: new(small(-12))},
	})
	type wire struct {
		A int32           `thrift:"a,1,optional"`
		B int32           `thrift:"b,2,optional"`
		E *int32          `thrift:"e,5,optional"`
		F []int32         `thrift:"f,6,optional"`
		G map[int32]int32 `thrift:"g,7,optional"`
	}
	for path, w := range map[string]*wire{
		"enumWidths.A":          {A: 128},
		"enumWidths.B":          {B: -32769},
		"enumWidths.E":          {E: new(int32(math.MinInt32))},
		"enumWidths.F[1]":       {F: []int32{1, 32768}},
		"enumWidths.G[key 0]":   {G: map[int32]int32{128: 1}},
		"enumWidths.G[value 0]": {G: map[int32]int32{1: 1 << 20}},
	} {
		for _, p := range bothProtocols {
			if e := refuses(t, p, written(t, p, w), &enumWidths{}, codec.ErrOverflow); e != nil && e.Path != path {
				t.Errorf("%v: fault at %q, want %q", p, e.Path, path)
			}
		}
	}
}
