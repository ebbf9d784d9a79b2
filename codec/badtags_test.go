package codec_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/layout"
)

// badTag is a field that a plan is refused for, and the field that its remedy makes of it.
type badTag struct {
	t       reflect.Type
	tag     string
	problem string
	remedy  string
	good    reflect.Type // nil: t
	fixed   string       // empty: tag
}

// of is reflect.TypeFor, short for tables.
func of[T any]() reflect.Type { return reflect.TypeFor[T]() }

// oneField returns a struct type with one field A.
func oneField(t reflect.Type, tag string) reflect.Type {
	return reflect.StructOf([]reflect.StructField{{Name: "A", Type: t, Tag: reflect.StructTag(tag)}})
}

type (
	badLoop  []badLoop
	badEntry = pair[string, int32]
	myLong   int64
	noKey    struct {
		Name  string
		Value int32
	}
)

// badTags has a row for each way to get the tag of a field, or its Go type, wrong: by dialect.
var badTags = map[string][]badTag{
	"name,id": {
		{of[string](), `thrift:""`, "the tag is empty", `write thrift:"name,id"`, nil, `thrift:"a,1"`},
		{of[string](), `thrift:"a"`, "there is no id", `write thrift:"name,id"`, nil, `thrift:"a,1"`},
		{of[string](), `thrift:"a,"`, `id "" is not a number`, `write thrift:"name,id"`, nil, `thrift:"a,1"`},
		{of[string](), `thrift:"a,x"`, `id "x" is not a number`, `write thrift:"name,id"`, nil, `thrift:"a,1"`},
		{of[string](), `thrift:"a,1x"`, `id "1x" is not a number`, `write thrift:"name,id"`, nil, `thrift:"a,1"`},
		{of[string](), `thrift:"a,0x10"`, `id "0x10" is not a number`, `write thrift:"name,id"`, nil, `thrift:"a,16"`},
		{of[string](), `thrift:"a,+1"`, `id "+1" is not a number`, `write thrift:"name,id"`, nil, `thrift:"a,1"`},
		{of[string](), `thrift:"a;1"`, `"a;1" is neither a name nor an id`, `write thrift:"name,id[,`, nil, `thrift:"a,1"`},
		{of[string](), `thrift:"a:1"`, `"a:1" is neither a name nor an id`, `write thrift:"name,id[,`, nil, `thrift:"a,1"`},
		{of[string](), `thrift:"required,a,1"`, `id "a" is not a number`, `write thrift:"name,id"`, nil, `thrift:"a,1,required"`},
		{of[string](), `thrift:"a,required,1"`, `id "required" is not a number`, `write thrift:"name,id"`, nil, `thrift:"a,1,required"`},
		{of[string](), `thrift:"a,32768"`, "id 32768 is outside -32768 to 32767", "fits in 16 bits", nil, `thrift:"a,32767"`},
		{of[string](), `thrift:"a,-32769"`, "id -32769 is outside -32768 to 32767", "fits in 16 bits", nil, `thrift:"a,-32768"`},
		{of[string](), `thrift:"a,18446744073709551617"`, "is outside -32768 to 32767", "fits in 16 bits", nil, `thrift:"a,1"`},
		{of[string](), `thrift:"2nd,1"`, `"2nd" is neither a name nor an id`, `write thrift:"name,id[,`, nil, `thrift:"second,1"`},
		{of[string](), `thrift:"a b,1"`, `"a b" is neither a name nor an id`, `write thrift:"name,id[,`, nil, `thrift:"a_b,1"`},
		{of[string](), `thrift:"a,1,"`, `"" is none of required, optional and default`, `[,required|optional|default[,TYPE]]`, nil, `thrift:"a,1"`},
		{of[string](), `thrift:"a,1,Optional"`, `"Optional" is none of required, optional and default`, `[,required|optional|default[,TYPE]]`, nil, `thrift:"a,1,optional"`},
		{of[string](), `thrift:"a,1,omitempty"`, `"omitempty" is none of required, optional and default`, `[,required|optional|default[,TYPE]]`, nil, `thrift:"a,1,optional"`},
		{of[[]int32](), `thrift:"a,1,set<i32>"`, `"set<i32>" is none of required, optional and default`, `[,required|optional|default[,TYPE]]`, nil, `thrift:"a,1,default,set<i32>"`},
		{of[int32](), `thrift:"a,1,writezero"`, `"writezero" is none of required, optional and default`, `[,required|optional|default[,TYPE]]`, nil, `thrift:"a,1"`},
		{of[int64](), `thrift:"a,1,enum"`, `"enum" is none of required, optional and default`, `[,required|optional|default[,TYPE]]`, of[Color](), `thrift:"a,1,default,Color"`},
		{of[string](), `thrift:"a,1,optional,required"`, `"required" is no Thrift type`, "or the name of an enum or struct", nil, `thrift:"a,1,required"`},
		{of[string](), `thrift:"a,1,default,string,x"`, `"x" follows the TYPE`, `[,TYPE]]`, nil, `thrift:"a,1,default,string"`},
		{of[int32](), `thrift:"a,1,default,i32,nocopy"`, "nocopy is for string and binary only", "leave it out", nil, `thrift:"a,1,default,i32"`},
		{of[string](), `thrift: "a,1"`, "the struct tag is malformed", `key:"value" pairs`, nil, `thrift:"a,1"`},
		{of[string](), `json:"a";thrift:"a,1"`, "the struct tag is malformed", `one space between two`, nil, `json:"a" thrift:"a,1"`},
		{of[string](), `json:"a",thrift:"a,1"`, "the struct tag is malformed", `one space between two`, nil, `json:"a" thrift:"a,1"`},
		{of[string](), `thrift:'a,1'`, "the struct tag is malformed", `key:"value" pairs`, nil, `thrift:"a,1"`},
		{of[string](), `thrift:"a,1`, "the struct tag is malformed", `key:"value" pairs`, nil, `thrift:"a,1"`},
		{of[string](), `thrift:",unions"`, `id "unions" is not a number`, `write thrift:"name,id"`, nil, `thrift:",1"`},
	},
	"Apache, fbthrift": {
		{of[string](), `thrift:"a" db:"a" json:"a,omitempty"`, "there is no id", `write thrift:"name,id"`, nil, `thrift:"a,1" db:"a" json:"a,omitempty"`},
		{of[string](), `thrift:"a,1,optinal" db:"a" json:"a"`, `"optinal" is none of`, `[,required|optional|default`, nil, `thrift:"a,1,optional" db:"a" json:"a"`},
		{of[string](), `thrift:"a,1,hasdefault,optional"`, `"hasdefault" is none of`, `[,required|optional|default`, nil, `thrift:"a,1,optional,hasdefault"`},
		{of[string](), `thrift:"a,1,optional,hasDefault,x"`, `"x" follows the TYPE`, `[,TYPE]]`, nil, `thrift:"a,1,optional,hasdefault"`},
	},
	"id first": {
		{of[string](), `thrift:"-1"`, "id -1 is outside 0 to 32767", `or write thrift:"name,id" for ids from -32768`, nil, `thrift:"a,-1"`},
		{of[string](), `thrift:"40000"`, "id 40000 is outside 0 to 32767", "choose another id", nil, `thrift:"4000"`},
		{of[string](), `thrift:"1,a"`, `"a" is no option of the form that starts with the id`, `or thrift:"name,id[,`, nil, `thrift:"a,1"`},
		{of[string](), `thrift:"1,default"`, `"default" is no option`, `write thrift:"id[,required|optional|enum|writezero]"`, nil, `thrift:"1"`},
		{of[string](), `thrift:"1,strict"`, `"strict" is no option`, `write thrift:"id[,required|optional|enum|writezero]"`, nil, `thrift:"1"`},
		{of[string](), `thrift:"1,"`, `"" is no option`, `write thrift:"id[,required|optional|enum|writezero]"`, nil, `thrift:"1"`},
		{of[string](), `thrift:"1,omitempty"`, `"omitempty" is no option`, `write thrift:"id[,required|optional|enum|writezero]"`, nil, `thrift:"1,optional"`},
		{of[[]int32](), `thrift:"1,optional,set<i32>"`, `"set<i32>" is no option`, `or thrift:"name,id[,`, nil, `thrift:"a,1,optional,set<i32>"`},
		{of[string](), `thrift:"1,required,optional"`, "the field is both required and optional", "keep one of them", nil, `thrift:"1,required"`},
		{of[string](), `thrift:"1,enum"`, "the enum option does not fit Go type string", "leave it out; it is for integers", nil, `thrift:"1"`},
		{of[[]int32](), `thrift:"1,enum"`, "the enum option does not fit Go type []int32", "leave it out; it is for integers", nil, `thrift:"1"`},
		{of[*Two](), `thrift:"1,optional,enum"`, "the enum option does not fit Go type codec_test.Two", "leave it out", nil, `thrift:"1,optional"`},
	},
	"frugal": {
		{of[string](), `frugal:""`, `id "" is not a number`, `write frugal:"id,required|optional|default`, nil, `frugal:"1,default"`},
		{of[string](), `frugal:"a,1,default"`, `id "a" is not a number`, `write frugal:"id,required|optional|default`, nil, `frugal:"1,default"`},
		{of[string](), `frugal:"1"`, "there is no requiredness", `write frugal:"id,required|optional|default`, nil, `frugal:"1,default"`},
		{of[string](), `frugal:"1,string"`, `"string" is none of required, optional and default`, `write frugal:"id,required|optional|default`, nil, `frugal:"1,default,string"`},
		{of[string](), `frugal:"70000,default"`, "id 70000 is outside -32768 to 32767", "fits in 16 bits", nil, `frugal:"7000,default"`},
		{of[string](), `frugal:"1,default,i32" thrift:"a,1"`, "TYPE i32 does not fit Go type string", "write string or binary", nil, `frugal:"1,default,string" thrift:"a,1"`},
		{of[string](), `frugal:"1,default,nocopy"`, `"nocopy" is no Thrift type`, "write bool, byte", nil, `frugal:"1,default,string,nocopy"`},
		{of[int64](), `frugal:"1,default,i64,nocopy"`, "nocopy is for string and binary only", "leave it out", nil, `frugal:"1,default,i64"`},
		{of[string](), `frugal:"1,default,string,nocopy,x"`, `"nocopy" follows the TYPE`, `[,TYPE[,nocopy]]`, nil, `frugal:"1,default,string,nocopy"`},
		{of[string](), `frugal: "1,default"`, "the struct tag is malformed, so that its frugal part is not seen", `key:"value" pairs`, nil, `frugal:"1,default"`},
		{of[[]int32](), `thrift:"a,1" frugal: "1,default,set<i32>"`, "its frugal part is not seen", `key:"value" pairs`, nil, `thrift:"a,1" frugal:"1,default,set<i32>"`},
		{of[[]int32](), `frugal:"1,optional,list<i32"`, "'>' is missing at offset 8", "list<T>", nil, `frugal:"1,optional,list<i32>"`},
	},
	"TYPE": {
		{of[map[string]int32](), `thrift:"a,1,default,map<string,i32>"`, `TYPE "map<string,i32>" has a comma`, "map<K:V>, with a colon", nil, `thrift:"a,1,default,map<string:i32>"`},
		{of[[]int32](), `thrift:"a,1,default,list"`, "'<' is missing", "list<T>", nil, `thrift:"a,1,default,list<i32>"`},
		{of[[]int32](), `thrift:"a,1,default,list<>"`, "a type is missing at offset 5", "list<T>", nil, `thrift:"a,1,default,list<i32>"`},
		{of[[]int32](), `thrift:"a,1,default,[]i32"`, "a type is missing at offset 0", "list<T>", nil, `thrift:"a,1,default,list<i32>"`},
		{of[[]int32](), `thrift:"a,1,default,list<i32>>"`, `">" follows it`, "list<T>", nil, `thrift:"a,1,default,list<i32>"`},
		{of[int64](), `thrift:"a,1,default,int64"`, `"int64" is no Thrift type`, "i64", nil, `thrift:"a,1,default,i64"`},
		{of[float64](), `thrift:"a,1,default,float64"`, `"float64" is no Thrift type`, "double", nil, `thrift:"a,1,default,double"`},
		{of[*Two](), `thrift:"a,1,default,*Two"`, "a type is missing at offset 0", "the name of an enum or struct", nil, `thrift:"a,1,default,Two"`},
		{of[*Two](), `thrift:"a,1,default,x..Two"`, `"x..Two" is no name`, "the name of an enum or struct", nil, `thrift:"a,1,default,x.Two"`},
		{of[int8](), `thrift:"a,1,default,bool"`, "TYPE bool does not fit Go type int8", "write i8 or the name of an enum or change the Go type", of[bool](), ""},
		{of[int16](), `thrift:"a,1,default,i32"`, "TYPE i32 does not fit Go type int16", "write i16", nil, `thrift:"a,1,default,i16"`},
		{of[int32](), `thrift:"a,1,default,i64"`, "TYPE i64 does not fit Go type int32", "or change the Go type", of[int64](), ""},
		{of[myLong](), `thrift:"a,1,default,i32"`, "TYPE i32 does not fit Go type codec_test.myLong", "or the name of an enum", nil, `thrift:"a,1,default,myLong"`},
		{of[int](), `thrift:"a,1,default,i32"`, "TYPE i32 does not fit Go type int", "write i64", nil, `thrift:"a,1,default,i64"`},
		{of[bool](), `thrift:"a,1,default,Flag"`, "TYPE Flag names an enum or struct, which Go type bool cannot be", "write bool", nil, `thrift:"a,1,default,bool"`},
		{of[*float64](), `thrift:"a,1,optional,i64"`, "TYPE i64 does not fit Go type float64", "write double", nil, `thrift:"a,1,optional,double"`},
		{of[string](), `thrift:"a,1,default,uuid"`, "TYPE uuid does not fit Go type string", "write string or binary", nil, `thrift:"a,1,default,binary"`},
		{of[[]byte](), `thrift:"a,1,default,list<byte>"`, "TYPE list<i8> does not fit Go type []uint8", "or change the Go type", of[[]int8](), ""},
		{of[[16]byte](), `thrift:"a,1,default,binary"`, "TYPE binary does not fit Go type [16]uint8", "write uuid", nil, `thrift:"a,1,default,uuid"`},
		{of[[]int32](), `thrift:"a,1,default,i32"`, "TYPE i32 does not fit Go type []int32", "write list<T> or set<T>", nil, `thrift:"a,1,default,set<i32>"`},
		{of[[]int32](), `thrift:"a,1,default,list<string>"`, "TYPE string does not fit Go type int32", "write i32", nil, `thrift:"a,1,default,list<i32>"`},
		{of[[][]int32](), `thrift:"a,1,default,list<set<i64>>"`, "TYPE i64 does not fit Go type int32", "write i32", nil, `thrift:"a,1,default,list<set<i32>>"`},
		{of[map[string]int32](), `thrift:"a,1,default,list<i32>"`, "TYPE list<i32> does not fit Go type map[string]int32", "write map<K:V>", nil, `thrift:"a,1,default,map<string:i32>"`},
		{of[map[string]int32](), `thrift:"a,1,default,set<string>"`, "TYPE set<string> does not fit Go type map[string]int32", "make the field a map[T]struct{}", of[map[string]struct{}](), ""},
		{of[map[string]struct{}](), `thrift:"a,1,default,list<string>"`, "TYPE list<string> does not fit Go type map[string]struct {}", "write set<T>", nil, `thrift:"a,1,default,set<string>"`},
		{of[Two](), `thrift:"a,1,default,i32"`, "TYPE i32 does not fit Go type codec_test.Two", "write the struct's name", nil, `thrift:"a,1,default,Two"`},
		{of[[]int32](), `thrift:"a,1,default,map<i32:i32>"`, "no struct of exactly two exported fields Key and Value", "use map[K]V", of[map[int32]int32](), ""},
		{of[[]noKey](), `thrift:"a,1,default,map<string:i32>"`, "no struct of exactly two exported fields Key and Value", "[]E with type E struct { Key K; Value V }", of[[]badEntry](), ""},
		{of[[]*badEntry](), `thrift:"a,1,default,map<string:i32>"`, "a slice of pointers to entries", "write []codec_test.pair", of[[]badEntry](), ""},
		{of[[]badEntry](), `thrift:"a,1,default,map<string:i64>"`, "TYPE i64 does not fit Go type int32", "write i32", nil, `thrift:"a,1,default,map<string:i32>"`},
	},
	"Go type": {
		{of[uint8](), `thrift:"a,1"`, "Go type uint8 has no Thrift type", "use int8", of[int8](), ""},
		{of[uint16](), `thrift:"a,1"`, "Go type uint16 has no Thrift type", "int32 for its whole range", of[int32](), ""},
		{of[*uint32](), `thrift:"a,1,optional"`, "Go type uint32 has no Thrift type", "int64 for its whole range", of[*int64](), ""},
		{of[uint64](), `thrift:"1"`, "Go type uint64 has no Thrift type", "use int64", of[int64](), ""},
		{of[uint](), `thrift:"a,1"`, "Go type uint has no Thrift type", "use int64", of[int64](), ""},
		{of[uintptr](), `thrift:"a,1"`, "Go type uintptr has no Thrift type", "use int64", of[int64](), ""},
		{of[float32](), `frugal:"1,default,double"`, "Go type float32 has no Thrift type", "use float64", of[float64](), ""},
		{of[complex128](), `thrift:"a,1"`, "Go type complex128 has no Thrift type", "a struct of two float64", of[struct {
			Re float64 `thrift:"re,1"`
			Im float64 `thrift:"im,2"`
		}](), ""},
		{of[chan int32](), `thrift:"a,1"`, "Go type chan int32 has no Thrift type", `leave the field out with thrift:"-"`, nil, `thrift:"-"`},
		{of[func()](), `thrift:"a,1"`, "Go type func() has no Thrift type", `leave the field out with thrift:"-"`, nil, `thrift:"-"`},
		{of[unsafe.Pointer](), `thrift:"1"`, "Go type unsafe.Pointer has no Thrift type", `leave the field out with thrift:"-"`, nil, `thrift:"-"`},
		{of[any](), `thrift:"a,1"`, "Go type interface {} has no Thrift type", "use a concrete type", of[*Two](), ""},
		{of[error](), `thrift:"a,1"`, "Go type error has no Thrift type", "use a concrete type", of[codec.ApplicationException](), ""},
		{of[[4]int32](), `thrift:"a,1"`, "Go type [4]int32 has no Thrift type", "use a slice", of[[]int32](), ""},
		{of[[20]byte](), `thrift:"a,1"`, "Go type [20]uint8 has no Thrift type", "only [16]byte is supported", of[[16]byte](), ""},
		{of[map[uint32]string](), `thrift:"a,1"`, "Go type uint32 has no Thrift type", "use int32", of[map[int32]string](), ""},
		{of[map[any]struct{}](), `thrift:"a,1"`, "Go type interface {} has no Thrift type", "use a concrete type", of[map[string]struct{}](), ""},
		{of[[]map[string]func()](), `thrift:"a,1"`, "Go type func() has no Thrift type", `leave the field out with thrift:"-"`, nil, `thrift:"-"`},
		{of[badLoop](), `thrift:"a,1"`, "codec_test.badLoop holds itself without a struct between", "put a struct between", of[[]Two](), ""},
	},
}

// TestBadTags: New refuses each with the type, the field, the tag and a remedy, which works.
func TestBadTags(t *testing.T) {
	count := 0
	for dialect, rows := range badTags {
		for _, row := range rows {
			count++
			bad := oneField(row.t, row.tag)
			for _, p := range bothProtocols {
				_, err := codec.ForType(bad, p, codec.Options{})
				checkFault(t, dialect+": "+row.tag, err, bad, "A", row.problem, row.remedy)
			}
			if row.good == nil {
				row.good = row.t
			}
			if row.fixed == "" {
				row.fixed = row.tag
			}
			good := oneField(row.good, row.fixed)
			if _, err := codec.ForType(good, codec.Binary, codec.Options{}); err != nil {
				t.Errorf("%s: %s: the remedy gives %s %s, which is refused: %v", dialect, row.tag, row.good, row.fixed, err)
				continue
			}
			if row.fixed == `thrift:"-"` { // nothing goes out
				b, err := codecOf(t, reflect.New(good).Interface(), codec.Binary, codec.Options{}).Append(nil, reflect.New(good).Interface())
				if err != nil || !bytes.Equal(b, []byte{0}) {
					t.Errorf("%s: %s: left out, it goes out as %x, %v", dialect, row.tag, b, err)
				}
				continue
			}
			for _, fill := range []func(reflect.Value){func(reflect.Value) {}, func(v reflect.Value) { fillAll(v, 4) }} {
				v := reflect.New(good)
				fill(v.Elem())
				roundTrips(t, v.Interface())
			}
		}
	}
	if count < 100 {
		t.Errorf("only %d rows", count)
	}
}

// checkFault checks that err is, or holds, the fault of a field, and that its text names all of it.
func checkFault(t *testing.T, name string, err error, typ reflect.Type, field, problem, remedy string) {
	t.Helper()
	var got *layout.Error
	if !errors.As(err, &got) {
		t.Errorf("%s: got %v, want a *layout.Error: %s", name, err, problem)
		return
	}
	if got.Type != typ || got.Field != field || !strings.Contains(got.Problem, problem) || !strings.Contains(got.Remedy, remedy) {
		t.Errorf("%s:\n got %v, %s: %s; %s\nwant %v, %s: %s; %s", name, got.Type, got.Field, got.Problem, got.Remedy, typ, field, problem, remedy)
	}
	text := got.Error()
	parts := []string{"thrift: ", typ.String(), field, problem, remedy}
	if field != "" && got.Tag != "" {
		parts = append(parts, fmt.Sprintf("%s.%s: tag %q", typ, field, got.Tag))
	}
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%s: %q lacks %q", name, text, part)
		}
	}
}
