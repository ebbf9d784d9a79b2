package walk

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// lists has slices of elements of several sizes.
type (
	lists struct {
		Bytes  []int8     `thrift:"bytes,1"`
		Longs  []int64    `thrift:"longs,2"`
		Wides  []wideElem `thrift:"wides,3"`
		Points []*point   `thrift:"points,4"`
		Texts  []string   `thrift:"texts,5"`
		Large  []*large   `thrift:"large,6"`
	}
	wideElem struct {
		Room [10]int64
		F    int8 `thrift:"f,1"`
	}
	point struct {
		X int64 `thrift:"x,1"`
		Y int64 `thrift:"y,2"`
	}
	large struct {
		Room [1000]int64
		X    int8 `thrift:"x,1"`
	}
)

// plan returns the plan of T.
func plan[T any](t *testing.T) *layout.Struct {
	t.Helper()
	s, err := layout.Of(reflect.TypeFor[T]())
	require.NoError(t, err)
	return s
}

// budgeted returns a decoder of input of length end, and what tells how many bytes it has charged since.
func budgeted(end int, alloc int64) (d *Decoder, charged func() int64) {
	d = &Decoder{Options: &Options{Limits: Limits{Alloc: alloc}}}
	d.Start(unsafeio.Ptr{}, end)
	last := d.budget
	return d, func() int64 {
		n := last - d.budget
		last = d.budget
		return n
	}
}

const plenty = 1 << 40

// requireCost checks what was charged for n bytes: as many, rounded up to what an allocator takes for them.
func requireCost(t *testing.T, n, charged int64, why ...any) {
	t.Helper()
	require.GreaterOrEqual(t, charged, n, why...)
	require.LessOrEqual(t, charged, n+n/4+16*min(n, 1), why...)
}

// TestMakeList: a list is made whole and paid for, or a first part of it where its memory is out of proportion.
func TestMakeList(t *testing.T) {
	s := plan[lists](t)
	wide := int64(s.Fields[2].Type.Slice.ElemSize())
	ahead := int(aheadBytes / wide)
	for _, tt := range []struct {
		name              string
		field, size, less int
		want              int
		paid              int64
	}{
		{"bytes", 0, 1 << 20, 1, 1 << 20, 1 << 20},
		{"longs", 1, 1 << 20, 1, 1 << 20, 8 << 20},
		{"wide elements, few", 2, ahead, 1, ahead, wide * int64(ahead)},
		{"wide elements, many", 2, ahead + 1, 1, ahead, wide * int64(ahead)},
		{"wide elements that the input covers", 2, ahead + 1, 3, ahead + 1, wide * int64(ahead+1)},
		{"none", 1, 0, 1, 0, 0},
	} {
		d, charged := budgeted(0, plenty)
		var v lists
		q := unsafeio.Heap(&v).At(s.Fields[tt.field].Off)
		typ := s.Fields[tt.field].Type
		n, used := d.MakeList(typ, false, q, tt.size, tt.less)
		require.Equal(t, tt.want, n, tt.name)
		require.False(t, used, tt.name)
		paid := charged()
		requireCost(t, tt.paid, paid, tt.name)
		require.Equal(t, n, q.Slice().Len, tt.name)
		require.Equal(t, n, q.Slice().Cap, tt.name)
		require.False(t, q.Slice().Data.IsNil(), tt.name)

		if tt.paid > 0 {
			d, _ = budgeted(0, paid)
			n, _ = d.MakeList(typ, false, q, tt.size, tt.less)
			require.Equal(t, tt.want, n, tt.name)
			d, _ = budgeted(0, paid-1)
			was := q.Slice()
			n, used = d.MakeList(typ, false, q, tt.size, tt.less)
			require.Equal(t, Alloc, n, tt.name)
			require.False(t, used, tt.name)
			require.Equal(t, was, q.Slice(), tt.name)
		}
	}
	require.LessOrEqual(t, wide, int64(3*coveredRatio), "three bytes are to cover an element")
	require.Greater(t, wide, int64(2*coveredRatio), "two bytes are not to")
	d, charged := budgeted(0, plenty)
	var v lists
	n, _ := d.MakeList(s.Fields[2].Type, false, unsafeio.Heap(&v).At(s.Fields[2].Off), ahead+1, 2)
	require.Equal(t, ahead, n)
	requireCost(t, wide*int64(ahead), charged())
}

// TestMakeListReuse: memory that is there is taken as far as it goes, and costs nothing.
func TestMakeListReuse(t *testing.T) {
	s := plan[lists](t)
	typ, off := s.Fields[1].Type, s.Fields[1].Off
	for _, tt := range []struct {
		name     string
		old      []int64
		size     int
		reuse    bool
		wantUsed bool
	}{
		{"enough", make([]int64, 1, 4), 3, true, true},
		{"just enough", make([]int64, 4), 4, true, true},
		{"fewer", make([]int64, 4), 0, true, true},
		{"too little", make([]int64, 4), 5, true, false},
		{"nothing", nil, 0, true, false},
		{"nothing, not nil", []int64{}, 0, true, false},
		{"not asked for", make([]int64, 4), 3, false, false},
	} {
		d, charged := budgeted(0, plenty)
		v := lists{Longs: tt.old}
		for i := range v.Longs {
			v.Longs[i] = 7
		}
		n, used := d.MakeList(typ, tt.reuse, unsafeio.Heap(&v).At(off), tt.size, 8)
		require.Equal(t, tt.size, n, tt.name)
		require.Equal(t, tt.wantUsed, used, tt.name)
		require.Len(t, v.Longs, tt.size, tt.name)
		require.NotNil(t, v.Longs, tt.name)
		if tt.wantUsed {
			require.Zero(t, charged(), tt.name)
			require.Equal(t, cap(tt.old), cap(v.Longs), tt.name)
			continue
		}
		requireCost(t, int64(8*tt.size), charged(), tt.name)
		for _, x := range v.Longs {
			require.Zero(t, x, tt.name)
		}
	}
}

// TestMakePointers: up to MaxArray pointers come with what they will point at, in one allocation.
func TestMakePointers(t *testing.T) {
	s := plan[lists](t)
	points := plan[point](t).Block
	typ, off := s.Fields[3].Type, s.Fields[3].Off
	most := points.MaxArray()
	each := int64(points.Size()) + int64(unsafeio.PtrSize)
	for _, size := range []int{1, 2, most - 1, most} {
		d, charged := budgeted(0, plenty)
		var v lists
		next, left, used, code := d.MakePointers(typ, points, false, unsafeio.Heap(&v).At(off), size)
		require.Zero(t, code)
		require.False(t, used)
		require.False(t, next.IsNil())
		require.Equal(t, size, left)
		require.Equal(t, make([]*point, size), v.Points)
		require.Equal(t, size, cap(v.Points))
		paid := charged()
		requireCost(t, each*int64(size), paid)
		require.Equal(t, size, d.blocks)

		d, _ = budgeted(0, paid)
		_, left, _, code = d.MakePointers(typ, points, false, unsafeio.Heap(&v).At(off), size)
		require.Zero(t, code)
		require.Equal(t, size, left)
		d, _ = budgeted(0, paid-1)
		_, left, _, code = d.MakePointers(typ, points, false, unsafeio.Heap(&v).At(off), size)
		require.Equal(t, Alloc, code)
		require.Zero(t, left)
	}
	var v lists
	q := unsafeio.Heap(&v).At(off)
	d, charged := budgeted(0, plenty)
	_, left, used, code := d.MakePointers(typ, points, false, q, most+1)
	require.Zero(t, code)
	require.Zero(t, left)
	require.False(t, used)
	require.Len(t, v.Points, most+1)
	requireCost(t, int64(unsafeio.PtrSize)*int64(most+1), charged())
	d, _ = budgeted(0, 1)
	_, left, _, code = d.MakePointers(typ, points, false, q, most+1)
	require.Equal(t, Alloc, code)
	require.Zero(t, left)

	v.Points = []*point{{X: 1}, {X: 2}}
	d, charged = budgeted(0, plenty)
	_, left, used, code = d.MakePointers(typ, points, true, q, 2)
	require.Zero(t, code)
	require.Zero(t, left)
	require.True(t, used)
	require.Equal(t, []*point{{X: 1}, {X: 2}}, v.Points)
	require.Zero(t, charged())
	_, left, used, code = d.MakePointers(typ, points, true, q, 3)
	require.Zero(t, code)
	require.Equal(t, 3, left)
	require.False(t, used)
	require.Equal(t, make([]*point, 3), v.Points)

	one := plan[large](t).Block
	require.Equal(t, 1, one.MaxArray())
	_, left, _, code = d.MakePointers(s.Fields[5].Type, one, false, unsafeio.Heap(&v).At(s.Fields[5].Off), 2)
	require.Zero(t, code)
	require.Zero(t, left)
	require.Len(t, v.Large, 2)
}

// TestGrowList: a list doubles until it has its size, and each time is paid for.
func TestGrowList(t *testing.T) {
	s := plan[lists](t)
	typ, off := s.Fields[1].Type, s.Fields[1].Off
	v := lists{Longs: []int64{1, 2, 3}}
	q := unsafeio.Heap(&v).At(off)
	d, charged := budgeted(0, plenty)
	require.Equal(t, 6, d.GrowList(typ, q, 3, 100))
	require.Equal(t, []int64{1, 2, 3, 0, 0, 0}, v.Longs)
	requireCost(t, 48, charged())
	require.Equal(t, 12, d.GrowList(typ, q, 6, 12))
	requireCost(t, 96, charged())
	require.Equal(t, 13, d.GrowList(typ, q, 12, 13))
	require.Equal(t, []int64{1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, v.Longs)
	charged()
	require.Equal(t, 26, d.GrowList(typ, q, 13, 100))
	d, _ = budgeted(0, charged()-1)
	v.Longs = v.Longs[:13]
	require.Equal(t, Alloc, d.GrowList(typ, q, 13, 100))
	require.Len(t, v.Longs, 13)
}

// TestEmptyList: it is empty and not nil; under reuse it keeps its memory.
func TestEmptyList(t *testing.T) {
	s := plan[lists](t)
	typ, off := s.Fields[4].Type, s.Fields[4].Off
	for _, reuse := range []bool{false, true} {
		v := lists{Texts: []string{"a", "b"}}
		EmptyList(typ, reuse, unsafeio.Heap(&v).At(off))
		require.Equal(t, []string{}, v.Texts)
		if reuse {
			require.Equal(t, 2, cap(v.Texts))
		} else {
			require.Zero(t, cap(v.Texts))
		}
		v.Texts = nil
		EmptyList(typ, reuse, unsafeio.Heap(&v).At(off))
		require.Equal(t, []string{}, v.Texts)
	}
}
