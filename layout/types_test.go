package layout

import (
	"database/sql/driver"
	"reflect"
	"strings"
	"testing"
	"time"
)

// apacheEnum has the methods of an enum that Apache's generator wrote.
type apacheEnum int64

func (apacheEnum) String() string               { return "" }
func (apacheEnum) MarshalText() ([]byte, error) { return nil, nil }
func (*apacheEnum) UnmarshalText([]byte) error  { return nil }
func (*apacheEnum) Scan(any) error              { return nil }
func (*apacheEnum) Value() (driver.Value, error) {
	return nil, nil
}

// smallEnum has them all on an int8, those of the pointer on the value.
type smallEnum int8

func (smallEnum) String() string               { return "" }
func (smallEnum) MarshalText() ([]byte, error) { return nil, nil }
func (*smallEnum) UnmarshalText([]byte) error  { return nil }
func (*smallEnum) Scan(any) error              { return nil }
func (smallEnum) Value() (driver.Value, error) { return nil, nil }

// notEnum lacks Scan.
type notEnum int64

func (notEnum) String() string                { return "" }
func (notEnum) MarshalText() ([]byte, error)  { return nil, nil }
func (*notEnum) UnmarshalText([]byte) error   { return nil }
func (*notEnum) Value() (driver.Value, error) { return nil, nil }

// pointerEnum has String on the pointer only, as no generator writes it.
type pointerEnum int64

func (*pointerEnum) String() string               { return "" }
func (*pointerEnum) MarshalText() ([]byte, error) { return nil, nil }
func (*pointerEnum) UnmarshalText([]byte) error   { return nil }
func (*pointerEnum) Scan(any) error               { return nil }
func (*pointerEnum) Value() (driver.Value, error) { return nil, nil }

type (
	blank struct{}
	point struct {
		X int32 `thrift:"x,1"`
	}
	pair struct {
		Key   string
		Value int32
	}
	riap struct {
		Value []apacheEnum
		Key   *point
	}
	MapEntry[K comparable, V any] struct {
		Key   K
		Value V
	}
	loop []loop

	myBool   bool
	myI8     int8
	myI16    int16
	myI32    int32
	myI64    int64
	myInt    int
	myDouble float64
	myString string
	myByte   byte
	myBytes  []myByte
	myUUID   [16]myByte
	myList   []myString
	myMap    map[myString]myI32
	mySet    map[myString]struct{}
	myPtr    *point
	void     struct{}
)

// one returns a struct type with one field A of type t and that tag.
func one(t reflect.Type, tag string) reflect.Type {
	return reflect.StructOf([]reflect.StructField{{Name: "A", Type: t, Tag: reflect.StructTag(tag)}})
}

// typ is reflect.TypeFor, short for tables.
func typ[T any]() reflect.Type { return reflect.TypeFor[T]() }

func TestTypes(t *testing.T) {
	intMem := map[uintptr]Mem{4: MemInt32, 8: MemInt64}[typ[int]().Size()]
	type row struct {
		t    reflect.Type
		tag  string
		idl  string
		mem  Mem
		from string
	}
	var tests []row
	const (
		goType  = "Go type"
		inTag   = "TYPE in tag"
		list    = "assumed: list (a set needs TYPE)"
		methods = "enum methods"
	)
	for _, r := range []struct {
		t    reflect.Type
		idl  string
		mem  Mem
		from string
	}{
		{typ[bool](), "bool", MemBool, goType},
		{typ[int8](), "i8", MemInt8, goType},
		{typ[int16](), "i16", MemInt16, goType},
		{typ[int32](), "i32", MemInt32, goType},
		{typ[int64](), "i64", MemInt64, goType},
		{typ[int](), "i64", intMem, goType},
		{typ[float64](), "double", MemFloat64, goType},
		{typ[string](), "string", MemString, goType},
		{typ[[]byte](), "binary", MemBytes, goType},
		{typ[[16]byte](), "uuid", MemArray16, goType},
		{typ[[]string](), "list<string>", MemSlice, list},
		{typ[[][]byte](), "list<binary>", MemSlice, list},
		{typ[[]*point](), "list<layout.point>", MemSlice, list},
		{typ[[]bool](), "list<bool>", MemSlice, list},
		{typ[map[string]struct{}](), "set<string>", MemSetMap, goType},
		{typ[map[string]void](), "set<string>", MemSetMap, "assumed: set (a map to empty structs needs TYPE)"},
		{typ[map[string]*void](), "map<string:layout.void>", MemMap, goType},
		{typ[map[string]int32](), "map<string:i32>", MemMap, goType},
		{typ[map[*point]string](), "map<layout.point:string>", MemMap, goType},
		{typ[map[point]string](), "map<layout.point:string>", MemMap, goType},
		{typ[map[[16]byte]bool](), "map<uuid:bool>", MemMap, goType},
		{typ[map[string][]int32](), "map<string:list<i32>>", MemMap, list},
		{typ[point](), "layout.point", MemStruct, goType},
		{typ[*point](), "layout.point", MemPtr, goType},
		{typ[struct{}](), "struct", MemStruct, goType},
		{typ[*bool](), "bool", MemPtr, goType},
		{typ[*int8](), "i8", MemPtr, goType},
		{typ[*string](), "string", MemPtr, goType},
		{typ[*[]byte](), "binary", MemPtr, goType},
		{typ[*[16]byte](), "uuid", MemPtr, goType},
		{typ[*[]string](), "list<string>", MemPtr, list},
		{typ[*map[string]string](), "map<string:string>", MemPtr, goType},
		{typ[**point](), "layout.point", MemPtr, goType},
		{typ[***int32](), "i32", MemPtr, goType},
		{typ[myBool](), "bool", MemBool, goType},
		{typ[myI8](), "i8", MemInt8, "assumed: i8 (an enum needs TYPE)"},
		{typ[myI16](), "i16", MemInt16, "assumed: i16 (an enum needs TYPE)"},
		{typ[myI32](), "i32", MemInt32, goType},
		{typ[myI64](), "i64", MemInt64, "assumed: i64 (an enum needs TYPE)"},
		{typ[*myI64](), "i64", MemPtr, "assumed: i64 (an enum needs TYPE)"},
		{typ[[]myI64](), "list<i64>", MemSlice, list + ", assumed: i64 (an enum needs TYPE)"},
		{typ[myInt](), "i64", intMem, "assumed: i64 (an enum needs TYPE)"},
		{typ[time.Duration](), "i64", MemInt64, "assumed: i64 (an enum needs TYPE)"},
		{typ[myDouble](), "double", MemFloat64, goType},
		{typ[myString](), "string", MemString, goType},
		{typ[myBytes](), "binary", MemBytes, goType},
		{typ[myUUID](), "uuid", MemArray16, goType},
		{typ[myList](), "list<string>", MemSlice, list},
		{typ[myMap](), "map<string:i32>", MemMap, goType},
		{typ[mySet](), "set<string>", MemSetMap, goType},
		{typ[myPtr](), "layout.point", MemPtr, goType},
		{typ[*myPtr](), "layout.point", MemPtr, goType},
		{typ[apacheEnum](), "enum(i32)", MemInt64, methods},
		{typ[*apacheEnum](), "enum(i32)", MemPtr, methods},
		{typ[smallEnum](), "enum(i32)", MemInt8, methods},
		{typ[map[apacheEnum]string](), "map<enum(i32):string>", MemMap, methods},
		{typ[notEnum](), "i64", MemInt64, "assumed: i64 (an enum needs TYPE)"},
		{typ[pointerEnum](), "i64", MemInt64, "assumed: i64 (an enum needs TYPE)"},
		{typ[[]MapEntry[string, int32]](), "map<string:i32>", MemEntries, goType},
	} {
		tests = append(tests, row{r.t, `thrift:"a,1"`, r.idl, r.mem, r.from})
	}
	for _, r := range []struct {
		t   reflect.Type
		typ string
		idl string
		mem Mem
	}{
		{typ[bool](), "bool", "bool", MemBool},
		{typ[int8](), "byte", "i8", MemInt8},
		{typ[int8](), "i8", "i8", MemInt8},
		{typ[int16](), "i16", "i16", MemInt16},
		{typ[int32](), "i32", "i32", MemInt32},
		{typ[int64](), "i64", "i64", MemInt64},
		{typ[int](), "i64", "i64", intMem},
		{typ[float64](), "double", "double", MemFloat64},
		{typ[string](), "string", "string", MemString},
		{typ[string](), "binary", "binary", MemString},
		{typ[*string](), "binary", "binary", MemPtr},
		{typ[[]byte](), "binary", "binary", MemBytes},
		{typ[[]byte](), "string", "string", MemBytes},
		{typ[[16]byte](), "uuid", "uuid", MemArray16},
		{typ[*[16]byte](), "uuid", "uuid", MemPtr},
		{typ[[]int32](), "list<i32>", "list<i32>", MemSlice},
		{typ[[]int32](), "set<i32>", "set<i32>", MemSlice},
		{typ[*[]int32](), "set<i32>", "set<i32>", MemPtr},
		{typ[[][]int32](), "list<set<i32>>", "list<set<i32>>", MemSlice},
		{typ[[][]int32](), "set<list<i32>>", "set<list<i32>>", MemSlice},
		{typ[[]int32](), "list<Colour>", "list<enum(i32)>", MemSlice},
		{typ[[]int64](), "set<x.Colour>", "set<enum(i32)>", MemSlice},
		{typ[[]*int](), "list<Colour>", "list<enum(i32)>", MemSlice},
		{typ[[]*point](), "set<point>", "set<layout.point>", MemSlice},
		{typ[map[string]struct{}](), "set<binary>", "set<binary>", MemSetMap},
		{typ[map[string]struct{}](), "map<string:Void>", "map<string:struct>", MemMap},
		{typ[map[string]void](), "map<string:Void>", "map<string:layout.void>", MemMap},
		{typ[map[string]void](), "set<string>", "set<string>", MemSetMap},
		{typ[map[string]int64](), "map<binary:Colour>", "map<binary:enum(i32)>", MemMap},
		{typ[map[int8][]string](), "map<Small:set<string>>", "map<enum(i32):set<string>>", MemMap},
		{typ[[]pair](), "map<string:i32>", "map<string:i32>", MemEntries},
		{typ[*[]pair](), "map<binary:Colour>", "map<binary:enum(i32)>", MemPtr},
		{typ[[]riap](), "map<point:set<Colour>>", "map<layout.point:set<enum(i32)>>", MemEntries},
		{typ[[][]pair](), "set<map<string:i32>>", "set<map<string:i32>>", MemSlice},
		{typ[[]MapEntry[string, int32]](), "map<binary:i32>", "map<binary:i32>", MemEntries},
		{typ[point](), "point", "layout.point", MemStruct},
		{typ[*point](), "base.Other", "layout.point", MemPtr},
		{typ[int8](), "Colour", "enum(i32)", MemInt8},
		{typ[int16](), "Colour", "enum(i32)", MemInt16},
		{typ[int32](), "Colour", "enum(i32)", MemInt32},
		{typ[int64](), "Colour", "enum(i32)", MemInt64},
		{typ[int](), "base.Colour", "enum(i32)", intMem},
		{typ[*myI64](), "Colour", "enum(i32)", MemPtr},
		{typ[apacheEnum](), "Colour", "enum(i32)", MemInt64},
		{typ[apacheEnum](), "i64", "i64", MemInt64}, // TYPE wins over methods
	} {
		tests = append(tests,
			row{r.t, `thrift:"a,1,optional,` + r.typ + `"`, r.idl, r.mem, inTag},
			row{r.t, `frugal:"1,optional,` + r.typ + `"`, r.idl, r.mem, inTag})
	}
	tests = append(tests,
		row{typ[int32](), `thrift:"1,enum"`, "enum(i32)", MemInt32, "enum in tag"},
		row{typ[int64](), `thrift:"1,enum,required"`, "enum(i32)", MemInt64, "enum in tag"},
		row{typ[*myI64](), `thrift:"1,optional,enum"`, "enum(i32)", MemPtr, "enum in tag"},
		row{typ[apacheEnum](), `thrift:"1"`, "enum(i32)", MemInt64, methods})

	for _, tt := range tests {
		s, err := Of(one(tt.t, tt.tag))
		if err != nil {
			t.Errorf("%s %s: %v", tt.t, tt.tag, err)
			continue
		}
		f := &s.Fields[0]
		if got := f.Type.String(); got != tt.idl || f.Type.Mem != tt.mem {
			t.Errorf("%s %s: got %s in form %d, want %s in form %d", tt.t, tt.tag, got, f.Type.Mem, tt.idl, tt.mem)
		}
		from := f.Type.inferred()
		if from != tt.from || f.Assumed != strings.HasPrefix(from, "assumed:") {
			t.Errorf("%s %s: from %q (assumed %v), want %q", tt.t, tt.tag, from, f.Assumed, tt.from)
		}
		checkPlan(t, s)
	}
}

// checkPlan holds every invariant that plan.go states against s and all that
// it leads to.
func checkPlan(t *testing.T, s *Struct) {
	t.Helper()
	for _, s := range s.All() {
		if s.Block == nil || s.Name == "" || s.Go.Kind() != reflect.Struct || len(s.Required) != (len(s.Fields)+63)/64 {
			t.Errorf("%s: incomplete: %+v", s.Name, s)
		}
		slots := false
		for i := range s.Fields {
			f := &s.Fields[i]
			if i > 0 && s.Fields[i-1].ID >= f.ID {
				t.Errorf("%s: fields are not in ascending id", s.Name)
			}
			if s.Lookup(f.ID) != i {
				t.Errorf("%s: Lookup(%d) = %d, want %d", s.Name, f.ID, s.Lookup(f.ID), i)
			}
			if len(f.Hops) == 0 && f.Off+f.Type.Size > s.Go.Size() {
				t.Errorf("%s.%s lies outside", s.Name, f.GoName)
			}
			if required := s.Required[i/64]>>(i%64)&1 != 0; required != (f.Req == Required) {
				t.Errorf("%s.%s: required bit is %v", s.Name, f.GoName, required)
			}
			if f.Zero.IsNil() != (s.Init == nil) {
				t.Errorf("%s.%s: Zero is nil: %v", s.Name, f.GoName, f.Zero.IsNil())
			}
			slots = slots || f.Slot >= 0
			f.Type.walk(func(n *Type) { checkType(t, n) })
		}
		if slots != (s.Slots != nil) {
			t.Errorf("%s: Slots is %v", s.Name, s.Slots)
		}
	}
}

func checkType(t *testing.T, n *Type) {
	t.Helper()
	is := func(ms ...Mem) bool {
		for _, m := range ms {
			if n.Mem == m {
				return true
			}
		}
		return false
	}
	ok := n.Kind != Invalid && n.Mem != MemInvalid && n.Go != nil && n.Size == n.Go.Size()
	ok = ok && (n.Elem != nil) == is(MemPtr, MemSlice, MemEntries, MemMap, MemSetMap, MemNull, MemMember)
	ok = ok && (n.Iface != nil) == is(MemMember)
	ok = ok && n.Held() == is(MemNull, MemMember)
	ok = ok && (n.Key != nil) == is(MemMap, MemEntries)
	ok = ok && (n.Struct != nil) == is(MemStruct)
	ok = ok && (n.Entry != nil) == is(MemEntries)
	ok = ok && (n.Slice != nil) == is(MemSlice, MemEntries)
	ok = ok && (n.Map != nil) == is(MemMap, MemSetMap)
	ok = ok && (n.New != nil) == is(MemPtr)
	ok = ok && (!n.Enum || n.Kind == I32)
	if n.Mem == MemPtr || n.Held() {
		ok = ok && n.Kind == n.Elem.Kind && n.Enum == n.Elem.Enum
		if n.Mem == MemPtr && n.Elem.Mem == MemStruct {
			ok = ok && n.New == n.Elem.Struct.Block
		}
	}
	if n.Mem == MemStruct {
		ok = ok && n.Struct.Go == n.Go
	}
	if !ok {
		t.Errorf("type %s of %s: broken invariant: %+v", n, n.Go, n)
	}
}

func TestEntries(t *testing.T) {
	s, err := Of(one(typ[[]riap](), `thrift:"a,1,default,map<point:list<Colour>>"`))
	if err != nil {
		t.Fatal(err)
	}
	n := s.Fields[0].Type
	f, _ := typ[riap]().FieldByName("Key")
	if n.Entry != typ[riap]() || n.KeyOff != f.Offset || n.ValueOff != 0 || n.Key.Mem != MemPtr || n.Elem.Kind != List {
		t.Errorf("got %+v", n)
	}
}

func TestTypeNodesAreShared(t *testing.T) {
	type shared struct {
		A []string `thrift:"a,1"`
		B []string `thrift:"b,2"`
		C []string `thrift:"c,3,default,set<string>"`
	}
	s, err := Of(typ[shared]())
	if err != nil {
		t.Fatal(err)
	}
	if a, b, c := s.Fields[0].Type, s.Fields[1].Type, s.Fields[2].Type; a != b || a == c {
		t.Errorf("nodes %p %p %p", a, b, c)
	}
}
