package layout

import (
	"reflect"
	"strconv"
	"strings"
	"testing"
)

func TestParseTag(t *testing.T) {
	tests := []struct {
		tag  string
		want string // is name id requiredness TYPE options
	}{
		{``, "none"},
		{`json:"a"`, "none"},
		{`doc:"not a thrift: or frugal: tag"`, "none"},
		{`my-thrift:"a,1" _frugal:"1"`, "none"},
		{`thrift:"-"`, "skip"},
		{`frugal:"-" thrift:"a,1"`, "skip"},
		{`thrift:",union"`, "union"},

		{`thrift:"a,1"`, "field a 1 default"},
		{`thrift:",1"`, "field  1 default"},
		{`thrift:"a,0"`, "field a 0 default"},
		{`thrift:"a,-1"`, "field a -1 default"},
		{`thrift:"a,-32768"`, "field a -32768 default"},
		{`thrift:"a,32767"`, "field a 32767 default"},
		{`thrift:"a,1,required"`, "field a 1 required"},
		{`thrift:"a,1,optional"`, "field a 1 optional"},
		{`thrift:"a,1,default"`, "field a 1 default"},
		{`thrift:"a,1" db:"a" json:"a,omitempty"`, "field a 1 optional"},
		{`thrift:"a,1,required" db:"a" json:"a,omitempty"`, "field a 1 required"},
		{`thrift:"a,1" db:"a" json:"a"`, "field a 1 default"},
		{`thrift:"1,required" db:"a" json:"a,omitempty"`, "field  1 required numeric"},
		{`thrift:"a,1" json:"a,omitempty"`, "field a 1 default"},
		{`thrift:"a_b.c9,1"`, "field a_b.c9 1 default"},
		{`thrift:"union,1"`, "field union 1 default"},
		{`thrift:"a,1,hasdefault"`, "field a 1 default"},
		{`thrift:"a,1,optional,hasdefault"`, "field a 1 optional"},
		{`thrift:"a,1,default,set<i32>,hasdefault"`, "field a 1 default set<i32>"},
		{`thrift:"a,1,default,set<i32>"`, "field a 1 default set<i32>"},
		{`thrift:"a,1,default,"`, "field a 1 default"},
		{`thrift:"a,1,optional,string,nocopy"`, "field a 1 optional string nocopy"},
		{`thrift:" a , 1 , optional , map< string : list<i32> > "`, "field a 1 optional map<string:list<i32>>"},

		{`thrift:"1"`, "field  1 default numeric"},
		{`thrift:"0"`, "field  0 default numeric"},
		{`thrift:"32767,optional"`, "field  32767 optional numeric"},
		{`thrift:"1,required"`, "field  1 required numeric"},
		{`thrift:"1,required,required"`, "field  1 required numeric"},
		{`thrift:"3,enum"`, "field  3 default (enum option) numeric"},
		{`thrift:"3,enum,optional,writezero"`, "field  3 optional (enum option) numeric writezero"},

		{`frugal:"1,default"`, "field  1 default"},
		{`frugal:"1,default,i64" thrift:"a,9,required"`, "field a 1 default i64"},
		{`frugal:"1,optional,map<string:i64>" thrift:"9"`, "field  1 optional map<string:i64>"},
		{`frugal:"1,optional,binary,nocopy"`, "field  1 optional binary nocopy"},
		{`frugal:"1,default,pkg.Colour"`, "field  1 default pkg.Colour"},
	}
	for _, tt := range tests {
		tg, err := parseTag(reflect.StructTag(tt.tag))
		if err != nil {
			t.Errorf("%s: %v", tt.tag, err)
			continue
		}
		if got := describe(tg); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.tag, got, tt.want)
		}
	}
}

// describe renders a tag as TestParseTag's table has it.
func describe(tg tag) string {
	if tg.is != tagField {
		return [...]string{"none", "skip", "union"}[tg.is]
	}
	parts := []string{"field", tg.name, strconv.Itoa(int(tg.id)), tg.req.String()}
	if tg.typ == enumOption {
		parts = append(parts, "(enum option)")
	} else if tg.typ != nil {
		parts = append(parts, tg.typ.String())
	}
	for _, o := range []struct {
		on   bool
		name string
	}{{tg.nocopy, "nocopy"}, {tg.numeric, "numeric"}, {tg.zeros, "writezero"}} {
		if o.on {
			parts = append(parts, o.name)
		}
	}
	return strings.Join(parts, " ")
}

func TestParseType(t *testing.T) {
	tests := []struct{ text, want string }{
		{"bool", "bool"}, {"byte", "i8"}, {"i8", "i8"}, {"i16", "i16"}, {"i32", "i32"}, {"i64", "i64"},
		{"double", "double"}, {"string", "string"}, {"binary", "binary"}, {"uuid", "uuid"},
		{"list<bool>", "list<bool>"}, {"set<byte>", "set<i8>"}, {"map<string:i32>", "map<string:i32>"},
		{" map < list<set<i64>> : map<uuid:a.B> > ", "map<list<set<i64>>:map<uuid:a.B>>"},
		{"Colour", "Colour"}, {"base.Colour", "base.Colour"}, {"a.b.c", "a.b.c"}, {"lists", "lists"}, {"i320", "i320"},
		{strings.Repeat("list<", 63) + "i8" + strings.Repeat(">", 63), strings.Repeat("list<", 63) + "i8" + strings.Repeat(">", 63)},
	}
	for _, tt := range tests {
		x, err := parseType(tt.text)
		if err != nil {
			t.Errorf("%q: %v", tt.text, err)
			continue
		}
		if got := x.String(); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
	bad := []struct{ text, problem string }{
		{"", "a type is missing at offset 0"},
		{"list", "'<' is missing at offset 4"},
		{"list<", "a type is missing at offset 5"},
		{"list<i32", "'>' is missing at offset 8"},
		{"list<i32>>", `">" follows it`},
		{"list<i32>x", `"x" follows it`},
		{"set<>", "a type is missing at offset 4"},
		{"map<i32>", "':' is missing at offset 7"},
		{"map<i32:>", "a type is missing at offset 8"},
		{"map<:i32>", "a type is missing at offset 4"},
		{"map<i32:i32", "'>' is missing at offset 11"},
		{"list[i32]", "'<' is missing at offset 4"},
		{"list<i32:i32>", "'>' is missing at offset 8"},
		{"i32 i32", `"i32" follows it`},
		{".a", `".a" is no name`},
		{"a.", `"a." is no name`},
		{"a..b", `"a..b" is no name`},
		{"3d", `"3d" is no name`},
		{"*T", "a type is missing at offset 0"},
		{strings.Repeat("list<", 64) + "i8" + strings.Repeat(">", 64), "containers nest deeper than 64"},
	}
	for _, tt := range bad {
		x, err := parseType(tt.text)
		if err == nil {
			t.Errorf("%q: got %q, want a fault", tt.text, x)
			continue
		}
		if !strings.Contains(err.problem, tt.problem) || err.remedy != typeGrammar {
			t.Errorf("%q: got %+v, want problem %q", tt.text, err, tt.problem)
		}
	}
}

// fuzzTypes are the Go types against which FuzzTag holds every TYPE.
var fuzzTypes = []reflect.Type{
	reflect.TypeFor[bool](), reflect.TypeFor[int](), reflect.TypeFor[apacheEnum](), reflect.TypeFor[*string](),
	reflect.TypeFor[[]byte](), reflect.TypeFor[[16]byte](), reflect.TypeFor[[]int32](), reflect.TypeFor[[][]string](),
	reflect.TypeFor[map[string]struct{}](), reflect.TypeFor[map[string][]int64](), reflect.TypeFor[[]pair](),
	reflect.TypeFor[*blank](), reflect.TypeFor[uint32](), reflect.TypeFor[loop](),
}

// FuzzTag: no tag makes the parser or the compiler panic, a canonical TYPE is
// its own canonical form, and a fault says what and what to do.
func FuzzTag(f *testing.F) {
	for _, s := range []string{
		"", "-", ",union", "a,1", ",1", "a,1,optional", "a,1,default,set<i32>", "1", "1,required,enum,writezero",
		"a,1,default,map<string:list<i32>>", "a,1,default,map<string,i32>", "a,99999", "-1", "99999,optional",
		"a,1,optional,pkg.Name,nocopy", "a,1,optional,set<,hasdefault", "a,,", ",,,,", "1,default", "\x00,1",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, parse := range []func(string) (tag, *fault){parseThrift, parseFrugal} {
			tg, err := parse(s)
			if tg.raw != s {
				t.Fatalf("%q: raw is %q", s, tg.raw)
			}
			checkFault(t, s, err)
			if err != nil || tg.typ == nil {
				continue
			}
			if tg.typ != enumOption {
				again, err := parseType(tg.typ.String())
				if err != nil || again.String() != tg.typ.String() {
					t.Fatalf("%q: TYPE %s parses as %v, %v", s, tg.typ, again, err)
				}
			}
			for _, typ := range fuzzTypes {
				b := &builder{schema: &plain, structs: map[reflect.Type]*Struct{}, types: map[typeKey]*Type{}}
				n, err := b.typeOf(typ, tg.typ)
				checkFault(t, s, err)
				if err == nil && n.Go != typ {
					t.Fatalf("%q: type of %s is %s", s, typ, n.Go)
				}
			}
		}
		_, err := parseTag(reflect.StructTag(s))
		checkFault(t, s, err)
	})
}

func checkFault(t *testing.T, s string, err *fault) {
	if err != nil && (err.problem == "" || err.remedy == "") {
		t.Fatalf("%q: fault %+v", s, err)
	}
}
