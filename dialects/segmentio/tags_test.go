package segmentio_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/segmentio/encoding/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/dialects/internal/readme"
	"github.com/miserwire/miser/layout"
)

// tagCase is what the peer and miser make of one tag on one Go type. Where they
// agree, ours is empty.
type tagCase struct {
	tag    string
	typ    reflect.Type
	theirs string
	ours   string
	why    string
}

func typ[T any]() reflect.Type { return reflect.TypeFor[T]() }

// TestTags asks both what they make of each tag, and the README shows where they
// differ.
func TestTags(t *testing.T) {
	table := readme.Table{Head: []string{"tag", "Go type", "segmentio/encoding", "miser", "why"}}
	for _, c := range tagCases {
		theirs, ours := askPeer(c.typ, c.tag), askMiser(c.typ, c.tag)
		require.Equal(t, c.theirs, theirs, "%s %s: the peer", c.tag, c.typ)
		if c.ours == "" {
			c.ours = c.theirs
		}
		require.Equal(t, c.ours, ours, "%s %s: miser", c.tag, c.typ)
		if theirs != ours {
			require.NotEmpty(t, c.why, "%s %s", c.tag, c.typ)
			table.Rows = append(table.Rows, []string{"`" + c.tag + "`", "`" + c.typ.String() + "`", theirs, ours, c.why})
		}
	}
	readme.Check(t, "README.md", "tags", table)
}

// holder is a struct type whose one field has the tag.
func holder(t reflect.Type, tag string) reflect.Type {
	return reflect.StructOf([]reflect.StructField{{Name: "F", Type: t, Tag: reflect.StructTag(`thrift:"` + tag + `"`)}})
}

// askPeer returns id, wire type and requiredness of the field as the peer has it,
// or "refused".
func askPeer(t reflect.Type, tag string) string {
	h := holder(t, tag)
	var field thrift.Field
	var required, writesZero bool
	panicked := caught(func() string {
		p := &mendedBinary{}
		v := reflect.New(h)
		zero, err := thrift.Marshal(p, v.Interface())
		if err != nil {
			return err.Error()
		}
		writesZero = len(zero) > 1
		full(v.Elem().Field(0))
		b, err := thrift.Marshal(p, v.Interface())
		if err != nil {
			return err.Error()
		}
		if field, err = p.NewReader(bytes.NewReader(b)).ReadField(); err != nil {
			return err.Error()
		}
		var missing *thrift.MissingField
		required = errors.As(thrift.Unmarshal(p, []byte{0}, reflect.New(h).Interface()), &missing)
		return ""
	})
	switch {
	case panicked != "":
		return "refused"
	case field.Type == thrift.STOP:
		return "left out"
	}
	return spell(field.ID, wireNames[field.Type], required, writesZero)
}

// full makes v something that goes out.
func full(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(1)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(1)
	case reflect.String:
		v.SetString("a")
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Struct:
		full(v.Field(0))
	}
}

// askMiser is askPeer for miser.
func askMiser(t reflect.Type, tag string) string {
	s, err := layout.Of(holder(t, tag))
	switch {
	case err != nil:
		return "refused"
	case len(s.Fields) == 0:
		return "left out"
	}
	f := &s.Fields[0]
	wire, _, _ := strings.Cut(f.Type.String(), "<")
	switch {
	case f.Type.Kind == layout.KindStruct:
		wire = "struct"
	case f.Type.Enum:
		wire = "i32"
	}
	return spell(f.ID, wire, f.Req == layout.Required, f.Presence == layout.Always)
}

func spell(id int16, wire string, required, writesZero bool) string {
	s := fmt.Sprintf("%d %s", id, strings.Replace(wire, "binary", "string", 1))
	if required {
		s += ", required"
	}
	if writesZero {
		s += ", zero goes out"
	}
	return s
}

var wireNames = map[thrift.Type]string{
	thrift.BOOL: "bool", thrift.I8: "i8", thrift.I16: "i16", thrift.I32: "i32", thrift.I64: "i64", thrift.DOUBLE: "double",
	thrift.BINARY: "string", thrift.LIST: "list", thrift.SET: "set", thrift.MAP: "map", thrift.STRUCT: "struct",
}

const (
	refused = "refused"
)

var tagCases = []tagCase{
	// Go types.
	{"1", typ[bool](), "1 bool", "", ""},
	{"1", typ[int8](), "1 i8", "", ""},
	{"1", typ[int16](), "1 i16", "", ""},
	{"1", typ[int32](), "1 i32", "", ""},
	{"1", typ[int64](), "1 i64", "", ""},
	{"1", typ[int](), "1 i64", "", ""},
	{"1", typ[float64](), "1 double", "", ""},
	{"1", typ[string](), "1 string", "", ""},
	{"1", typ[[]byte](), "1 string", "", ""},
	{"1", typ[[]string](), "1 list", "", ""},
	{"1", typ[map[string]int32](), "1 map", "", ""},
	{"1", typ[map[string]struct{}](), "1 set", "", ""},
	{"1", typ[map[string]blank](), "1 set", "", ""},
	{"1", typ[point](), "1 struct", "", ""},
	{"1", typ[*point](), "1 struct", "", ""},
	{"1", typ[*int64](), "1 i64", "", ""},
	{"1", typ[**bool](), "1 bool", "", ""},
	{"1", typ[*[]string](), "1 list", "", ""},
	{"1", typ[label](), "1 string", "", ""},
	{"1", typ[blob](), "1 string", "", ""},
	{"1", typ[grade](), "1 i64", "", ""},
	{"1", typ[tags](), "1 list", "", ""},
	{"1", typ[float32](), "1 double", refused, "a decoder would round: use float64"},
	{"1", typ[map[string][0]int32](), "1 set", refused, "a set is a map to struct{}"},
	{"1", typ[uint8](), refused, "", ""},
	{"1", typ[uint16](), refused, "", ""},
	{"1", typ[uint32](), refused, "", ""},
	{"1", typ[uint64](), refused, "", ""},
	{"1", typ[uint](), refused, "", ""},
	{"1", typ[uintptr](), refused, "", ""},
	{"1", typ[[4]int32](), refused, "", ""},
	{"1", typ[[16]byte](), refused, "1 uuid", "Thrift has had a uuid since 0.19"},
	{"1", typ[any](), refused, "", ""},
	{"1", typ[chan int32](), refused, "", ""},
	{"1", typ[func()](), refused, "", ""},
	{"1", typ[complex128](), refused, "", ""},

	// Requiredness.
	{"1,required", typ[int32](), "1 i32, required, zero goes out", "", ""},
	{"1,required", typ[string](), "1 string, required, zero goes out", "", ""},
	{"1,required", typ[[]string](), "1 list, required, zero goes out", "", ""},
	{"1,required", typ[map[string]int32](), "1 map, required, zero goes out", "", ""},
	{"1,required", typ[point](), "1 struct, required, zero goes out", "", ""},
	{"1,required", typ[*point](), "1 struct, required", "", ""},
	{"1,optional", typ[int32](), "1 i32", "", ""},
	{"1,optional", typ[*int32](), "1 i32", "", ""},
	{"1,optional", typ[point](), "1 struct", "", ""},
	{"1,required,required", typ[int32](), "1 i32, required, zero goes out", "", ""},
	{"1,optional,optional", typ[int32](), "1 i32", "", ""},
	{"1,optional,required", typ[int32](), refused, "", ""},
	{"1,required,optional", typ[int32](), refused, "", ""},

	// Enums.
	{"1,enum", typ[int32](), "1 i32", "", ""},
	{"1,enum", typ[level](), "1 i32", "", ""},
	{"1,enum,required", typ[level](), "1 i32, required, zero goes out", "", ""},
	{"1,optional,enum", typ[level](), "1 i32", "", ""},
	{"1,enum,enum", typ[level](), "1 i32", "", ""},
	{"1,enum", typ[int8](), "1 i8", "1 i32", "enums are i32; the peer's value is one, its header is not"},
	{"1,enum", typ[int16](), "1 i16", "1 i32", "the same"},
	{"1,enum", typ[int64](), "1 i64", "1 i32", "the same"},
	{"1,enum", typ[int](), "1 i64", "1 i32", "the same"},
	{"1,enum", typ[*level](), refused, "1 i32", "an optional enum may be zero"},
	{"1,enum", typ[uint32](), refused, "", ""},
	{"1,enum", typ[string](), refused, "", ""},
	{"1,enum", typ[[]int32](), refused, "", ""},
	{"1,enum", typ[bool](), refused, "", ""},
	{"1,enum", typ[point](), refused, "", ""},

	// Ids.
	{"32767", typ[int32](), "32767 i32", "", ""},
	{"007", typ[int32](), "7 i32", "", ""},
	{"+1", typ[int32](), "1 i32", refused, "an id is digits"},
	{"0", typ[int32](), refused, "0 i32", "a method's result has id 0"},
	{"32768", typ[int32](), refused, "", ""},
	{"-1", typ[int32](), refused, "", ""},
	{"99999999999999999999", typ[int32](), refused, "", ""},
	{"0x1", typ[int32](), refused, "", ""},
	{"1.0", typ[int32](), refused, "", ""},
	{"1_0", typ[int32](), refused, "", ""},
	{"one", typ[int32](), refused, "", ""},
	{" 1", typ[int32](), refused, "1 i32", "spaces around a token do not count"},
	{"1 ", typ[int32](), refused, "1 i32", "the same"},

	// Options, and other dialects.
	{"1, required", typ[int32](), refused, "1 i32, required, zero goes out", "the same"},
	{"1,", typ[int32](), refused, "", ""},
	{"1,,required", typ[int32](), refused, "", ""},
	{"1,strict", typ[int32](), refused, "", ""},
	{"1,Required", typ[int32](), refused, "", ""},
	{"1,default", typ[int32](), refused, "", ""},
	{"1,i32", typ[int32](), refused, "", ""},
	{"1,writezero", typ[int32](), refused, "1 i32, zero goes out", "parquet-go's library has it"},
	{"-", typ[int32](), refused, "left out", "as for other tags of Go"},
	{"", typ[int32](), "left out", refused, "an empty tag may have been meant to be one"},
	{",", typ[int32](), refused, "", ""},
	{",1", typ[int32](), refused, "1 i32, zero goes out", "a form of Apache's tags, without the name"},
	{"a,1", typ[int32](), refused, "1 i32, zero goes out", "the form of Apache's generator"},
	{"a,1,required", typ[int32](), refused, "1 i32, required, zero goes out", "the form of Apache's generator"},
	{"a", typ[int32](), refused, "", ""},

	// Unions.
	{",union", typ[any](), "left out", refused, "see Unions"},
	{",union,required", typ[any](), "left out", refused, "see Unions"},
	{"1,union", typ[any](), refused, "", ""},
	{",union", typ[int32](), refused, "", ""},
	{",union", typ[*point](), refused, "", ""},
	{",union", typ[struct{}](), refused, "", ""},
	{",unions", typ[any](), refused, "", ""},
}
