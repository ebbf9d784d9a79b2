package layout

import (
	"math"
	"reflect"
	"sync"
	"testing"

	"github.com/miserwire/miser/unsafeio"
)

type defaults struct {
	N     int32             `thrift:"n,1,optional"`
	Name  string            `thrift:"name,2,optional"`
	List  []string          `thrift:"list,3,optional"`
	Table map[string]*point `thrift:"table,4,optional"`
	P     *point            `thrift:"p,5,optional"`
	Blob  []byte            `thrift:"blob,6,optional"`
	Real  float64           `thrift:"real,7,optional"`
	notes []string
	*tail
}

type tail struct {
	Z int64 `thrift:"z,8,optional"`
}

func (d *defaults) InitDefault() {
	*d = defaults{
		N: 7, Name: "seven", List: []string{"a", "b"}, Table: map[string]*point{"x": {X: 1}},
		P: &point{X: 2}, Blob: []byte{1, 2}, Real: 0.5, notes: []string{"n"},
	}
}

func TestInit(t *testing.T) {
	s, err := Of(typ[defaults]())
	if err != nil {
		t.Fatal(err)
	}
	checkPlan(t, s)
	if s.Init == nil || s.Init.Trivial {
		t.Fatalf("Init = %+v", s.Init)
	}
	var want defaults
	want.InitDefault()

	var a, b defaults
	a.N, a.tail = 99, &tail{9}
	s.Init.Apply(unsafeio.Of(&a))
	s.Init.Apply(unsafeio.Of(&b))
	if !reflect.DeepEqual(a, want) {
		t.Errorf("got %+v, want %+v", a, want)
	}
	if &a.List[0] == &b.List[0] || a.P == b.P || &a.Blob[0] == &b.Blob[0] || a.Table["x"] == b.Table["x"] || &a.notes[0] == &b.notes[0] {
		t.Error("two values share memory")
	}
	a.List[0], a.P.X, a.Blob[0], a.Table["x"].X = "changed", 9, 9, 9
	var c defaults
	v := reflect.ValueOf(&c).Elem()
	for i := range s.Fields {
		f := &s.Fields[i]
		if len(f.Hops) == 0 {
			s.Init.ApplyField(unsafeio.Heap(&c).At(f.Off), f)
			if got, want := v.FieldByName(f.GoName), reflect.ValueOf(want).FieldByName(f.GoName); !reflect.DeepEqual(got.Interface(), want.Interface()) {
				t.Errorf("%s: got %v, want %v", f.GoName, got, want)
			}
		}
		if !unsafeio.Equal(f.Type.Go, f.Zero, zeroOf(f, &want)) {
			t.Errorf("%s: Zero differs from the default", f.GoName)
		}
	}
	z := int64(5)
	s.Init.ApplyField(unsafeio.Of(&z), &s.Fields[s.Lookup(8)])
	if z != 0 {
		t.Errorf("a field behind a nil pointer became %d", z)
	}
	x := s.Extra[0]
	s.Init.ApplyAt(unsafeio.Heap(&c).At(x.Off), x.Off, x.Type)
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got %+v, want %+v", c, want)
	}
}

// zeroOf is the address of f in d, or of a zero where it is not to be reached.
func zeroOf(f *Field, d *defaults) unsafeio.Ptr {
	if p, ok := f.reach(unsafeio.Heap(d)); ok {
		return p
	}
	return unsafeio.PtrTo(reflect.New(f.Type.Go))
}

type trivial struct {
	A int32 `thrift:"a,1"`
}

func (*trivial) InitDefault() {}

type promoted struct {
	Pre string `thrift:"pre,9"`
	defI32
}

func TestInitTrivialAndPromoted(t *testing.T) {
	s, err := Of(typ[trivial]())
	if err != nil || s.Init == nil || !s.Init.Trivial {
		t.Errorf("trivial: %v, %v", s, err)
	}
	s, err = Of(typ[promoted]())
	if err != nil || s.Init == nil {
		t.Fatalf("promoted: %v, %v", s, err)
	}
	var p promoted
	s.Init.Apply(unsafeio.Of(&p))
	if p.A != 7 || p.Pre != "" {
		t.Errorf("promoted: got %+v", p)
	}
}

// plainDefaults are numbers and strings of every width, also nested ones, and what is not set.
type plainDefaults struct {
	B    bool       `thrift:"b,1"`
	I8   int8       `thrift:"i8,2"`
	I16  int16      `thrift:"i16,3"`
	I32  int32      `thrift:"i32,4"`
	I64  int64      `thrift:"i64,5"`
	D    float64    `thrift:"d,6"`
	S    string     `thrift:"s,7"`
	U    [16]byte   `thrift:"u,8"`
	In   trivial    `thrift:"in,9"`
	None string     `thrift:"none,10"`
	L    []int32    `thrift:"l,11"`
	P    *int32     `thrift:"p,12"`
	Own  [2]float32 // no Thrift field
	c    complex128
}

func (d *plainDefaults) InitDefault() {
	*d = plainDefaults{
		B: true, I8: -1, I16: -2, I32: -3, I64: -4, D: math.Copysign(0, -1), S: "text", U: [16]byte{3: 7, 15: 9},
		In: trivial{5}, Own: [2]float32{0, 2}, c: complex(1, -2),
	}
}

// TestInitPlain: what InitDefault gave once is given again, and shares nothing.
func TestInitPlain(t *testing.T) {
	s, err := Of(typ[plainDefaults]())
	if err != nil {
		t.Fatal(err)
	}
	if s.Init.plain.IsNil() {
		t.Error("it is run each time")
	}
	var want, got plainDefaults
	want.InitDefault()
	s.Init.Apply(unsafeio.Of(&got))
	if !reflect.DeepEqual(got, want) || !math.Signbit(got.D) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if s, err = Of(typ[defaults]()); err != nil || !s.Init.plain.IsNil() {
		t.Errorf("slices and maps are kept for all: %v", err)
	}
}

func TestInitConcurrent(t *testing.T) {
	s, err := Of(typ[defaults]())
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				var d defaults
				s.Init.Apply(unsafeio.Of(&d))
				d.List[0], d.Table["y"] = "mine", nil
			}
		})
	}
	wg.Wait()
}

type initBase struct {
	A int32 `thrift:"a,1"`
}

func (b *initBase) InitDefault() { b.A = 1 }

// promotes has the InitDefault of its embedded pointer, which cannot run on a
// zero value: it is that of the pointee alone.
type promotes struct {
	*initBase
	B int32 `thrift:"b,2"`
}

func TestPromotedInit(t *testing.T) {
	s, err := Of(reflect.TypeFor[promotes]())
	if err != nil {
		t.Fatal(err)
	}
	if s.Init != nil || s.Fields[0].Hops[0].Init == nil {
		t.Errorf("got Init %v and %v, want the pointee's alone", s.Init, s.Fields[0].Hops[0].Init)
	}
}

type promotedInner struct {
	A int32 `thrift:"a,1"`
}

func (p *promotedInner) InitDefault() {}

type promotedBase struct{ *promotedInner }

type promotedTwice struct {
	promotedBase
	B int32 `thrift:"b,2"`
}

// InitDefault may come from an embedded pointer some structs further in: then it has no value receiver.
func TestPromotedTwice(t *testing.T) {
	for _, typ := range []reflect.Type{typ[promotedBase](), typ[promotedTwice]()} {
		if _, err := Of(typ); err != nil {
			t.Error(err)
		}
	}
}
