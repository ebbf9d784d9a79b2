package ref_test

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/miserwire/miser/internal/ref"
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/internal/wiretest"
)

// Types of the bug cases, named as those name them.
type (
	LBool struct {
		A []bool `thrift:"a,1"`
	}
	Bools struct {
		A bool `thrift:"a,1"`
		B bool `thrift:"b,2"`
	}
	OptB struct {
		A *bool   `thrift:"a,1,optional"`
		S *string `thrift:"s,2,optional"`
	}
	MSB struct {
		A map[string]bool `thrift:"a,1"`
	}
	Dbl struct {
		A float64 `thrift:"a,1"`
	}
	LDbl struct {
		A []float64 `thrift:"a,1"`
	}
	MIS struct {
		A map[int32]string `thrift:"a,1"`
		Z int32            `thrift:"z,2"`
	}
	LI32 struct {
		A []int32 `thrift:"a,1"`
		Z int32   `thrift:"z,2"`
	}
	Sparse struct {
		A int32 `thrift:"a,1"`
		B int32 `thrift:"b,17"`
		C int32 `thrift:"c,300"`
		D int32 `thrift:"d,32767"`
	}
	Inner struct {
		A *int32 `thrift:"a,1,optional"`
		B *int32 `thrift:"b,2,optional"`
	}
	Outer struct {
		Inn *Inner `thrift:"inn,1"`
		Z   int32  `thrift:"z,2"`
	}
	I32s struct {
		A int32 `thrift:"a,1"`
	}
	Zero struct {
		A int32 `thrift:"a,0"`
	}
	Two struct {
		A int32 `thrift:"a,1"`
		B int32 `thrift:"b,2"`
	}
	I64s struct {
		A int64 `thrift:"a,1"`
	}
	I16s struct {
		A int16 `thrift:"a,1"`
	}
	I8s struct {
		A int8 `thrift:"a,1"`
	}
	Bin struct {
		A []byte `thrift:"a,1"`
	}
	SetI32 struct {
		A []int32 `thrift:"a,1,default,set<i32>"`
	}
	En struct {
		C int64 `thrift:"c,1,default,Color"`
	}
	Req struct {
		A int32  `thrift:"a,1,required"`
		B string `thrift:"b,2,required"`
	}
	ReqFar struct {
		A int32 `thrift:"a,1,required"`
		B int32 `thrift:"b,9,required"`
	}
	Str struct {
		A string `thrift:"a,1"`
	}
	Empty  struct{}
	LEmpty struct {
		A []*Empty `thrift:"a,1"`
	}
	LStr struct {
		A []string `thrift:"a,1"`
	}
	RecTree struct {
		Kids []*RecTree `thrift:"kids,1"`
		V    int32      `thrift:"v,2"`
	}
	LM struct {
		A []map[int32]int32 `thrift:"a,1"`
	}
	Rec struct {
		Nx *Rec  `thrift:"nx,1,optional"`
		V  int32 `thrift:"v,2"`
	}
	Def struct {
		A int32  `thrift:"a,1,optional"`
		B int32  `thrift:"b,2"`
		S string `thrift:"s,3"`
	}
	Keep struct {
		A              int32 `thrift:"a,1"`
		_unknownFields []byte
	}
	U struct {
		_ struct{} `thrift:",union"`
		A *int32   `thrift:"a,1,optional"`
		B *string  `thrift:"b,2,optional"`
	}
	MDI struct {
		A map[float64]int32 `thrift:"a,1"`
	}
)

// InitDefault sets the defaults of the case.
func (p *Def) InitDefault() { p.A, p.B, p.S = 7, 9, "x" }

// chain is n structs below the first.
func chain(n int) *Rec {
	r := new(Rec)
	for range n {
		r = &Rec{Nx: r}
	}
	return r
}

// bugDecodes are what a decode of a case's input gives: a value, or an error.
var bugDecodes = map[string]struct {
	want any // its type alone counts when there is an error
	err  error
}{
	"T001": {&LBool{[]bool{true, false, true}}, nil},
	"T003": {&LBool{[]bool{true, false, true}}, nil},
	"T007": {&OptB{A: new(true)}, nil},
	"T009": {&MSB{map[string]bool{"a": true, "b": false}}, nil},
	"T011": {&Bools{false, true}, nil},
	"T013": {&Bools{true, true}, nil},
	"T015": {&Dbl{1}, nil},
	"T017": {&LDbl{[]float64{1, -2.5}}, nil},
	"T018": {&MIS{map[int32]string{}, 7}, nil},
	"T020": {&LI32{make([]int32, 16), 7}, nil},
	"T022": {&Sparse{C: 5}, nil},
	"T024": {&Outer{&Inner{new(int32(1)), new(int32(2))}, 3}, nil},
	"T026": {&I32s{7}, nil},
	"T028": {&Zero{5}, nil},
	"T030": {&Two{}, walk.ErrInvalid},
	"T032": {&I64s{math.MinInt64}, nil},
	"T034": {&I8s{-1}, nil},
	"T038": {&I32s{7}, nil},
	"T043": {&En{2}, nil},
	"T050": {&Req{}, walk.ErrMissingRequired},
	"T052": {&MIS{Z: 7}, nil},
	"T054": {&LI32{Z: 7}, nil},
	"T056": {&MIS{map[int32]string{}, 7}, nil},
	"T058": {&I16s{}, walk.ErrOverflow},
	"T060": {&Str{}, walk.ErrInvalid},
	"T062": {&I32s{}, walk.ErrInvalid},
	"T064": {&I64s{}, walk.ErrTruncated},
	"T068": {&I32s{}, walk.ErrInvalid},
	"T070": {&LI32{}, walk.ErrInvalid},
	"T072": {&LEmpty{}, walk.ErrTruncated},
	"T076": {&I32s{}, walk.ErrOverflow},
	"T078": {&I32s{}, walk.ErrTruncated},
	"T080": {&LI32{}, walk.ErrTruncated},
	"T082": {&LStr{}, walk.ErrTruncated},
	"T084": {&RecTree{}, walk.ErrInvalid},
	"T086": {&Str{}, walk.ErrTruncated},
	"T088": {&Bin{}, walk.ErrTruncated},
	"T096": {&I32s{}, walk.ErrInvalid},
	"T098": {&I32s{}, walk.ErrInvalid},
	"T100": {&I64s{}, walk.ErrOverflow},
	"T102": {&I32s{}, walk.ErrTruncated},
	"T104": {&I32s{7}, nil},
	"T105": {&I32s{}, walk.ErrLimit},
	"T107": {&I32s{}, walk.ErrLimit},
	"T109": {chain(63), nil},
	"T114": {&LI32{A: []int32{}}, nil},
	"T124": {&Def{7, 9, "x"}, nil},
	"T128": {&ReqFar{}, walk.ErrMissingRequired},
	"T130": {&Req{}, walk.ErrMissingRequired},
	"T132": {&LI32{}, nil},
	"T134": {&Keep{A: 7, _unknownFields: []byte{8, 0, 9, 0, 0, 0, 5}}, nil},
	"T140": {&MIS{A: map[int32]string{1: "b"}}, nil},
	"T142": {&SetI32{[]int32{1, 1}}, nil},
	"T149": {&Bin{}, walk.ErrTruncated},
	"T151": {&Two{A: 1}, nil},
	"T153": {&LI32{A: []int32{}}, nil},
	"T157": {&U{B: new("x")}, nil},
}

func bugCase(t *testing.T, id string) (wiretest.BugCase, ref.Protocol) {
	for _, c := range wiretest.BugCases() {
		if c.ID == id {
			return c, map[string]ref.Protocol{"binary": ref.Binary, "compact": ref.Compact}[c.Protocol]
		}
	}
	t.Fatalf("there is no case %s", id)
	panic(id)
}

func TestBugDecodes(t *testing.T) {
	for id, want := range bugDecodes {
		t.Run(id, func(t *testing.T) {
			c, p := bugCase(t, id)
			got := reflect.New(reflect.TypeOf(want.want).Elem()).Interface()
			n, err := ref.Decode(c.Input, p, got, ref.Options{})
			if !errors.Is(err, want.err) {
				t.Fatalf("Decode = %v, want %v; %s: %s", err, want.err, c.Expect, c.Why)
			}
			if err != nil {
				return
			}
			if d := wiretest.Diff(got, want.want); d != "" || n != len(c.Input) {
				t.Errorf("Decode = %d, %+v: %s; %s", n, got, d, c.Expect)
			}
			if c.ExpectBytes == nil {
				return
			}
			if b, err := ref.Append(nil, p, got, ref.Options{}); err != nil || sorted(b) != sorted(c.ExpectBytes) {
				t.Errorf("Append = %x, %v, want the bytes of %x", b, err, c.ExpectBytes)
			}
		})
	}
}

// sorted is b's bytes in order: some cases keep their bytes but not the order of their fields.
func sorted(b []byte) string {
	var s strings.Builder
	for i := range 256 {
		s.WriteString(strings.Repeat(string(rune(i)), bytes.Count(b, []byte{byte(i)})))
	}
	return s.String()
}

func TestBugEncodes(t *testing.T) {
	cyclic := new(Rec)
	cyclic.Nx = cyclic
	for _, c := range []struct {
		id  string
		v   any
		hex string
		err error
	}{
		{"T005", &Bools{true, false}, "111200", nil},
		{"T036", &Bin{[]byte("a")}, "0b0001000000016100", nil},
		{"T041", &SetI32{[]int32{1, 2}}, "1a25020400", nil},
		{"T045", &En{1 << 40}, "", walk.ErrOverflow},
		{"T111", cyclic, "", walk.ErrLimit},
		{"T116", &LI32{}, "0f0001080000000008000200000000" + "00", nil},
		{"T120", &Outer{Z: 7}, "0800020000000700", nil},
		{"T122", (*Rec)(nil), "", walk.ErrInvalid},
		{"T122", nil, "", walk.ErrInvalid},
		{"T126", &Def{7, 9, "x"}, "080002000000090b0003000000017800", nil},
		{"T138", &U{A: new(int32(1)), B: new("x")}, "", walk.ErrUnion},
		{"T138", &U{}, "", walk.ErrUnion},
	} {
		_, p := bugCase(t, c.id)
		if p == 0 {
			p = ref.Binary
		}
		b, err := ref.Append(nil, p, c.v, ref.Options{})
		if !errors.Is(err, c.err) || err == nil && toHex(b) != c.hex {
			t.Errorf("%s: Append = %x, %v, want %s, %v", c.id, b, err, c.hex, c.err)
		}
	}
}
