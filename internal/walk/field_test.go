package walk

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

type (
	// Mid and Low are embedded by pointer; Low has a default.
	outer struct {
		A int32 `thrift:"a,1"`
		*Mid
	}
	Mid struct {
		B int32 `thrift:"b,2"`
		*Low
	}
	Low struct {
		C int32    `thrift:"c,3"`
		D []string `thrift:"d,4,optional"`
	}
	// Null is the type of parquet-go's library.
	Null[T any] struct {
		V     T
		Valid bool
	}
	nullable = Null[int64]
)

func (l *Low) InitDefault() { l.C = 7 }

// TestReach leads through embedded pointers, and makes them where a decode needs them.
func TestReach(t *testing.T) {
	s := plan[outer](t)
	var v outer
	base := unsafeio.Heap(&v)
	a, b, c := &s.Fields[0], &s.Fields[1], &s.Fields[2]
	q, ok := Reach(a, base)
	require.True(t, ok)
	require.True(t, unsafeio.Heap(&v.A).Same(q))
	_, ok = Reach(b, base)
	require.False(t, ok)
	_, ok = Reach(c, base)
	require.False(t, ok)
	require.Nil(t, v.Mid)

	d, charged := budgeted(0, plenty)
	q, ok = d.ReachNew(c, base)
	require.True(t, ok)
	require.True(t, unsafeio.Heap(&v.C).Same(q))
	require.Equal(t, int32(7), v.C, "what is made has its defaults")
	paid := charged()
	require.Positive(t, paid)
	mid, low := v.Mid, v.Low
	q, ok = d.ReachNew(b, base)
	require.True(t, ok)
	require.True(t, unsafeio.Heap(&v.B).Same(q))
	_, ok = d.ReachNew(c, base)
	require.True(t, ok)
	require.Zero(t, charged())
	require.Same(t, mid, v.Mid)
	require.Same(t, low, v.Low)
	q, ok = Reach(c, base)
	require.True(t, ok)
	require.True(t, unsafeio.Heap(&v.C).Same(q))

	d, _ = budgeted(0, paid-1)
	var w outer
	_, ok = d.ReachNew(c, unsafeio.Heap(&w))
	require.False(t, ok)
	require.NotNil(t, w.Mid, "the first hop was paid for")
	require.Nil(t, w.Low)
	d, _ = budgeted(0, 1)
	w = outer{}
	_, ok = d.ReachNew(b, unsafeio.Heap(&w))
	require.False(t, ok)
	require.Nil(t, w.Mid)
}

// present has a field of each presence and form that can be left out.
type present struct {
	Always  int32             `thrift:"always,1"`
	Number  int32             `thrift:"number,2,optional"`
	Pointer *int32            `thrift:"pointer,3,optional"`
	Must    *int32            `thrift:"must,4,required"`
	List    []int32           `thrift:"list,5,optional"`
	Map     map[int32]int32   `thrift:"map,6,optional"`
	Bytes   []byte            `thrift:"bytes,7,optional"`
	Null    nullable          `thrift:"null,8,optional"`
	MustBe  nullable          `thrift:"mustbe,9,required"`
	Set     map[int8]struct{} `thrift:"set,10,optional"`
	*Mid    `thrift:"-"`
}

// defaulted has defaults.
type defaulted struct {
	N int32  `thrift:"n,1,optional"`
	S string `thrift:"s,2,optional"`
	B []byte `thrift:"b,3,optional"`
}

func (d *defaulted) InitDefault() { *d = defaulted{5, "five", []byte{5}} }

// TestFind says of each field whether it goes out, and where its value lies.
func TestFind(t *testing.T) {
	s := plan[present](t)
	full := present{
		Always: 1, Number: 2, Pointer: new(int32), Must: new(int32), List: []int32{}, Map: map[int32]int32{}, Bytes: []byte{},
		Null: nullable{5, true}, MustBe: nullable{0, true}, Set: map[int8]struct{}{},
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		base := unsafeio.Heap(&full)
		q, code := Find(f, base)
		require.Zero(t, code, f.Name)
		want := base.At(f.Off)
		if f.Type.Held() {
			want = want.At(f.Type.ValueOff)
		}
		require.Equal(t, want, q, f.Name)

		base = unsafeio.Heap(new(present))
		_, code = Find(f, base)
		switch f.Name {
		case "always":
			require.Zero(t, code)
		case "must", "mustbe":
			require.Equal(t, Missing, code, f.Name)
		default:
			require.Equal(t, Left, code, f.Name)
		}
	}
	hop := plan[outer](t)
	_, code := Find(&hop.Fields[2], unsafeio.Heap(&outer{Mid: &Mid{}}))
	require.Equal(t, Left, code)
	_, code = Find(&hop.Fields[2], unsafeio.Heap(&outer{Mid: &Mid{Low: &Low{}}}))
	require.Zero(t, code)

	d := plan[defaulted](t)
	for name, tt := range map[string]struct {
		v    defaulted
		left []bool
	}{
		"defaults": {defaulted{5, "five", []byte{5}}, []bool{true, true, true}},
		"zeros":    {defaulted{0, "", nil}, []bool{false, false, false}},
		"others":   {defaulted{6, "six", []byte{}}, []bool{false, false, false}},
	} {
		for i := range d.Fields {
			_, code := Find(&d.Fields[i], unsafeio.Heap(&tt.v))
			require.Equal(t, tt.left[i], code == Left, "%s: %s", name, d.Fields[i].Name)
		}
	}
}

// TestHold: what is not reused is zero, and what is reused is there.
func TestHold(t *testing.T) {
	f := &plan[present](t).Fields[7]
	v := present{Null: nullable{5, true}}
	at := unsafeio.Heap(&v).At(f.Off)
	q, kept := Hold(f.Type, at, true)
	require.True(t, kept)
	require.True(t, unsafeio.Heap(&v.Null.V).Same(q))
	require.Equal(t, nullable{5, true}, v.Null)
	v.Null.Valid = false
	_, kept = Hold(f.Type, at, true)
	require.False(t, kept)
	require.Zero(t, v.Null.V)
	v.Null = nullable{5, true}
	_, kept = Hold(f.Type, at, false)
	require.False(t, kept)
	require.Equal(t, nullable{0, true}, v.Null)
}

// TestInts: each width is read with its sign, refuses what does not fit, and leaves what is beside it.
func TestInts(t *testing.T) {
	ints[int8](t, layout.MemInt8, 8)
	ints[int16](t, layout.MemInt16, 16)
	ints[int32](t, layout.MemInt32, 32)
	ints[int64](t, layout.MemInt64, 64)
}

func ints[T int8 | int16 | int32 | int64](t *testing.T, m layout.Mem, bits int) {
	var room [3]T
	p := unsafeio.Heap(&room[1])
	most := int64(math.MaxInt64) >> (64 - bits)
	for _, v := range []int64{0, 1, -1, most, -most - 1, 0x5a} {
		require.True(t, StoreInt(m, p, v), "%d in %d bits", v, bits)
		require.Equal(t, T(v), room[1])
		require.Equal(t, v, LoadInt(m, p), "%d bits", bits)
	}
	if bits < 64 {
		for _, v := range []int64{most + 1, -most - 2, math.MaxInt64, math.MinInt64, 1 << bits} {
			require.False(t, StoreInt(m, p, v), "%d in %d bits", v, bits)
		}
	}
	StoreInt(m, p, -1)
	require.Equal(t, [3]T{1: -1}, room)
}

// oneOf is a union that keeps unknown arms.
type oneOf struct {
	_       struct{} `thrift:",union"`
	A       *int32   `thrift:"a,1"`
	B       []string `thrift:"b,2"`
	Unknown layout.Unknown
}

// TestUnionFits: exactly one arm, of which an unknown one is one too.
func TestUnionFits(t *testing.T) {
	s := plan[oneOf](t)
	for _, tt := range []struct {
		v    oneOf
		fits bool
	}{
		{oneOf{}, false},
		{oneOf{A: new(int32)}, true},
		{oneOf{B: []string{}}, true},
		{oneOf{A: new(int32), B: []string{}}, false},
		{oneOf{Unknown: layout.Unknown{1}}, true},
		{oneOf{Unknown: layout.Unknown{}}, false},
		{oneOf{A: new(int32), Unknown: layout.Unknown{1}}, false},
	} {
		require.Equal(t, tt.fits, UnionFits(s, unsafeio.Heap(&tt.v)), "%+v", tt.v)
	}
}
