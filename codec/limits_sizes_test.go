package codec_test

import (
	"bytes"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/internal/wiretest/flood"
	"github.com/miserwire/miser/layout"
)

// sized has each kind of container, and text in each place where it can be.
type sized struct {
	Bools   []bool                       `thrift:"bools,1,optional"`
	Longs   []int64                      `thrift:"longs,2,optional"`
	Texts   []string                     `thrift:"texts,3,optional"`
	Structs []*sized                     `thrift:"structs,4,optional"`
	Set     []int32                      `thrift:"set,5,optional,set<i32>"`
	SetMap  map[string]struct{}          `thrift:"setmap,6,optional"`
	Map     map[int32]string             `thrift:"map,7,optional"`
	Entries []wiretest.Entry[bool, int8] `thrift:"entries,8,optional,map<bool:i8>"`
	Lists   [][]int16                    `thrift:"lists,9,optional"`
	Text    string                       `thrift:"text,10,optional"`
	Maybe   *string                      `thrift:"maybe,11,optional"`
	Bytes   []byte                       `thrift:"bytes,12,optional"`
	Blobs   [][]byte                     `thrift:"blobs,13,optional"`
	Keys    map[string]int8              `thrift:"keys,14,optional"`
	Boxed   *[]byte                      `thrift:"boxed,15,optional"`
}

// sizedWith make a value with a container of n elements.
var sizedWith = []struct {
	name string
	make func(n int) sized
}{
	{"Bools", func(n int) sized { return sized{Bools: make([]bool, n)} }},
	{"Longs", func(n int) sized { return sized{Longs: make([]int64, n)} }},
	{"Texts", func(n int) sized { return sized{Texts: make([]string, n)} }},
	{"Structs", func(n int) sized { return sized{Structs: make([]*sized, n)} }},
	{"Structs[0].Longs", func(n int) sized { return sized{Structs: []*sized{{Longs: make([]int64, n)}}} }},
	{"Set", func(n int) sized { return sized{Set: make([]int32, n)} }},
	{"SetMap", func(n int) sized { return sized{SetMap: manyKeys(n, struct{}{})} }},
	{"Keys", func(n int) sized { return sized{Keys: manyKeys(n, int8(1))} }},
	{"Entries", func(n int) sized { return sized{Entries: make([]wiretest.Entry[bool, int8], n)} }},
	{"Lists", func(n int) sized { return sized{Lists: make([][]int16, n)} }},
	{"Lists[0]", func(n int) sized { return sized{Lists: [][]int16{make([]int16, n)}} }},
}

// textOf makes a value with text or bytes of n bytes.
var textOf = []struct {
	name string
	make func(n int) sized
}{
	{"Text", func(n int) sized { return sized{Text: strings.Repeat("x", n)} }},
	{"Maybe", func(n int) sized { return sized{Maybe: new(strings.Repeat("x", n))} }},
	{"Bytes", func(n int) sized { return sized{Bytes: make([]byte, n)} }},
	{"Boxed", func(n int) sized { return sized{Boxed: new(make([]byte, n))} }},
	{"Texts[1]", func(n int) sized { return sized{Texts: []string{"", strings.Repeat("x", n)}} }},
	{"Blobs[1]", func(n int) sized { return sized{Blobs: [][]byte{nil, make([]byte, n)}} }},
	{"SetMap[0]", func(n int) sized { return sized{SetMap: map[string]struct{}{strings.Repeat("x", n): {}}} }},
	{"Map[value 0]", func(n int) sized { return sized{Map: map[int32]string{1: strings.Repeat("x", n)}} }},
	{"Keys[key 0]", func(n int) sized { return sized{Keys: map[string]int8{strings.Repeat("x", n): 1}} }},
	{"Structs[0].Text", func(n int) sized { return sized{Structs: []*sized{{Text: strings.Repeat("x", n)}}} }},
}

func manyKeys[V any](n int, v V) map[string]V {
	m := map[string]V{}
	for i := range n {
		m[strconv.Itoa(i)] = v
	}
	return m
}

// Types that skip all of a sized.
type (
	stranger struct {
		Z int32 `thrift:"z,999"`
	}
	strangerKept struct {
		Z       int32 `thrift:"z,999"`
		Unknown layout.Unknown
	}
	empty struct{}
)

// TestContainerLimit: a container of as many elements as the limit passes, one more does not.
func TestContainerLimit(t *testing.T) {
	for _, tt := range sizedWith {
		checkSizeLimit(t, tt.name, tt.make, func(most int) codec.Limits { return codec.Limits{Container: most} })
	}
}

// TestBytesLimit: text and bytes as long as the limit pass, one more does not.
func TestBytesLimit(t *testing.T) {
	for _, tt := range textOf {
		checkSizeLimit(t, tt.name, tt.make, func(most int) codec.Limits { return codec.Limits{Bytes: most} })
	}
}

func checkSizeLimit(t *testing.T, path string, value func(n int) sized, limits func(most int) codec.Limits) {
	t.Helper()
	for _, p := range bothProtocols {
		for _, mode := range decodeModes {
			for _, most := range []int{2, 7, 100, 5000} {
				mode.o.Limits = limits(most)
				c := codec.Must(codec.New[sized](p, mode.o))
				for _, n := range []int{most - 1, most, most + 1} {
					want := value(n)
					src, err := c.Append(nil, &want) // limits of sizes bind readers alone
					if err != nil {
						t.Fatalf("%s, %v: Append: %v", path, p, err)
					}
					var got sized
					_, err = c.Decode(src, &got)
					if n <= most && err != nil || n > most && !errors.Is(err, codec.ErrLimit) {
						t.Errorf("%s, %v, %s: Decode of %d under %+v: %v", path, p, mode.name, n, mode.o.Limits, err)
					}
					if e := new(codec.Error); errors.As(err, &e) && e.Path != "sized."+path {
						t.Errorf("%s, %v, %s: the error's path is %s", path, p, mode.name, e.Path)
					}
					for _, skipper := range []any{new(stranger), new(strangerKept), new(empty)} {
						c, err := codec.ForType(reflect.TypeOf(skipper).Elem(), p, mode.o)
						if err != nil {
							t.Fatal(err)
						}
						_, err = c.Decode(src, skipper)
						if n <= most && err != nil || n > most && !errors.Is(err, codec.ErrLimit) {
							t.Errorf("%s, %v, %s: skipping %d into a %T under %+v: %v", path, p, mode.name, n, skipper, mode.o.Limits, err)
						}
					}
				}
			}
		}
	}
}

// How many elements the amplified inputs have.
const (
	manyElements = 1_000_000
	someElements = 100_000
)

// amplified are inputs that stand for much more memory than they take: field 1 of type list, of n elements of
// one kind, each as short as can be.
var amplified = []struct {
	name    string
	new     func() any
	element compact.Type
	n       int
	most    float64 // bytes for each element with the default limits; 0: they are refused
}{
	{"[]map[int32]int32", newOf[struct {
		V []map[int32]int32 `thrift:"v,1"`
	}], compact.TypeMap, manyElements, 64},
	{"[]map[string]string", newOf[struct {
		V []map[string]string `thrift:"v,1"`
	}], compact.TypeMap, someElements, 64},
	{"[]map[point]*point", newOf[struct {
		V []map[wiretest.Point]*wiretest.Point `thrift:"v,1"`
	}], compact.TypeMap, someElements, 64},
	{"[]set as map", newOf[struct {
		V []map[string]struct{} `thrift:"v,1"`
	}], compact.TypeSet, someElements, 64},
	{"[]entries", newOf[struct {
		V [][]wiretest.Entry[string, string] `thrift:"v,1,default,list<map<string:string>>"`
	}], compact.TypeMap, someElements, 64},
	{"[][]string", newOf[struct {
		V [][]string `thrift:"v,1"`
	}], compact.TypeList, someElements, 64},
	{"[]*[]string", newOf[struct {
		V []*[]string `thrift:"v,1"`
	}], compact.TypeList, someElements, 64},
	{"[]string", newOf[struct {
		V []string `thrift:"v,1"`
	}], compact.TypeString, someElements, 32},
	{"[]*string", newOf[struct {
		V []*string `thrift:"v,1"`
	}], compact.TypeString, someElements, 32},
	{"[][]byte", newOf[struct {
		V [][]byte `thrift:"v,1"`
	}], compact.TypeString, someElements, 32},
	{"[]*point", newOf[struct {
		V []*wiretest.Point `thrift:"v,1"`
	}], compact.TypeStruct, someElements, 64},
	{"[]wide", newOf[struct {
		V []flood.Wide `thrift:"v,1"`
	}], compact.TypeStruct, manyElements, 0},
	{"[]*wide", newOf[struct {
		V []*flood.Wide `thrift:"v,1"`
	}], compact.TypeStruct, manyElements, 0},
	{"[]map[string]wide", newOf[struct {
		V []map[string]flood.Wide `thrift:"v,1"`
	}], compact.TypeMap, someElements, 64},
}

func newOf[T any]() any { return new(T) }

// amplify returns the list of n elements, each as short as can be.
func amplify(p codec.Protocol, element compact.Type, n int) []byte {
	if p == codec.Compact {
		b := compact.AppendFieldHeader(nil, compact.TypeList, 1, 0)
		b = compact.AppendListHeader(b, element, n)
		return append(append(b, bytes.Repeat([]byte{0}, n)...), 0)
	}
	types := map[compact.Type]binary.Type{
		compact.TypeMap: binary.TypeMap, compact.TypeSet: binary.TypeSet, compact.TypeList: binary.TypeList,
		compact.TypeString: binary.TypeString, compact.TypeStruct: binary.TypeStruct,
	}
	b := binary.AppendFieldHeader(nil, binary.TypeList, 1)
	b = binary.AppendListHeader(b, types[element], n)
	return append(append(b, bytes.Repeat([]byte{0}, n*binary.MinSize(types[element]))...), 0)
}

// The bytes that may be taken beyond a limit, since it is an estimate.
const (
	slackBase   = 128 << 10
	slackFactor = 1.25
)

// TestAllocLimit decodes amplified inputs: with the default limits they take a bounded amount of memory for
// each element, and no more than the budget; with a small one they are refused before they take more than
// that; with none they pass.
func TestAllocLimit(t *testing.T) {
	skipAllocs(t)
	const small = 1 << 19
	for _, tt := range amplified {
		for _, p := range bothProtocols {
			src := amplify(p, tt.element, tt.n)
			for _, o := range []codec.Options{{}, {Strings: codec.Alias, Reuse: true}} {
				v := tt.new()
				var err error
				used := wiretest.AllocBytes(func() { _, err = codecOf(t, v, p, o).Decode(src, v) })
				each := (float64(used) - slackBase) / float64(tt.n)
				switch {
				case tt.most == 0 && !errors.Is(err, codec.ErrLimit):
					t.Errorf("%s, %v, %+v: Decode: %v, want ErrLimit", tt.name, p, o, err)
				case tt.most > 0 && (each > tt.most || err != nil):
					t.Errorf("%s, %v, %+v: %.1f bytes for each element, %v, want at most %v", tt.name, p, o, each, err, tt.most)
				}
				if budget := 64<<20 + 16*float64(len(src)); float64(used) > slackBase+slackFactor*budget {
					t.Errorf("%s, %v, %+v: %d bytes for an input of %d", tt.name, p, o, used, len(src))
				}
			}
			v := tt.new()
			limited := codec.Options{Limits: codec.Limits{Alloc: small}}
			var err error
			used := wiretest.AllocBytes(func() { _, err = codecOf(t, v, p, limited).Decode(src, v) })
			if !errors.Is(err, codec.ErrLimit) || float64(used) > slackBase+slackFactor*small {
				t.Errorf("%s, %v: under a limit of %d: %d bytes, %v, want ErrLimit", tt.name, p, small, used, err)
			}
		}
	}
}

// TestNoAllocLimit: -1 lifts the budget, and one byte refuses whatever takes memory.
func TestNoAllocLimit(t *testing.T) {
	for _, p := range bothProtocols {
		for _, tt := range amplified {
			src := amplify(p, tt.element, someElements)
			v := tt.new()
			free := codec.Options{Limits: codec.Limits{Alloc: -1}}
			if n, err := codecOf(t, v, p, free).Decode(src, v); n != len(src) || err != nil {
				t.Errorf("%s, %v: without a limit: %d, %v, want %d", tt.name, p, n, err, len(src))
			}
		}
		tiny := codec.Options{Limits: codec.Limits{Alloc: 1}}
		for _, tt := range append(sizedWith, textOf...) {
			want := tt.make(3)
			c := codec.Must(codec.New[sized](p, tiny))
			src, err := c.Append(nil, &want)
			if err != nil {
				t.Fatal(err)
			}
			var v sized
			if n, err := c.Decode(src, &v); n != 0 || !errors.Is(err, codec.ErrLimit) {
				t.Errorf("%s, %v: under a limit of 1: %d, %v, want ErrLimit", tt.name, p, n, err)
			}
		}
		want := wiretest.Scalars{FI32: 1, FDouble: 2}
		c := codec.Must(codec.New[wiretest.Scalars](p, tiny))
		src, err := c.Append(nil, &want)
		if err != nil {
			t.Fatal(err)
		}
		var v wiretest.Scalars
		if n, err := c.Decode(src, &v); n != len(src) || err != nil {
			t.Errorf("scalars, %v: under a limit of 1: %d, %v, want %d", p, n, err, len(src))
		}
		checkUnknownLimit(t, p)
	}
}

// checkUnknownLimit: unknown fields take from the budget when they are kept, and nothing when they are not.
func checkUnknownLimit(t *testing.T, p codec.Protocol) {
	type forgets struct {
		A int32 `thrift:"a,100,optional"`
	}
	type keeps struct {
		A       int32 `thrift:"a,100,optional"`
		Unknown layout.Unknown
	}
	src, err := codec.Must(codec.New[sized](p, codec.Options{})).Append(nil, &sized{Longs: make([]int64, 1000)})
	if err != nil {
		t.Fatal(err)
	}
	tiny := codec.Options{Limits: codec.Limits{Alloc: 500}}
	if n, err := codec.Must(codec.New[forgets](p, tiny)).Decode(src, new(forgets)); n != len(src) || err != nil {
		t.Errorf("unknown fields, %v: %d, %v, want %d", p, n, err, len(src))
	}
	if n, err := codec.Must(codec.New[keeps](p, tiny)).Decode(src, new(keeps)); n != 0 || !errors.Is(err, codec.ErrLimit) {
		t.Errorf("kept fields, %v: %d, %v, want ErrLimit", p, n, err)
	}
}
