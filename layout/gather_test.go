package layout

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/miserwire/miser/unsafeio"
)

type (
	mixin struct {
		A    int32  `thrift:"a,5"`
		Note string // no Thrift field
	}
	deep struct {
		mixin
		B string `thrift:"b,2"`
	}
	outer struct {
		pad int64
		deep
		C bool `thrift:"c,9"`
	}
	Base struct {
		LogID string `thrift:"log_id,1"`
		_     [3]byte
	}
	byPointer struct {
		X int16 `thrift:"x,1"`
		*hopOne
	}
	hopOne struct {
		pad int64
		P   *int32 `thrift:"p,2"`
		hopIn
	}
	hopIn struct {
		pad [2]int64
		*hopTwo
	}
	hopTwo struct {
		pad    [3]int64
		_      int8
		Y      string `thrift:"y,3"`
		hidden int
	}
	taggedEmbed struct {
		Base `thrift:"base,255"`
		A    int32 `thrift:"a,1"`
	}
	withMutex struct {
		sync.Mutex
		*sync.Once
		fmt.Stringer
		A int32 `thrift:"a,1"`
	}
	onlyHidden struct {
		_unknownFields []byte
		_fieldmask     *int
		_              func()
	}
	relay struct {
		Unknown
	}
	keeper struct {
		A     int32 `thrift:"a,1"`
		Extra Unknown
		Skip  string `thrift:"-"`
	}
	kitexKeeper struct {
		A              int32 `thrift:"a,1"`
		_unknownFields unknownBytes
	}
	unknownBytes  []byte
	embedsKeeper  struct{ keeper }
	pointsKeeper  struct{ *keeper }
	taggedUnknown struct {
		A Unknown `thrift:"a,1"`
	}
)

func TestEmbedded(t *testing.T) {
	_, _, _ = outer{}.pad, hopOne{}.pad, onlyHidden{}._unknownFields
	_, _, _ = hopIn{}.pad, hopTwo{}.pad, hopTwo{}.hidden
	tests := []struct {
		t    reflect.Type
		want string // fields by id: path@offset, hops before it; extra; unknown
	}{
		{typ[outer](), fmt.Sprintf("deep.B@%d deep.mixin.A@%d C@%d extra pad deep.mixin.Note",
			unsafe.Offsetof(outer{}.deep)+unsafe.Offsetof(deep{}.B), unsafe.Offsetof(outer{}.deep), unsafe.Offsetof(outer{}.C))},
		{typ[byPointer](), fmt.Sprintf("X@0 hopOne.P@%d->%d hopOne.hopIn.hopTwo.Y@%d->%d->%d",
			unsafe.Offsetof(byPointer{}.hopOne), unsafe.Offsetof(hopOne{}.P),
			unsafe.Offsetof(byPointer{}.hopOne), unsafe.Offsetof(hopOne{}.hopIn)+unsafe.Offsetof(hopIn{}.hopTwo), unsafe.Offsetof(hopTwo{}.Y))},
		{typ[taggedEmbed](), fmt.Sprintf("A@%d Base@0", unsafe.Offsetof(taggedEmbed{}.A))},
		{typ[Base](), fmt.Sprintf("LogID@0 extra @%d:[3]uint8", unsafe.Offsetof(Base{}.LogID)+unsafe.Sizeof(""))},
		{typ[withMutex](), fmt.Sprintf("A@%d extra Mutex Once Stringer", unsafe.Offsetof(withMutex{}.A))},
		{typ[onlyHidden](), fmt.Sprintf("extra _fieldmask @%d:func() unknown 0", unsafe.Offsetof(onlyHidden{}._fieldmask)+unsafe.Sizeof(uintptr(0)))},
		{typ[relay](), "unknown 0"},
		{typ[keeper](), fmt.Sprintf("A@0 extra Skip unknown %d", unsafe.Offsetof(keeper{}.Extra))},
		{typ[kitexKeeper](), fmt.Sprintf("A@0 unknown %d", unsafe.Offsetof(kitexKeeper{}._unknownFields))},
		{typ[embedsKeeper](), fmt.Sprintf("keeper.A@0 extra keeper.Skip unknown %d", unsafe.Offsetof(keeper{}.Extra))},
		{typ[pointsKeeper](), "keeper.A@0->0"},
		{typ[taggedUnknown](), "A@0"},
		{typ[struct{}](), ""},
		{typ[blank](), ""},
		{typ[struct{ _ struct{} }](), ""},
		{typ[struct {
			A string `thrift:"-"`
		}](), "extra A"},
	}
	for _, tt := range tests {
		s, err := Of(tt.t)
		if err != nil {
			t.Errorf("%s: %v", tt.t, err)
			continue
		}
		if got := placesOf(s); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.t, got, tt.want)
		}
		checkPlan(t, s)
	}
}

// placesOf renders where everything of s lies, as TestEmbedded's table has it.
func placesOf(s *Struct) string {
	var parts []string
	for i := range s.Fields {
		parts = append(parts, s.Fields[i].GoName+"@"+s.Fields[i].place())
	}
	for i, x := range s.Extra {
		if i == 0 {
			parts = append(parts, "extra")
		}
		parts = append(parts, pathAt(s.Go, x))
	}
	if s.UnknownOff >= 0 {
		parts = append(parts, fmt.Sprintf("unknown %d", s.UnknownOff))
	}
	return strings.Join(parts, " ")
}

// pathAt is the Go path of the field at x; its offset and type when blank.
func pathAt(t reflect.Type, x Extra) string {
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case f.Offset == x.Off && f.Type == x.Type && f.Name == "_":
			return fmt.Sprintf("@%d:%s", x.Off, x.Type)
		case f.Offset == x.Off && f.Type == x.Type:
			return f.Name
		case f.Anonymous && f.Type.Kind() == reflect.Struct && x.Off >= f.Offset && x.Off < f.Offset+f.Type.Size():
			return f.Name + "." + pathAt(f.Type, Extra{x.Off - f.Offset, x.Type, x.Name})
		}
	}
	return "?"
}

func TestHopsReachRealMemory(t *testing.T) {
	s, err := Of(typ[byPointer]())
	if err != nil {
		t.Fatal(err)
	}
	y := &s.Fields[s.Lookup(3)]
	v := &byPointer{}
	if _, ok := y.reach(unsafeio.Heap(v)); ok {
		t.Error("reached a field behind a nil pointer")
	}
	p := unsafeio.Heap(v)
	for _, h := range y.Hops {
		p.At(h.Off).SetPtr(h.New.New())
		p = p.At(h.Off).Ptr()
	}
	*p.At(y.Off).String() = "there"
	if v.Y != "there" || v.P != nil {
		t.Errorf("got %+v", v)
	}
}

func TestNames(t *testing.T) {
	type names struct {
		Plain int32 `thrift:"plain_name,1"`
		Empty int32 `thrift:",2"`
		Num   int32 `thrift:"3"`
		Both  int32 `frugal:"4,default,i32" thrift:"both_name,99"`
		Only  int32 `frugal:"5,default,i32"`
		Same  int32 `thrift:"plain_name,6"`
	}
	s, err := Of(typ[names]())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range s.Fields {
		got = append(got, fmt.Sprintf("%d=%s", s.Fields[i].ID, s.Fields[i].Name))
	}
	if got := strings.Join(got, " "); got != "1=plain_name 2=Empty 3=Num 4=both_name 5=Only 6=plain_name" {
		t.Errorf("got %s", got)
	}
	if s.Name != "layout.names" {
		t.Errorf("name %q", s.Name)
	}
	if s, _ := Of(one(typ[int32](), `thrift:"a,1"`)); s.Name != "struct" {
		t.Errorf("name %q", s.Name)
	}
}
