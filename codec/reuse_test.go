package codec_test

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// reused has memory of every form that a decode under Reuse takes over.
type reused struct {
	Numbers []int64               `thrift:"numbers,1"`
	Texts   []string              `thrift:"texts,2"`
	Blobs   [][]byte              `thrift:"blobs,3"`
	Values  []Two                 `thrift:"values,4"`
	Ptrs    []*Inner              `thrift:"ptrs,5"`
	Lists   [][]int32             `thrift:"lists,6"`
	Map     map[string]int32      `thrift:"map,7"`
	MapPtr  map[int32]*Inner      `thrift:"map_ptr,8"`
	MapList map[string][]int16    `thrift:"map_list,9"`
	MapMap  map[int8]map[int8]int `thrift:"map_map,10"`
	Set     map[string]struct{}   `thrift:"set,11"`
	Entries []pair[int8, *Two]    `thrift:"entries,12,default,map<i8:Two>"`
	One     *Inner                `thrift:"one,13"`
	Number  *int64                `thrift:"number,14"`
	Text    *string               `thrift:"text,15"`
	List    *[]int32              `thrift:"list,16"`
	Twice   **int32               `thrift:"twice,17"`
	In      struct {
		L []int8 `thrift:"l,1"`
		P *Two   `thrift:"p,2"`
	} `thrift:"in,18"`
	MapVal map[string]Outer `thrift:"map_val,19"`
}

// memoryOf returns the addresses of all that v owns, by the path that leads there. Of the values of a map
// only their number and their addresses as a set are fixed, since any old value may serve any key.
func memoryOf(v reflect.Value, path string, found map[string]uintptr) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			found[path] = v.Pointer()
			memoryOf(v.Elem(), path, found)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			memoryOf(v.Field(i), path+"."+v.Type().Field(i).Name, found)
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 || v.Len() == 0 {
			return
		}
		found[path] = v.Pointer()
		for i := range v.Len() {
			memoryOf(v.Index(i), path+"["+string(rune('0'+i))+"]", found)
		}
	case reflect.Map:
		if !v.IsNil() {
			found[path] = v.Pointer()
		}
	}
}

// TestReuseMemory: the memory of the target is what the value is decoded into.
func TestReuseMemory(t *testing.T) {
	full, less := new(reused), new(reused)
	fillAll(reflect.ValueOf(full).Elem(), 5)
	fillAll(reflect.ValueOf(less).Elem(), 5)
	less.Numbers, less.Texts, less.Ptrs, less.Values = less.Numbers[:1], less.Texts[:1], less.Ptrs[:1], less.Values[:1]
	for _, p := range bothProtocols {
		for _, s := range []codec.Strings{codec.Shared, codec.Own, codec.Alias} {
			c := codec.Must(codec.New[reused](p, codec.Options{Strings: s, Reuse: true}))
			var v reused
			noError(second(c.Decode(plain(t, p, full), &v)))
			first, inMap := map[string]uintptr{}, v.MapPtr
			memoryOf(reflect.ValueOf(&v), "", first)
			pointees := map[*Inner]bool{}
			for _, in := range inMap {
				pointees[in] = true
			}
			for i, want := range []*reused{full, less, full, less, full} {
				noError(second(c.Decode(plain(t, p, want), &v)))
				if d := wiretest.Diff(&v, want); d != "" {
					t.Fatalf("%v %d: differs%s", p, s, d)
				}
				now := map[string]uintptr{}
				memoryOf(reflect.ValueOf(&v), "", now)
				for path, at := range now {
					if at != first[path] {
						t.Errorf("%v %d, decode %d: %s is at %#x, it was at %#x", p, s, i, path, at, first[path])
					}
				}
				for key, in := range v.MapPtr {
					if !pointees[in] {
						t.Errorf("%v %d, decode %d: MapPtr[%d] is a new struct", p, s, i, key)
					}
				}
			}
		}
	}
}

// TestReuseText: strings and []byte that were handed out keep their bytes under Reuse too.
func TestReuseText(t *testing.T) {
	type texts struct {
		S string             `thrift:"s,1"`
		B []byte             `thrift:"b,2"`
		P *string            `thrift:"p,3"`
		L []string           `thrift:"l,4"`
		M map[string][]byte  `thrift:"m,5"`
		K map[string]*[]byte `thrift:"k,6"`
	}
	one := &texts{"one", []byte("two"), new("three"), []string{"four"}, map[string][]byte{"five": []byte("six")}, map[string]*[]byte{"seven": new([]byte("eight"))}}
	two := &texts{"!!!", []byte("!!!"), new("!!!!!"), []string{"!!!!"}, map[string][]byte{"!!!!": []byte("!!!")}, map[string]*[]byte{"!!!!!": new([]byte("!!!!!"))}}
	for _, p := range bothProtocols {
		for _, mode := range decodeModes {
			c := codec.Must(codec.New[texts](p, mode.o))
			src := plain(t, p, one)
			var v texts
			noError(second(c.Decode(src, &v)))
			s, b, ptr, l, m, k := v.S, v.B, *v.P, v.L[0], v.M["five"], *v.K["seven"]
			for range 3 {
				noError(second(c.Decode(plain(t, p, two), &v)))
			}
			if got := s + string(b) + ptr + l + string(m) + string(k); got != "onetwothreefoursixeight" {
				t.Errorf("%v %s: what was handed out reads %q", p, mode.name, got)
			}
			if d := wiretest.Diff(&v, two); d != "" {
				t.Errorf("%v %s: differs%s", p, mode.name, d)
			}
		}
	}
}

// TestReuseSequences decodes random messages into one value, among them broken ones: each result is that of a
// fresh decode, and without Reuse no later decode changes what an earlier one gave.
func TestReuseSequences(t *testing.T) {
	steps := 7
	if raceEnabled {
		steps = 3 // slow there
	}
	for i, s := range wiretest.Schemas() {
		for _, form := range formsOf(s.Name) {
			r := rand.New(rand.NewPCG(30, uint64(i)))
			sequence(t, r, form.new, steps)
		}
	}
	for seed := range uint64(steps) {
		r := rand.New(rand.NewPCG(31, seed))
		for _, v := range []any{new(reused), new(kinds), new(shapePointers), new(Leafy), new(arms), new(keptInside), new(nAll), new(numericHolder)} {
			sequence(t, r, func() any { return fresh(v) }, steps)
		}
	}
}

// numericHolder has structs by value in lists and maps.
type numericHolder struct {
	A []shapeNumeric          `thrift:"a,1,optional"`
	B map[string]shapeNumeric `thrift:"b,2"`
	C shapeNumeric            `thrift:"3"`
	D []shapeEmbedded         `thrift:"d,4"`
	E map[int8]*shapeEmbedded `thrift:"e,5,optional"`
	F []arms                  `thrift:"f,6"`
}

// sequence decodes n random values of a type into one target, in every mode.
func sequence(t *testing.T, r *rand.Rand, newValue func() any, n int) {
	t.Helper()
	values := make([]any, n)
	for i := range values {
		values[i] = newValue()
		fillSome(r, reflect.ValueOf(values[i]).Elem())
	}
	for _, p := range bothProtocols {
		wire := make([][]byte, n)
		for i, v := range values {
			wire[i] = plain(t, p, v)
		}
		for _, mode := range decodeModes {
			if mode.o.Strict {
				continue
			}
			got := newValue()
			c := codecOf(t, got, p, mode.o)
			var kept []any
			for i, want := range values {
				src := bytes.Clone(wire[i])
				if k, err := c.Decode(src, got); k != len(src) || err != nil {
					t.Fatalf("%T: %v %s: Decode of message %d = %d, %v", got, p, mode.name, i, k, err)
				}
				if mode.o.Strings != codec.Alias {
					clear(src)
				}
				if d := wiretest.Diff(got, want); d != "" {
					t.Fatalf("%T: %v %s: message %d differs%s", got, p, mode.name, i, d)
				}
				if !mode.o.Reuse {
					one := newValue()
					reflect.ValueOf(one).Elem().Set(reflect.ValueOf(got).Elem())
					kept = append(kept, one)
				}
				if cut := r.IntN(len(wire[i])); i%3 == 2 {
					if k, err := c.Decode(wire[i][:cut:cut], got); k != 0 || err == nil || !reflect.ValueOf(got).Elem().IsZero() {
						t.Fatalf("%T: %v %s: Decode of %d bytes of message %d = %d, %v", got, p, mode.name, cut, i, k, err)
					}
				}
			}
			for i, one := range kept {
				if d := wiretest.Diff(one, values[i]); d != "" {
					t.Fatalf("%T: %v %s: what message %d gave has changed%s", got, p, mode.name, i, d)
				}
			}
		}
	}
}

// TestReuseLengths has lists and maps that shrink to nothing and grow again, and optionals that come and go.
func TestReuseLengths(t *testing.T) {
	make := func(n int) *reused {
		v := new(reused)
		if n%2 == 0 {
			v.One, v.Text, v.Number = &Inner{A: new(int32(n))}, new("text"), new(int64(n))
		}
		if n%3 == 0 {
			v.One, v.List, v.Twice = &Inner{B: new(int32(n))}, new([]int32{int32(n)}), new(new(int32(n)))
		}
		for i := range n {
			k := int32(n - i)
			v.Numbers, v.Texts, v.Blobs = append(v.Numbers, int64(k)), append(v.Texts, string(rune(64+k))), append(v.Blobs, []byte{byte(k)})
			v.Values, v.Lists = append(v.Values, Two{k, 0}), append(v.Lists, []int32{k, k}[:i%3])
			in := &Inner{A: &k}
			if i%2 == 0 {
				in = &Inner{B: &k}
			}
			v.Ptrs, v.Entries = append(v.Ptrs, in), append(v.Entries, pair[int8, *Two]{int8(i), &Two{0, k}})
			if v.Map == nil {
				v.Map, v.MapPtr, v.Set = map[string]int32{}, map[int32]*Inner{}, map[string]struct{}{}
				v.MapList, v.MapMap = map[string][]int16{}, map[int8]map[int8]int{}
			}
			v.Map[string(rune(64+k))], v.MapPtr[k], v.Set[string(rune(64+k))] = k, in, struct{}{}
			v.MapList[string(rune(64+k))], v.MapMap[int8(i)] = []int16{int16(k), 1}[:i%3], map[int8]int{int8(k): i}
		}
		return v
	}
	for _, p := range bothProtocols {
		for _, mode := range decodeModes {
			var v reused
			c := codecOf(t, &v, p, mode.o)
			for i, n := range []int{3, 0, 5, 1, 4, 40, 2, 40, 0, 41, 39, 6, 0, 0, 9} {
				want := make(n)
				src := plain(t, p, want)
				if k, err := c.Decode(src, &v); k != len(src) || err != nil {
					t.Fatalf("%v %s: Decode of %d = %d, %v", p, mode.name, n, k, err)
				}
				if d := wiretest.Diff(&v, want); d != "" {
					t.Fatalf("%v %s: step %d, length %d differs%s", p, mode.name, i, n, d)
				}
			}
		}
	}
}
