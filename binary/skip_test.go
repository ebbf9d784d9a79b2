package binary_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/internal/ref"
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/internal/wiretest"
)

const (
	limit       = 64        // codec's default of levels below the root
	structDepth = limit + 1 // the root is a level for Skip
)

func skipStruct(b []byte) int { return binary.Skip(b, binary.TypeStruct, structDepth) }

func TestSkip(t *testing.T) {
	for _, tt := range []struct {
		typ  binary.Type
		wire string
	}{
		{binary.TypeBool, "07"},
		{binary.TypeI8, "80"},
		{binary.TypeI16, "0102"},
		{binary.TypeI32, "01020304"},
		{binary.TypeI64, "0102030405060708"},
		{binary.TypeDouble, "3ff8000000000000"},
		{binary.TypeUUID, "00112233445566778899aabbccddeeff"},
		{binary.TypeString, "00000000"},
		{binary.TypeString, "00000003 616263"},
		{binary.TypeStruct, "00"},
		// field 1: i32, field 2: bool, field 3: string, field -1: uuid
		{binary.TypeStruct, "08 0001 00000001" + "02 0002 01" + "0b 0003 00000001 61" +
			"10 ffff 00112233445566778899aabbccddeeff" + "00"},
		{binary.TypeList, "08 00000000"},
		{binary.TypeList, "63 00000000"}, // empty, of an unknown type
		{binary.TypeList, "0a 00000002 0000000000000001 0000000000000002"},
		{binary.TypeSet, "0b 00000002 00000001 61 00000000"},
		{binary.TypeSet, "02 00000003 01 00 01"},
		{binary.TypeList, "0f 00000002 0f 00000000 0c 00000001 00"},
		{binary.TypeList, "0c 00000003 00 02 0001 01 00 00"},
		{binary.TypeMap, "00 00 00000000"},
		{binary.TypeMap, "06 10 00000001 0001 00112233445566778899aabbccddeeff"},
		{binary.TypeMap, "0b 06 00000002 00000001 61 0001 00000000 0002"},
		{binary.TypeMap, "0c 0d 00000001 00 03 0f 00000001 01 03 00000002 0102"},
	} {
		b := unhex(tt.wire)
		checkSkip(t, tt.wire, b, tt.typ)
	}
}

// checkSkip holds Skip and SkipAt against the length of one whole value, with
// and without what follows or goes before, and against its prefixes.
func checkSkip(t *testing.T, name string, b []byte, typ binary.Type) {
	t.Helper()
	guard := wiretest.NewGuard(t, len(b)+16)
	if n := binary.Skip(guard.Put(b), typ, structDepth); n != len(b) {
		t.Errorf("%s: Skip = %d, want %d", name, n, len(b))
	}
	longer := guard.Put([]byte("ab" + string(b) + "\xff\x00\xff"))
	if n, _ := binary.SkipAt(longer, 2, typ, structDepth); n != len(b)+2 {
		t.Errorf("%s: SkipAt 2 = %d, want %d", name, n, len(b)+2)
	}
	step := 1 + len(b)/512
	for n := 0; n < len(b); n += step {
		if got := binary.Skip(guard.Put(b[:n]), typ, structDepth); got != walk.Truncated {
			t.Errorf("%s: Skip of the first %d bytes = %d, want walk.Truncated", name, n, got)
		}
	}
}

func TestSkipFaults(t *testing.T) {
	for _, tt := range []struct {
		typ  binary.Type
		wire string
		code int
		at   int
	}{
		{binary.TypeStop, "00", walk.TypeCode, 0},
		{binary.Type(1), "00", walk.TypeCode, 0},
		{binary.Type(17), "00", walk.TypeCode, 0},
		{binary.Type(255), "00", walk.TypeCode, 0},
		{binary.TypeString, "ffffffff", walk.Negative, 0},
		{binary.TypeStruct, "02 0001 01" + "05 0002 00", walk.TypeCode, 4},
		{binary.TypeStruct, "02 0001 01" + "0b 0002 80000000", walk.Negative, 7},
		{binary.TypeStruct, "02 0001 01" + "0b 00", walk.Truncated, 4},
		{binary.TypeStruct, "02 0001 01" + "08 0002 000000", walk.Truncated, 7},
		{binary.TypeStruct, "02 0001 01", walk.Truncated, 4},
		{binary.TypeList, "08 00000002 00000001 000000", walk.Truncated, 0},
		{binary.TypeList, "08 ffffffff", walk.Negative, 0},
		{binary.TypeList, "07 00000001 00", walk.TypeCode, 0},
		{binary.TypeList, "00 7fffffff", walk.TypeCode, 0},
		{binary.TypeList, "10 10000000 00", walk.Truncated, 0},
		{binary.TypeList, "0b 00000002 00000001 61 00000005 6100", walk.Truncated, 10},
		{binary.TypeList, "0f 00000002 0f 00000000 0c 00000001", walk.Truncated, 10},
		{binary.TypeMap, "08 08 ffffffff", walk.Negative, 0},
		{binary.TypeMap, "08 01 00000001 0000000000000000", walk.TypeCode, 0},
		{binary.TypeMap, "10 10 08000000 00", walk.Truncated, 0},
		{binary.TypeMap, "03 0b 00000001 01 ffffffff", walk.Negative, 7},
		{binary.TypeMap, "0b 03 00000001 ffffffff 01", walk.Negative, 6},
	} {
		b := unhex(tt.wire)
		if n := binary.Skip(b, tt.typ, structDepth); n != tt.code {
			t.Errorf("Skip %s %s = %d, want %d", tt.typ, tt.wire, n, tt.code)
		}
		if n, at := binary.SkipAt(append(unhex("ffff"), b...), 2, tt.typ, structDepth); n != tt.code || at != tt.at+2 {
			t.Errorf("SkipAt 2 of %s %s = %d, fault at %d, want %d at %d", tt.typ, tt.wire, n, at, tt.code, tt.at+2)
		}
	}
}

// nests are values of one level each, around a value of the same type.
var nests = []struct {
	name        string
	typ         binary.Type
	head, tail  string
	leaf        string // of the same type: a level of its own, or none
	levelOfLeaf int
}{
	{"struct", binary.TypeStruct, "0c 0001", "00", "00", 1},
	{"list", binary.TypeList, "0f 00000001", "", "0f 00000000", 0},
	{"list around a value", binary.TypeList, "0f 00000001", "", "03 00000001 07", 1},
	{"set", binary.TypeSet, "0e 00000001", "", "03 00000000", 0},
	{"map by value", binary.TypeMap, "03 0d 00000001 01", "", "0d 0d 00000000", 0},
	{"map by key", binary.TypeMap, "0d 03 00000001", "01", "0d 0d 00000000", 0},
	{"map of fixed size inside", binary.TypeMap, "03 0d 00000001 01", "", "03 03 00000001 0102", 1},
}

func TestSkipDepth(t *testing.T) {
	for _, tt := range nests {
		for _, levels := range []int{1, 2, limit, limit + 1, 1000, 100_000} {
			around := levels - tt.levelOfLeaf
			b := unhex(strings.Repeat(tt.head, around) + tt.leaf + strings.Repeat(tt.tail, around))
			if n := binary.Skip(b, tt.typ, levels); n != len(b) {
				t.Errorf("%s: %d levels at depth %d: Skip = %d, want %d", tt.name, levels, levels, n, len(b))
			}
			if n := binary.Skip(b, tt.typ, levels-1); n != walk.Depth {
				t.Errorf("%s: %d levels at depth %d: Skip = %d, want walk.Depth", tt.name, levels, levels-1, n)
			}
			if n := binary.Skip(b, tt.typ, -1); n != walk.Depth {
				t.Errorf("%s: depth -1: Skip = %d, want walk.Depth", tt.name, n)
			}
			root := append(append([]byte{byte(tt.typ), 0, 1}, b...), 0)
			if n := skipStruct(root); (n == len(root)) != (levels <= limit) {
				t.Errorf("%s: %d levels below the root: Skip = %d of %d bytes", tt.name, levels, n, len(root))
			}
		}
	}
	if n := binary.Skip(unhex("0f 00000000"), binary.TypeList, 0); n != 5 {
		t.Errorf("an empty list at depth 0: Skip = %d, want 5", n)
	}
}

func TestSkipGolden(t *testing.T) {
	for _, tt := range wiretest.Golden() {
		checkSkip(t, tt.Name, tt.Binary, binary.TypeStruct)
	}
}

// TestSkipMalformed: what every reference implementation refuses is refused,
// and for the rest the oracle decides.
func TestSkipMalformed(t *testing.T) {
	for _, tt := range wiretest.Malformed() {
		if tt.Protocol != "binary" {
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
	want, err := ref.Skip(b, ref.Binary, ref.Options{})
	if err != nil && n >= 0 || err == nil && n != want {
		t.Errorf("%s: Skip of %x = %d, want %d, %v", name, b, n, want, err)
	}
}

func TestSkipMutations(t *testing.T) {
	const seed = 20
	guard := wiretest.NewGuard(t, 1<<16)
	for _, tt := range wiretest.Golden() {
		if len(tt.Binary) > 1<<10 {
			continue
		}
		for b := range wiretest.Mutations(tt.Binary, seed, 60) {
			b = guard.Put(b)
			agree(t, tt.Name, b, skipStruct(b))
		}
	}
}

// TestSkipNoise: nothing but random bytes, with every type.
func TestSkipNoise(t *testing.T) {
	const seed = 21
	r := rand.New(rand.NewPCG(seed, 0))
	guard := wiretest.NewGuard(t, 64)
	interesting := []byte{0, 0, 0, 0, 1, 2, 3, 4, 6, 8, 10, 11, 12, 13, 14, 15, 16, 17, 0x7f, 0x80, 0xff}
	for range 100_000 {
		b := guard.Tail(r.IntN(64))
		for i := range b {
			b[i] = interesting[r.IntN(len(interesting))]
		}
		agree(t, "noise", b, skipStruct(b))
		typ, i := binary.Type(r.IntN(20)), r.IntN(len(b)+1)
		if n, at := binary.SkipAt(b, i, typ, 5); n > len(b) || n >= 0 && n < i || n < 0 && (at < i || at > len(b)) {
			t.Fatalf("seed %d: SkipAt %d of %s %x = %d, fault at %d", seed, i, typ, b, n, at)
		}
	}
}

func TestValidFields(t *testing.T) {
	for _, tt := range []struct {
		raw  string
		code int // 0: valid
	}{
		{"", 0},
		{"02 0001 01", 0},
		{"08 0001 00000001" + "0c ffff 00" + "0f 0003 08 00000000", 0},
		{"00", walk.BadHeader},
		{"02 0001 01" + "00", walk.BadHeader},
		{"02 0001", walk.Truncated},
		{"02 0001 01" + "02", walk.Truncated},
		{"07 0001 01", walk.TypeCode},
		{"0b 0001 ffffffff", walk.Negative},
		{"0c 0001 0c 0001 0c 0001 00 00 00", walk.Depth},
	} {
		want := tt.code
		if want == 0 {
			want = len(unhex(tt.raw))
		}
		if got := binary.ValidFields(unhex(tt.raw), 2); got != want {
			t.Errorf("ValidFields %s = %d, want %d", tt.raw, got, want)
		}
	}
	for _, tt := range wiretest.Golden() {
		raw := tt.Binary[:len(tt.Binary)-1]
		if n := binary.ValidFields(raw, limit); n != len(raw) {
			t.Errorf("%s: ValidFields = %d, want %d", tt.Name, n, len(raw))
		}
		if n := binary.ValidFields(tt.Binary, limit); n != walk.BadHeader {
			t.Errorf("%s: ValidFields with a stop field = %d, want walk.BadHeader", tt.Name, n)
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
		inputs = append(inputs, tt.Binary)
	}
	if n := testing.AllocsPerRun(1, func() {
		for _, b := range inputs {
			skipStruct(b)
			binary.ValidFields(b[:len(b)-1], limit)
		}
	}); n != 0 {
		t.Errorf("Skip allocates %v times, want 0", n)
	}
	room := make([]byte, 0, 256)
	if n := testing.AllocsPerRun(10, func() {
		b := binary.AppendMessageHeader(room, "method", 1, 1)
		b = binary.AppendFieldHeader(b, binary.TypeMap, 1)
		b = binary.AppendMapHeader(b, binary.TypeString, binary.TypeUUID, 1)
		b = binary.AppendUUID(binary.AppendString(b, "key"), [16]byte{})
		b = binary.AppendDouble(binary.AppendI64(binary.AppendI32(b, 1), 2), 3)
		binary.AppendStop(binary.AppendListHeader(b, binary.TypeI8, 0))
	}); n != 0 {
		t.Errorf("appending within the capacity allocates %v times, want 0", n)
	}
}
