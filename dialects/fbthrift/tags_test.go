package fbthrift_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/dialects/internal/contrast"
	"github.com/miserwire/miser/dialects/internal/readme"
)

// tagCases are what the compiler writes for a field of the IDL, after its template
// for fields and the rules in its generator's source: a pointer where optional or
// in a union and not nil otherwise; omitempty there as well. The library never looks
// at tags.
var tagCases = []struct {
	idl  string
	typ  reflect.Type
	tag  string
	want string
	why  string // where the IDL says something else
}{
	{"1: bool a", reflect.TypeFor[bool](), `thrift:"a,1" json:"a" db:"a"`, "1 bool, zero goes out", ""},
	{"1: byte a", reflect.TypeFor[int8](), `thrift:"a,1" json:"a" db:"a"`, "1 i8, zero goes out", ""},
	{"1: i16 a", reflect.TypeFor[int16](), `thrift:"a,1" json:"a" db:"a"`, "1 i16, zero goes out", ""},
	{"1: i32 a", reflect.TypeFor[int32](), `thrift:"a,1" json:"a" db:"a"`, "1 i32, zero goes out", ""},
	{"1: i64 a", reflect.TypeFor[int64](), `thrift:"a,1" json:"a" db:"a"`, "1 i64, zero goes out", ""},
	{"1: double a", reflect.TypeFor[float64](), `thrift:"a,1" json:"a" db:"a"`, "1 double, zero goes out", ""},
	{"1: string a", reflect.TypeFor[string](), `thrift:"a,1" json:"a" db:"a"`, "1 string, zero goes out", ""},
	{"1: binary a", reflect.TypeFor[[]byte](), `thrift:"a,1" json:"a" db:"a"`, "1 string, zero goes out", ""},
	{"1: Color a (an enum)", reflect.TypeFor[Color](), `thrift:"a,1" json:"a" db:"a"`, "1 i32, zero goes out", ""},
	{"1: list<i32> a", reflect.TypeFor[[]int32](), `thrift:"a,1" json:"a" db:"a"`, "1 list, zero goes out", ""},
	{"1: map<string, i32> a", reflect.TypeFor[map[string]int32](), `thrift:"a,1" json:"a" db:"a"`, "1 map, zero goes out", ""},
	{"1: map<Path, i32> a (not comparable in Go)", reflect.TypeFor[map[*Path]int32](), `thrift:"a,1" json:"a" db:"a"`, "1 map, zero goes out", ""},
	{"1: map<binary, i32> a", reflect.TypeFor[map[*[]byte]int32](), `thrift:"a,1" json:"a" db:"a"`, "1 map, zero goes out", ""},
	{"1: Point a", reflect.TypeFor[*Point](), `thrift:"a,1" json:"a" db:"a"`, "1 struct", ""},
	{"1: i32 a = 5", reflect.TypeFor[int32](), `thrift:"a,1,hasdefault" json:"a" db:"a"`, "1 i32, zero goes out", ""},
	{"1: optional i32 a", reflect.TypeFor[*int32](), `thrift:"a,1,optional" json:"a,omitempty" db:"a"`, "1 i32", ""},
	{"1: optional i32 a = 5", reflect.TypeFor[*int32](), `thrift:"a,1,optional,hasdefault" json:"a,omitempty" db:"a"`, "1 i32", ""},
	{"1: optional list<i32> a", reflect.TypeFor[[]int32](), `thrift:"a,1,optional" json:"a,omitempty" db:"a"`, "1 list", ""},
	{"1: optional binary a", reflect.TypeFor[[]byte](), `thrift:"a,1,optional" json:"a,omitempty" db:"a"`, "1 string", ""},
	{"1: optional Point a", reflect.TypeFor[*Point](), `thrift:"a,1,optional" json:"a,omitempty" db:"a"`, "1 struct", ""},
	{"1: required i32 a", reflect.TypeFor[int32](), `thrift:"a,1,required" json:"a" db:"a"`, "1 i32, required, zero goes out", ""},
	{"1: required string a = \"x\"", reflect.TypeFor[string](), `thrift:"a,1,required,hasdefault" json:"a" db:"a"`, "1 string, required, zero goes out", ""},
	{"1: required Point a", reflect.TypeFor[*Point](), `thrift:"a,1,required" json:"a" db:"a"`, "1 struct, required", ""},
	{"-5: i32 a", reflect.TypeFor[int32](), `thrift:"a,-5" json:"a" db:"a"`, "-5 i32, zero goes out", ""},
	{"0: i32 success, of a result", reflect.TypeFor[*int32](), `thrift:"success,0,optional" json:"success,omitempty" db:"success"`, "0 i32", ""},
	{"1: i32 a, in a union", reflect.TypeFor[*int32](), `thrift:"a,1" json:"a,omitempty" db:"a"`, "1 i32", ""},
	{"1: list<i32> a, in a union", reflect.TypeFor[[]int32](), `thrift:"a,1" json:"a,omitempty" db:"a"`, "1 list", ""},
	{"1: optional i32 a, with a tag of its own", reflect.TypeFor[*int32](), `thrift:"a,1,optional" yaml:"b"`, "1 i32", ""},

	{"1: list<i32> a, in a union, with a tag of its own", reflect.TypeFor[[]int32](), `thrift:"a,1" yaml:"b"`, "1 list, zero goes out", "nothing in the tag says optional: give a hint"},
	{"1: set<i32> a", reflect.TypeFor[[]int32](), `thrift:"a,1" json:"a" db:"a"`, "1 list, zero goes out", "nothing tells a set from a list: give a hint"},
	{"1: float a", reflect.TypeFor[float32](), `thrift:"a,1" json:"a" db:"a"`, contrast.Refused, "Thrift has no such type"},
	{"1: optional list<i32> a, of the compiler of 2016", reflect.TypeFor[[]int32](), `thrift:"a,1" json:"a,omitempty"`, "1 list, zero goes out", "nothing but omitempty says optional, which others write too: give a hint"},
	{"1: optional set<i32> a, of the compiler of 2016", reflect.TypeFor[map[int32]bool](), `thrift:"a,1" json:"a,omitempty"`, "1 map, zero goes out", "a set was a map to bool: make the field a []int32 and give a hint"},
}

// TestTags: what miser makes of each, and that the README lists those that need
// something more.
func TestTags(t *testing.T) {
	table := readme.Table{Head: []string{"IDL", "Go", "miser", "why"}}
	for _, c := range tagCases {
		holder := reflect.StructOf([]reflect.StructField{{Name: "A", Type: c.typ, Tag: reflect.StructTag(c.tag)}})
		require.Equal(t, c.want, contrast.Ask(holder), "%s: %s", c.idl, c.tag)
		if c.why != "" {
			table.Rows = append(table.Rows, []string{c.idl, "`" + c.typ.String() + "`, `" + c.tag + "`", c.want, c.why})
		}
	}
	readme.Check(t, "README.md", "tags", table)
}
