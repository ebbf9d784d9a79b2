package layout

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"unsafe"
)

// TestBadFields: each fault of one field names the type, the field, the tag
// and the remedy.
func TestBadFields(t *testing.T) {
	str, i32, i64 := typ[string](), typ[int32](), typ[int64]()
	tests := []struct {
		t       reflect.Type
		tag     string
		problem string
		remedy  string
	}{
		// The form name,id.
		{str, `thrift:""`, "the tag is empty", `write thrift:"name,id"`},
		{str, `thrift:"emails"`, "there is no id", `write thrift:"name,id"`},
		{str, `thrift:"emails,"`, `id "" is not a number`, `write thrift:"name,id"`},
		{str, `thrift:"emails,x"`, `id "x" is not a number`, `write thrift:"name,id"`},
		{str, `thrift:"emails,1x"`, `id "1x" is not a number`, `write thrift:"name,id"`},
		{str, `thrift:"emails,0x1"`, `id "0x1" is not a number`, `write thrift:"name,id"`},
		{str, `thrift:"emails,+1"`, `id "+1" is not a number`, `write thrift:"name,id"`},
		{str, `thrift:"emails,1.5"`, `id "1.5" is not a number`, `write thrift:"name,id"`},
		{str, `thrift:"emails,-"`, `id "-" is not a number`, `write thrift:"name,id"`},
		{str, `thrift:","`, `id "" is not a number`, `write thrift:"name,id"`},
		{str, `thrift:",,1"`, `id "" is not a number`, `write thrift:"name,id"`},
		{str, `thrift:",unions"`, `id "unions" is not a number`, `write thrift:"name,id"`},
		{str, `thrift:"a,required"`, `id "required" is not a number`, `write thrift:"name,id"`},
		{str, `thrift:"a,32768"`, "id 32768 is outside -32768 to 32767", "16 bits"},
		{str, `thrift:"a,-32769"`, "id -32769 is outside -32768 to 32767", "16 bits"},
		{str, `thrift:"a,99999999999999999999"`, "is outside -32768 to 32767", "16 bits"},
		{str, `thrift:"3d,1"`, `"3d" is neither a name nor an id`, nameForm},
		{str, `thrift:"a b,1"`, `"a b" is neither a name nor an id`, nameForm},
		{str, `thrift:"-x,1"`, `"-x" is neither a name nor an id`, nameForm},
		{str, `thrift:"a,1,"`, `"" is none of required, optional and default`, nameForm},
		{str, `thrift:"a,1,maybe"`, `"maybe" is none of required, optional and default`, nameForm},
		{str, `thrift:"a,1,Required"`, `"Required" is none of required, optional and default`, nameForm},
		{str, `thrift:"a,1,string"`, `"string" is none of required, optional and default`, nameForm},
		{str, `thrift:"a,1,writezero"`, `"writezero" is none of required, optional and default`, nameForm},
		{str, `thrift:"a,1,default,string,x"`, `"x" follows the TYPE`, nameForm},
		{str, `thrift:"a,1,default,string,hasdefault,nocopy"`, `"hasdefault" follows the TYPE`, nameForm},
		{i32, `thrift:"a,1,default,i32,nocopy"`, "nocopy is for string and binary only", "leave it out"},
		{str, `thrift: "a,1"`, "the struct tag is malformed", `key:"value"`},
		{str, `json:"a"thrift:"a,1`, "the struct tag is malformed", `key:"value"`},

		// The form that starts with the id.
		{str, `thrift:"-1"`, "id -1 is outside 0 to 32767", `write thrift:"name,id"`},
		{str, `thrift:"32768"`, "id 32768 is outside 0 to 32767", "choose another id"},
		{str, `thrift:"1,a"`, `"a" is no option`, idForm},
		{str, `thrift:"1,2"`, `"2" is no option`, nameForm},
		{str, `thrift:"1,"`, `"" is no option`, idForm},
		{str, `thrift:"1,default"`, `"default" is no option`, idForm},
		{str, `thrift:"1,strict"`, `"strict" is no option`, idForm},
		{str, `thrift:"1,optional,set<i32>"`, `"set<i32>" is no option`, nameForm},
		{str, `thrift:"1,required,optional"`, "both required and optional", "keep one"},
		{str, `thrift:"1,enum"`, "the enum option does not fit Go type string", "integers"},
		{typ[[]int32](), `thrift:"1,enum"`, "the enum option does not fit Go type []int32", "leave it out"},
		{typ[point](), `thrift:"1,enum"`, "the enum option does not fit Go type layout.point", "leave it out"},

		// The frugal form.
		{str, `frugal:""`, `id "" is not a number`, frugalForm},
		{str, `frugal:"a,1"`, `id "a" is not a number`, frugalForm},
		{str, `frugal:"1"`, "there is no requiredness", frugalForm},
		{str, `frugal:"1,string"`, `"string" is none of required`, frugalForm},
		{str, `frugal:"70000,default"`, "id 70000 is outside", "16 bits"},
		{str, `frugal:"1,default,i32" thrift:"a,1"`, "TYPE i32 does not fit Go type string", "write string or binary"},
		{str, `frugal:"1,default,nocopy"`, `"nocopy" is no Thrift type`, typeGrammar},

		// TYPE itself.
		{typ[map[string]int32](), `thrift:"a,1,default,map<string,i32>"`, `TYPE "map<string,i32>" has a comma`, "colon"},
		{typ[[]int32](), `thrift:"a,1,default,list<>"`, "a type is missing at offset 5", typeGrammar},
		{typ[[]int32](), `thrift:"a,1,default,list<i32"`, "'>' is missing", typeGrammar},
		{typ[[]int32](), `thrift:"a,1,default,list"`, "'<' is missing", typeGrammar},
		{typ[[]int32](), `thrift:"a,1,default,[]i32"`, "a type is missing at offset 0", typeGrammar},

		{i64, `thrift:"a,1,default,int64"`, `"int64" is no Thrift type`, typeGrammar},
		{i64, `thrift:"a,1,optional,enum"`, `"enum" is no Thrift type`, typeGrammar},
		{i64, `thrift:"a,1,optional,writezero"`, `"writezero" is no Thrift type`, typeGrammar},

		// TYPE against the Go type.
		{typ[bool](), `thrift:"a,1,default,i8"`, "TYPE i8 does not fit Go type bool", "write bool"},
		{typ[bool](), `thrift:"a,1,default,Flag"`, "TYPE Flag names an enum or struct, which Go type bool cannot be", "write bool"},
		{typ[int8](), `thrift:"a,1,default,bool"`, "TYPE bool does not fit Go type int8", "write i8 or the name of an enum"},
		{typ[int16](), `thrift:"a,1,default,i32"`, "TYPE i32 does not fit Go type int16", "write i16"},
		{i32, `thrift:"a,1,default,i64"`, "TYPE i64 does not fit Go type int32", "write i32"},
		{i64, `thrift:"a,1,default,i32"`, "TYPE i32 does not fit Go type int64", "write i64 or the name of an enum"},
		{typ[int](), `thrift:"a,1,default,i32"`, "TYPE i32 does not fit Go type int", "write i64"},
		{typ[*int64](), `thrift:"a,1,optional,double"`, "TYPE double does not fit Go type int64", "write i64"},
		{typ[float64](), `thrift:"a,1,default,i64"`, "TYPE i64 does not fit Go type float64", "write double"},
		{str, `thrift:"a,1,default,uuid"`, "TYPE uuid does not fit Go type string", "write string or binary"},
		{typ[[]byte](), `thrift:"a,1,default,list<byte>"`, "TYPE list<i8> does not fit Go type []uint8", "write binary or string"},
		{typ[[]byte](), `thrift:"a,1,default,uuid"`, "TYPE uuid does not fit Go type []uint8", "write binary"},
		{typ[[16]byte](), `thrift:"a,1,default,binary"`, "TYPE binary does not fit Go type [16]uint8", "write uuid"},
		{typ[[]int32](), `thrift:"a,1,default,i32"`, "TYPE i32 does not fit Go type []int32", "write list<T> or set<T>"},
		{typ[[]int32](), `thrift:"a,1,default,Name"`, "TYPE Name names an enum or struct", "write list<T> or set<T>"},
		{typ[[]int32](), `thrift:"a,1,default,list<string>"`, "TYPE string does not fit Go type int32", "write i32"},
		{typ[[][]int32](), `thrift:"a,1,default,list<set<i64>>"`, "TYPE i64 does not fit Go type int32", "write i32"},
		{typ[map[string]int32](), `thrift:"a,1,default,list<i32>"`, "TYPE list<i32> does not fit Go type map[string]int32", "write map<K:V>"},
		{typ[map[string]int32](), `thrift:"a,1,default,set<string>"`, "TYPE set<string> does not fit Go type map[string]int32", "map[T]struct{}"},
		{typ[map[string]struct{}](), `thrift:"a,1,default,list<string>"`, "TYPE list<string> does not fit Go type map[string]struct {}", "write set<T>"},
		{typ[map[string]int32](), `thrift:"a,1,default,map<i32:i32>"`, "TYPE i32 does not fit Go type string", "write string"},
		{typ[map[string]int32](), `thrift:"a,1,default,map<string:string>"`, "TYPE string does not fit Go type int32", "write i32"},
		{typ[point](), `thrift:"a,1,default,i32"`, "TYPE i32 does not fit Go type layout.point", "the struct's name"},
		{typ[*point](), `thrift:"a,1,default,list<i32>"`, "TYPE list<i32> does not fit Go type layout.point", "the struct's name"},

		// Maps held as slices.
		{typ[[]int32](), `thrift:"a,1,default,map<i32:i32>"`, "no struct of exactly two exported fields Key and Value", "type E struct { Key K; Value V }"},
		{typ[[]point](), `thrift:"a,1,default,map<i32:i32>"`, "no struct of exactly two exported fields Key and Value", "use map[K]V"},
		{typ[[]struct{ Key, Value, X int32 }](), `thrift:"a,1,default,map<i32:i32>"`, "no struct of exactly two exported fields", "use map[K]V"},
		{typ[[]*pair](), `thrift:"a,1,default,map<string:i32>"`, "a slice of pointers to entries", "write []layout.pair"},
		{typ[[]pair](), `thrift:"a,1,default,map<i32:i32>"`, "TYPE i32 does not fit Go type string", "write string"},
		{typ[[]pair](), `thrift:"a,1,default,map<string:i64>"`, "TYPE i64 does not fit Go type int32", "write i32"},
		{typ[[]struct {
			Key   uint8
			Value int8
		}](), `thrift:"a,1,default,map<i8:i8>"`, "Go type uint8 has no Thrift type", "use int8"},

		// Go types without a Thrift type.
		{typ[uint8](), `thrift:"a,1"`, "Go type uint8 has no Thrift type", "use int8"},
		{typ[uint16](), `thrift:"a,1"`, "Go type uint16 has no Thrift type", "use int16"},
		{typ[uint32](), `thrift:"a,1"`, "Go type uint32 has no Thrift type", "int64 for its whole range"},
		{typ[uint64](), `thrift:"a,1"`, "Go type uint64 has no Thrift type", "use int64"},
		{typ[uint](), `thrift:"a,1"`, "Go type uint has no Thrift type", "use int64"},
		{typ[uintptr](), `thrift:"a,1"`, "Go type uintptr has no Thrift type", "use int64"},
		{typ[float32](), `thrift:"a,1"`, "Go type float32 has no Thrift type", "use float64"},
		{typ[complex64](), `thrift:"a,1"`, "Go type complex64 has no Thrift type", "two float64"},
		{typ[complex128](), `thrift:"a,1"`, "Go type complex128 has no Thrift type", "two float64"},
		{typ[chan int](), `thrift:"a,1"`, "Go type chan int has no Thrift type", `thrift:"-"`},
		{typ[func()](), `thrift:"a,1"`, "Go type func() has no Thrift type", `thrift:"-"`},
		{typ[any](), `thrift:"a,1"`, "Go type interface {} has no Thrift type", "a union"},
		{typ[error](), `thrift:"1"`, "Go type error has no Thrift type", "concrete type"},
		{typ[unsafe.Pointer](), `thrift:"a,1"`, "Go type unsafe.Pointer has no Thrift type", `thrift:"-"`},
		{typ[[4]int32](), `thrift:"a,1"`, "Go type [4]int32 has no Thrift type", "only [16]byte"},
		{typ[[15]byte](), `thrift:"a,1,default,uuid"`, "Go type [15]uint8 has no Thrift type", "only [16]byte"},
		{typ[[16]int8](), `thrift:"a,1"`, "Go type [16]int8 has no Thrift type", "only [16]byte"},
		{typ[*uint32](), `thrift:"a,1,optional"`, "Go type uint32 has no Thrift type", "use int32"},
		{typ[[]uint16](), `thrift:"a,1"`, "Go type uint16 has no Thrift type", "use int16"},
		{typ[map[uint32]string](), `thrift:"a,1"`, "Go type uint32 has no Thrift type", "use int32"},
		{typ[map[string]float32](), `thrift:"a,1"`, "Go type float32 has no Thrift type", "use float64"},
		{typ[map[any]struct{}](), `thrift:"a,1"`, "Go type interface {} has no Thrift type", "concrete"},
		{typ[[]func()](), `thrift:"a,1"`, "Go type func() has no Thrift type", `thrift:"-"`},
		{typ[loop](), `thrift:"a,1"`, "layout.loop holds itself without a struct between", "put a struct between"},
		{typ[[]*loop](), `thrift:"a,1"`, "layout.loop holds itself without a struct between", "put a struct between"},

		// The union mark.
		{typ[any](), `thrift:",union"`, "an interface that points back into its struct", "_ struct{} `thrift:\",union\"`"},
		{typ[struct{}](), `thrift:",union"`, "the union mark is not on a blank field", "_ struct{} `thrift:\",union\"`"},
		{str, `thrift:",union"`, "the union mark is not on a blank field", "_ struct{} `thrift:\",union\"`"},
	}
	if len(tests) < 100 {
		t.Errorf("only %d rows", len(tests))
	}
	for _, tt := range tests {
		typ := one(tt.t, tt.tag)
		want := Error{Type: typ, Field: "A", Tag: tagText(tt.tag), Problem: tt.problem, Remedy: tt.remedy}
		checkError(t, typ, want)
	}
}

// tagText is the value that an Error shows of a whole struct tag.
func tagText(tag string) string {
	st := reflect.StructTag(tag)
	for _, key := range []string{"frugal", "thrift"} {
		if text, ok := st.Lookup(key); ok {
			return text
		}
	}
	return tag
}

// checkError checks the first fault of typ. Problem and Remedy of want are
// parts of the texts.
func checkError(t *testing.T, typ reflect.Type, want Error) {
	t.Helper()
	s, err := Of(typ)
	var got *Error
	if !errors.As(err, &got) || s != nil {
		t.Errorf("%s: got %v, %v, want an error: %s", typ, s, err, want.Problem)
		return
	}
	if got.Type != want.Type || got.Field != want.Field || got.Tag != want.Tag ||
		!strings.Contains(got.Problem, want.Problem) || !strings.Contains(got.Remedy, want.Remedy) || got.Remedy == "" {
		t.Errorf("%s:\n got %#v\nwant %#v", typ, got, &want)
	}
	for _, part := range []string{"thrift: ", want.Field, want.Problem, want.Remedy} {
		if !strings.Contains(got.Error(), part) {
			t.Errorf("%s: text %q lacks %q", typ, got, part)
		}
	}
	if _, again := Of(typ); again == nil || again.Error() != err.Error() {
		t.Errorf("%s: second error is %v, want %v", typ, again, err)
	}
}

type (
	badID struct {
		Emails []string `thrift:"emails,x"`
	}
	badUnexported struct {
		name string `thrift:"name,1"`
	}
	badBlank struct {
		_ int32 `thrift:"name,1"`
	}
	badTwice struct {
		A int32  `thrift:"a,1"`
		B string `thrift:"b,1"`
	}
	badMixed struct {
		A int32  `thrift:"a,1"`
		B string `thrift:"1"`
	}
	badUntagged struct {
		Name string
		Age  int32
	}
	badUses struct {
		Inner []*badUntagged `thrift:"inner,1"`
	}
	badMixinUntagged struct {
		badUntagged
	}
	badSelf struct {
		*badSelf
		A int32 `thrift:"a,1"`
	}
	badSelfBare struct{ *badSelfBare }
	badSelfFar  struct {
		badSelfMid
	}
	badSelfMid struct {
		*badSelfFar
		A int32 `thrift:"a,1"`
	}
	base struct {
		ID int64 `thrift:"id,1"`
	}
	badEmbeddedTwice struct {
		base
		Other string `thrift:"other,1"`
	}
	badEmbeddedTag struct {
		base `thrift:"base,1"`
	}
	badArm struct {
		_ struct{} `thrift:",union"`
		A *int32   `thrift:"a,1"`
		B int32    `thrift:"b,2"`
	}
	badArmStruct struct {
		_ struct{} `thrift:",union"`
		P point    `thrift:"p,1"`
	}
	unionBase struct {
		_ struct{} `thrift:",union"`
		A *int32   `thrift:"a,1"`
	}
	badUnionBase struct {
		unionBase
		B *int32 `thrift:"b,2"`
	}
	badKeepers struct {
		A              int32 `thrift:"a,1"`
		_unknownFields []byte
		More           Unknown
	}
	badInit struct {
		A int32 `thrift:"a,1"`
	}
)

func (*badInit) InitDefault() { panic("no luck") }

func TestBadStructs(t *testing.T) {
	_, _ = badSelf{}.badSelf, badSelfMid{}.badSelfFar
	_ = badUnexported{name: ""}
	_ = badKeepers{_unknownFields: nil}
	tests := []struct {
		t    reflect.Type
		want Error // Type is t when left out
	}{
		{typ[badID](), Error{nil, "Emails", "emails,x", `id "x" is not a number`, `write thrift:"name,id"`}},
		{typ[badUnexported](), Error{nil, "name", "name,1", "the field is not exported", "export it"}},
		{typ[badBlank](), Error{nil, "_", "name,1", "a blank field cannot be a Thrift field", "give it a name"}},
		{typ[badTwice](), Error{nil, "B", "b,1", "id 1 is that of A too", "an id of its own"}},
		{typ[badMixed](), Error{nil, "B", "1", "id 1 is that of A too", "an id of its own"}},
		{typ[badUntagged](), Error{nil, "", "", "none of them has a thrift tag", `write thrift:"name,id"`}},
		{typ[badUses](), Error{typ[badUntagged](), "", "", "none of them has a thrift tag (layout.badUses.Inner leads to it)", `write thrift:"name,id"`}},
		{typ[badMixinUntagged](), Error{nil, "", "", "none of them has a thrift tag", `write thrift:"name,id"`}},
		{typ[struct{ *badUntagged }](), Error{nil, "", "", "none of them has a thrift tag", `write thrift:"name,id"`}},
		{typ[badSelf](), Error{nil, "badSelf", "", "layout.badSelf embeds itself", "named field"}},
		{typ[badSelfBare](), Error{nil, "badSelfBare", "", "layout.badSelfBare embeds itself", "named field"}},
		{typ[badSelfFar](), Error{nil, "badSelfMid.badSelfFar", "", "layout.badSelfFar embeds itself", "named field"}},
		{typ[badEmbeddedTwice](), Error{nil, "Other", "other,1", "id 1 is that of base.ID too", "an id of its own"}},
		{typ[badEmbeddedTag](), Error{nil, "base", "base,1", "the field is not exported", "export it"}},
		{typ[badArm](), Error{nil, "B", "b,2", "a union's field must be able to be nil", "make it a pointer: *int32"}},
		{typ[badArmStruct](), Error{nil, "P", "p,1", "a union's field must be able to be nil", "make it a pointer: *layout.point"}},
		{typ[badUnionBase](), Error{nil, "unionBase._", ",union", "an embedded struct cannot make the one around it a union", "give the embedded field a tag"}},
		{typ[badKeepers](), Error{nil, "More", "", "_unknownFields keeps the unknown fields already", "remove one"}},
		{typ[badInit](), Error{nil, "", "", "InitDefault panics: no luck", "zero layout.badInit"}},
		{typ[*point](), Error{nil, "", "", "it is a pointer to a struct", "use layout.point"}},
		{typ[int](), Error{nil, "", "", "it is not a struct", "use a struct"}},
		{typ[**point](), Error{nil, "", "", "it is not a struct", "use a struct"}},
		{typ[map[string]int](), Error{nil, "", "", "it is not a struct", "use a struct"}},
		{typ[any](), Error{nil, "", "", "it is not a struct", "use a struct"}},
	}
	for _, tt := range tests {
		if tt.want.Type == nil {
			tt.want.Type = tt.t
		}
		checkError(t, tt.t, tt.want)
	}
	if _, err := Of(nil); err == nil || err.Error() != "thrift: nil type: there is no type; pass a struct type" {
		t.Errorf("Of(nil): %v", err)
	}
}

func TestErrorText(t *testing.T) {
	_, err := Of(typ[badID]())
	want := `thrift: layout.badID.Emails: tag "emails,x": id "x" is not a number; write thrift:"name,id"`
	if err.Error() != want {
		t.Errorf("got  %s\nwant %s", err, want)
	}
}

// TestAllFaults: Of reports every fault of every struct that it reaches, and a
// fault is forgotten with the call.
func TestAllFaults(t *testing.T) {
	type far struct {
		X uint8 `thrift:"x,1"`
	}
	type many struct {
		A string `thrift:"a"`
		B int32  `thrift:"b,2,default,i64"`
		C *far   `thrift:"c,3"`
		D *point `thrift:"d,4"`
	}
	_, err := Of(typ[many]())
	list, ok := err.(interface{ Unwrap() []error })
	if !ok {
		t.Fatalf("got %v, want joined errors", err)
	}
	var fields []string
	for _, err := range list.Unwrap() {
		fields = append(fields, err.(*Error).Type.Name()+"."+err.(*Error).Field)
	}
	if got := strings.Join(fields, " "); got != "many.A many.B far.X" {
		t.Errorf("got %s", got)
	}
	if _, ok := plain.plans.Load(typ[many]()); ok {
		t.Error("a plan with faults was published")
	}
	if _, err := Of(typ[point]()); err != nil {
		t.Errorf("a sound part of it: %v", err)
	}
}
