package codec_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
)

// nest nests in every way that there is.
type nest struct {
	Struct  *nest                         `thrift:"struct,1,optional"`
	List    []*nest                       `thrift:"list,2,optional"`
	Values  []nest                        `thrift:"values,3,optional"`
	Set     []*nest                       `thrift:"set,4,optional,set<nest>"`
	Map     map[int32]*nest               `thrift:"map,5,optional"`
	Keys    map[*nest]bool                `thrift:"keys,6,optional"`
	Entries []wiretest.Entry[*nest, int8] `thrift:"entries,7,optional,map<nest:i8>"`
	Lists   [][]*nest                     `thrift:"lists,8,optional"`
	Maps    []map[string]nest             `thrift:"maps,9,optional"`
	Boxed   *box                          `thrift:"boxed,10,optional"`
	Pointer **nest                        `thrift:"pointer,11,optional"`
	Nil     []*nest                       `thrift:"nil,12,optional"`
}

// box holds a struct by value.
type box struct {
	Inside struct {
		Nest *nest `thrift:"nest,1,optional"`
	} `thrift:"inside,1"`
}

// steps put a nest into another one.
var steps = []struct {
	name   string
	levels int
	into   func(n *nest, inner *nest)
}{
	{"struct", 1, func(n, inner *nest) { n.Struct = inner }},
	{"list", 2, func(n, inner *nest) { n.List = []*nest{inner} }},
	{"list of values", 2, func(n, inner *nest) { n.Values = []nest{*inner} }},
	{"set", 2, func(n, inner *nest) { n.Set = []*nest{inner} }},
	{"map", 2, func(n, inner *nest) { n.Map = map[int32]*nest{1: inner} }},
	{"map keys", 2, func(n, inner *nest) { n.Keys = map[*nest]bool{inner: true} }},
	{"entry keys", 2, func(n, inner *nest) { n.Entries = []wiretest.Entry[*nest, int8]{{Key: inner}} }},
	{"list of lists", 3, func(n, inner *nest) { n.Lists = [][]*nest{{inner}} }},
	{"list of maps", 3, func(n, inner *nest) { n.Maps = []map[string]nest{{"": *inner}} }},
	{"struct in struct in struct", 3, func(n, inner *nest) { n.Boxed = new(box); n.Boxed.Inside.Nest = inner }},
	{"pointer to pointer", 1, func(n, inner *nest) { n.Pointer = &inner }},
}

// nested returns a value of so many levels, by the steps that next chooses, with empty containers at its end,
// which are no levels.
func nested(levels int, next func() int) *nest {
	in := &nest{List: []*nest{}, Map: map[int32]*nest{}, Set: []*nest{}, Entries: []wiretest.Entry[*nest, int8]{}}
	for levels > 0 {
		s := next()
		if steps[s].levels > levels {
			s = 0
		}
		out := new(nest)
		steps[s].into(out, in)
		in, levels = out, levels-steps[s].levels
	}
	return in
}

// blank knows none of nest's fields; forgetful keeps them.
type (
	blank struct {
		A int32 `thrift:"a,100,optional"`
	}
	forgetful struct {
		A       int32 `thrift:"a,100,optional"`
		Unknown layout.Unknown
	}
)

// anyDepth is more than any test nests.
const anyDepth = 1 << 16

// checkDepth codes v, which has so many levels, under a limit of depth levels: encode, size, decode, skip and
// retain agree on whether that is too deep.
func checkDepth(t *testing.T, what string, p codec.Protocol, depth, levels int, v *nest) {
	t.Helper()
	limited := codec.Options{Limits: codec.Limits{Depth: depth}}
	if depth == 0 {
		depth = 64
	}
	all := codec.Options{Limits: codec.Limits{Depth: anyDepth, Alloc: -1}}
	src, err := codecOf(t, v, p, all).Append(nil, v)
	if err != nil {
		t.Fatalf("%s, %v: Append without a limit: %v", what, p, err)
	}
	c := codecOf(t, v, p, limited)
	room := make([]byte, len(src))
	unknown, retained := new(forgetful), new(forgetful)
	if _, err := codecOf(t, unknown, p, all).Decode(src, unknown); err != nil {
		t.Fatalf("%s, %v: Decode of unknown fields without a limit: %v", what, p, err)
	}
	reused := limited
	reused.Reuse, reused.Strings = true, codec.Alias
	keeper := codecOf(t, unknown, p, limited)
	for _, call := range []struct {
		name string
		do   func() (int, error)
	}{
		{"Encode", func() (int, error) { return c.Encode(room, v) }},
		{"Append", func() (int, error) { b, err := c.Append(nil, v); return len(b), err }},
		{"Size", func() (int, error) { return c.Size(v) }},
		{"Decode", func() (int, error) { return c.Decode(src, new(nest)) }},
		{"Decode with Reuse", func() (int, error) { return codecOf(t, v, p, reused).Decode(src, new(nest)) }},
		{"Decode of unknown fields", func() (int, error) { return codecOf(t, new(blank), p, limited).Decode(src, new(blank)) }},
		{"Decode of kept fields", func() (int, error) { return keeper.Decode(src, retained) }},
		{"Encode of kept fields", func() (int, error) { return keeper.Encode(room, unknown) }},
		{"Size of kept fields", func() (int, error) { return keeper.Size(unknown) }},
	} {
		n, err := call.do()
		switch {
		case levels <= depth && (n != len(src) || err != nil):
			t.Errorf("%s, %v: %s of %d levels under %d = %d, %v, want %d", what, p, call.name, levels, depth, n, err, len(src))
		case levels > depth && !errors.Is(err, codec.ErrLimit):
			t.Errorf("%s, %v: %s of %d levels under %d = %d, %v, want ErrLimit", what, p, call.name, levels, depth, n, err)
		}
	}
}

// TestDepth: a limit of some levels is exact, whatever they are.
func TestDepth(t *testing.T) {
	for _, p := range bothProtocols {
		for i, s := range steps {
			for _, depth := range []int{0, 1, 2, 3, 10, 64, 65, 200} {
				at := depth
				if depth == 0 {
					at = 64 // the default
				}
				for levels := max(at-2, 0); levels <= at+3; levels++ {
					checkDepth(t, s.name, p, depth, levels, nested(levels, func() int { return i }))
				}
			}
		}
		const seed = 64
		r := rand.New(rand.NewPCG(seed, uint64(p)))
		for range 100 {
			depth := 1 + r.IntN(100)
			for levels := depth; levels <= depth+1; levels++ {
				checkDepth(t, "random", p, depth, levels, nested(levels, func() int { return r.IntN(len(steps)) }))
			}
		}
	}
}

// TestDepthNil: a nil pointer in a container stands for an empty struct, which is a level; an empty list in a
// list is none.
func TestDepthNil(t *testing.T) {
	for _, p := range bothProtocols {
		checkDepth(t, "nil element", p, 2, 2, &nest{Nil: []*nest{nil}})
		checkDepth(t, "nil element", p, 1, 2, &nest{Nil: []*nest{nil}})
		checkDepth(t, "nil value", p, 1, 2, &nest{Map: map[int32]*nest{1: nil}})
		checkDepth(t, "empty list in a list", p, 1, 1, &nest{Lists: [][]*nest{{}, nil}})
		checkDepth(t, "empty map in a list", p, 1, 1, &nest{Maps: []map[string]nest{{}, nil}})
		checkDepth(t, "empty box", p, 2, 2, &nest{Boxed: new(box)})
		checkDepth(t, "empty box", p, 1, 2, &nest{Boxed: new(box)})
	}
}

// TestGreatestDepth nests as deep as Limits allow: the stack grows, and does not overflow.
func TestGreatestDepth(t *testing.T) {
	levels := anyDepth
	if testing.Short() || raceEnabled {
		levels /= 16
	}
	v := new(wiretest.Chain)
	for range levels {
		v = &wiretest.Chain{Rest: v}
	}
	for _, p := range bothProtocols {
		c := codec.Must(codec.New[wiretest.Chain](p, codec.Options{Limits: codec.Limits{Depth: levels}}))
		b, err := c.Append(nil, v)
		if err != nil {
			t.Fatalf("%v: Append: %v", p, err)
		}
		var got wiretest.Chain
		if n, err := c.Decode(b, &got); n != len(b) || err != nil {
			t.Errorf("%v: Decode = %d, %v, want %d", p, n, err, len(b))
		}
		skip := codec.Must(codec.New[blank](p, codec.Options{Limits: codec.Limits{Depth: levels}}))
		if n, err := skip.Decode(b, new(blank)); n != len(b) || err != nil {
			t.Errorf("%v: Decode of unknown fields = %d, %v, want %d", p, n, err, len(b))
		}
		if _, err := c.Size(&wiretest.Chain{Rest: v}); !errors.Is(err, codec.ErrLimit) {
			t.Errorf("%v: Size of one level more: %v", p, err)
		}
	}
}

// TestCycleLimit: a value that leads back to itself ends in ErrLimit, in each way that it can lead there.
func TestCycleLimit(t *testing.T) {
	for i, s := range steps {
		if strings.Contains(s.name, "values") || strings.Contains(s.name, "maps") {
			continue // a copy of the value is no cycle
		}
		v := new(nest)
		steps[i].into(v, v)
		checkCycle(t, s.name, v)
	}
	values := &nest{Values: make([]nest, 3)}
	for i := range values.Values {
		values.Values[i].Struct = values
	}
	checkCycle(t, "list of values", values)
	maps := &nest{}
	maps.Maps = []map[string]nest{{"a": {Struct: maps}, "b": {Struct: maps}}}
	checkCycle(t, "list of maps", maps)
	many := new(nest)
	for range 5 {
		many.List = append(many.List, many)
	}
	many.Map = map[int32]*nest{1: many, 2: many, 3: many}
	many.Lists = [][]*nest{many.List, many.List}
	checkCycle(t, "many ways", many)
	list := &wiretest.Tree{}
	list.Children = []*wiretest.Tree{list, list, list}
	checkCycle(t, "tree", list)
	m := &wiretest.TreeMap{}
	m.Kids = map[string]*wiretest.TreeMap{"a": m, "b": m}
	checkCycle(t, "tree of maps", m)
}

func checkCycle(t *testing.T, what string, v any) {
	t.Helper()
	room := make([]byte, 1<<16)
	for _, p := range bothProtocols {
		for _, canonical := range []bool{false, true} {
			c := codecOf(t, v, p, codec.Options{Canonical: canonical})
			if n, err := c.Size(v); n != 0 || !errors.Is(err, codec.ErrLimit) {
				t.Errorf("%s, %v: Size of a cycle = %d, %v, want ErrLimit", what, p, n, err)
			}
			if n, err := c.Encode(room, v); n != 0 || !errors.Is(err, codec.ErrLimit) {
				t.Errorf("%s, %v: Encode of a cycle = %d, %v, want ErrLimit", what, p, n, err)
			}
			dst := []byte("dst")
			got, err := c.Append(dst, v)
			if string(got) != string(dst) || !errors.Is(err, codec.ErrLimit) {
				t.Errorf("%s, %v: Append of a cycle = %d bytes, %v, want dst and ErrLimit", what, p, len(got), err)
			}
			if err != nil && len(err.Error()) > maxErrorText {
				t.Errorf("%s, %v: an error of %d bytes", what, p, len(err.Error()))
			}
		}
	}
}

// TestLimitsChecked: options outside their range are errors of New.
func TestLimitsChecked(t *testing.T) {
	for _, tt := range []struct {
		name string
		p    codec.Protocol
		o    codec.Options
		ok   bool
	}{
		{"zero", codec.Binary, codec.Options{}, true},
		{"protocol 0", 0, codec.Options{}, false},
		{"protocol 3", 3, codec.Options{}, false},
		{"strings", codec.Binary, codec.Options{Strings: codec.Alias + 1}, false},
		{"greatest depth", codec.Compact, codec.Options{Limits: codec.Limits{Depth: anyDepth}}, true},
		{"depth too great", codec.Compact, codec.Options{Limits: codec.Limits{Depth: anyDepth + 1}}, false},
		{"negative depth", codec.Compact, codec.Options{Limits: codec.Limits{Depth: -1}}, false},
		{"negative message", codec.Compact, codec.Options{Limits: codec.Limits{Message: -1}}, false},
		{"negative container", codec.Compact, codec.Options{Limits: codec.Limits{Container: -1}}, false},
		{"negative bytes", codec.Compact, codec.Options{Limits: codec.Limits{Bytes: -1}}, false},
		{"negative direct", codec.Compact, codec.Options{Limits: codec.Limits{Direct: -1}}, false},
		{"no alloc limit", codec.Compact, codec.Options{Limits: codec.Limits{Alloc: -1}}, true},
		{"negative alloc", codec.Compact, codec.Options{Limits: codec.Limits{Alloc: -2}}, false},
	} {
		if _, err := codec.New[blank](tt.p, tt.o); (err == nil) != tt.ok {
			t.Errorf("%s: New: %v, want an error: %v", tt.name, err, !tt.ok)
		}
	}
}
