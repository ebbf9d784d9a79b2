package compact

import (
	"bytes"
	"slices"
	"testing"

	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/unsafeio"
)

// skipAtLevel is SkipAt of a struct at a level. Tests that call it are not
// parallel, since the level is everyone's.
func skipAtLevel(lv int, b []byte, i, depth int) [2]int {
	defer func(old int) { level = old }(level)
	level = lv
	n, at := SkipAt(b, i, TypeStruct, depth)
	return [2]int{n, at}
}

// sameSkip compares the levels on the struct at offset i of b.
func sameSkip(t *testing.T, name string, b []byte, i, depth int) {
	t.Helper()
	want := skipAtLevel(0, b, i, depth)
	for lv := 1; lv <= bestLevel(); lv++ {
		if got := skipAtLevel(lv, b, i, depth); got != want {
			t.Fatalf("%s, depth %d, %x: %s gives %v, Go %v", name, depth, b, levels[lv], got, want)
		}
	}
}

// Whole structs, every prefix and damaged copies, before an unreadable page.
func TestSkipLevels(t *testing.T) {
	guard := wiretest.NewGuard(t, 1<<16)
	for _, v := range wiretest.Golden() {
		name, b := v.Name, v.Compact
		for _, depth := range []int{1, 2, 3, 4, 5, 64} {
			sameSkip(t, name, guard.Put(b), 0, depth)
		}
		if len(b) > 2048 {
			continue
		}
		for prefix := range wiretest.Prefixes(b) {
			sameSkip(t, name, guard.Put(prefix), 0, 64)
		}
		for damaged := range wiretest.Mutations(b, 5, 300) {
			sameSkip(t, name, guard.Put(damaged), 0, 64)
			sameSkip(t, name, guard.Put(slices.Concat([]byte{0, 0, 0, 0, 0, 0, 0, 0, 0}, damaged)), 9, 4)
		}
	}
}

// Numbers of every length, texts and lists of sizes in one, two and more
// bytes, nesting beyond what one call does, and more bytes than it does.
func TestSkipLevelsForms(t *testing.T) {
	guard := wiretest.NewGuard(t, 1<<20)
	check := func(b []byte) {
		t.Helper()
		sameSkip(t, "form", guard.Put(b), 0, 64)
		sameSkip(t, "form", guard.Put(slices.Concat(b, make([]byte, 12))), 0, 64)
	}
	for n := range 11 {
		for _, last := range []byte{0, 1, 3, 4, 0x0f, 0x10, 0x7f} {
			for typ := TypeI16; typ <= TypeI64; typ++ {
				number := append(bytes.Repeat([]byte{0x80}, n), last)
				check(slices.Concat([]byte{0x10 | byte(typ)}, number, []byte{0}))
				check(slices.Concat([]byte{0x19, 0x20 | byte(typ), 5}, number, []byte{0}))
			}
		}
	}
	for _, size := range []int{0, 1, 2, 13, 14, 15, 16, 127, 128, 129, 300, 16383, 16384, 70000} {
		check(slices.Concat(AppendBinary([]byte{0x18}, make([]byte, size)), []byte{0}))
		for typ := range Type(16) {
			for _, elem := range [][]byte{{0}, {2}, {0x12, 0}, {0x1c, 0, 0}, make([]byte, 8), make([]byte, 16)} {
				b := AppendListHeader([]byte{0x11, 0x19}, typ, size)
				check(slices.Concat(b, bytes.Repeat(elem, size), []byte{0x11, 0}))
			}
		}
	}
	for _, levels := range []int{1, 2, 30, 31, 32, 33, 34, 62, 63, 64, 65, 100} {
		check(slices.Concat(bytes.Repeat([]byte{0x11, 0x1c}, levels), bytes.Repeat([]byte{0}, levels+1)))
		check(slices.Concat(bytes.Repeat([]byte{0x11, 0x19, 0x2c, 0}, levels), bytes.Repeat([]byte{0}, levels+1)))
	}
	for id := range 40 {
		check(slices.Concat(bytes.Repeat([]byte{0xf1}, 2184), bytes.Repeat([]byte{0x11}, id), []byte{0}))
	}
}

// What is ordinary is not left to Go.
func TestSkipFieldsKnows(t *testing.T) {
	if bestLevel() == 0 {
		t.Skip("no assembly in this build, or on this CPU")
	}
	leaf := []byte{0x15, 2, 0x18, 1, 'x', 0x19, 0x25, 2, 4, 0x17, 1, 2, 3, 4, 5, 6, 7, 8, 0}
	uuids := slices.Concat([]byte{0x19, 0x2d}, make([]byte, 32))
	// Structs beside and in each other, and a list of them: as deep as depth allows, again and again.
	b := slices.Concat([]byte{0x1c}, leaf, []byte{0x1c, 0x1c}, leaf, []byte{0, 0x19, 0x2c}, leaf, leaf,
		[]byte{0x1c, 0x19, 0x1c}, leaf, []byte{0x11, 0, 0x19, 0x1c, 0x1c}, leaf, []byte{0, 0x12}, uuids, []byte{0})
	for _, tail := range []int{0, 20} {
		in := slices.Concat(b, make([]byte, tail))
		if n := skipFields(unsafeio.BytesOf(in), 0, len(in), 5); n != len(b) {
			t.Errorf("skipFields gives %d of %d", n, len(b))
		}
		if n := skipFields(unsafeio.BytesOf(in), 0, len(in), 4); n >= 0 {
			t.Errorf("skipFields gives %d with too few levels", n)
		}
	}
}

// What was given up is not looked at again from each level of nesting: the
// offset says how far it came.
func TestSkipFieldsGivesUp(t *testing.T) {
	if bestLevel() == 0 {
		t.Skip("no assembly in this build, or on this CPU")
	}
	b := slices.Concat(bytes.Repeat([]byte{0x1c}, 20), []byte{0x19, 0xf5, 0xff, 0x7f}, make([]byte, 16383), []byte{0x1b, 0}, make([]byte, 21))
	m := ^skipFields(unsafeio.BytesOf(b), 0, len(b), 64)
	if m < 16383 || m > len(b) {
		t.Errorf("it gave up at %d of %d", m, len(b))
	}
	s := skipper{b: b}
	if n := s.fields(0, 64); n != len(b) || s.vain > skipBytes+2*len(b) {
		t.Errorf("fields gives %d of %d, and read %d in vain", n, len(b), s.vain)
	}
	deep := slices.Concat(bytes.Repeat([]byte{0x1c}, 60), []byte{0x19, 0xf5, 0xff, 0x7f}, make([]byte, 16383), []byte{0x1b, 0}, make([]byte, 61))
	many := slices.Concat([]byte{0x29, 0xfc, 100}, bytes.Repeat(deep, 100), []byte{0})
	s = skipper{b: many}
	if n := s.fields(0, 64); n != len(many) || s.vain > 2*skipBytes+2*len(many) {
		t.Errorf("fields gives %d of %d, and read %d in vain", n, len(many), s.vain)
	}
}
