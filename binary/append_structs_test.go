package binary

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

// longEnum is an enum that is wider in memory than on the wire.
type longEnum int64

type part struct {
	A int32    `thrift:"a,1"`
	S string   `thrift:"s,2"`
	O *string  `thrift:"o,3,optional"`
	E longEnum `thrift:"e,4,default,longEnum"`
	L []*crumb `thrift:"l,5,optional"`
}

type crumb struct {
	B bool  `thrift:"b,1"`
	N int64 `thrift:"n,2"`
}

// parts has lists of structs that are too long for one call of assembly.
type parts struct {
	Name  string     `thrift:"name,1"`
	P     []*part    `thrift:"p,2"`
	V     []part     `thrift:"v,3"`
	None  []struct{} `thrift:"none,4"`
	Lists [][]part   `thrift:"lists,5"`
	Far   []*crumb   `thrift:"far,-32768"`
	Last  int32      `thrift:"last,300"`
}

func randomPart(r *rand.Rand) part {
	p := part{A: int32(r.Uint32()), S: "some text of any length, up to some"[:r.IntN(36)], E: longEnum(r.Int32())}
	if r.IntN(3) == 0 {
		p.O = &p.S
	}
	for range r.IntN(4) {
		p.L = append(p.L, &crumb{r.IntN(2) == 0, r.Int64()})
	}
	return p
}

// counts has lists of elements that take one unit of a call's work each.
type counts struct {
	A []int8   `thrift:"a,1"`
	B []string `thrift:"b,2"`
	C []*crumb `thrift:"c,3"`
	D int32    `thrift:"d,4"`
}

// TestAppendMostItems compares lists of as many elements as one call does, one
// more and one less.
func TestAppendMostItems(t *testing.T) {
	p := lowerOf(t, reflect.TypeFor[counts]())
	for n := 1<<14 - 3; n < 1<<14+3; n++ {
		for _, v := range []*counts{{A: make([]int8, n)}, {B: make([]string, n)}, {C: make([]*crumb, n)}} {
			need := sizeOf(p, v)
			agree(t, "items", p, v, []int{need - 1, need, need + 100}, testDepth)
		}
	}
	for _, n := range []int{62, 63, 64, 65, 66, 127, 128, 129} {
		v := &counts{C: make([]*crumb, n)}
		need := sizeOf(p, v)
		agree(t, "batches", p, v, []int{need - 1, need, need + 100}, testDepth)
	}
	type texts struct {
		C []*part `thrift:"c,3"`
	}
	p = lowerOf(t, reflect.TypeFor[texts]())
	for _, size := range []int{900, 1100, 5000, 70_000} {
		v := new(texts)
		for range 70 {
			v.C = append(v.C, &part{S: string(make([]byte, size))})
		}
		need := sizeOf(p, v)
		agree(t, "long elements", p, v, []int{need - 1, need, need + 100}, testDepth)
	}
}

// TestAppendLongLists compares lists that assembly does part by part with the
// Go walker: their bytes, dst of all kinds of lengths, and faults far inside.
func TestAppendLongLists(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	v := &parts{Name: "x", None: make([]struct{}, 40_000), Last: 9}
	for range 3000 {
		p := randomPart(r)
		v.P = append(v.P, &p)
		v.V = append(v.V, randomPart(r))
		v.Far = append(v.Far, &crumb{true, r.Int64()})
	}
	for i := range 5 {
		v.Lists = append(v.Lists, v.V[i*500:][:i*100])
	}
	p := lowerOf(t, reflect.TypeFor[parts]())
	need := sizeOf(p, v)
	lengths := []int{0, 1, 20}
	for at := 1000; at < need; at += 1000 + r.IntN(need/40) {
		lengths = append(lengths, at)
	}
	lengths = append(lengths, need-1, need, need+100)
	agree(t, "long lists", p, v, lengths, testDepth)
	for depth := range 5 {
		agree(t, "depth", p, v, lengths[len(lengths)-1:], depth)
	}

	// What is wrong or odd in one of them, at the start, the middle and the end of a batch.
	whole := lengths[len(lengths)-1:]
	for _, i := range []int{0, 1, 13, 14, 27, 1999, 2000, 2999} {
		was := v.P[i]
		v.P[i] = nil
		agree(t, "nil", p, v, whole, testDepth)
		v.P[i] = was
		was.E = math.MaxInt32 + 1
		agree(t, "range, by pointer", p, v, whole, testDepth)
		was.E = 0
		v.V[i].E = math.MinInt64
		agree(t, "range, by value", p, v, whole, testDepth)
		v.V[i].E = 0
		v.V[i].L = append(v.V[i].L, nil)
		agree(t, "nil inside", p, v, whole, testDepth)
	}
}
