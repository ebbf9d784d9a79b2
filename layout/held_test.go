package layout

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

type (
	Null[T any] struct {
		V     T
		Valid bool
	}
	taggedNull struct {
		V     int32 `thrift:"v,1"`
		Valid bool  `thrift:"valid,2"`
	}

	oneID     struct{}
	twoID     struct{}
	zeroID    struct{}
	panickyID struct{}
	badTags   struct {
		X uint8 `thrift:"x,1"`
	}
	notStruct int

	unionNone   struct{ V any }
	unionWide   struct{ A, B any }
	unionTyped  struct{ V *oneID }
	unionNil    struct{ V any }
	unionTwice  struct{ V any }
	unionZero   struct{ V any }
	unionPanics struct{ V any }
	unionMember struct{ V any }
	unionDeep   struct{ V any }
	unionInt    struct{ V any }
	unionCannot struct{ V fmt.Stringer }
	unionOther  struct{ V any } // UnionMembers means something else there
	unionGood   struct{ V member }
	selfCoded   int64
	holdsUnions struct {
		A unionGood  `thrift:"a,1,optional"`
		B *unionGood `thrift:"b,2"`
	}
)

func (*oneID) FieldID() int16       { return 1 }
func (*twoID) FieldID() int16       { return 1 }
func (*zeroID) FieldID() int16      { return 0 }
func (b *panickyID) FieldID() int16 { panic("no id") }
func (*badTags) FieldID() int16     { return 9 }
func (*notStruct) FieldID() int16   { return 3 }

func (*unionNone) UnionMembers() []member   { return nil }
func (*unionWide) UnionMembers() []member   { return []member{(*oneID)(nil)} }
func (*unionTyped) UnionMembers() []member  { return []member{(*oneID)(nil)} }
func (*unionNil) UnionMembers() []member    { return []member{nil} }
func (*unionTwice) UnionMembers() []member  { return []member{(*oneID)(nil), (*twoID)(nil)} }
func (*unionZero) UnionMembers() []member   { return []member{(*zeroID)(nil)} }
func (*unionPanics) UnionMembers() []member { panic("no members") }
func (*unionMember) UnionMembers() []member { return []member{(*panickyID)(nil)} }
func (*unionDeep) UnionMembers() []member   { return []member{(*badTags)(nil)} }
func (*unionInt) UnionMembers() []member    { return []member{(*notStruct)(nil)} }
func (*unionCannot) UnionMembers() []member { return []member{(*oneID)(nil)} }
func (*unionOther) UnionMembers() []string  { return nil }
func (selfCoded) EncodeFunc() func()        { return nil }
func (selfCoded) DecodeFunc() func()        { return nil }
func (*unionGood) UnionMembers() []member   { return []member{(*oneID)(nil), (*notAny)(nil)} }

type notAny struct {
	N Null[int64] `thrift:"5"`
}

func (*notAny) FieldID() int16 { return 2 }

// TestHeldFaults: what cannot be held beside its value is refused, with what to
// do.
func TestHeldFaults(t *testing.T) {
	for _, c := range []struct {
		v       any
		problem string
	}{
		{unionNone{}, "UnionMembers returns none"},
		{unionWide{}, "not one field of an interface type"},
		{unionTyped{}, "not one field of an interface type"},
		{unionNil{}, "no pointer to a struct"},
		{unionTwice{}, "id 1, which is another's"},
		{unionZero{}, "id 0, which is another's or below 1"},
		{unionPanics{}, "UnionMembers panics: no members"},
		{unionMember{}, "FieldID of *layout.panickyID panics: no id"},
		{unionDeep{}, "Go type uint8 has no Thrift type"},
		{unionInt{}, "no pointer to a struct"},
		{unionCannot{}, "that a fmt.Stringer cannot hold"},
		{unionOther{}, "none of them has a thrift tag"},
		{struct {
			N []Null[int32] `thrift:"n,1"`
		}{}, "only a field can be absent"},
		{struct {
			N *Null[int32] `thrift:"n,1"`
		}{}, "only a field can be absent"},
		{struct {
			N map[string]Null[int32] `thrift:"n,1"`
		}{}, "only a field can be absent"},
		{struct {
			N Null[Null[int32]] `thrift:"n,1"`
		}{}, "only a field can be absent"},
		{struct {
			N selfCoded `thrift:"n,1"`
		}{}, "selfCoded encodes itself by its EncodeFunc"},
		{struct {
			N []*selfCoded `thrift:"1"`
		}{}, "selfCoded encodes itself by its EncodeFunc"},
		{struct {
			N Null[uint32] `thrift:"n,1"`
		}{}, "Go type uint32 has no Thrift type"},
		{struct {
			N Null[int32] `thrift:"n,1,default,string"`
		}{}, "TYPE string does not fit"},
	} {
		_, err := Of(reflect.TypeOf(c.v))
		var fault *Error
		require.ErrorAs(t, err, &fault, "%T", c.v)
		require.ErrorContains(t, err, c.problem, "%T", c.v)
		require.NotEmpty(t, fault.Remedy, "%T", c.v)
	}
}

func TestHeldPlans(t *testing.T) {
	s, err := Of(reflect.TypeFor[holdsUnions]())
	require.NoError(t, err)
	checkPlan(t, s)
	union := s.Fields[0].Type.Struct
	require.True(t, union.Union && union.Members)
	require.Contains(t, s.Explain(), "UnionMembers")
	require.Equal(t, "layout.oneID", union.Fields[0].Type.String())
	require.Equal(t, WhenSet, union.Fields[1].Presence)

	inner := union.Fields[1].Type.Elem.Elem.Struct
	require.Equal(t, "i64", inner.Fields[0].Type.String())
	require.Equal(t, WhenSet, inner.Fields[0].Presence)

	tagged, err := Of(reflect.TypeFor[taggedNull]())
	require.NoError(t, err)
	require.Len(t, tagged.Fields, 2)
}

// Slice is what parquet-go's library has, as far as plans ask.
type (
	Slice[T any]   []T
	another[T any] []T
)

func (Slice[T]) NullFunc() func() bool   { return nil }
func (another[T]) NullFunc() func() bool { return nil }

// TestWriteZeroHeld: parquet-go leaves out its own types when nil, whatever
// writezero says, and writes others empty.
func TestWriteZeroHeld(t *testing.T) {
	s, err := Of(reflect.TypeFor[struct {
		A Slice[int32]   `thrift:"1,optional,writezero"`
		B Slice[int32]   `thrift:"2,required"`
		C another[int32] `thrift:"3,writezero"`
		D unionGood      `thrift:"4,writezero"`
		E unionGood      `thrift:"5,required"`
		F holdsUnions    `thrift:"6,writezero"`
	}]())
	require.NoError(t, err)
	for i, want := range []Presence{NonNil, Always, Always, NonZero, Always, Always} {
		require.Equal(t, want, s.Fields[i].Presence, s.Fields[i].GoName)
	}
}
