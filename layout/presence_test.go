package layout

import (
	"reflect"
	"testing"
)

// The same field forms with and without InitDefault. Each has the field A.
type (
	defI32 struct {
		A int32 `thrift:"a,1,optional"`
	}
	defI32Numeric struct {
		A int32 `thrift:"1"`
	}
	defI32Always struct {
		A int32 `thrift:"a,1"`
	}
	defPtr struct {
		A *int32 `thrift:"a,1,optional"`
	}
	defList struct {
		A []int32 `thrift:"a,1,optional"`
	}
	defEmptyList struct {
		A []int32 `thrift:"a,1,optional"`
	}
	defNilList struct {
		A []int32 `thrift:"a,1,optional"`
	}
	defMap struct {
		A map[string]int32 `thrift:"1,optional"`
	}
	defBytes struct {
		A []byte `thrift:"a,1,optional"`
	}
	defPlainList struct {
		A []int32 `thrift:"a,1"`
	}
	defStruct struct {
		A point `thrift:"1"`
	}
	defZeroStruct struct {
		A point `thrift:"1"`
	}
	defNameStruct struct {
		A point `thrift:"a,1,optional"`
	}
	defUnion struct {
		_ struct{} `thrift:",union"`
		A []int32  `thrift:"a,1,required"`
	}
	plainUnion struct {
		_ struct{} `thrift:",union"`
		A *int32   `thrift:"a,1"`
	}
	numericUnion struct {
		_ struct{}  `thrift:",union"`
		A *[]string `thrift:"1,required"`
	}
)

func (s *defI32) InitDefault()        { s.A = 7 }
func (s *defI32Numeric) InitDefault() { s.A = 7 }
func (s *defI32Always) InitDefault()  { s.A = 7 }
func (s *defPtr) InitDefault()        { s.A = new(int32(7)) }
func (s *defList) InitDefault()       { s.A = []int32{7} }
func (s *defEmptyList) InitDefault()  { s.A = []int32{} }
func (s *defNilList) InitDefault()    {}
func (s *defMap) InitDefault()        { s.A = map[string]int32{"a": 7} }
func (s *defBytes) InitDefault()      { s.A = []byte("x") }
func (s *defPlainList) InitDefault()  { s.A = []int32{7} }
func (s *defStruct) InitDefault()     { s.A.X = 7 }
func (s *defZeroStruct) InitDefault() {}
func (s *defNameStruct) InitDefault() { s.A.X = 7 }
func (s *defUnion) InitDefault()      { s.A = []int32{7} }

func TestPresence(t *testing.T) {
	name := func(t reflect.Type, tail string) reflect.Type { return one(t, `thrift:"a,1`+tail+`"`) }
	numeric := func(t reflect.Type, tail string) reflect.Type { return one(t, `thrift:"1`+tail+`"`) }
	frugal := func(t reflect.Type, tail string) reflect.Type { return one(t, `frugal:"1`+tail+`" thrift:"7"`) }

	scalars := []reflect.Type{
		typ[bool](), typ[int8](), typ[int16](), typ[int32](), typ[int64](), typ[int](), typ[float64](),
		typ[string](), typ[[16]byte](), typ[apacheEnum](),
	}
	nilable := []reflect.Type{
		typ[[]byte](), typ[[]string](), typ[map[string]int32](), typ[map[string]struct{}](), typ[[]MapEntry[int32, bool]](),
	}
	pointers := []reflect.Type{
		typ[*bool](), typ[*int64](), typ[*string](), typ[*[16]byte](), typ[*apacheEnum](), typ[*point](),
		typ[*[]string](), typ[*[]byte](), typ[*map[string]bool](), typ[**point](),
	}
	structs := []reflect.Type{typ[point](), typ[struct{}]()}
	for _, tt := range []struct {
		types                                          []reflect.Type
		form                                           func(reflect.Type, string) reflect.Type
		bare, required, optional, defaulted, writezero Presence
	}{
		{scalars, name, Always, Always, NonZero, Always, 0},
		{nilable, name, Always, Always, NonNil, Always, 0},
		{pointers, name, NonNil, Must, NonNil, NonNil, 0},
		{structs, name, Always, Always, Always, Always, 0},
		{scalars, frugal, 0, Always, NonZero, Always, 0},
		{nilable, frugal, 0, Always, NonNil, Always, 0},
		{pointers, frugal, 0, Must, NonNil, NonNil, 0},
		{structs, frugal, 0, Always, Always, Always, 0},
		{scalars, numeric, NonZero, Always, NonZero, 0, Always},
		{nilable, numeric, NonNil, Always, NonNil, 0, Always},
		{pointers, numeric, NonNil, Must, NonNil, 0, NonNil},
		{structs, numeric, NonZero, Always, NonZero, 0, Always},
	} {
		for _, typ := range tt.types {
			for _, v := range []struct {
				tail string
				want Presence
			}{
				{"", tt.bare}, {",required", tt.required}, {",optional", tt.optional}, {",default", tt.defaulted},
				{",writezero", tt.writezero}, {",optional,writezero", tt.writezero},
			} {
				s, err := Of(tt.form(typ, v.tail))
				if err != nil {
					continue // not every tail is in every form; TestParseTag has which
				}
				f := &s.Fields[0]
				if f.Presence != v.want {
					t.Errorf("%s %s: goes out %s, want %s", typ, f.Tag, f.Presence, v.want)
				}
				if want := map[string]Requiredness{",required": Required, ",optional": Optional, ",optional,writezero": Optional}[v.tail]; f.Req != want {
					t.Errorf("%s %s: is %s, want %s", typ, f.Tag, f.Req, want)
				}
			}
		}
	}
	for _, tt := range []struct {
		t    reflect.Type
		want Presence
		req  Requiredness
	}{
		{typ[defI32](), NotDefault, Optional},
		{typ[defI32Numeric](), NotDefault, Default},
		{typ[defI32Always](), Always, Default},
		{typ[defPtr](), NonNil, Optional},
		{typ[defList](), NonNil, Optional},
		{typ[defEmptyList](), NonNil, Optional},
		{typ[defNilList](), NonNil, Optional},
		{typ[defMap](), NonNil, Optional},
		{typ[defBytes](), NotDefault, Optional},
		{typ[defPlainList](), Always, Default},
		{typ[defStruct](), Always, Default},
		{typ[defZeroStruct](), NonZero, Default},
		{typ[defNameStruct](), Always, Optional},
		{typ[defUnion](), NonNil, Optional},
		{typ[plainUnion](), NonNil, Optional},
		{typ[numericUnion](), NonNil, Optional},
	} {
		s, err := Of(tt.t)
		if err != nil {
			t.Error(err)
			continue
		}
		if f := &s.Fields[0]; f.Presence != tt.want || f.Req != tt.req {
			t.Errorf("%s: %s, goes out %s; want %s, %s", tt.t, f.Req, f.Presence, tt.req, tt.want)
		}
		checkPlan(t, s)
	}
}
