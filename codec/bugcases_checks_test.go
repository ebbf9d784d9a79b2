package codec_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// Checks of single bug cases: wire types, limits, nil, defaults, unknown fields, shapes, plans.

// overflowsEnum is T045 and T146.
func overflowsEnum(t *testing.T, c wiretest.BugCase) {
	for _, p := range protocolsOf(c) {
		if b, err := encodings(t, p, codec.Options{}, &En{1 << 40}); !errors.Is(err, codec.ErrOverflow) || len(b) > 0 {
			t.Errorf("Append = %x, %v, want %v: %s", b, err, codec.ErrOverflow, c.Why)
		}
	}
}

// namedTypes is T049.
func namedTypes(t *testing.T, _ wiretest.BugCase) {
	for _, v := range []*Named{{}, {
		A: []Alias{"a", ""}, M: map[MyStr]MyEnum{"k": 2}, B: MyBytes{1, 2}, L: MyList{1, -1}, N: MyMap{"n": 3},
		F: new(MyFloat(1.5)), O: []MyBool{true, false}, S: map[MyWord]MyBytes{1 << 40: {9}}, E: 5,
	}} {
		roundTrips(t, v)
	}
}

// roundTrips checks that v gives the oracle's bytes in both protocols, and that these give v.
func roundTrips(t *testing.T, v any) {
	t.Helper()
	for _, p := range bothProtocols {
		want := written(t, p, v)
		if b, err := encodings(t, p, codec.Options{Canonical: true}, v); err != nil || !bytes.Equal(b, want) {
			t.Errorf("%T: %v Append = %x, %v, want %x", v, p, b, err, want)
		}
		decodes(t, p, plain(t, p, v), v)
	}
}

// manyEmptyMaps is T090.
func manyEmptyMaps(t *testing.T, c wiretest.BugCase) {
	if wiretest.Sanitized {
		t.Skip("the sanitizer multiplies the memory of small objects")
	}
	within(t, c, func() {
		var v LM
		n, err := codecOf(t, &v, codec.Compact, codec.Options{}).Decode(c.Input, &v)
		if n != len(c.Input) || err != nil || len(v.A) != 1_000_000 || v.A[999_999] == nil {
			t.Errorf("Decode = %d, %v, %d maps", n, err, len(v.A))
		}
	})
}

// partOfMaps makes a quarter of T090's input: 250,000 is varint 90a10f.
func partOfMaps(input []byte) []byte {
	return append(hexed("19fb 90a10f"), input[len(input)-250_001:]...)
}

// partOfUnknown makes a quarter of T104's input: its 200,000 unknown fields have 7 bytes each.
func partOfUnknown(input []byte) []byte { return input[7*150_000:] }

// bytesLimit is T092.
func bytesLimit(t *testing.T, c wiretest.BugCase) {
	for _, v := range []any{new(Bin), new(Str)} {
		for most, want := range map[int]error{8: codec.ErrLimit, 9: nil} {
			cd := codecOf(t, v, codec.Compact, codec.Options{Limits: codec.Limits{Bytes: most}})
			if n, err := cd.Decode(c.Input, v); !errors.Is(err, want) || err == nil && n != len(c.Input) {
				t.Errorf("%T: Decode within %d bytes = %d, %v, want %v", v, most, n, err, want)
			}
		}
	}
}

// presizeCap is T094.
func presizeCap(t *testing.T, c wiretest.BugCase) {
	const size = 200_000
	want := MIW{make(map[int32]Wide, size)}
	for i := range int32(size) {
		want.A[i] = Wide{E: int64(i)}
	}
	for _, p := range protocolsOf(c) {
		b, err := codecOf(t, &want, p, codec.Options{}).Append(nil, &want)
		if err != nil {
			t.Fatal(err)
		}
		var got MIW
		n, err := codecOf(t, &got, p, codec.Options{}).Decode(b, &got)
		if n != len(b) || err != nil || len(got.A) != size || got.A[size-1].E != size-1 {
			t.Errorf("Decode of %d bytes = %d, %v, %d entries", len(b), n, err, len(got.A))
		}
	}
}

// depthBoundary is T109: 64 levels below the root are the most.
func depthBoundary(t *testing.T, _ wiretest.BugCase) {
	for _, p := range bothProtocols {
		decodes(t, p, written(t, p, chain(64)), chain(64))
		if b, err := encodings(t, p, codec.Options{}, chain(65)); !errors.Is(err, codec.ErrLimit) || b != nil {
			t.Errorf("%v Append of 65 levels = %x, %v", p, b, err)
		}
		deep, err := codecOf(t, new(Rec), p, codec.Options{Limits: codec.Limits{Depth: 65}}).Append(nil, chain(65))
		if err != nil {
			t.Fatal(err)
		}
		refuses(t, p, deep, new(Rec), codec.ErrLimit)
	}
}

// cycle is T111.
func cycle(t *testing.T, c wiretest.BugCase) {
	r := new(Rec)
	r.Nx = r
	for _, p := range protocolsOf(c) {
		within(t, c, func() {
			if b, err := encodings(t, p, codec.Options{}, r); !errors.Is(err, codec.ErrLimit) || b != nil {
				t.Errorf("%v Append = %x, %v", p, b, err)
			}
		})
	}
}

// emptyList is T114 and T153.
func emptyList(t *testing.T, c wiretest.BugCase) {
	for _, p := range protocolsOf(c) {
		for _, mode := range decodeModes {
			v := LI32{A: []int32{1, 2, 3}}
			if _, err := codecOf(t, &v, p, mode.o).Decode(c.Input, &v); err != nil || v.A == nil || len(v.A) != 0 {
				t.Errorf("%s: Decode = %v, A = %v (nil: %v)", mode.name, err, v.A, v.A == nil)
			}
			if v.A = append(v.A, 1); v.A[0] != 1 {
				t.Errorf("%s: append gives %v", mode.name, v.A)
			}
		}
	}
}

// optionalList is T116.
func optionalList(t *testing.T, c wiretest.BugCase) {
	for _, p := range protocolsOf(c) {
		if b, err := encodings(t, p, codec.Options{}, &OptL{}); err != nil || !bytes.Equal(b, []byte{0}) {
			t.Errorf("%v Append of nil = %x, %v", p, b, err)
		}
		decodes(t, p, []byte{0}, &OptL{}, func() any { return &OptL{[]int32{1}} })
		b, err := encodings(t, p, codec.Options{}, &OptL{[]int32{}})
		if want := map[codec.Protocol]string{codec.Binary: "0f000108 00000000 00", codec.Compact: "1905 00"}[p]; err != nil || !bytes.Equal(b, hexed(want)) {
			t.Errorf("%v Append of empty = %x, %v, want %s", p, b, err, want)
		}
		decodes(t, p, b, &OptL{[]int32{}}, func() any { return &OptL{[]int32{1}} })
	}
}

// nilElements is T118.
func nilElements(t *testing.T, c wiretest.BugCase) {
	for _, p := range protocolsOf(c) {
		for _, v := range []struct{ in, out any }{
			{&MS{map[string]*Inner{"k": nil}}, &MS{map[string]*Inner{"k": {}}}},
			{&LS{[]*Inner{nil, {B: new(int32(1))}}}, &LS{[]*Inner{{}, {B: new(int32(1))}}}},
		} {
			b, err := encodings(t, p, codec.Options{}, v.in)
			if want := written(t, p, v.out); err != nil || !bytes.Equal(b, want) {
				t.Errorf("%v Append = %x, %v, want %x", p, b, err, want)
			}
			decodes(t, p, b, v.out)
		}
	}
}

// nilRoot is T122.
func nilRoot(t *testing.T, c wiretest.BugCase) {
	for _, p := range protocolsOf(c) {
		typed := codec.Must(codec.New[Two](p, codec.Options{}))
		untyped := codecOf(t, new(Two), p, codec.Options{})
		calls := map[string]func() error{
			"Append":      func() error { _, err := typed.Append(nil, nil); return err },
			"Encode":      func() error { _, err := typed.Encode(make([]byte, 99), nil); return err },
			"Size":        func() error { _, err := typed.Size(nil); return err },
			"Decode":      func() error { _, err := typed.Decode([]byte{0}, nil); return err },
			"Any.Append":  func() error { _, err := untyped.Append(nil, (*Two)(nil)); return err },
			"Any.Encode":  func() error { _, err := untyped.Encode(make([]byte, 99), (*Two)(nil)); return err },
			"Any.Size":    func() error { _, err := untyped.Size((*Two)(nil)); return err },
			"Any.Decode":  func() error { _, err := untyped.Decode([]byte{0}, (*Two)(nil)); return err },
			"nil Append":  func() error { _, err := untyped.Append(nil, nil); return err },
			"nil Decode":  func() error { _, err := untyped.Decode([]byte{0}, nil); return err },
			"other value": func() error { _, err := untyped.Append(nil, Two{}); return err },
			"other type":  func() error { _, err := untyped.Append(nil, &I32s{}); return err },
			"no pointer":  func() error { _, err := untyped.Decode([]byte{0}, 7); return err },
		}
		for name, call := range calls {
			if err := call(); !errors.Is(err, codec.ErrInvalid) {
				t.Errorf("%v %s = %v, want %v", p, name, err, codec.ErrInvalid)
			}
		}
	}
}

// defaultsInside is T124's note: absent fields take their defaults wherever the struct is.
func defaultsInside(t *testing.T, _ wiretest.BugCase) {
	d := Def{7, 9, "x"}
	want := &DefHolder{
		L: []*Def{{7, 9, "x"}, {1, 9, "x"}}, V: []Def{d, {7, 2, "x"}}, P: &d, S: d,
		M: map[string]*Def{"": {7, 9, "x"}}, N: map[string]Def{"": {7, 9, ""}},
	}
	decodes(t, codec.Binary, hexed(`0f00010c00000002 00 08000100000001 00
		0f00020c00000002 00 08000200000002 00
		0d00030b0c00000001 00000000 00
		0d00040b0c00000001 00000000 0b000300000000 00
		0c000500 0c000600 00`), want, func() any {
		return &DefHolder{L: []*Def{{A: 1}, {}, nil}, V: make([]Def, 3), M: map[string]*Def{"a": {}}, P: &Def{}}
	})
	decodes(t, codec.Compact, hexed(`192c 00 150200 192c 00 250400
		1b018c 00 00 1b018c 00 3800 00 1c00 1c00 00`), want)
}

// omitsDefault is T126.
func omitsDefault(t *testing.T, _ wiretest.BugCase) {
	b, err := encodings(t, codec.Binary, codec.Options{}, &Def{7, 9, "x"})
	if want := hexed("080002 00000009 0b0003 00000001 78 00"); err != nil || !bytes.Equal(b, want) {
		t.Errorf("Append = %x, %v, want %x", b, err, want)
	}
	roundTrips(t, &Def{7, 9, "x"})
	roundTrips(t, &Def{0, 9, "x"})
}

// keepsUnknown is T134 and T136: what is retained goes out behind the known field, byte by byte as it came.
func keepsUnknown(t *testing.T, c wiretest.BugCase) {
	known := hexed("080001 00000007")
	retained := bytes.Replace(c.Input[:len(c.Input)-1], known, nil, 1)
	want := &Keep{7, retained[:len(retained):len(retained)]}
	decodes(t, codec.Binary, c.Input, want)
	b, err := encodings(t, codec.Binary, codec.Options{}, want)
	if wire := append(append(known, retained...), 0); err != nil || !bytes.Equal(b, wire) {
		t.Errorf("Append = %x, %v, want %x", b, err, wire)
	}
	decodes(t, codec.Binary, b, want)
	roundTrips(t, want)
}

// unionArms is T138.
func unionArms(t *testing.T, c wiretest.BugCase) {
	for _, p := range protocolsOf(c) {
		for _, v := range []*U{{}, {A: new(int32(1)), B: new("x")}} {
			if b, err := encodings(t, p, codec.Options{}, v); !errors.Is(err, codec.ErrUnion) || b != nil {
				t.Errorf("%v Append = %x, %v, want %v", p, b, err, codec.ErrUnion)
			}
		}
	}
	roundTrips(t, &U{A: new(int32(1))})
	roundTrips(t, &U{B: new("x")})
}

// nanKeys is T144.
func nanKeys(t *testing.T, c wiretest.BugCase) {
	var v MDI
	n, err := codecOf(t, &v, codec.Binary, codec.Options{}).Decode(c.Input, &v)
	if n != len(c.Input) || err != nil || len(v.A) != 2 {
		t.Fatalf("Decode = %d, %v, %v", n, err, v)
	}
	if b, err := encodings(t, codec.Binary, codec.Options{}, &v); err != nil || len(b) != len(c.ExpectBytes) {
		t.Errorf("Append = %x, %v, want a length of %d", b, err, len(c.ExpectBytes))
	}
	for range 8 { // equal keys are ordered by their values
		if b, err := encodings(t, codec.Binary, codec.Options{Canonical: true}, &v); err != nil || !bytes.Equal(b, c.ExpectBytes) {
			t.Errorf("Canonical Append = %x, %v, want %x", b, err, c.ExpectBytes)
		}
	}
}

// embeddedPointer is T179.
func embeddedPointer(t *testing.T, c wiretest.BugCase) {
	for _, p := range protocolsOf(c) {
		b, err := encodings(t, p, codec.Options{}, &Emb{Z: 1})
		if want := written(t, p, &struct {
			Z int32 `thrift:"z,2"`
		}{1}); err != nil || !bytes.Equal(b, want) {
			t.Errorf("%v Append of a nil Base = %x, %v, want %x", p, b, err, want)
		}
		decodes(t, p, b, &Emb{Z: 1}, func() any { return &Emb{&Base{9}, 9} })
		decodes(t, p, written(t, p, &Two{5, 6}), &Emb{&Base{5}, 6}, func() any { return &Emb{&Base{9}, 9} })
	}
	roundTrips(t, &Emb{&Base{5}, 6})
}

// unexported is T181.
func unexported(t *testing.T, _ wiretest.BugCase) {
	type tagged struct {
		A int32 `thrift:"a,1"`
		b int32 `thrift:"b,2"`
	}
	if _, err := codec.New[tagged](codec.Binary, codec.Options{}); err == nil || !strings.Contains(err.Error(), "tagged.b") {
		t.Errorf("New = %v, want a fault of tagged.b", err)
	}
	type untagged struct {
		A int32 `thrift:"a,1"`
		b int32
	}
	if b, err := encodings(t, codec.Binary, codec.Options{}, &untagged{1, 2}); err != nil || !bytes.Equal(b, hexed("080001 00000001 00")) {
		t.Errorf("Append = %x, %v", b, err)
	}
	_ = tagged{}.b
}

// recursiveTypes is T183.
func recursiveTypes(t *testing.T, _ wiretest.BugCase) {
	roundTrips(t, &RecTree{Kids: []*RecTree{{Kids: []*RecTree{}, V: 1}, {Kids: []*RecTree{}, V: 2}}, V: 3})
	leaf := Mutual1{V: 1, S: []Mutual1{}, M: map[string]Mutual1{}}
	roundTrips(t, &Mutual1{
		B: &Mutual2{A: []*Mutual1{&leaf}, M: map[string]*Mutual2{"m": {}}, N: [][]map[int8]Mutual1{{{1: leaf}}, {}}},
		S: []Mutual1{leaf, leaf}, M: map[string]Mutual1{"x": leaf},
	})
}

// tagVariants is T185. The forms that begin with the id and a requiredness word are those of frugal tags.
func tagVariants(t *testing.T, _ wiretest.BugCase) {
	number, list := reflect.TypeFor[int32](), reflect.TypeFor[[]int32]()
	for _, tag := range []struct {
		text string
		typ  reflect.Type
		good bool
	}{
		{`thrift:"1"`, number, true}, {`frugal:"1,default"`, number, true}, {`frugal:"1,optional,i32"`, number, true},
		{`thrift:"A,1,default,list<i32>"`, list, true}, {`thrift:"A,1"`, list, true},
		{`thrift:"x"`, number, false}, {`thrift:"99999"`, number, false}, {`thrift:"-1"`, number, false},
		{`thrift:"1,list<"`, list, false}, {`frugal:"1,default,list<"`, list, false}, {`thrift:"A,1,default,list<"`, list, false},
		{`frugal:"x,default"`, number, false}, {`frugal:"99999,default"`, number, false}, {`thrift:"1,default"`, number, false},
	} {
		typ := reflect.StructOf([]reflect.StructField{{Name: "A", Type: tag.typ, Tag: reflect.StructTag(tag.text)}})
		for _, p := range bothProtocols {
			if _, err := codec.ForType(typ, p, codec.Options{}); (err == nil) != tag.good {
				t.Errorf("%s: ForType = %v, want good: %v", tag.text, err, tag.good)
			} else if err != nil && !strings.Contains(err.Error(), fmt.Sprintf("%q", reflect.StructTag(tag.text).Get(tag.text[:6]))) {
				t.Errorf("%s: the error does not show the tag: %v", tag.text, err)
			}
		}
	}
}

// sourcesWithout checks that no source of the library matches the patterns. The rest of these cases is how
// the suite is run: with the race detector, with checkptr, on 386, by several releases of Go.
func sourcesWithout(patterns ...string) bugCheck {
	return func(t *testing.T, c wiretest.BugCase) {
		banned := regexp.MustCompile("(?m)" + strings.Join(patterns, "|"))
		for _, dir := range []string{"codec", "binary", "compact", "layout", "unsafeio", "internal/walk"} {
			err := fs.WalkDir(os.DirFS(filepath.Join("..", dir)), ".", func(path string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, ".s") || strings.HasSuffix(path, "_test.go") {
					return err
				}
				text, err := os.ReadFile(filepath.Join("..", dir, path))
				if at := banned.Find(text); at != nil {
					t.Errorf("%s/%s has %q: %s", dir, path, at, c.Expect)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		}
	}
}
