package fuzz

import (
	"database/sql/driver"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
)

// Go types for FuzzTags, beside those of types_test.go: named ones of every kind, and some that are no Thrift types.
type (
	NamedBool   bool
	NamedI8     int8
	NamedI64    int64
	NamedInt    int
	NamedDouble float64
	NamedString string
	NamedBytes  []byte
	NamedUUID   [16]byte
	NamedList   []NamedString
	NamedSet    map[NamedI64]struct{}
	NamedMap    map[NamedString]NamedI8
	NamedPtr    *Tangled
	NamedPtrPtr *NamedPtr
	NamedStruct Numeric
	Endless     []Endless
	Entry       struct {
		Key   NamedString
		Value *Dense
	}
	Method         interface{ Do() }
	Ring[A, B any] struct {
		Next *Ring[B, A]  `thrift:"next,1,optional"`
		A    A            `thrift:"a,2"`
		B    []B          `thrift:"b,3,optional"`
		All  []Ring[A, B] `thrift:"all,4,optional"`
	}
	Defaulted struct {
		A int32   `thrift:"a,101,optional"`
		B *string `thrift:"b,102,optional"`
		C []int64 `thrift:"c,103,optional,set<i64>"`
		D Small   `thrift:"d,104,optional,Small"`
	}
	Mixed struct { // to be embedded
		E *int32 `thrift:"e,201"`
		F string `thrift:"202"`
		G []bool `frugal:"203,optional,list<bool>"`
	}
	Hue int64
)

func (v *Defaulted) InitDefault() { *v = Defaulted{7, new("b"), []int64{1}, 3} }

func (Hue) String() string                { return "" }
func (Hue) MarshalText() ([]byte, error)  { return nil, nil }
func (*Hue) UnmarshalText([]byte) error   { return nil }
func (*Hue) Scan(any) error               { return nil }
func (*Hue) Value() (driver.Value, error) { return nil, nil }

func of[T any]() reflect.Type { return reflect.TypeFor[T]() }

// leaves are the types that a script names by one byte. The first ones are the likeliest.
var leaves = []reflect.Type{
	of[int32](), of[string](), of[int64](), of[bool](), of[[]byte](), of[float64](), of[int16](), of[int8](), of[int](), of[[16]byte](), of[Tangled](), of[Defaulted](),
	of[NamedI64](), of[NamedString](), of[Small](), of[Hue](), of[wiretest.Colour](), of[NamedBytes](), of[NamedUUID](), of[NamedList](), of[NamedSet](), of[NamedMap](),
	of[NamedPtr](), of[NamedPtrPtr](), of[NamedStruct](), of[NamedBool](), of[NamedI8](), of[NamedInt](), of[NamedDouble](), of[Entry](), of[[]Entry](), of[Keeper](), of[KeeperUnion](),
	of[Embedding](), of[Mixed](), of[ByValue](), of[Narrow](), of[Dense](), of[Pointers](), of[Ring[int32, string]](), of[Ring[[]Hue, *Mixed]](), of[Null[int64]](), of[Null[NamedList]](), of[HeldUnion](), of[Nulls](),
	of[layout.Unknown](), of[struct{}](), of[wiretest.Choice](), of[wiretest.Needs](), of[wiretest.Defaults](), of[wiretest.Point](), of[time.Duration](),
	of[uint8](), of[uint64](), of[float32](), of[complex128](), of[any](), of[Method](), of[error](), of[func()](), of[chan int](), of[[15]byte](), of[Endless](), of[unsafe.Pointer](),
}

// words are what a script makes tags of.
var (
	requirednesses = []string{"", ",default", ",optional", ",required", ",hasdefault", ",optinal"}
	typeWords      = []string{
		"i32", "string", "i64", "bool", "binary", "double", "i16", "i8", "byte", "uuid", "Name", "x.Name", "list<", "set<", "map<", ">", ":", ",", "int64", "enum", "", " ",
	}
	numericWords = []string{"", ",required", ",optional", ",enum", ",writezero", ",default"}
)

// script is bytes that a type is made of; it ends in zeros.
type script struct {
	data    []byte
	structs []reflect.Type
}

// typeFrom returns the struct type that a script stands for, nil for one that package reflect does not make.
func typeFrom(data []byte) (t reflect.Type) {
	defer func() {
		if r := recover(); r != nil {
			if text := fmt.Sprint(r); !strings.HasPrefix(text, "reflect") {
				panic(r)
			}
			t = nil
		}
	}()
	s := &script{data: data}
	for range 1 + s.next()%3 {
		s.structs = append(s.structs, s.structType())
	}
	return s.structs[len(s.structs)-1]
}

func (s *script) next() int {
	if len(s.data) == 0 {
		return 0
	}
	b := s.data[0]
	s.data = s.data[1:]
	return int(b)
}

// text takes a text whose length comes first.
func (s *script) text() string {
	n := min(s.next()%64, len(s.data))
	text := string(s.data[:n])
	s.data = s.data[n:]
	return text
}

func (s *script) structType() reflect.Type {
	fields := make([]reflect.StructField, 1+s.next()%9)
	for i := range fields {
		t := s.goType(0)
		f := reflect.StructField{Name: "F" + strconv.Itoa(i), Type: t}
		f.Tag = s.tag(i, t)
		switch how := s.next(); {
		case how < 200:
		case how < 220 && t.Name() != "" && !strings.Contains(t.Name(), "["):
			f.Name, f.Anonymous = t.Name(), true
		case how < 226:
			f.Name, f.PkgPath = "f"+strconv.Itoa(i), "example.org/tags"
		case how < 230:
			f.Name, f.PkgPath = "_", "example.org/tags"
		case how < 240 && i == 0:
			f.Name, f.PkgPath, f.Type, f.Tag = "_", "example.org/tags", of[struct{}](), `thrift:",union"`
		case how < 245:
			f.Name, f.PkgPath, f.Type, f.Tag = "_unknownFields", "example.org/tags", of[[]byte](), ""
		}
		fields[i] = f
	}
	return reflect.StructOf(fields)
}

// goType takes a type: a leaf, or an operator and what it is applied to.
func (s *script) goType(depth int) reflect.Type {
	op := s.next()
	if depth > 3 || op < 128 {
		return leaves[op%len(leaves)]
	}
	switch op & 7 {
	case 0, 1:
		return reflect.PointerTo(s.goType(depth + 1))
	case 2, 3:
		return reflect.SliceOf(s.goType(depth + 1))
	case 4:
		key, elem := s.goType(depth+1), s.goType(depth+1)
		if !key.Comparable() {
			key = reflect.PointerTo(key)
		}
		return reflect.MapOf(key, elem)
	case 5:
		key := s.goType(depth + 1)
		if !key.Comparable() {
			key = reflect.PointerTo(key)
		}
		return reflect.MapOf(key, of[struct{}]())
	case 6:
		return reflect.SliceOf(reflect.StructOf([]reflect.StructField{{Name: "Key", Type: s.goType(depth + 1)}, {Name: "Value", Type: s.goType(depth + 1)}}))
	}
	if len(s.structs) == 0 {
		return leaves[op/8%len(leaves)]
	}
	return s.structs[op/8%len(s.structs)]
}

// tag takes the tag of field i, which is of type t: any text, or words in an order that may make sense.
func (s *script) tag(i int, t reflect.Type) reflect.StructTag {
	id := strconv.Itoa(i + 1)
	if s.next() == 255 {
		id = strconv.Itoa(s.next()<<8 - 1<<15 + s.next())
	}
	switch mode := s.next(); mode % 12 {
	case 10:
		return reflect.StructTag(s.text())
	case 1:
		return reflect.StructTag("thrift:" + strconv.Quote(s.text()))
	case 2:
		return reflect.StructTag("frugal:" + strconv.Quote(s.text()))
	case 3:
		return reflect.StructTag("thrift:" + strconv.Quote("a,"+id+s.word(requirednesses)+","+s.typeText()))
	case 4:
		return reflect.StructTag("frugal:" + strconv.Quote(id+s.word(requirednesses)+","+s.typeText()) + ` thrift:"name,1"`)
	case 5, 6:
		return reflect.StructTag("thrift:" + strconv.Quote(id+s.word(numericWords)+s.word(numericWords)))
	case 7:
		return reflect.StructTag(`thrift:"a,` + id + `" db:"a" json:"a,omitempty"`)
	case 8, 9:
		return reflect.StructTag("thrift:" + strconv.Quote("a,"+id+s.word(requirednesses[:4])))
	}
	return reflect.StructTag("thrift:" + strconv.Quote("a,"+id+",optional,"+natural(t, 0)))
}

func (s *script) word(words []string) string { return words[s.next()%len(words)] }

// typeText makes a TYPE of words, at random.
func (s *script) typeText() string {
	var b strings.Builder
	for range 1 + s.next()%8 {
		b.WriteString(s.word(typeWords))
	}
	return b.String()
}

// natural is the TYPE that a generator would write for t.
func natural(t reflect.Type, depth int) string {
	if depth > 6 {
		return "i32"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return natural(t.Elem(), depth+1)
	case reflect.Slice:
		switch e := t.Elem(); {
		case e.Kind() == reflect.Uint8:
			return "binary"
		case e.Kind() == reflect.Struct && e.NumField() == 2 && e.Field(0).Name == "Key":
			return "map<" + natural(e.Field(0).Type, depth+1) + ":" + natural(e.Field(1).Type, depth+1) + ">"
		case depth == 1:
			return "list<" + natural(e, depth+1) + ">"
		default:
			return "set<" + natural(e, depth+1) + ">"
		}
	case reflect.Map:
		if t.Elem() == of[struct{}]() {
			return "set<" + natural(t.Key(), depth+1) + ">"
		}
		return "map<" + natural(t.Key(), depth+1) + ":" + natural(t.Elem(), depth+1) + ">"
	case reflect.Int64:
		if t.PkgPath() == "" {
			return "i64"
		}
		return "Enum"
	case reflect.Int32:
		return "i32"
	case reflect.Int16:
		return "i16"
	case reflect.String:
		return "string"
	case reflect.Float64:
		return "double"
	case reflect.Bool:
		return "bool"
	case reflect.Array:
		return "uuid"
	}
	return "Name"
}
