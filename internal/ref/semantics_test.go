package ref_test

import (
	"encoding/hex"
	"errors"
	"math"
	"reflect"
	"testing"

	"github.com/miserwire/miser/internal/ref"
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
)

func toHex(b []byte) string { return hex.EncodeToString(b) }

func fromHex(t *testing.T, s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The choices of the malformed vectors in which others do differently.
func TestDecisions(t *testing.T) {
	for _, c := range []struct {
		name   string
		want   any
		strict error
	}{
		{"elem_mismatch/binary/i32_as_i64", &wiretest.ListI64{}, walk.ErrTypeMismatch},
		{"elem_mismatch/compact/i32_as_i64", &wiretest.ListI64{}, walk.ErrTypeMismatch},
		{"elem_mismatch/compact/string_as_i32", &wiretest.ListI32{}, walk.ErrTypeMismatch},
		{"evolution/compact/old_widened_as_new", &wiretest.EvoNew{Kept: 1, Tail: 4, Counted: 42}, walk.ErrTypeMismatch},
		{"wrong_type/compact/i32_as_9", &wiretest.Point{Y: 6}, walk.ErrTypeMismatch},
		{"elem_type/compact/list_14/n0", &wiretest.ListI32{V: []int32{}}, nil},
		{"union/binary/none", &wiretest.Choice{}, nil},
		{"union/binary/two", &wiretest.Choice{Text: new("x")}, nil},
		{"union/binary/unknown_arm", &wiretest.Choice{}, nil},
		{"union/binary/wrong_type", &wiretest.Choice{}, walk.ErrTypeMismatch},
	} {
		for _, m := range wiretest.Malformed() {
			if m.Name != c.name {
				continue
			}
			p := map[string]ref.Protocol{"binary": ref.Binary, "compact": ref.Compact}[m.Protocol]
			got := reflect.New(reflect.TypeOf(c.want).Elem()).Interface()
			n, err := ref.Decode(m.Input, p, got, ref.Options{})
			if d := wiretest.Diff(got, c.want); err != nil || d != "" || n != len(m.Input) {
				t.Errorf("%s: Decode = %d, %v: %s", c.name, n, err, d)
			}
			if _, err := ref.Decode(m.Input, p, got, ref.Options{Strict: true}); !errors.Is(err, c.strict) {
				t.Errorf("%s: strict Decode = %v, want %v", c.name, err, c.strict)
			}
		}
	}
}

// An inner container with another element type makes the whole field skipped, and absent.
func TestInnerMismatch(t *testing.T) {
	src := fromHex(t, "0f00010f0000000208000000010000000106000000010001"+"00")
	got := wiretest.ListListI32{V: [][]int32{{5}}}
	if n, err := ref.Decode(src, ref.Binary, &got, ref.Options{}); err != nil || n != len(src) || got.V != nil {
		t.Errorf("Decode = %d, %v, %v", n, err, got.V)
	}
	if _, err := ref.Decode(src, ref.Binary, &got, ref.Options{Strict: true}); !errors.Is(err, walk.ErrTypeMismatch) {
		t.Errorf("strict Decode = %v", err)
	}
}

// Depth counts structs and containers that are not empty; the root is no level.
func TestDepth(t *testing.T) {
	for n, want := range map[int]error{63: nil, 64: nil, 65: walk.ErrLimit} {
		for p := range protocols {
			b, err := ref.Append(nil, p, chain(n), ref.Options{})
			if !errors.Is(err, want) {
				t.Errorf("Append of %d levels = %v, want %v", n, err, want)
			}
			if err != nil {
				b, _ = ref.Append(nil, p, chain(n), ref.Options{Depth: n})
			}
			if _, err := ref.Decode(b, p, new(Rec), ref.Options{}); !errors.Is(err, want) {
				t.Errorf("Decode of %d levels = %v, want %v", n, err, want)
			}
			if _, err := ref.Skip(b, p, ref.Options{}); !errors.Is(err, want) {
				t.Errorf("Skip of %d levels = %v, want %v", n, err, want)
			}
		}
	}
	tree := &RecTree{Kids: []*RecTree{{Kids: []*RecTree{{Kids: []*RecTree{}}}}}}
	for depth, want := range map[int]error{4: nil, 3: walk.ErrLimit} {
		if _, err := ref.Append(nil, ref.Binary, tree, ref.Options{Depth: depth}); !errors.Is(err, want) {
			t.Errorf("Append at Depth %d = %v, want %v", depth, err, want)
		}
	}
}

func TestLimits(t *testing.T) {
	list := fromHex(t, "1935020406"+"00")
	text := fromHex(t, "1803616263"+"00")
	for _, c := range []struct {
		src  []byte
		v    any
		o    ref.Options
		want error
	}{
		{list, new(LI32), ref.Options{Container: 3}, nil},
		{list, new(LI32), ref.Options{Container: 2}, walk.ErrLimit},
		{list, new(Str), ref.Options{Container: 3}, nil}, // skipped
		{list, new(Str), ref.Options{Container: 2}, walk.ErrLimit},
		{text, new(Str), ref.Options{Bytes: 3}, nil},
		{text, new(Bin), ref.Options{Bytes: 2}, walk.ErrLimit},
		{text, new(I32s), ref.Options{Bytes: 3}, nil}, // skipped
		{text, new(I32s), ref.Options{Bytes: 2}, walk.ErrLimit},
	} {
		if _, err := ref.Decode(c.src, ref.Compact, c.v, c.o); !errors.Is(err, c.want) {
			t.Errorf("Decode of %x into %T with %+v = %v, want %v", c.src, c.v, c.o, err, c.want)
		}
	}
}

// Unknown fields are kept in Binary form and written back in either protocol.
func TestUnknown(t *testing.T) {
	src := fromHex(t, "150e"+"28016d"+"1a210102"+"00") // 1: i32 7, 3: "m", 4: set<bool>{true, false}
	var v Keep
	if _, err := ref.Decode(src, ref.Compact, &v, ref.Options{}); err != nil {
		t.Fatal(err)
	}
	if got := toHex(v._unknownFields); got != "0b0003000000016d"+"0e0004020000000201"+"00" {
		t.Errorf("kept %s", got)
	}
	if b, err := ref.Append(nil, ref.Compact, &v, ref.Options{}); err != nil || toHex(b) != toHex(src) {
		t.Errorf("Append = %x, %v, want %x", b, err, src)
	}
	v._unknownFields = []byte{0}
	if _, err := ref.Append(nil, ref.Binary, &v, ref.Options{}); !errors.Is(err, walk.ErrInvalid) {
		t.Errorf("a stop field among the kept ones: %v", err)
	}
}

// The order of Canonical, by the protocol's own bytes.
func TestCanonical(t *testing.T) {
	nan, negative := math.NaN(), math.Float64frombits(0xfff8000000000000)
	type doubles struct {
		A []float64 `thrift:"a,1,default,set<double>"`
	}
	type structs struct {
		A []Inner `thrift:"a,1,default,set<Inner>"`
	}
	type lists struct {
		A [][]int32 `thrift:"a,1,default,set<list<i32>>"`
	}
	type pair struct {
		Key   float64
		Value int32
	}
	type entries struct {
		A []pair `thrift:"a,1,default,map<double:i32>"`
	}
	one, two := new(int32(1)), new(int32(2))
	bad, good := math.Float64frombits(0x7ff8000000000001), 2.0
	for _, c := range []struct{ in, want any }{
		{
			&doubles{[]float64{nan, 1, 0, math.Copysign(0, -1), -1, math.Inf(-1), negative, math.Inf(1)}},
			&doubles{[]float64{negative, math.Inf(-1), -1, math.Copysign(0, -1), 0, 1, math.Inf(1), nan}},
		},
		{
			&structs{[]Inner{{A: two}, {A: one, B: two}, {B: one}, {A: one}, {}, {B: two}}},
			&structs{[]Inner{{}, {B: one}, {B: two}, {A: one}, {A: one, B: two}, {A: two}}},
		},
		{
			&lists{[][]int32{{2}, {1, -1}, {}, {1}, {-3, 5}}},
			&lists{[][]int32{{}, {-3, 5}, {1}, {1, -1}, {2}}},
		},
		{
			&MDI{map[float64]int32{bad: 3, nan: 7, good: 9}},
			&entries{[]pair{{good, 9}, {bad, 3}, {nan, 7}}},
		},
		{
			&MDI{map[float64]int32{nan: 8, good: 9, math.NaN(): 7, math.NaN(): 6}},
			&entries{[]pair{{good, 9}, {nan, 6}, {nan, 7}, {nan, 8}}},
		},
	} {
		for p := range protocols {
			got, err := ref.Append(nil, p, c.in, ref.Options{Canonical: true})
			want, _ := ref.Append(nil, p, c.want, ref.Options{})
			if err != nil || toHex(got) != toHex(want) {
				t.Errorf("Append(%v) = %x, %v, want %x", c.in, got, err, want)
			}
		}
	}
}

// A nil element goes out as an empty struct, or as zero.
func TestNilElements(t *testing.T) {
	type holder struct {
		A []*Req            `thrift:"a,1"`
		B map[string]*int32 `thrift:"b,2"`
	}
	v := &holder{[]*Req{nil}, map[string]*int32{"": nil}}
	b, err := ref.Append(nil, ref.Compact, v, ref.Options{})
	if err != nil || toHex(b) != "191c00"+"1b01850000"+"00" {
		t.Errorf("Append = %x, %v", b, err)
	}
}

// Embedded structs are flattened; a nil one leaves its fields out, and a decode makes one.
func TestEmbedded(t *testing.T) {
	type Base struct {
		A int32 `thrift:"a,1"`
	}
	type Emb struct {
		*Base
		Z int32 `thrift:"z,2"`
	}
	b, err := ref.Append(nil, ref.Compact, &Emb{Z: 1}, ref.Options{})
	if err != nil || toHex(b) != "2502"+"00" {
		t.Errorf("Append = %x, %v", b, err)
	}
	got := Emb{Base: &Base{9}}
	if _, err := ref.Decode(b, ref.Compact, &got, ref.Options{}); err != nil || got.Base != nil {
		t.Errorf("Decode = %v, %+v", err, got)
	}
	if _, err := ref.Decode(fromHex(t, "150a00"), ref.Compact, &got, ref.Options{}); err != nil || got.Base == nil || got.A != 5 {
		t.Errorf("Decode = %v, %+v", err, got)
	}
}

func TestErrorOffset(t *testing.T) {
	_, err := ref.Decode(fromHex(t, "08000100000007"+"0b0002ffffffff"), ref.Binary, new(Two), ref.Options{})
	var e *ref.Error
	if !errors.As(err, &e) || e.Offset != 10 || !errors.Is(err, walk.ErrInvalid) {
		t.Errorf("error %v", err)
	}
}

// cross_read: what was written as one type is read as another, as at least one implementation reads it.
func TestCrossRead(t *testing.T) {
	for _, c := range wiretest.CrossRead() {
		for p, name := range protocols {
			src := map[ref.Protocol][]byte{ref.Binary: c.Binary, ref.Compact: c.Compact}[p]
			got := wiretest.Lookup(c.ReadAs).New()
			n, err := ref.Decode(src, p, got, ref.Options{})
			ok, diffs := false, []string(nil)
			for _, r := range c.Results {
				if r.Error != "" {
					ok = ok || err != nil
					continue
				}
				d := wiretest.Diff(got, wiretest.MustBuild(wiretest.Lookup(c.ReadAs).New(), r.Value))
				ok = ok || err == nil && d == "" && n == len(src)
				diffs = append(diffs, d)
			}
			if !ok {
				t.Errorf("%s/%s: Decode = %d, %v: %q", c.Name, name, n, err, diffs)
			}
		}
	}
}

// What is left out, by the rules of the tag's form and of InitDefault.
func TestPresence(t *testing.T) {
	type numeric struct {
		A int32          `thrift:"1"`
		B float64        `thrift:"2"`
		C string         `thrift:"3,required"`
		D bool           `thrift:"4,writezero"`
		E wiretest.Point `thrift:"5"`
		F []int32        `thrift:"6"`
		G [16]byte       `thrift:"7"`
	}
	def := func(change func(p *wiretest.OptDefaults)) *wiretest.OptDefaults {
		p := new(wiretest.OptDefaults)
		p.InitDefault()
		change(p)
		return p
	}
	for _, c := range []struct {
		v   any
		hex string
	}{
		{&numeric{}, "3800" + "12" + "00"},
		{&numeric{B: math.Copysign(0, -1), E: wiretest.Point{Y: 1}}, "27" + "0000000000000080" + "1800" + "12" + "1c15001502" + "00" + "00"},
		{&numeric{F: []int32{}, G: [16]byte{15: 1}}, "3800" + "12" + "2905" + "1d" + "00000000000000000000000000000001" + "00"},
		{def(func(*wiretest.OptDefaults) {}), "4935020406" + "00"},
		{def(func(p *wiretest.OptDefaults) { p.A, p.S, p.T = 0, "", false }), "1500" + "1800" + "12" + "1935020406" + "00"},
		{def(func(p *wiretest.OptDefaults) { p.L, p.C, p.D = []int32{1, 2}, 0, 0 }), "49250204" + "1500" + "17" + "0000000000000000" + "00"},
		{def(func(p *wiretest.OptDefaults) { p.L = []int32{1, 2, 3} }), "4935020406" + "00"},
		{def(func(p *wiretest.OptDefaults) { p.L = []int32{} }), "4905" + "00"},
		{def(func(p *wiretest.OptDefaults) { p.L = nil }), "00"},
		{&Pointers{}, ""},
		{&Pointers{B: new(int8(1)), C: new(new(int32(3)))}, "2301" + "1506" + "00"},
	} {
		b, err := ref.Append(nil, ref.Compact, c.v, ref.Options{})
		if c.hex == "" && errors.Is(err, walk.ErrMissingRequired) {
			continue
		}
		if err != nil || toHex(b) != c.hex {
			t.Errorf("Append(%+v) = %x, %v, want %s", c.v, b, err, c.hex)
		}
	}
}

// Pointers has optional and required scalars by pointer.
type Pointers struct {
	A *string `thrift:"a,1"`
	B *int8   `thrift:"b,2,required"`
	C **int32 `thrift:"c,3,optional"`
}

// A union that keeps what it does not know counts it as an arm.
func TestUnknownArm(t *testing.T) {
	type union struct {
		_       struct{} `thrift:",union"`
		A       *int32   `thrift:"a,1,optional"`
		Unknown layout.Unknown
	}
	src := fromHex(t, "08000900000005"+"00")
	var v union
	if _, err := ref.Decode(src, ref.Binary, &v, ref.Options{}); err != nil {
		t.Fatal(err)
	}
	if b, err := ref.Append(nil, ref.Binary, &v, ref.Options{}); err != nil || toHex(b) != toHex(src) {
		t.Errorf("Append = %x, %v, want %x", b, err, src)
	}
	v.A = new(int32(1))
	if _, err := ref.Append(nil, ref.Binary, &v, ref.Options{}); !errors.Is(err, walk.ErrUnion) {
		t.Errorf("an arm beside the unknown one: %v", err)
	}
}
