package walk

import (
	"math"
	"reflect"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// all has a field of each form in memory.
type (
	all struct {
		Bool    bool                    `thrift:"bool,1"`
		I8      int8                    `thrift:"i8,2"`
		I16     int16                   `thrift:"i16,3"`
		I32     int32                   `thrift:"i32,4"`
		I64     int64                   `thrift:"i64,5"`
		Double  float64                 `thrift:"double,6"`
		String  string                  `thrift:"string,7"`
		Bytes   []byte                  `thrift:"bytes,8"`
		UUID    [16]byte                `thrift:"uuid,9"`
		Struct  point                   `thrift:"struct,10"`
		Ptr     *int32                  `thrift:"ptr,11,optional"`
		Slice   []string                `thrift:"slice,12"`
		Entries []MapEntry[int8, int16] `thrift:"entries,13,default,map<i8:i16>"`
		Map     map[int8]int8           `thrift:"map,14"`
		Set     map[int8]struct{}       `thrift:"set,15"`
	}
	MapEntry[K, V any] struct {
		Key   K
		Value V
	}
	// held has also what an interface or a flag holds, and so no quick resets.
	held struct {
		all
		Null Null[int32] `thrift:"null,16,optional"`
	}
	initialised struct {
		N int32    `thrift:"n,1"`
		S []string `thrift:"s,2"`
		P *point   `thrift:"p,3,optional"`
		M int32    `thrift:"m,4"`
	}
)

func (v *initialised) InitDefault() { *v = initialised{N: 3, S: []string{"a"}, P: &point{X: 1}} }

func full() all {
	return all{
		true, -1, -2, -3, -4, math.Copysign(0, -1), "text", []byte{1}, [16]byte{15: 1}, point{1, 2}, new(int32(5)), []string{"a"},
		[]MapEntry[int8, int16]{{1, 2}}, map[int8]int8{1: 1}, map[int8]struct{}{1: {}},
	}
}

// only returns v with every field but the i-th made zero.
func only(v all, i int) all {
	var w all
	reflect.ValueOf(&w).Elem().Field(i).Set(reflect.ValueOf(v).Field(i))
	return w
}

func without(v all, i int) all {
	reflect.ValueOf(&v).Elem().Field(i).SetZero()
	return v
}

// TestResetField: one field becomes zero, and nothing beside it changes; the quick way does the same.
func TestResetField(t *testing.T) {
	s := plan[all](t)
	rs := Resets(s)
	require.Len(t, rs, len(s.Fields))
	for i := range s.Fields {
		for _, v := range []all{full(), only(full(), i)} {
			w := v
			ResetField(s, &s.Fields[i], unsafeio.Heap(&w))
			require.Equal(t, without(v, i), w, s.Fields[i].Name)
			require.Equal(t, math.Signbit(without(v, i).Double), math.Signbit(w.Double), s.Fields[i].Name)
			w = v
			ResetUnseen(rs, unsafeio.Heap(&w), 1<<i)
			require.Equal(t, without(v, i), w, s.Fields[i].Name)
			require.Equal(t, math.Signbit(without(v, i).Double), math.Signbit(w.Double), s.Fields[i].Name)
		}
	}
	v := full()
	ResetUnseen(rs, unsafeio.Heap(&v), 0)
	require.Equal(t, full(), v)
	ResetUnseen(rs, unsafeio.Heap(&v), 1<<len(rs)-1)
	require.Equal(t, all{}, v)
	require.False(t, math.Signbit(v.Double))

	require.NotNil(t, Resets(plan[held](t)))
	require.Nil(t, Resets(plan[outer](t)), "a field behind a pointer takes more")
	require.Nil(t, Resets(plan[initialised](t)), "so does one with a default")
	h := held{all: full(), Null: Null[int32]{5, true}}
	hs := plan[held](t)
	ResetField(hs, &hs.Fields[15], unsafeio.Heap(&h))
	require.Equal(t, held{all: full()}, h)
}

// TestResetDefaults: what did not come has its default again, in memory of its own.
func TestResetDefaults(t *testing.T) {
	s := plan[initialised](t)
	for i := range s.Fields {
		v := initialised{9, []string{"x", "y"}, &point{9, 9}, 9}
		w := v
		ResetField(s, &s.Fields[i], unsafeio.Heap(&w))
		var def initialised
		def.InitDefault()
		want := v
		reflect.ValueOf(&want).Elem().Field(i).Set(reflect.ValueOf(def).Field(i))
		require.Equal(t, want, w, s.Fields[i].Name)
	}
	d, _ := budgeted(0, plenty)
	v := initialised{9, []string{"x", "y"}, &point{9, 9}, 9}
	require.Equal(t, 6, d.Finish(s, unsafeio.Heap(&v), 1<<3, 0, 5, true))
	require.Equal(t, initialised{3, []string{"a"}, &point{X: 1}, 9}, v)
	u := initialised{}
	Fresh(s, unsafeio.Heap(&u))
	require.Equal(t, initialised{3, []string{"a"}, &point{X: 1}, 0}, u)
	require.NotSame(t, u.P, v.P)
	v.N, v.M = 77, 78
	Renew(s, unsafeio.Heap(&v))
	require.Equal(t, u, v)

	hop := plan[outer](t)
	o := outer{A: 1, Mid: &Mid{B: 2, Low: &Low{C: 3}}}
	ResetField(hop, &hop.Fields[2], unsafeio.Heap(&o))
	require.Equal(t, outer{A: 1, Mid: &Mid{B: 2, Low: &Low{}}}, o)
	ResetField(hop, &hop.Fields[2], unsafeio.Heap(&outer{}))
}

// extra has memory that is no field, and keeps unknown ones.
type extra struct {
	A       int32 `thrift:"a,1"`
	Private string
	Unknown layout.Unknown
}

// TestBegin: what reuse does not keep is gone before a decode.
func TestBegin(t *testing.T) {
	d, _ := budgeted(0, plenty)
	for _, tt := range []struct {
		s     *layout.Struct
		needs bool
	}{{plan[extra](t), true}, {plan[outer](t), true}, {plan[all](t), false}, {plan[initialised](t), false}, {plan[oneOf](t), true}} {
		require.Equal(t, tt.needs, NeedsBegin(tt.s), tt.s.Name)
	}
	v := extra{5, "secret", layout.Unknown{1, 2}}
	d.Begin(plan[extra](t), unsafeio.Heap(&v))
	require.Equal(t, extra{A: 5}, v)
	o := outer{A: 1, Mid: &Mid{B: 2}}
	d.Begin(plan[outer](t), unsafeio.Heap(&o))
	require.Equal(t, outer{A: 1}, o)
}

// TestFinish: a required field that is missing is told, in whichever word it is; unseen ones are reset where
// the memory was used.
func TestFinish(t *testing.T) {
	fields := make([]reflect.StructField, 130)
	for i := range fields {
		need := ""
		if i == 3 || i == 63 || i == 64 || i == 127 || i == 128 || i == 129 {
			need = ",required"
		}
		fields[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: reflect.TypeFor[int8](), Tag: reflect.StructTag(`thrift:"f,` + strconv.Itoa(i) + need + `"`)}
	}
	typ := reflect.StructOf(fields)
	s, err := layout.Of(typ)
	require.NoError(t, err)
	every := func() (d *Decoder, seen uint64, mark int) {
		d, _ = budgeted(0, plenty)
		d.PushSeen(1) // another struct's
		mark = d.PushSeen(2)
		for i := 64; i < 130; i++ {
			d.See(mark, i)
		}
		return d, ^uint64(0), mark
	}
	value := func() (reflect.Value, unsafeio.Ptr) {
		v := reflect.New(typ)
		for i := range fields {
			v.Elem().Field(i).SetInt(1)
		}
		return v, unsafeio.PtrTo(v)
	}
	for i := range fields {
		for _, used := range []bool{false, true} {
			d, seen, mark := every()
			if i < 64 {
				seen &^= 1 << i
			} else {
				d.Seen[mark+i>>6-1] &^= 1 << (i & 63)
			}
			v, p := value()
			n := d.Finish(s, p, seen, mark, 41, used)
			if s.Fields[i].Req == layout.Required {
				require.Equal(t, Missing, n, "field %d", i)
				require.Equal(t, "T.F"+strconv.Itoa(i), d.Path("T"))
				require.Equal(t, 41, d.Off)
				continue
			}
			require.Equal(t, 42, n, "field %d", i)
			require.Len(t, d.Seen, mark)
			for j := range fields {
				require.Equal(t, used && i == j, v.Elem().Field(j).IsZero(), "fields %d and %d", i, j)
			}
		}
	}
	d, _ := budgeted(0, plenty)
	kept := extra{Unknown: append(make([]byte, 0, 100), 1, 2)}
	require.Equal(t, 10, d.Finish(plan[extra](t), unsafeio.Heap(&kept), 1, 0, 9, false))
	require.Equal(t, 2, cap(kept.Unknown), "the spare room is cut")
}

// TestOnlyArm: the last arm of a union stays, and all others are gone.
func TestOnlyArm(t *testing.T) {
	s := plan[oneOf](t)
	for i := range 2 {
		d, _ := budgeted(0, plenty)
		v := oneOf{A: new(int32(5)), B: []string{"b"}, Unknown: layout.Unknown{1}}
		seen := d.OnlyArm(s, unsafeio.Heap(&v), i, 3, 0, 0)
		require.Equal(t, uint64(1)<<i, seen)
		if i == 0 {
			require.Equal(t, oneOf{A: new(int32(5))}, v)
		} else {
			require.Equal(t, oneOf{B: []string{"b"}}, v)
		}
	}
	v := oneOf{A: new(int32(5)), B: []string{"b"}, Unknown: layout.Unknown{1}}
	OnlyUnknown(s, unsafeio.Heap(&v))
	require.Equal(t, oneOf{}, v)

	fields := make([]reflect.StructField, 70)
	fields[0] = reflect.StructField{Name: "_", PkgPath: "walk", Type: reflect.TypeFor[struct{}](), Tag: `thrift:",union"`}
	for i := 1; i < len(fields); i++ {
		fields[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: reflect.TypeFor[*int8](), Tag: reflect.StructTag(`thrift:"f,` + strconv.Itoa(i) + `"`)}
	}
	wide, err := layout.Of(reflect.StructOf(fields))
	require.NoError(t, err)
	require.True(t, wide.Union)
	for _, last := range []int{0, 63, 64, 68} {
		d, _ := budgeted(0, plenty)
		mark := d.PushSeen(1)
		d.See(mark, 64)
		d.See(mark, 68)
		v := reflect.New(reflect.StructOf(fields))
		for i := 1; i < len(fields); i++ {
			v.Elem().Field(i).Set(reflect.ValueOf(new(int8)))
		}
		seen := d.OnlyArm(wide, unsafeio.PtrTo(v), last, 1|1<<63, mark, 1)
		for i := range wide.Fields {
			came := i == 0 || i == 63 || i == 64 || i == 68
			require.Equal(t, came && i != last, v.Elem().Field(i+1).IsNil(), "arm %d, field %d", last, i)
			require.Equal(t, i == last, d.Again(mark, i, seen), "arm %d, field %d", last, i)
		}
	}
}
