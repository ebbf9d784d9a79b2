package compact

import (
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/unsafeio"
)

// warm is a struct of every kind that refill knows.
type warm struct {
	A []*common `thrift:"a,1"`
	B []inner   `thrift:"b,2"`
	C [][]byte  `thrift:"c,3"`
	D []string  `thrift:"d,4"`
	E []int16   `thrift:"e,5"`
	F []int32   `thrift:"f,6"`
	G []int64   `thrift:"g,7"`
	H []float64 `thrift:"h,8"`
	I []arms    `thrift:"i,9"`
	J inner     `thrift:"j,10"`
	K *arms     `thrift:"k,11,optional"`
	L *string   `thrift:"l,12,optional"`
	M []byte    `thrift:"m,13,optional"`
	N *inner    `thrift:"n,14,optional"`
}

// common has what most structs have.
type common struct {
	B    bool            `thrift:"b,1"`
	I8   int8            `thrift:"i8,2"`
	S    string          `thrift:"s,3"`
	I16  int16           `thrift:"i16,4"`
	I32  int32           `thrift:"i32,5"`
	E    wiretest.Colour `thrift:"e,6"`
	Bin  []byte          `thrift:"bin,7"`
	I64  int64           `thrift:"i64,8"`
	D    float64         `thrift:"d,9,required"`
	OB   *bool           `thrift:"ob,10,optional"`
	O8   *int8           `thrift:"o8,11,optional"`
	O16  *int16          `thrift:"o16,12,optional"`
	O32  *int32          `thrift:"o32,13,optional"`
	O64  *int64          `thrift:"o64,14,optional"`
	OD   *float64        `thrift:"od,15,optional"`
	OS   *string         `thrift:"os,16,optional"`
	Next *common         `thrift:"next,40,optional"`
}

type arms struct {
	_ struct{} `thrift:",union"`

	Num  *int32  `thrift:"num,1,optional"`
	Text *string `thrift:"text,2,optional"`
	In   *inner  `thrift:"in,20,optional"`
}

// refilled decodes b into v twice, and reports whether refill did the second.
func refilled[T any](t *testing.T, p *Program, b []byte, v *T) bool {
	t.Helper()
	o := walk.Options{Limits: walk.Limits{Depth: testDepth, Bytes: math.MaxInt}, Mode: walk.Alias, Reuse: true}
	did := false
	for range 2 {
		d := walk.Decoder{Options: &o}
		d.Start(unsafeio.Input(b), len(b))
		if n := p.Decode(&d, unsafeio.Of(v), unsafeio.Input(b), len(b)); n != len(b) {
			t.Fatalf("Decode gives %d of %d at %d", n, len(b), d.Off)
		}
		did = d.Refill
		runtime.KeepAlive(v)
	}
	return did
}

// A warm decode of ordinary values is not left to Go, and allocates nothing.
func TestRefillKnows(t *testing.T) {
	if bestLevel() == 0 {
		t.Skip("no assembly in this build, or on this CPU")
	}
	r := filler{rand.New(rand.NewPCG(1, 2))}
	value := &warm{
		A: []*common{{S: "a", E: 1, OB: new(true), OS: new("os"), Next: &common{S: "b", OD: new(2.0)}}, {Bin: []byte("bin"), O64: new(int64(-1))}}, B: []inner{r.inner(), r.inner(), r.inner()},
		C: [][]byte{[]byte("c"), {}, []byte("ccc")}, D: strings.Split(strings.Repeat("text,", 40), ","),
		E: []int16{1, -1, math.MaxInt16}, F: []int32{1, -1, math.MinInt32}, G: []int64{1, -1, 1 << 50}, H: []float64{1, -1},
		I: []arms{{Text: new("x")}, {Num: new(int32(7))}}, K: &arms{In: &inner{D: "y"}},
		L: new("l"), M: []byte("m"), N: &inner{D: "n"},
	}
	for _, v := range []*warm{value, {L: new("only")}} {
		p := lowerOf(t, reflect.TypeFor[warm]())
		b := make([]byte, sizeOf(p, v))
		if got := encodeAt(0, p, v, b, testDepth); got.n != len(b) {
			t.Fatalf("%d of %d", got.n, len(b))
		}
		var into warm
		if !p.enters || !refilled(t, p, b, &into) {
			t.Error("a warm decode is left to Go")
		}
		var want warm
		o := walk.Options{Limits: walk.Limits{Depth: testDepth, Bytes: math.MaxInt}, NoScan: true}
		d := walk.Decoder{Options: &o}
		d.Start(unsafeio.Input(b), len(b))
		if n := p.Decode(&d, unsafeio.Of(&want), unsafeio.Input(b), len(b)); n != len(b) {
			t.Fatal(n)
		}
		if d := wiretest.Diff(&into, &want); d != "" {
			t.Error(d)
		}
	}
	p := lowerOf(t, reflect.TypeFor[wiretest.MediaContent]())
	for _, m := range wiretest.VariedMediaContents(5, 50) {
		b := make([]byte, sizeOf(p, m))
		encodeAt(0, p, m, b, testDepth)
		if !refilled(t, p, b, new(wiretest.MediaContent)) {
			t.Error("a warm MediaContent is left to Go")
		}
	}
}
