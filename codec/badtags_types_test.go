package codec_test

import (
	"reflect"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/layout"
)

// Types that a plan is refused for as a whole, or for how two of their fields agree; each Bad type has its Good twin,
// which is what the remedy makes of it.
type (
	badHidden struct {
		A int32  `thrift:"a,1"`
		b string `thrift:"b,2"` // as the generators' own, but with a tag
	}
	goodHidden struct {
		A int32  `thrift:"a,1"`
		b string `thrift:"-"`
	}
	badBlank struct {
		A int32 `thrift:"a,1"`
		_ int32 `thrift:"b,2"`
	}
	goodBlank struct {
		A int32 `thrift:"a,1"`
		B int32 `thrift:"b,2"`
	}
	badTwice struct {
		A int32  `thrift:"a,1"`
		B string `thrift:"b,1"`
	}
	badTwoForms struct {
		A int32  `thrift:"a,1"`
		B string `frugal:"1,default,string"`
	}
	goodTwice struct {
		A int32  `thrift:"a,1"`
		B string `thrift:"b,2"`
	}
	badBase     struct{ A int32 }
	badEmbedder struct {
		ID
		B int64 `thrift:"b,1"`
	}
	ID struct {
		A int32 `thrift:"a,1"`
	}
	goodEmbedder struct {
		ID
		B int64 `thrift:"b,2"`
	}
	badUntagged struct {
		Name string
		Age  int32
	}
	goodUntagged struct {
		Name string `thrift:"name,1"`
		Age  int32  `thrift:"age,2"`
	}
	badLeads struct {
		People []*badUntagged `thrift:"people,1"`
	}
	goodLeads struct {
		People []*goodUntagged `thrift:"people,1"`
	}
	badMixin    struct{ badUntagged }
	goodMixin   struct{ goodUntaggedMixin }
	badTagMixin struct {
		badInner `thrift:"inner,1"`
	}
	badInner struct {
		A int32 `thrift:"a,1"`
	}
	goodTagMixin struct {
		Inner2 `thrift:"inner,1"`
	}
	Inner2 badInner
	// Its fields are promoted through a type that is not exported, which is fine.
	goodUntaggedMixin struct {
		Name string `thrift:"name,1"`
	}
	badSelf struct {
		*badSelf
		A int32 `thrift:"a,1"`
	}
	goodSelf struct {
		Self *goodSelf `thrift:"self,2,optional"`
		A    int32     `thrift:"a,1"`
	}
	badArm struct {
		_ struct{} `thrift:",union"`
		A *int32   `thrift:"a,1"`
		B int32    `thrift:"b,2"`
	}
	goodArm struct {
		_ struct{} `thrift:",union"`
		A *int32   `thrift:"a,1"`
		B *int32   `thrift:"b,2"`
	}
	badStructArm struct {
		_ struct{} `thrift:",union"`
		T Two      `thrift:"t,1"`
	}
	goodStructArm struct {
		_ struct{} `thrift:",union"`
		T *Two     `thrift:"t,1"`
	}
	badMark struct {
		Union struct{} `thrift:",union"`
		A     *int32   `thrift:"a,1"`
	}
	badFullMark struct {
		_ struct{ x int } `thrift:",union"`
		A *int32          `thrift:"a,1"`
	}
	badUnionBase struct {
		goodArm
		C *string `thrift:"c,3"`
	}
	goodUnionBase struct {
		Arm *goodArm `thrift:"arm,1"`
		C   *string  `thrift:"c,3"`
	}
	badKeepers struct {
		A              int32 `thrift:"a,1"`
		_unknownFields []byte
		More           layout.Unknown
	}
	goodKeepers struct {
		A    int32 `thrift:"a,1"`
		More layout.Unknown
	}
	badDefault struct {
		A *ID `thrift:"a,1"`
	}
	goodDefault struct {
		A *ID `thrift:"a,1"`
	}
	badCopy struct {
		A *ID `thrift:"a,1"`
	}
)

func (v *badDefault) InitDefault()  { v.A.A = 1 }
func (v badCopy) InitDefault()      { _ = v.A }
func (v *goodDefault) InitDefault() { v.A = &ID{1} }

// refusal is what New says of T.
func refusal[T any]() error {
	_, err := codec.New[T](codec.Compact, codec.Options{})
	return err
}

// TestBadTypes is TestBadTags for what is wrong with a type, not with a tag alone.
func TestBadTypes(t *testing.T) {
	_, _, _ = badHidden{}.b, goodHidden{}.b, badKeepers{}._unknownFields
	_, _, _ = badSelf{}.badSelf, badFullMark{}, badBase{}
	huge := reflect.StructOf([]reflect.StructField{
		{Name: "A", Type: of[int32](), Tag: `thrift:"a,1"`},
		{Name: "Pad", Type: reflect.ArrayOf(1<<27, of[int64]())},
	})
	_, hugeErr := codec.ForType(huge, codec.Binary, codec.Options{})
	_, nilErr := codec.ForType(nil, codec.Binary, codec.Options{})
	if nilErr == nil {
		t.Error("ForType(nil) is no error")
	}
	for _, row := range []struct {
		typ             reflect.Type
		err             error
		field           string
		problem, remedy string
		good            any
	}{
		{of[badHidden](), refusal[badHidden](), "b", "the field is not exported", `leave it out with thrift:"-"`, &goodHidden{A: 1}},
		{of[badBlank](), refusal[badBlank](), "_", "a blank field cannot be a Thrift field", "give it a name", &goodBlank{1, 2}},
		{of[badTwice](), refusal[badTwice](), "B", "id 1 is that of A too", "an id of its own", &goodTwice{1, "b"}},
		{of[badTwoForms](), refusal[badTwoForms](), "B", "id 1 is that of A too", "an id of its own", &goodTwice{1, "b"}},
		{of[badEmbedder](), refusal[badEmbedder](), "B", "id 1 is that of ID.A too", "an id of its own", &goodEmbedder{ID{1}, 2}},
		{of[badUntagged](), refusal[badUntagged](), "", "none of them has a thrift tag", `write thrift:"name,id" on the fields that go out`, &goodUntagged{"n", 2}},
		{of[badUntagged](), refusal[badLeads](), "", "(codec_test.badLeads.People leads to it)", `write thrift:"name,id" on the fields that go out`, &goodLeads{[]*goodUntagged{{"n", 2}}}},
		{of[badMixin](), refusal[badMixin](), "", "none of them has a thrift tag", `write thrift:"name,id" on the fields that go out`, &goodMixin{goodUntaggedMixin{"n"}}},
		{of[badTagMixin](), refusal[badTagMixin](), "badInner", "the field is not exported", "export it", &goodTagMixin{Inner2{1}}},
		{of[badSelf](), refusal[badSelf](), "badSelf", "codec_test.badSelf embeds itself", "make it a named field with a tag", &goodSelf{&goodSelf{nil, 2}, 1}},
		{of[badArm](), refusal[badArm](), "B", "a union's field must be able to be nil", "make it a pointer: *int32", &goodArm{B: new(int32(1))}},
		{of[badStructArm](), refusal[badStructArm](), "T", "a union's field must be able to be nil", "make it a pointer: *codec_test.Two", &goodStructArm{T: &Two{1, 2}}},
		{of[badMark](), refusal[badMark](), "Union", "the union mark is not on a blank field", "write _ struct{} `thrift:\",union\"`", &goodArm{A: new(int32(1))}},
		{of[badFullMark](), refusal[badFullMark](), "_", "the union mark is not on a blank field", "write _ struct{} `thrift:\",union\"`", &goodArm{A: new(int32(1))}},
		{of[badUnionBase](), refusal[badUnionBase](), "goodArm._", "an embedded struct cannot make the one around it a union", "give the embedded field a tag", &goodUnionBase{&goodArm{A: new(int32(1))}, nil}},
		{of[badKeepers](), refusal[badKeepers](), "More", "_unknownFields keeps the unknown fields already", "remove one of them", &goodKeepers{A: 1}},
		{of[badDefault](), refusal[badDefault](), "", "InitDefault panics: runtime error", "make InitDefault work on a zero codec_test.badDefault", &goodDefault{&ID{3}}},
		{of[badCopy](), refusal[badCopy](), "", "InitDefault has a value receiver", "declare it as func (v *badCopy) InitDefault()", &goodDefault{&ID{3}}},
		{huge, hugeErr, "", "it takes more than 1073741824 bytes", "hold the large parts by pointer or slice", &goodBlank{1, 2}},
		{of[*Two](), refusal[*Two](), "", "it is a pointer to a struct", "use codec_test.Two", &Two{1, 2}},
		{of[**Two](), refusal[**Two](), "", "it is not a struct", "use a struct with the value as a field", &Two{1, 2}},
		{of[int32](), refusal[int32](), "", "it is not a struct", "use a struct with the value as a field", &ID{1}},
		{of[[]Two](), refusal[[]Two](), "", "it is not a struct", "use a struct with the value as a field", &goodLeads{}},
		{of[map[string]Two](), refusal[map[string]Two](), "", "it is not a struct", "use a struct with the value as a field", &ID{1}},
		{of[any](), refusal[any](), "", "it is not a struct", "use a struct with the value as a field", &ID{1}},
	} {
		checkFault(t, row.typ.String(), row.err, row.typ, row.field, row.problem, row.remedy)
		roundTrips(t, row.good)
	}
}

// TestAllFaultsAtOnce: one New reports what is wrong with every field of every type that it reaches.
func TestAllFaultsAtOnce(t *testing.T) {
	type far struct {
		X uint8 `thrift:"x,1"`
	}
	type many struct {
		A string `thrift:"a"`
		B int32  `thrift:"b,2,default,i64"`
		C *far   `thrift:"c,3"`
		D *Two   `thrift:"d,4"`
	}
	err := refusal[many]()
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || len(joined.Unwrap()) != 3 {
		t.Fatalf("got %v, want three faults", err)
	}
	for i, want := range []struct {
		typ    reflect.Type
		field  string
		remedy string
	}{{of[many](), "A", `write thrift:"name,id"`}, {of[many](), "B", "write i32"}, {of[far](), "X", "use int8"}} {
		checkFault(t, want.field, joined.Unwrap()[i], want.typ, want.field, "", want.remedy)
	}
}
