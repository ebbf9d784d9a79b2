package compact_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/internal/ref"
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/internal/wiretest"
)

const (
	limit       = 64        // codec's default of levels below the root
	structDepth = limit + 1 // the root is a level for Skip
)

func skipStruct(b []byte) int { return compact.Skip(b, compact.TypeStruct, structDepth) }

func TestSkip(t *testing.T) {
	for _, tt := range []struct {
		typ  compact.Type
		wire string
	}{
		{compact.TypeTrue, "07"},
		{compact.TypeFalse, "01"},
		{compact.TypeI8, "80"},
		{compact.TypeI16, "ffff03"},
		{compact.TypeI32, "ffffffff0f"},
		{compact.TypeI64, "ffffffffffffffffff01"},
		{compact.TypeI64, "8000"},
		{compact.TypeDouble, "000000000000f83f"},
		{compact.TypeUUID, "00112233445566778899aabbccddeeff"},
		{compact.TypeString, "00"},
		{compact.TypeString, "03 616263"},
		{compact.TypeStruct, "00"},
		// field 1: i32, 2: true, 3: false, 4: string, -1: uuid, 0: true
		{compact.TypeStruct, "15 02" + "11" + "12" + "18 01 61" + "0d 01 00112233445566778899aabbccddeeff" + "11" + "00"},
		{compact.TypeList, "05"},
		{compact.TypeList, "0e"}, // empty, of an unknown type
		{compact.TypeList, "26 02 8001"},
		{compact.TypeList, "f4 09 00 01 02 03 04 05 06 8001 ffff03"},
		{compact.TypeSet, "28 01 61 00"},
		{compact.TypeSet, "31 01 00 02"},
		{compact.TypeSet, "32 01 00 02"},
		{compact.TypeList, "29 09 1c 00"},
		{compact.TypeList, "3c 00 11 00 00"},
		{compact.TypeMap, "00"},
		{compact.TypeMap, "01 4d 02 00112233445566778899aabbccddeeff"},
		{compact.TypeMap, "02 84 01 61 02 00 04"},
		{compact.TypeMap, "01 cb 00 01 39 01 23 01 02"},
	} {
		checkSkip(t, tt.wire, unhex(tt.wire), tt.typ)
	}
}

// checkSkip holds Skip and SkipAt against the length of one whole value, with
// and without what follows or goes before, and against its prefixes.
func checkSkip(t *testing.T, name string, b []byte, typ compact.Type) {
	t.Helper()
	guard := wiretest.NewGuard(t, len(b)+16)
	if n := compact.Skip(guard.Put(b), typ, structDepth); n != len(b) {
		t.Errorf("%s: Skip = %d, want %d", name, n, len(b))
	}
	longer := guard.Put([]byte("ab" + string(b) + "\xff\x00\xff"))
	if n, _ := compact.SkipAt(longer, 2, typ, structDepth); n != len(b)+2 {
		t.Errorf("%s: SkipAt 2 = %d, want %d", name, n, len(b)+2)
	}
	step := 1 + len(b)/512
	for n := 0; n < len(b); n += step {
		if got := compact.Skip(guard.Put(b[:n]), typ, structDepth); got != walk.Truncated {
			t.Errorf("%s: Skip of the first %d bytes = %d, want walk.Truncated", name, n, got)
		}
	}
}

func TestSkipFieldValue(t *testing.T) {
	for _, typ := range []compact.Type{compact.TypeTrue, compact.TypeFalse} {
		if n := compact.SkipFieldValue(nil, typ, 0); n != 0 {
			t.Errorf("SkipFieldValue of type %d = %d, want 0", typ, n)
		}
		if n := compact.Skip(nil, typ, 0); n != walk.Truncated {
			t.Errorf("Skip of an element of type %d = %d, want walk.Truncated", typ, n)
		}
	}
	if n := compact.SkipFieldValue(unhex("02 6162"), compact.TypeString, 0); n != 3 {
		t.Errorf("SkipFieldValue of a string = %d, want 3", n)
	}
}

func TestSkipFaults(t *testing.T) {
	for _, tt := range []struct {
		typ  compact.Type
		wire string
		code int
		at   int
	}{
		{compact.TypeStop, "00", walk.TypeCode, 0},
		{compact.Type(14), "00", walk.TypeCode, 0},
		{compact.Type(255), "00", walk.TypeCode, 0},
		{compact.TypeI16, "808004", walk.Varint, 0},
		{compact.TypeI32, "8080808010", walk.Varint, 0},
		{compact.TypeI64, "80808080808080808002", walk.Varint, 0},
		{compact.TypeString, "ffffffff0f", walk.Negative, 0},
		{compact.TypeString, "8080808010", walk.Varint, 0},
		{compact.TypeStruct, "11" + "1e 00", walk.TypeCode, 1},
		{compact.TypeStruct, "11" + "10", walk.BadHeader, 1},
		{compact.TypeStruct, "11" + "05 828008 00", walk.FieldID, 1},
		{compact.TypeStruct, "01 feff03" + "11", walk.FieldID, 4},
		{compact.TypeStruct, "11" + "18 05 61", walk.Truncated, 2},
		{compact.TypeStruct, "11" + "05", walk.Truncated, 1},
		{compact.TypeStruct, "11" + "16 80", walk.Truncated, 2},
		{compact.TypeStruct, "11", walk.Truncated, 1},
		{compact.TypeList, "25 02", walk.Truncated, 0},
		{compact.TypeList, "25 02 80", walk.Truncated, 2},
		{compact.TypeList, "f5 ffffffff0f", walk.Negative, 0},
		{compact.TypeList, "1e 00", walk.TypeCode, 0},
		{compact.TypeList, "f0 ffffffff07", walk.TypeCode, 0},
		{compact.TypeList, "fd 8080808001 00", walk.Truncated, 0},
		{compact.TypeList, "28 01 61 05 6100", walk.Truncated, 3},
		{compact.TypeList, "29 09 1c", walk.Truncated, 2},
		{compact.TypeList, "f4 0a 0001020304050607 808004 00", walk.Varint, 10},
		{compact.TypeList, "f5 0a 0001 8080808080808000 0000000000000000", walk.Varint, 4},
		{compact.TypeMap, "ffffffff0f", walk.Negative, 0},
		{compact.TypeMap, "01 50 0000", walk.TypeCode, 0},
		{compact.TypeMap, "8080808001 dd 00", walk.Truncated, 0},
		{compact.TypeMap, "01 38 01 ffffffff0f", walk.Negative, 3},
		{compact.TypeMap, "01 83 ffffffff0f 01", walk.Negative, 2},
	} {
		b := unhex(tt.wire)
		if n := compact.Skip(b, tt.typ, structDepth); n != tt.code {
			t.Errorf("Skip %s %s = %d, want %d", tt.typ, tt.wire, n, tt.code)
		}
		if n, at := compact.SkipAt(append(unhex("ffff"), b...), 2, tt.typ, structDepth); n != tt.code || at != tt.at+2 {
			t.Errorf("SkipAt 2 of %s %s = %d, fault at %d, want %d at %d", tt.typ, tt.wire, n, at, tt.code, tt.at+2)
		}
	}
}

// nests are values of one level each, around a value of the same type.
var nests = []struct {
	name        string
	typ         compact.Type
	head, tail  string
	leaf        string // of the same type: a level of its own, or none
	levelOfLeaf int
}{
	{"struct", compact.TypeStruct, "1c", "00", "00", 1},
	{"list", compact.TypeList, "19", "", "09", 0},
	{"list around a value", compact.TypeList, "19", "", "13 07", 1},
	{"list around a varint", compact.TypeList, "19", "", "15 07", 1},
	{"set", compact.TypeSet, "1a", "", "03", 0},
	{"map by value", compact.TypeMap, "01 3b 01", "", "00", 0},
	{"map by key", compact.TypeMap, "01 b3", "01", "00", 0},
	{"map of fixed size inside", compact.TypeMap, "01 3b 01", "", "01 33 0102", 1},
}

func TestSkipDepth(t *testing.T) {
	for _, tt := range nests {
		for _, levels := range []int{1, 2, limit, limit + 1, 1000, 100_000} {
			around := levels - tt.levelOfLeaf
			b := unhex(strings.Repeat(tt.head, around) + tt.leaf + strings.Repeat(tt.tail, around))
			if n := compact.Skip(b, tt.typ, levels); n != len(b) {
				t.Errorf("%s: %d levels at depth %d: Skip = %d, want %d", tt.name, levels, levels, n, len(b))
			}
			if n := compact.Skip(b, tt.typ, levels-1); n != walk.Depth {
				t.Errorf("%s: %d levels at depth %d: Skip = %d, want walk.Depth", tt.name, levels, levels-1, n)
			}
			if n := compact.Skip(b, tt.typ, -1); n != walk.Depth {
				t.Errorf("%s: depth -1: Skip = %d, want walk.Depth", tt.name, n)
			}
			root := append(append([]byte{0x10 | byte(tt.typ)}, b...), 0)
			if n := skipStruct(root); (n == len(root)) != (levels <= limit) {
				t.Errorf("%s: %d levels below the root: Skip = %d of %d bytes", tt.name, levels, n, len(root))
			}
		}
	}
	if n := compact.Skip(unhex("09"), compact.TypeList, 0); n != 1 {
		t.Errorf("an empty list at depth 0: Skip = %d, want 1", n)
	}
}

func TestSkipGolden(t *testing.T) {
	for _, tt := range wiretest.Golden() {
		checkSkip(t, tt.Name, tt.Compact, compact.TypeStruct)
	}
}

// TestSkipMalformed: what every reference implementation refuses is refused,
// and for the rest the oracle decides.
func TestSkipMalformed(t *testing.T) {
	for _, tt := range wiretest.Malformed() {
		if tt.Protocol != "compact" {
			continue
		}
		n := skipStruct(tt.Input)
		if tt.Strength == "must" && strings.HasPrefix(tt.Expect, "error") && n >= 0 {
			t.Errorf("%s: Skip = %d, want: %s", tt.Name, n, tt.Expect)
		}
		agree(t, tt.Name, tt.Input, n)
	}
}

// agree holds the result of a skipped struct against the oracle.
func agree(t *testing.T, name string, b []byte, n int) {
	t.Helper()
	want, err := ref.Skip(b, ref.Compact, ref.Options{})
	if err != nil && n >= 0 || err == nil && n != want {
		t.Errorf("%s: Skip of %x = %d, want %d, %v", name, b, n, want, err)
	}
}

func TestSkipMutations(t *testing.T) {
	const seed = 23
	guard := wiretest.NewGuard(t, 1<<16)
	for _, tt := range wiretest.Golden() {
		if len(tt.Compact) > 1<<10 {
			continue
		}
		for b := range wiretest.Mutations(tt.Compact, seed, 60) {
			b = guard.Put(b)
			agree(t, tt.Name, b, skipStruct(b))
		}
	}
}

// TestSkipNoise: nothing but random bytes, with every type.
func TestSkipNoise(t *testing.T) {
	const seed = 24
	r := rand.New(rand.NewPCG(seed, 0))
	guard := wiretest.NewGuard(t, 64)
	for range 100_000 {
		b := guard.Tail(r.IntN(64))
		for i := range b {
			b[i] = byte(r.Uint32()) & byte(r.Uint32()|0x0f)
		}
		agree(t, "noise", b, skipStruct(b))
		typ, i := compact.Type(r.IntN(16)), r.IntN(len(b)+1)
		if n, at := compact.SkipAt(b, i, typ, 5); n > len(b) || n >= 0 && n < i || n < 0 && (at < i || at > len(b)) {
			t.Fatalf("seed %d: SkipAt %d of %s %x = %d, fault at %d", seed, i, typ, b, n, at)
		}
	}
}

// TestSkipVarintLists compares lists of varints, which are skipped a word at a
// time, with the same varints one by one.
func TestSkipVarintLists(t *testing.T) {
	const seed = 25
	r := rand.New(rand.NewPCG(seed, 0))
	guard := wiretest.NewGuard(t, 1<<10)
	for range 50_000 {
		typ := compact.TypeI16 + compact.Type(r.IntN(3))
		width := []int{16, 32, 64}[typ-compact.TypeI16]
		size := 1 + r.IntN(40)
		body := []byte{}
		for range size {
			v := r.Uint64() >> (64 - width) >> r.IntN(width)
			if r.IntN(200) == 0 {
				v = r.Uint64() >> r.IntN(64) // may be too large
			}
			body = compact.AppendVarint(body, v)
			if r.IntN(100) == 0 { // longer than need be, maybe too long
				body[len(body)-1] |= 0x80
				body = append(body, make([]byte, 1+r.IntN(2))...)
			}
		}
		if r.IntN(4) == 0 {
			body = body[:r.IntN(len(body)+1)]
		}
		want, n := 0, 0
		for i := 0; i < size && n >= 0; i++ {
			if n = compact.Skip(body[want:], typ, 0); n >= 0 {
				want += n
			}
		}
		at := want
		b := guard.Put(append(compact.AppendListHeader(nil, typ, size), body...))
		if len(body) < size {
			n, at = walk.Truncated, 0 // refused by the header
		} else if at += len(b) - len(body); n >= 0 {
			n, at = at, 0
		}
		if got, gotAt := compact.SkipAt(b, 0, compact.TypeList, 1); got != n || gotAt != at {
			t.Fatalf("seed %d: SkipAt of %x = %d, fault at %d, want %d, %d", seed, b, got, gotAt, n, at)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	if wiretest.Sanitized {
		t.Skip("the sanitizer allocates")
	}
	wiretest.NeedsStack(t)
	var inputs [][]byte
	for _, tt := range wiretest.Golden() {
		inputs = append(inputs, tt.Compact)
	}
	if n := testing.AllocsPerRun(1, func() {
		for _, b := range inputs {
			skipStruct(b)
		}
	}); n != 0 {
		t.Errorf("Skip allocates %v times, want 0", n)
	}
	room := make([]byte, 0, 256)
	if n := testing.AllocsPerRun(10, func() {
		b := compact.AppendMessageHeader(room, "method", 1, -1)
		b = compact.AppendFieldHeader(b, compact.TypeMap, 100, 1)
		b = compact.AppendMapHeader(b, compact.TypeString, compact.TypeUUID, 1)
		b = compact.AppendUUID(compact.AppendString(b, "key"), [16]byte{})
		b = compact.AppendDouble(compact.AppendI64(compact.AppendI32(b, 1<<20), 1<<40), 3)
		compact.AppendStop(compact.AppendListHeader(b, compact.TypeI8, 0))
	}); n != 0 {
		t.Errorf("appending within the capacity allocates %v times, want 0", n)
	}
}
