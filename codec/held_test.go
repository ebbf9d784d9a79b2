package codec

import (
	"database/sql"
	"testing"

	"github.com/stretchr/testify/require"
)

// Null is as parquet-go's library has it.
type Null[T any] struct {
	V     T
	Valid bool
}

type nulls struct {
	B  Null[bool]              `thrift:"1,optional"`
	I  Null[int32]             `thrift:"2,optional"`
	D  Null[float64]           `thrift:"3,optional"`
	S  Null[string]            `thrift:"4,optional"`
	L  Null[[]int64]           `thrift:"5,optional"`
	In Null[nullInner]         `thrift:"6,optional"`
	P  Null[*nullInner]        `thrift:"7"`
	M  sql.Null[map[int8]int8] `thrift:"8"`
	U  Null[[16]byte]          `thrift:"u,9,default"`
}

type nullInner struct {
	A int16        `thrift:"a,1"`
	N Null[string] `thrift:"n,2,optional"`
}

type nullRequired struct {
	R Null[int32] `thrift:"r,1,required"`
}

// held is a union as parquet-go's library has them.
type (
	heldMember interface {
		FieldID() int16
		mark()
	}
	heldA struct {
		N int32 `thrift:"1"`
	}
	heldB struct{}
	heldC struct {
		S    string    `thrift:"1"`
		More heldUnion `thrift:"2,optional"`
		List []string  `thrift:"3,optional"`
	}
	heldUnion struct{ Value heldMember }

	heldOuter struct {
		U     heldUnion   `thrift:"1,optional"`
		P     *heldUnion  `thrift:"2,optional"`
		List  []heldUnion `thrift:"3,optional"`
		After int8        `thrift:"4,required"`
	}
	notMember struct{ heldA }
)

func (*heldA) FieldID() int16 { return 1 }
func (*heldB) FieldID() int16 { return 2 }
func (*heldC) FieldID() int16 { return 300 }
func (*heldA) mark()          {}
func (*heldB) mark()          {}
func (*heldC) mark()          {}

func (*heldUnion) UnionMembers() []heldMember {
	return []heldMember{(*heldC)(nil), (*heldA)(nil), (*heldB)(nil)}
}

// pointers is what the same bytes are in structs of pointers.
type (
	nullsP struct {
		B  *bool         `thrift:"b,1,optional"`
		I  *int32        `thrift:"i,2,optional"`
		D  *float64      `thrift:"d,3,optional"`
		S  *string       `thrift:"s,4,optional"`
		L  []int64       `thrift:"l,5,optional"`
		In *nullInnerP   `thrift:"in,6,optional"`
		P  *nullInnerP   `thrift:"p,7,optional"`
		M  map[int8]int8 `thrift:"m,8,optional"`
		U  *[16]byte     `thrift:"u,9,optional"`
	}
	nullInnerP struct {
		A int16   `thrift:"a,1"`
		N *string `thrift:"n,2,optional"`
	}
	heldUnionP struct {
		_ struct{} `thrift:",union"`
		A *heldA   `thrift:"a,1"`
		B *heldB   `thrift:"b,2"`
		C *heldCP  `thrift:"c,300"`
	}
	heldCP struct {
		S    string      `thrift:"1"`
		More *heldUnionP `thrift:"2,optional"`
		List []string    `thrift:"3,optional"`
	}
	heldOuterP struct {
		U     *heldUnionP   `thrift:"1,optional"`
		P     *heldUnionP   `thrift:"2,optional"`
		List  []*heldUnionP `thrift:"3,optional"`
		After int8          `thrift:"4,required"`
	}
)

func ptr[T any](v T) *T { return &v }

// TestNull writes and reads values in a Null as those behind a pointer.
func TestNull(t *testing.T) {
	inner := nullInner{A: 7, N: Null[string]{"inner", true}}
	innerP := &nullInnerP{7, ptr("inner")}
	for name, c := range map[string]struct {
		null  nulls
		plain nullsP
	}{
		"none":                 {},
		"unset with leftovers": {null: nulls{I: Null[int32]{V: 5}, S: Null[string]{V: "x"}, L: Null[[]int64]{V: []int64{1}}}},
		"zero": {
			nulls{
				B: Null[bool]{Valid: true}, I: Null[int32]{Valid: true}, D: Null[float64]{Valid: true}, S: Null[string]{Valid: true},
				L: Null[[]int64]{[]int64{}, true}, In: Null[nullInner]{Valid: true}, P: Null[*nullInner]{&nullInner{}, true},
				M: sql.Null[map[int8]int8]{V: map[int8]int8{}, Valid: true}, U: Null[[16]byte]{Valid: true},
			},
			nullsP{
				ptr(false), ptr(int32(0)), ptr(0.0), ptr(""), []int64{}, &nullInnerP{}, &nullInnerP{}, map[int8]int8{}, &[16]byte{},
			},
		},
		"all": {
			nulls{
				B: Null[bool]{true, true}, I: Null[int32]{-5, true}, D: Null[float64]{1.5, true}, S: Null[string]{"text", true},
				L: Null[[]int64]{[]int64{1, -2}, true}, In: Null[nullInner]{inner, true}, P: Null[*nullInner]{&inner, true},
				M: sql.Null[map[int8]int8]{V: map[int8]int8{1: 2}, Valid: true}, U: Null[[16]byte]{[16]byte{1, 2}, true},
			},
			nullsP{
				ptr(true), ptr(int32(-5)), ptr(1.5), ptr("text"), []int64{1, -2}, innerP, innerP, map[int8]int8{1: 2}, &[16]byte{1, 2},
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			want := c.null
			if name == "unset with leftovers" {
				want = nulls{}
			}
			sameAs(t, &c.null, &want, &c.plain)
		})
	}
}

// TestNullMissing: a required Null that is not set is missing.
func TestNullMissing(t *testing.T) {
	for _, p := range []Protocol{Binary, Compact} {
		c, err := New[nullRequired](p, Options{})
		require.NoError(t, err)
		_, err = c.Append(nil, &nullRequired{})
		require.ErrorIs(t, err, ErrMissingRequired)
		require.ErrorContains(t, err, "nullRequired.R")
		_, err = c.Size(&nullRequired{})
		require.ErrorIs(t, err, ErrMissingRequired)
		b, err := c.Append(nil, &nullRequired{Null[int32]{0, true}})
		require.NoError(t, err)
		var v nullRequired
		_, err = c.Decode(b, &v)
		require.NoError(t, err)
		require.Equal(t, nullRequired{Null[int32]{0, true}}, v)
	}
}

// sameAs encodes v as plain is encoded, and decodes that to want, in all modes.
func sameAs[T, P any](t *testing.T, v, want *T, plain *P) {
	for _, p := range []Protocol{Binary, Compact} {
		pc, err := New[P](p, Options{})
		require.NoError(t, err)
		golden, err := pc.Append(nil, plain)
		require.NoError(t, err)
		for _, o := range []Options{{}, {Canonical: true}, {Strings: Alias, Reuse: true}, {Strings: Own, Reuse: true}} {
			c, err := New[T](p, o)
			require.NoError(t, err)
			n, err := c.Size(v)
			require.NoError(t, err)
			require.Equal(t, len(golden), n)
			b, err := c.Append(nil, v)
			require.NoError(t, err)
			require.Equal(t, golden, b)
			for short := range b {
				_, err = c.Encode(make([]byte, short), v)
				require.ErrorIs(t, err, ErrShortBuffer)
			}
			var got T
			for range 3 { // the second and third time into what is there
				_, err = c.Decode(b, &got)
				require.NoError(t, err)
				require.Equal(t, want, &got)
			}
			for short := range b {
				_, err = c.Decode(b[:short], &got)
				require.ErrorIs(t, err, ErrTruncated)
				require.Equal(t, new(T), &got)
			}
		}
	}
}

func TestUnionInInterface(t *testing.T) {
	deep := &heldC{S: "deep", More: heldUnion{&heldC{S: "deeper", List: []string{"x"}}}}
	deepP := &heldUnionP{C: &heldCP{S: "deep", More: &heldUnionP{C: &heldCP{S: "deeper", List: []string{"x"}}}}}
	for name, c := range map[string]struct {
		held  heldOuter
		plain heldOuterP
	}{
		"none":     {heldOuter{After: 1}, heldOuterP{After: 1}},
		"empty":    {heldOuter{U: heldUnion{&heldB{}}}, heldOuterP{U: &heldUnionP{B: &heldB{}}}},
		"number":   {heldOuter{U: heldUnion{&heldA{-3}}, After: 2}, heldOuterP{U: &heldUnionP{A: &heldA{-3}}, After: 2}},
		"pointers": {heldOuter{P: &heldUnion{deep}}, heldOuterP{P: deepP}},
		"list": {
			heldOuter{List: []heldUnion{{&heldA{1}}, {&heldB{}}, {deep}}},
			heldOuterP{List: []*heldUnionP{{A: &heldA{1}}, {B: &heldB{}}, deepP}},
		},
	} {
		t.Run(name, func(t *testing.T) { sameAs(t, &c.held, &c.held, &c.plain) })
	}
}

// TestUnionInInterfaceOdd has what an interface may hold beside members.
func TestUnionInInterfaceOdd(t *testing.T) {
	for _, p := range []Protocol{Binary, Compact} {
		c, err := New[heldOuter](p, Options{})
		require.NoError(t, err)

		// A nil pointer stands for an empty struct, a nil interface for no member.
		a, err := c.Append(nil, &heldOuter{U: heldUnion{(*heldA)(nil)}, List: []heldUnion{{}}})
		require.NoError(t, err)
		var v heldOuter
		_, err = c.Decode(a, &v)
		require.NoError(t, err)
		require.Equal(t, heldOuter{U: heldUnion{&heldA{}}, List: []heldUnion{{}}}, v)

		_, err = c.Append(nil, &heldOuter{U: heldUnion{&notMember{}}})
		require.ErrorIs(t, err, ErrUnion)
		require.ErrorContains(t, err, "heldOuter.U")
		_, err = c.Size(&heldOuter{U: heldUnion{&notMember{}}})
		require.ErrorIs(t, err, ErrUnion)
	}
}

// TestUnionInInterfaceArms reads several members of one union: the last wins,
// and under Reuse the object of an earlier decode is taken up.
func TestUnionInInterfaceArms(t *testing.T) {
	type two struct {
		A *heldA `thrift:"a,1"`
		B *heldB `thrift:"b,2,optional"`
		X *heldA `thrift:"x,7,optional"`
	}
	for _, p := range []Protocol{Binary, Compact} {
		both, err := New[two](p, Options{})
		require.NoError(t, err)
		b, err := both.Append(nil, &two{A: &heldA{1}, B: &heldB{}, X: &heldA{}})
		require.NoError(t, err)
		one, err := both.Append(nil, &two{A: &heldA{1}, X: &heldA{4}})
		require.NoError(t, err)
		for _, o := range []Options{{}, {Reuse: true}} {
			c, err := New[heldUnion](p, o)
			require.NoError(t, err)
			var v heldUnion
			for range 2 {
				_, err = c.Decode(b, &v)
				require.NoError(t, err)
				require.Equal(t, heldUnion{&heldB{}}, v)
			}
			_, err = c.Decode(one, &v)
			require.NoError(t, err)
			require.Equal(t, heldUnion{&heldA{1}}, v)
			kept := v.Value
			_, err = c.Decode(one, &v)
			require.NoError(t, err)
			require.Equal(t, o.Reuse, kept == v.Value)
			x, err := both.Append(nil, &two{X: &heldA{4}})
			require.NoError(t, err)
			_, err = c.Decode(x, &v)
			require.NoError(t, err)
			require.Equal(t, heldUnion{}, v)
		}
	}
}
