package codec_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
)

// Options.Schema: what a type is with what tags do not say, and the constructors that stand for InitDefault.

// crafted is what a generator without InitDefault writes: its defaults are in newCrafted.
type crafted struct {
	N int32             `thrift:"n,1,optional"`
	S string            `thrift:"s,2,optional"`
	L []int32           `thrift:"l,3,optional"`
	M map[string]int32  `thrift:"m,4,optional"`
	P *Two              `thrift:"p,5,optional"`
	B []byte            `thrift:"b,6,optional"`
	C *[]string         `thrift:"c,7,optional"`
	T []*Two            `thrift:"t,8"`
	I *int64            `thrift:"i,9,optional"`
	X map[int8][]string `thrift:"x,10,optional"`
}

func newCrafted() *crafted {
	return &crafted{
		N: 7, S: "seven", L: []int32{1, 2}, M: map[string]int32{"one": 1}, P: &Two{1, 2}, B: []byte("bytes"),
		C: &[]string{"c"}, T: []*Two{{3, 4}}, I: new(int64(9)), X: map[int8][]string{1: {"x"}},
	}
}

// holder holds a crafted in every place.
type holder struct {
	V    crafted             `thrift:"v,1"`
	P    *crafted            `thrift:"p,2,optional"`
	L    []crafted           `thrift:"l,3"`
	LP   []*crafted          `thrift:"lp,4"`
	M    map[string]*crafted `thrift:"m,5"`
	MV   map[int32]crafted   `thrift:"mv,6"`
	Deep [][]*crafted        `thrift:"deep,7,optional"`
	Num  int64               `thrift:"num,8,optional"`
}

func newHolder() *holder { return &holder{V: *newCrafted(), P: newCrafted(), Num: -1} }

func schemaOf(t testing.TB, hints ...layout.Hint) *layout.Schema {
	t.Helper()
	s, err := layout.NewSchema(hints...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// schemaModes are all modes of a decode, with the schema.
func schemaModes(s *layout.Schema) (modes []codec.Options) {
	for _, m := range decodeModes {
		m.o.Schema = s
		modes = append(modes, m.o)
	}
	return modes
}

// apart reports whether no memory of one value is that of another.
func apart(a, b *crafted) bool {
	return a.P != b.P && a.I != b.I && a.C != b.C && &a.L[0] != &b.L[0] && &a.B[0] != &b.B[0] && &(*a.C)[0] != &(*b.C)[0] &&
		a.T[0] != b.T[0] && reflect.ValueOf(a.M).Pointer() != reflect.ValueOf(b.M).Pointer() && &a.X[1][0] != &b.X[1][0]
}

// TestConstructorAtRoot: what a message lacks is what the constructor gives, fresh in each value.
func TestConstructorAtRoot(t *testing.T) {
	s := schemaOf(t, layout.Constructor(newCrafted))
	for _, p := range bothProtocols {
		for _, o := range schemaModes(s) {
			c := codec.Must(codec.New[crafted](p, o))
			kept := []*crafted{newCrafted()}
			var used crafted
			for range 3 {
				got := new(crafted)
				if n, err := c.Decode([]byte{0}, got); n != 1 || err != nil || !reflect.DeepEqual(got, newCrafted()) {
					t.Fatalf("%v %+v: Decode = %d, %v: %+v", p, o, n, err, got)
				}
				for _, other := range kept {
					if !apart(got, other) {
						t.Errorf("%v %+v: two values share a default", p, o)
					}
				}
				kept = append(kept, got)
				if _, err := c.Decode([]byte{0}, &used); err != nil || !reflect.DeepEqual(&used, newCrafted()) {
					t.Fatalf("%v %+v: Decode into a used value = %v: %+v", p, o, err, used)
				}
				// What the owner does to one reaches no other.
				*got = *newCrafted()
				used.L[0], used.M["one"], used.P.A, used.B[0], (*used.C)[0], used.T[0].A, *used.I = 9, 9, 9, 'x', "x", 9, 0
				used.X[1][0] = "y"
			}
			for _, k := range kept {
				if !reflect.DeepEqual(k, newCrafted()) {
					t.Errorf("%v %+v: a default changed in another value: %+v", p, o, k)
				}
			}
		}
	}
}

// TestConstructorPresence: an optional number or text equal to its default does not go out; what can be nil goes out
// unless it is.
func TestConstructorPresence(t *testing.T) {
	s := schemaOf(t, layout.Constructor(newCrafted))
	for _, p := range bothProtocols {
		c := codec.Must(codec.New[crafted](p, codec.Options{Schema: s}))
		b, err := c.Append(nil, newCrafted())
		two := plain(t, p, &struct {
			L []int32           `thrift:"l,3,optional"`
			M map[string]int32  `thrift:"m,4,optional"`
			P *Two              `thrift:"p,5,optional"`
			C *[]string         `thrift:"c,7,optional"`
			T []*Two            `thrift:"t,8"`
			I *int64            `thrift:"i,9,optional"`
			X map[int8][]string `thrift:"x,10,optional"`
		}{[]int32{1, 2}, map[string]int32{"one": 1}, &Two{1, 2}, &[]string{"c"}, []*Two{{3, 4}}, new(int64(9)), map[int8][]string{1: {"x"}}})
		if err != nil || !bytes.Equal(b, two) {
			t.Errorf("%v: the defaults go out as %x, %v, want %x", p, b, err, two)
		}
		for name, change := range map[string]func(*crafted){
			"zeros": func(v *crafted) {
				v.N, v.S, v.L, v.M, v.B, v.X = 0, "", []int32{}, map[string]int32{}, []byte{}, map[int8][]string{}
			},
			"others":  func(v *crafted) { v.N, v.S, v.L, v.B = 8, "eight", []int32{1, 2, 3}, []byte("byte") },
			"deeper":  func(v *crafted) { v.P.A, v.X[1][0], v.T[0].B, v.M["two"] = 5, "", 5, 2 },
			"nothing": func(*crafted) {},
		} {
			want := newCrafted()
			change(want)
			b, err := c.Append(nil, want)
			size, sizeErr := c.Size(want)
			if err != nil || sizeErr != nil || size != len(b) {
				t.Errorf("%v %s: Append = %d bytes, %v; Size = %d, %v", p, name, len(b), err, size, sizeErr)
			}
			for _, o := range schemaModes(s) {
				for _, got := range []*crafted{new(crafted), newCrafted()} {
					n, err := codec.Must(codec.New[crafted](p, o)).Decode(b, got)
					if d := wiretest.Diff(got, want); n != len(b) || err != nil || d != "" {
						t.Errorf("%v %+v %s: Decode = %d, %v, differs%s", p, o, name, n, err, d)
					}
				}
			}
		}
	}
}

// TestConstructorNested: each struct that a message leads to gets the defaults of its own type.
func TestConstructorNested(t *testing.T) {
	inner := schemaOf(t, layout.Constructor(newCrafted))
	both := schemaOf(t, layout.Constructor(newCrafted), layout.Constructor(newHolder))
	type bare struct{} // a struct whose fields are all left out
	src := &struct {
		V    bare             `thrift:"v,1"`
		P    *bare            `thrift:"p,2"`
		L    []bare           `thrift:"l,3"`
		LP   []*bare          `thrift:"lp,4"`
		M    map[string]*bare `thrift:"m,5"`
		MV   map[int32]bare   `thrift:"mv,6,default,map<i32:bare>"`
		Deep [][]*bare        `thrift:"deep,7"`
	}{P: &bare{}, L: make([]bare, 2), LP: []*bare{{}, {}}, M: map[string]*bare{"k": {}}, MV: map[int32]bare{1: {}}, Deep: [][]*bare{{{}, {}}, {}}}
	want := &holder{
		V: *newCrafted(), P: newCrafted(), L: []crafted{*newCrafted(), *newCrafted()}, LP: []*crafted{newCrafted(), newCrafted()},
		M: map[string]*crafted{"k": newCrafted()}, MV: map[int32]crafted{1: *newCrafted()}, Deep: [][]*crafted{{newCrafted(), newCrafted()}, {}},
	}
	for _, p := range bothProtocols {
		b := plain(t, p, src)
		for _, o := range append(schemaModes(inner), schemaModes(both)...) {
			c := codec.Must(codec.New[holder](p, o))
			want.Num = 0
			if o.Schema == both {
				want.Num = -1
			}
			for name, got := range map[string]*holder{"fresh": {}, "used": {L: []crafted{{N: 1}, {N: 2}, {N: 3}}, LP: []*crafted{{S: "a"}}, M: map[string]*crafted{"k": {N: 5}, "l": {}}, Num: 5}} {
				if n, err := c.Decode(b, got); n != len(b) || err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%v %+v %s: Decode = %d, %v%s", p, o, name, n, err, wiretest.Diff(got, want))
				}
				all := []*crafted{&got.V, got.P, &got.L[0], &got.L[1], got.LP[0], got.LP[1], got.M["k"], got.Deep[0][0], got.Deep[0][1]}
				for i, a := range all {
					for _, b := range all[:i] {
						if !apart(a, b) {
							t.Errorf("%v %+v %s: two structs of one message share a default", p, o, name)
						}
					}
				}
			}
			// Without its own constructor an absent struct held by value stays zero.
			var got holder
			absent := &holder{}
			if o.Schema == both {
				absent = newHolder()
			}
			if _, err := c.Decode([]byte{0}, &got); err != nil || wiretest.Diff(&got, absent) != "" {
				t.Errorf("%v %+v: absent fields: %v%s", p, o, err, wiretest.Diff(&got, absent))
			}
		}
	}
}

// numbers has defaults that are numbers and strings, and an InitDefault besides.
type numbers struct {
	A int32   `thrift:"a,1,optional"`
	B string  `thrift:"b,2,optional"`
	C float64 `thrift:"c,3,optional"`
}

func (v *numbers) InitDefault() { *v = numbers{1, "init", 1} }

// TestConstructorRuns: it counts instead of InitDefault, and where it gives numbers and strings only it runs once.
func TestConstructorRuns(t *testing.T) {
	var runs atomic.Int32
	s := schemaOf(t, layout.Constructor(func() *numbers { runs.Add(1); return &numbers{2, "new", 0} }))
	for _, p := range bothProtocols {
		for _, o := range schemaModes(s) {
			c, got := codec.Must(codec.New[numbers](p, o)), numbers{9, "9", 9}
			for range 3 {
				if _, err := c.Decode([]byte{0}, &got); err != nil || got != (numbers{2, "new", 0}) {
					t.Errorf("%v %+v: Decode = %v: %+v", p, o, err, got)
				}
			}
			if b, err := c.Append(nil, &numbers{2, "new", 0}); err != nil || len(b) != 1 {
				t.Errorf("%v: the defaults go out as %x, %v", p, b, err)
			}
			if b, err := c.Append(nil, &numbers{1, "init", 1}); err != nil || len(b) < 15 {
				t.Errorf("%v: what InitDefault gives goes out as %x, %v", p, b, err)
			}
		}
		plain := codec.Must(codec.New[numbers](p, codec.Options{}))
		if b, err := plain.Append(nil, &numbers{1, "init", 1}); err != nil || len(b) != 1 {
			t.Errorf("%v: without the schema InitDefault's go out as %x, %v", p, b, err)
		}
	}
	if runs.Load() != 1 {
		t.Errorf("the constructor ran %d times", runs.Load())
	}

	var times atomic.Int32
	s = schemaOf(t, layout.Constructor(func() *ID { times.Add(1); return &ID{} }))
	c := codec.Must(codec.New[ID](codec.Binary, codec.Options{Schema: s}))
	for range 3 {
		noError(second(c.Decode([]byte{0}, new(ID))))
	}
	if times.Load() != 1 || !strings.Contains(c.Explain(), "constructor in schema") {
		t.Errorf("the constructor of zeros ran %d times; %s", times.Load(), c.Explain())
	}
}

// TestConstructorOnError: after an error the value is zero, its defaults too, and the codec is as good as before.
func TestConstructorOnError(t *testing.T) {
	s := schemaOf(t, layout.Constructor(newCrafted), layout.Constructor(newHolder))
	for _, p := range bothProtocols {
		for _, o := range schemaModes(s) {
			c := codec.Must(codec.New[holder](p, o))
			b, err := c.Append(nil, &holder{V: *newCrafted(), L: []crafted{{}, {N: 7}}})
			noError(err)
			var got holder
			for cut := range b {
				if n, err := c.Decode(b[:cut], &got); n != 0 || !errors.Is(err, codec.ErrTruncated) || !reflect.ValueOf(got).IsZero() {
					t.Fatalf("%v %+v: Decode of %d bytes = %d, %v: %+v", p, o, cut, n, err, got)
				}
			}
			if n, err := c.Decode(b, &got); n != len(b) || err != nil || len(got.L) != 2 {
				t.Errorf("%v %+v: Decode = %d, %v", p, o, n, err)
			}
		}
	}
}
