package compact_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/internal/wiretest"
)

func toBinary(src []byte) ([]byte, int)   { return compact.StructToBinary(nil, src, limit) }
func fromBinary(src []byte) ([]byte, int) { return compact.StructFromBinary(nil, src, limit) }

// pairs are one struct in both protocols.
var pairs = []struct {
	compact, binary string
}{
	{"00", "00"},
	// bools: field 1 true, field 2 false, field 32767 true
	{"11 12 01 feff03 00", "02 0001 01" + "02 0002 00" + "02 7fff 01" + "00"},
	// every scalar, ids going down
	{"43 80" + "04 06 ffff03" + "05 04 ffffffff0f" + "06 02 ffffffffffffffffff01" + "07 00 000000000000f83f" + "0d 01 00112233445566778899aabbccddeeff" + "00",
		"03 0004 80" + "06 0003 8000" + "08 0002 80000000" + "0a 0001 8000000000000000" +
			"04 0000 3ff8000000000000" + "10 ffff 00112233445566778899aabbccddeeff" + "00"},
	{"18 03 616263 f8 00 00", "0b 0001 00000003 616263" + "0b 0010 00000000" + "00"},
	// a struct in a struct: ids start anew, and go on behind it
	{"2c 11 1c 00 00 15 02 00", "0c 0002" + "02 0001 01" + "0c 0002 00" + "00" + "08 0003 00000001" + "00"},
	// lists and sets, short and long
	{"19 31 010201 1a 05 00", "0f 0001 02 00000003 010001" + "0e 0002 08 00000000" + "00"},
	{"19 f3 0f 000102030405060708090a0b0c0d0e 00", "0f 0001 03 0000000f 000102030405060708090a0b0c0d0e" + "00"},
	{"19 2d 00112233445566778899aabbccddeeff ffeeddccbbaa99887766554433221100 00",
		"0f 0001 10 00000002 00112233445566778899aabbccddeeff ffeeddccbbaa99887766554433221100" + "00"},
	{"19 29 09 1c 11 00 00", "0f 0001 0f 00000002" + "0f 00000000" + "0c 00000001 02 0001 01 00" + "00"},
	// maps: bool to double, string to map of struct to set
	{"1b 02 17 01 000000000000f83f 02 0000000000000000 00",
		"0d 0001 02 04 00000002 01 3ff8000000000000 00 0000000000000000" + "00"},
	{"1b 01 8b 01 61 01 ca 15 04 00 14 02 00",
		"0d 0001 0b 0d 00000001 00000001 61" + "0c 0e 00000001" + "08 0001 00000002 00" + "06 00000001 0001" + "00"},
	// empty ones: Compact's map has no types, and an unknown type is none
	{"1b 00 00", "0d 0001 00 00 00000000" + "00"},
	{"19 00 00", "0f 0001 00 00000000" + "00"},
}

func TestTranscode(t *testing.T) {
	for _, tt := range pairs {
		c, b := unhex(tt.compact), unhex(tt.binary)
		checkPair(t, tt.compact, c, b)
		if got, n := toBinary(c); n != len(c) || string(got) != string(b) {
			t.Errorf("StructToBinary %s = %x, %d, want %x, %d", tt.compact, got, n, b, len(c))
		}
	}
}

// checkPair holds the transcoders against one struct in both protocols. The
// types of empty maps in b need not come back.
func checkPair(t *testing.T, name string, c, b []byte) {
	t.Helper()
	got, n := compact.StructFromBinary([]byte("ab"), []byte(string(b)+"\xff"), limit)
	if n != len(b) || string(got) != "ab"+string(c) {
		t.Errorf("%s: StructFromBinary %x = %x, %d, want %x, %d", name, b, got, n, c, len(b))
	}
	got, n = compact.StructToBinary([]byte("ab"), []byte(string(c)+"\xff"), limit)
	if n != len(c) || !sameButEmptyMaps(got[2:], b) {
		t.Errorf("%s: StructToBinary %x = %x, %d, want %x, %d", name, c, got, n, b, len(c))
	}

	raw := b[:len(b)-1]
	got, last, n := compact.AppendFieldsFromBinary(nil, raw, 0, limit)
	if n != len(raw) || string(compact.AppendStop(got)) != string(c) {
		t.Errorf("%s: AppendFieldsFromBinary %x = %x, %d, want %x without the stop field, %d", name, raw, got, n, c, len(raw))
	}
	fields, lastID := fieldsToBinary(t, c)
	if !sameButEmptyMaps(fields, raw) || last != lastID {
		t.Errorf("%s: AppendFieldToBinary, field by field = %x, last id %d, want %x, %d", name, fields, lastID, raw, last)
	}
}

// sameButEmptyMaps compares Binary bytes; where want has the types of an empty
// map, got has zeros.
func sameButEmptyMaps(got, want []byte) bool {
	if len(got) != len(want) {
		return false
	}
	for i := range got {
		if got[i] != want[i] && got[i] != 0 {
			return false
		}
	}
	return true
}

// fieldsToBinary converts a Compact struct one field at a time.
func fieldsToBinary(t *testing.T, c []byte) (out []byte, last int16) {
	t.Helper()
	for i := 0; ; {
		typ, id, n := compact.ConsumeFieldHeader(c[i:], last)
		if n < 0 {
			t.Fatalf("ConsumeFieldHeader = %d", n)
		}
		if typ == compact.TypeStop {
			return out, last
		}
		i += n
		if out, n = compact.AppendFieldToBinary(out, c[i:], typ, id, limit); n < 0 {
			t.Fatalf("AppendFieldToBinary of type %s = %d", typ, n)
		}
		if want := compact.SkipFieldValue(c[i:], typ, limit); n != want {
			t.Errorf("AppendFieldToBinary of type %s used %d bytes, SkipFieldValue %d", typ, n, want)
		}
		i += n
		last = id
	}
}

func TestTranscodeGolden(t *testing.T) {
	exact := 0
	for _, tt := range wiretest.Golden() {
		checkPair(t, tt.Name, tt.Compact, tt.Binary)
		b, _ := toBinary(tt.Compact)
		if string(b) == string(tt.Binary) {
			exact++
		} else if c, n := fromBinary(b); n < 0 || string(c) != string(tt.Compact) {
			t.Errorf("%s: Compact to Binary and back = %x, %d, want %x", tt.Name, c, n, tt.Compact)
		}
	}
	if all := len(wiretest.Golden()); exact < all*9/10 {
		t.Errorf("%d of %d vectors are exact in Binary, want all but those with empty maps", exact, all)
	}
}

// TestTranscodeLoose: what is read in more than one form is written in one.
func TestTranscodeLoose(t *testing.T) {
	for _, tt := range pairsLoose {
		c, b := unhex(tt.compact), unhex(tt.binary)
		if got, n := toBinary(c); n != len(c) || string(got) != string(b) {
			t.Errorf("%s: StructToBinary %x = %x, %d, want %x, %d", tt.why, c, got, n, b, len(c))
		}
	}
	c, b := unhex("11 12 19 41 01020202 00"), unhex("02 0001 01"+"02 0002 02"+"0f 0003 02 00000004 01 00 02 ff"+"00")
	if got, n := fromBinary(b); n != len(b) || string(got) != string(c) {
		t.Errorf("bool bytes: StructFromBinary %x = %x, %d, want %x, %d", b, got, n, c, len(b))
	}
}

var pairsLoose = []struct {
	why, compact, binary string
}{
	{"bool elements", "19 52 01020003ff 00", "0f 0001 02 00000005 0100000000" + "00"},
	{"long form of a header", "05 02 02 00", "08 0001 00000001" + "00"},
	{"long form of a size", "19 f3 01 07 00", "0f 0001 03 00000001 07" + "00"},
	{"long varints", "15 828000 18 8100 61 00", "08 0001 00000001" + "0b 0002 00000001 61" + "00"},
	{"unknown type of an empty list", "19 0e 00", "0f 0001 00 00000000" + "00"},
}

func TestFieldsFromBinaryAfter(t *testing.T) {
	raw := unhex("08 0005 00000001" + "02 0006 01" + "0b 0003 00000000")
	for _, tt := range []struct {
		last int16
		want string
	}{
		{0, "55 02 11 08 06 00"},
		{4, "15 02 11 08 06 00"},
		{5, "05 0a 02 11 08 06 00"},
	} {
		got, last, n := compact.AppendFieldsFromBinary([]byte("ab"), raw, tt.last, limit)
		if want := "ab" + string(unhex(tt.want)); string(got) != want || last != 3 || n != len(raw) {
			t.Errorf("AppendFieldsFromBinary after %d = %x, %d, %d, want %x, 3, %d", tt.last, got, last, n, want, len(raw))
		}
	}
	if got, last, n := compact.AppendFieldsFromBinary([]byte("ab"), nil, 9, 0); string(got) != "ab" || last != 9 || n != 0 {
		t.Errorf("AppendFieldsFromBinary of nothing = %q, %d, %d, want ab, 9, 0", got, last, n)
	}
}

func TestTranscodeFaults(t *testing.T) {
	for _, tt := range []struct {
		raw  string
		code int
	}{
		{"00", walk.BadHeader},
		{"02 0001 01" + "00", walk.BadHeader},
		{"02 0001", walk.Truncated},
		{"08 0001 000000", walk.Truncated},
		{"07 0001 01", walk.TypeCode},
		{"0b 0001 ffffffff", walk.Negative},
		{"0f 0001 07 00000001 00", walk.TypeCode},
		{"0c 0001 02 0001 01", walk.Truncated},
	} {
		got, last, n := compact.AppendFieldsFromBinary([]byte("ab"), unhex(tt.raw), 5, limit)
		if string(got) != "ab" || last != 5 || n != tt.code {
			t.Errorf("AppendFieldsFromBinary %s = %q, %d, %d, want ab, 5, %d", tt.raw, got, last, n, tt.code)
		}
	}
	for _, tt := range []struct {
		typ  compact.Type
		wire string
		code int
	}{
		{compact.TypeStop, "00", walk.TypeCode},
		{compact.Type(14), "00", walk.TypeCode},
		{compact.TypeI16, "808004", walk.Varint},
		{compact.TypeStruct, "15 02", walk.Truncated},
		{compact.TypeList, "1e 00", walk.TypeCode},
		{compact.TypeMap, "01 50 0000", walk.TypeCode},
	} {
		got, n := compact.AppendFieldToBinary([]byte("ab"), unhex(tt.wire), tt.typ, 1, limit)
		if string(got) != "ab" || n != tt.code {
			t.Errorf("AppendFieldToBinary of type %s %s = %q, %d, want ab, %d", tt.typ, tt.wire, got, n, tt.code)
		}
	}
}

func TestTranscodeDepth(t *testing.T) {
	for _, tt := range nests {
		for _, levels := range []int{1, 2, limit, limit + 1, 1000} {
			around := levels - tt.levelOfLeaf
			value := unhex(strings.Repeat(tt.head, around) + tt.leaf + strings.Repeat(tt.tail, around))
			raw, n := compact.AppendFieldToBinary(nil, value, tt.typ, 1, levels)
			if n != len(value) || binary.ValidFields(raw, levels) != len(raw) {
				t.Errorf("%s: %d levels at depth %d: AppendFieldToBinary = %d, want %d", tt.name, levels, levels, n, len(value))
			}
			if _, n = compact.AppendFieldToBinary(nil, value, tt.typ, 1, levels-1); n != walk.Depth {
				t.Errorf("%s: %d levels at depth %d: AppendFieldToBinary = %d, want walk.Depth", tt.name, levels, levels-1, n)
			}
			got, _, n := compact.AppendFieldsFromBinary(nil, raw, 0, levels)
			if want := string(byte(0x10|tt.typ)) + string(value); n != len(raw) || string(got) != want {
				t.Errorf("%s: %d levels at depth %d: AppendFieldsFromBinary = %d, want %d", tt.name, levels, levels, n, len(raw))
			}
			if _, _, n = compact.AppendFieldsFromBinary(nil, raw, 0, levels-1); n != walk.Depth {
				t.Errorf("%s: %d levels at depth %d: AppendFieldsFromBinary = %d, want walk.Depth", tt.name, levels, levels-1, n)
			}
		}
	}
}

// TestTranscodeMutations: the transcoders take what Skip takes, of whatever
// input; what they write is whole, no longer than promised, and settled: there
// and back again changes nothing.
func TestTranscodeMutations(t *testing.T) {
	const seed = 26
	guard := wiretest.NewGuard(t, 1<<16)
	for _, tt := range wiretest.Golden() {
		if len(tt.Binary) > 1<<10 {
			continue
		}
		for b := range wiretest.Mutations(tt.Compact, seed, 30) {
			checkToBinary(t, guard.Put(b))
		}
		for b := range wiretest.Mutations(tt.Binary, seed, 30) {
			checkFromBinary(t, guard.Put(b))
		}
	}
	r := rand.New(rand.NewPCG(seed, 0))
	for range 30_000 {
		b := guard.Tail(r.IntN(48))
		for i := range b {
			b[i] = byte(r.Uint32()) & byte(r.Uint32()|0x0f)
		}
		checkToBinary(t, b)
		checkFromBinary(t, b)
	}
}

func checkToBinary(t *testing.T, c []byte) {
	t.Helper()
	b, n := toBinary(c)
	if want := skipStruct(c); n != want {
		t.Errorf("StructToBinary %x = %d, Skip = %d", c, n, want)
	}
	if n < 0 {
		return
	}
	if len(b) > 8*n || binary.Skip(b, binary.TypeStruct, structDepth) != len(b) {
		t.Errorf("StructToBinary %x = %x, which is no struct, or more than 8 times as long", c[:n], b)
	}
	again, m := fromBinary(b)
	if b2, n2 := toBinary(again); m != len(b) || n2 != len(again) || string(b2) != string(b) {
		t.Errorf("StructToBinary %x = %x, and there and back again %x", c[:n], b, b2)
	}
}

func checkFromBinary(t *testing.T, b []byte) {
	t.Helper()
	c, n := fromBinary(b)
	if want := binary.Skip(b, binary.TypeStruct, structDepth); n != want {
		t.Errorf("StructFromBinary %x = %d, Skip = %d", b, n, want)
	}
	if n < 0 {
		return
	}
	if 2*len(c) > 3*n || skipStruct(c) != len(c) {
		t.Errorf("StructFromBinary %x = %x, which is no struct, or more than 1.5 times as long", b[:n], c)
	}
	again, m := toBinary(c)
	if c2, n2 := fromBinary(again); m != len(c) || n2 != len(again) || string(c2) != string(c) {
		t.Errorf("StructFromBinary %x = %x, and there and back again %x", b[:n], c, c2)
	}
}
