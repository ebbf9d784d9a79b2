package codec_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
)

// charged has each kind of memory that a decode takes.
type (
	charged struct {
		Text    string                             `thrift:"text,1"`
		Maybe   *string                            `thrift:"maybe,2,optional"`
		Number  *int64                             `thrift:"number,3,optional"`
		Bytes   []byte                             `thrift:"bytes,4,optional"`
		Boxed   *[]byte                            `thrift:"boxed,5,optional"`
		Deep    **int32                            `thrift:"deep,6,optional"`
		Inner   *charged                           `thrift:"inner,7,optional"`
		Two     **charged                          `thrift:"two,8,optional"`
		Longs   []int64                            `thrift:"longs,9,optional"`
		Texts   []string                           `thrift:"texts,10,optional"`
		Structs []*charged                         `thrift:"structs,11,optional"`
		Values  []chargedPoint                     `thrift:"values,12,optional"`
		Numbers []*int32                           `thrift:"numbers,13,optional"`
		Map     map[string]*chargedPoint           `thrift:"map,14,optional"`
		Keys    map[*chargedPoint]string           `thrift:"keys,15,optional"`
		Set     map[string]struct{}                `thrift:"set,16,optional"`
		Entries []wiretest.Entry[string, []string] `thrift:"entries,17,optional,map<string:list<string>>"`
		Lists   [][]string                         `thrift:"lists,18,optional"`
		Pairs   map[int8]chargedPoint              `thrift:"pairs,19,optional"`
		*Beside
		layout.Unknown
	}
	chargedPoint struct {
		X *int32  `thrift:"x,1,optional"`
		S *string `thrift:"s,2,optional"`
	}
	// Beside is embedded by pointer, and so is what it embeds.
	Beside struct {
		Near    int8          `thrift:"near,30,optional"`
		NearMap map[int8]int8 `thrift:"nearmap,31,optional"`
		*Behind
	}
	Behind struct {
		Far      *int64   `thrift:"far,32,optional"`
		FarTexts []string `thrift:"fartexts,33,optional"`
	}
	// chargedMore has fields that charged does not know.
	chargedMore struct {
		charged
		Later []string `thrift:"later,40,optional"`
	}
)

// chargedWith makes a value for each of the fields alone, and one for all of them.
func chargedWith() map[string]*chargedMore {
	point := func() *chargedPoint { return &chargedPoint{new(int32(1)), new("point")} }
	few := func() *chargedMore { return new(chargedMore) }
	values := map[string]*chargedMore{}
	for name, set := range map[string]func(v *chargedMore){
		"Text":    func(v *chargedMore) { v.Text = "text" },
		"Maybe":   func(v *chargedMore) { v.Maybe = new("maybe") },
		"Number":  func(v *chargedMore) { v.Number = new(int64(3)) },
		"Bytes":   func(v *chargedMore) { v.Bytes = []byte("bytes") },
		"Boxed":   func(v *chargedMore) { v.Boxed = new([]byte("boxed")) },
		"Deep":    func(v *chargedMore) { v.Deep = new(new(int32(5))) },
		"Inner":   func(v *chargedMore) { v.Inner = &charged{Text: "inner", Inner: &charged{}} },
		"Two":     func(v *chargedMore) { v.Two = new(&charged{Text: "two"}) },
		"Longs":   func(v *chargedMore) { v.Longs = []int64{1, 2, 3} },
		"Texts":   func(v *chargedMore) { v.Texts = []string{"a", "bb"} },
		"Structs": func(v *chargedMore) { v.Structs = []*charged{{Text: "x"}, {Number: new(int64(1))}} },
		"Values":  func(v *chargedMore) { v.Values = []chargedPoint{*point(), *point()} },
		"Numbers": func(v *chargedMore) { v.Numbers = []*int32{new(int32(1)), new(int32(2))} },
		"Map":     func(v *chargedMore) { v.Map = map[string]*chargedPoint{"key": point()} },
		"Keys":    func(v *chargedMore) { v.Keys = map[*chargedPoint]string{point(): "value"} },
		"Set":     func(v *chargedMore) { v.Set = map[string]struct{}{"element": {}} },
		"Entries": func(v *chargedMore) {
			v.Entries = []wiretest.Entry[string, []string]{{Key: "key", Value: []string{"v"}}}
		},
		"Lists":    func(v *chargedMore) { v.Lists = [][]string{{"a"}, {"b", "c"}} },
		"Pairs":    func(v *chargedMore) { v.Pairs = map[int8]chargedPoint{1: *point()} },
		"Near":     func(v *chargedMore) { v.Beside = &Beside{Near: 1} },
		"NearMap":  func(v *chargedMore) { v.Beside = &Beside{NearMap: map[int8]int8{1: 2}} },
		"Far":      func(v *chargedMore) { v.Beside = &Beside{Behind: &Behind{Far: new(int64(4))}} },
		"FarTexts": func(v *chargedMore) { v.Beside = &Beside{Behind: &Behind{FarTexts: []string{"far"}}} },
		"Later":    func(v *chargedMore) { v.Later = []string{"kept"} },
	} {
		values[name] = few()
		set(values[name])
	}
	return values
}

// TestAllocEverywhere: with budgets of all sizes, up to one that is enough, a decode gives the value or
// ErrLimit, and one byte is never enough: no memory is taken that is not paid.
func TestAllocEverywhere(t *testing.T) {
	for name, value := range chargedWith() {
		for _, p := range bothProtocols {
			src, err := codec.Must(codec.New[chargedMore](p, codec.Options{})).Append(nil, value)
			if err != nil {
				t.Fatalf("%s, %v: Append: %v", name, p, err)
			}
			for _, mode := range decodeModes {
				if mode.o.Strings == codec.Alias && (name == "Text" || name == "Bytes") {
					continue // they take no memory
				}
				var want charged
				if _, err := codec.Must(codec.New[charged](p, mode.o)).Decode(src, &want); err != nil {
					t.Fatalf("%s, %v, %s: Decode without a bound: %v", name, p, mode.name, err)
				}
				checkBudgets(t, name, p, mode.o, src, &want)
			}
		}
	}
}

// checkBudgets decodes src with growing budgets until one is enough.
func checkBudgets(t *testing.T, name string, p codec.Protocol, o codec.Options, src []byte, want *charged) {
	t.Helper()
	const most = 64 << 10
	for budget := int64(1); budget <= most; budget += 1 + budget/16 {
		o.Limits.Alloc = budget
		var got charged
		n, err := codec.Must(codec.New[charged](p, o)).Decode(src, &got)
		switch {
		case err == nil && (n != len(src) || !sameKeys(&got, want)):
			t.Errorf("%s, %v, %+v: %d bytes, %+v, want %+v", name, p, o, n, got, want)
			return
		case err == nil && budget == 1:
			t.Errorf("%s, %v, %+v: one byte is enough", name, p, o)
			return
		case err == nil:
			return
		case !errors.Is(err, codec.ErrLimit) || n != 0 || !reflect.DeepEqual(got, charged{}):
			t.Errorf("%s, %v, %+v: %d, %v, %+v, want ErrLimit and nothing", name, p, o, n, err, got)
			return
		}
	}
	t.Errorf("%s, %v, %+v: %d bytes are not enough", name, p, o, most)
}

// sameKeys compares two values, of which one has maps with pointers as keys.
func sameKeys(a, b *charged) bool {
	if len(a.Keys) != len(b.Keys) {
		return false
	}
	for k, v := range a.Keys {
		for l, w := range b.Keys {
			if v != w || !reflect.DeepEqual(k, l) {
				return false
			}
		}
	}
	x, y := *a, *b
	x.Keys, y.Keys = nil, nil
	return reflect.DeepEqual(x, y)
}
