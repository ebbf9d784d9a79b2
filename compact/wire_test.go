package compact_test

import (
	"encoding/hex"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/internal/wiretest"
)

// unhex returns the bytes of a hex string, blanks left out.
func unhex(s string) []byte {
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		panic(err)
	}
	return b[:len(b):len(b)]
}

// primitive is one type's triple of functions.
type primitive[T any] struct {
	append  func([]byte, T) []byte
	consume func([]byte) (T, int)
	size    func(T) int
}

type wireRow[T any] struct {
	v    T
	wire string
}

// check holds the three functions against the rows: the bytes, what is read
// from them, from what follows them, and from every prefix.
func (p primitive[T]) check(t *testing.T, same func(a, b T) bool, rows []wireRow[T]) {
	t.Helper()
	guard := wiretest.NewGuard(t, 1<<10)
	for _, tt := range rows {
		want := unhex(tt.wire)
		if got := p.append([]byte("ab"), tt.v); string(got) != "ab"+string(want) {
			t.Errorf("Append %v = %x, want %x behind what was there", tt.v, got, want)
		}
		if got := p.size(tt.v); got != len(want) {
			t.Errorf("Size %v = %d, want %d", tt.v, got, len(want))
		}
		for _, tail := range []string{"", "\xff", "\x00\x80\xff\xff\xff\xff\xff\xff\xff"} {
			v, n := p.consume(guard.Put([]byte(string(want) + tail)))
			if n != len(want) || !same(v, tt.v) {
				t.Errorf("Consume %x with tail %x = %v, %d, want %v, %d", want, tail, v, n, tt.v, len(want))
			}
		}
		var zero T
		for b := range wiretest.Prefixes(want) {
			if v, n := p.consume(guard.Put(b)); n != walk.Truncated || !same(v, zero) {
				t.Errorf("Consume %x = %v, %d, want the zero value, walk.Truncated", b, v, n)
			}
		}
	}
}

func equal[T comparable](a, b T) bool { return a == b }

func TestIntegers(t *testing.T) {
	primitive[int8]{compact.AppendI8, compact.ConsumeI8, compact.SizeI8}.check(t, equal, []wireRow[int8]{
		{0, "00"},
		{1, "01"},
		{-1, "ff"},
		{math.MaxInt8, "7f"},
		{math.MinInt8, "80"},
	})
	primitive[int16]{compact.AppendI16, compact.ConsumeI16, compact.SizeI16}.check(t, equal, []wireRow[int16]{
		{0, "00"},
		{-1, "01"},
		{1, "02"},
		{63, "7e"},
		{-64, "7f"},
		{64, "80 01"},
		{8191, "fe 7f"},
		{8192, "80 80 01"},
		{math.MaxInt16, "fe ff 03"},
		{math.MinInt16, "ff ff 03"},
	})
	primitive[int32]{compact.AppendI32, compact.ConsumeI32, compact.SizeI32}.check(t, equal, []wireRow[int32]{
		{0, "00"},
		{-1, "01"},
		{150, "ac 02"},
		{-1 << 20, "ff ff 7f"},
		{1 << 20, "80 80 80 01"},
		{math.MaxInt32, "fe ff ff ff 0f"},
		{math.MinInt32, "ff ff ff ff 0f"},
	})
	primitive[int64]{compact.AppendI64, compact.ConsumeI64, compact.SizeI64}.check(t, equal, []wireRow[int64]{
		{0, "00"},
		{-1, "01"},
		{1 << 27, "80 80 80 80 01"},
		{1 << 34, "80 80 80 80 80 01"},
		{1 << 41, "80 80 80 80 80 80 01"},
		{1 << 48, "80 80 80 80 80 80 80 01"},
		{1<<55 - 1, "fe ff ff ff ff ff ff 7f"},
		{1 << 55, "80 80 80 80 80 80 80 80 01"},
		{1 << 62, "80 80 80 80 80 80 80 80 80 01"},
		{math.MaxInt64, "fe ff ff ff ff ff ff ff ff 01"},
		{math.MinInt64, "ff ff ff ff ff ff ff ff ff 01"},
	})
}

func TestVarint(t *testing.T) {
	primitive[uint64]{compact.AppendVarint, compact.ConsumeVarint, compact.SizeVarint}.check(t, equal, []wireRow[uint64]{
		{0, "00"},
		{127, "7f"},
		{128, "80 01"},
		{50399, "df 89 03"}, // the specification's example
		{1<<63 - 1, "ff ff ff ff ff ff ff ff 7f"},
		{math.MaxUint64, "ff ff ff ff ff ff ff ff ff 01"},
	})
}

func TestZigzag(t *testing.T) {
	for _, tt := range []struct {
		v int64
		u uint64
	}{
		{0, 0}, {-1, 1}, {1, 2}, {-2, 3}, {2, 4},
		{math.MaxInt64, math.MaxUint64 - 1}, {math.MinInt64, math.MaxUint64},
	} {
		if got := compact.Zigzag(tt.v); got != tt.u {
			t.Errorf("Zigzag(%d) = %d, want %d", tt.v, got, tt.u)
		}
		if got := compact.Unzigzag(tt.u); got != tt.v {
			t.Errorf("Unzigzag(%d) = %d, want %d", tt.u, got, tt.v)
		}
	}
}

// appendVarintLoop is AppendVarint by the definition.
func appendVarintLoop(b []byte, v uint64) []byte {
	for ; v >= 0x80; v >>= 7 {
		b = append(b, byte(v)|0x80)
	}
	return append(b, byte(v))
}

// consumeVarintLoop is ConsumeVarint by the definition.
func consumeVarintLoop(b []byte) (v uint64, n int) {
	for n < len(b) {
		c := b[n]
		if n == 9 && c > 1 {
			return 0, walk.Varint
		}
		v |= uint64(c&0x7f) << (7 * n)
		n++
		if c < 0x80 {
			return v, n
		}
	}
	return 0, walk.Truncated
}

// TestVarintTwin compares the word-at-a-time varints with byte loops.
func TestVarintTwin(t *testing.T) {
	const seed = 22
	r := rand.New(rand.NewPCG(seed, 0))
	guard := wiretest.NewGuard(t, 32)
	for range 200_000 {
		v := r.Uint64() >> r.IntN(65)
		want := appendVarintLoop(nil, v)
		if got := compact.AppendVarint(nil, v); string(got) != string(want) {
			t.Fatalf("seed %d: AppendVarint(%d) = %x, want %x", seed, v, got, want)
		}
		if got := compact.SizeVarint(v); got != len(want) {
			t.Fatalf("seed %d: SizeVarint(%d) = %d, want %d", seed, v, got, len(want))
		}
		b := guard.Tail(r.IntN(14))
		for i := range b {
			b[i] = byte(r.Uint32()) | 0x80&byte(r.Uint32()) | 0x80&byte(r.Uint32())
		}
		if r.IntN(2) == 0 {
			copy(b, want)
		}
		wantV, wantN := consumeVarintLoop(b)
		if v, n := compact.ConsumeVarint(b); v != wantV || n != wantN {
			t.Fatalf("seed %d: ConsumeVarint %x = %d, %d, want %d, %d", seed, b, v, n, wantV, wantN)
		}
	}
}

// TestVarintRanges: how long and how large a varint of a kind may be.
func TestVarintRanges(t *testing.T) {
	i16 := func(b []byte) (int64, int) { v, n := compact.ConsumeI16(b); return int64(v), n }
	i32 := func(b []byte) (int64, int) { v, n := compact.ConsumeI32(b); return int64(v), n }
	for _, tt := range []struct {
		name    string
		consume func([]byte) (int64, int)
		wire    string
		v       int64
		n       int
	}{
		{"i16", i16, "80 00", 0, 2}, // longer than need be
		{"i16", i16, "8a 80 00", 5, 3},
		{"i16", i16, "80 80 04", 0, walk.Varint}, // bit 16
		{"i16", i16, "8a 80 80 00", 0, walk.Varint},
		{"i16", i16, "80 80 80", 0, walk.Varint}, // too long already
		{"i16", i16, "80 80", 0, walk.Truncated},
		{"i32", i32, "8a 80 80 80 00", 5, 5},
		{"i32", i32, "80 80 80 80 10", 0, walk.Varint}, // bit 32
		{"i32", i32, "ff ff ff ff 7f", 0, walk.Varint},
		{"i32", i32, "8a 80 80 80 80 00", 0, walk.Varint},
		{"i32", i32, "80 80 80 80 80", 0, walk.Varint},
		{"i32", i32, "80 80 80 80", 0, walk.Truncated},
		{"i32", i32, "ff ff ff ff ff ff ff ff ff 01", 0, walk.Varint},
		{"i64", compact.ConsumeI64, "8a 80 80 80 80 80 80 80 80 00", 5, 10},
		{"i64", compact.ConsumeI64, "80 80 80 80 80 80 80 80 80 02", 0, walk.Varint}, // bit 64
		{"i64", compact.ConsumeI64, "80 80 80 80 80 80 80 80 80 80 00", 0, walk.Varint},
		{"i64", compact.ConsumeI64, "80 80 80 80 80 80 80 80 80", 0, walk.Truncated},
	} {
		for _, tail := range []string{"", "00 00 00 00 00 00 00 00 00 00"} {
			if tail != "" && tt.n == walk.Truncated {
				continue
			}
			if v, n := tt.consume(unhex(tt.wire + tail)); v != tt.v || n != tt.n {
				t.Errorf("%s: Consume %s %s = %d, %d, want %d, %d", tt.name, tt.wire, tail, v, n, tt.v, tt.n)
			}
		}
	}
}

func TestBool(t *testing.T) {
	primitive[bool]{compact.AppendBool, compact.ConsumeBool, compact.SizeBool}.check(t, equal, []wireRow[bool]{
		{true, "01"},
		{false, "02"},
	})
	for c := range 256 {
		if v, n := compact.ConsumeBool([]byte{byte(c)}); v != (c == 1) || n != 1 {
			t.Errorf("ConsumeBool %02x = %v, %d, want %v, 1", c, v, n, c == 1)
		}
	}
}

func TestDouble(t *testing.T) {
	sameBits := func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
	primitive[float64]{compact.AppendDouble, compact.ConsumeDouble, compact.SizeDouble}.check(t, sameBits, []wireRow[float64]{
		{0, "0000000000000000"},
		{math.Copysign(0, -1), "0000000000000080"},
		{1.5, "000000000000f83f"},
		{-2.25, "00000000000002c0"},
		{math.Inf(1), "000000000000f07f"},
		{math.Float64frombits(0x7ff8000000000000), "000000000000f87f"}, // the usual NaN
		{math.Float64frombits(0xfff4deadbeef0001), "0100efbeaddef4ff"}, // a NaN with a payload
	})
}

func TestStrings(t *testing.T) {
	primitive[string]{compact.AppendString, compact.ConsumeString, compact.SizeString}.check(t, equal, []wireRow[string]{
		{"", "00"},
		{"a", "01 61"},
		{"\xff\x00", "02 ff00"}, // not UTF-8
		{strings.Repeat("x", 300), "ac02" + strings.Repeat("78", 300)},
	})
	sameBytes := func(a, b []byte) bool { return string(a) == string(b) }
	primitive[[]byte]{compact.AppendBinary, compact.ConsumeBytes, compact.SizeBinary}.check(t, sameBytes, []wireRow[[]byte]{
		{nil, "00"},
		{[]byte{}, "00"},
		{[]byte("abc"), "03 616263"},
	})
	if v, n := compact.ConsumeBytes(unhex("83 80 80 80 00 616263")); string(v) != "abc" || n != 8 {
		t.Errorf("ConsumeBytes with a long length = %q, %d, want abc, 8", v, n)
	}
}

func TestStringLengths(t *testing.T) {
	for _, tt := range []struct {
		wire string
		code int
	}{
		{"ff ff ff ff 0f 61", walk.Negative},
		{"80 80 80 80 08 61", walk.Negative}, // 2^31
		{"80 80 80 80 10 61", walk.Varint},   // 2^32
		{"80 80 80 80 80 00", walk.Varint},
		{"ff ff ff ff 07 61", walk.Truncated},
		{"02 61", walk.Truncated},
	} {
		if v, n := compact.ConsumeBytes(unhex(tt.wire)); v != nil || n != tt.code {
			t.Errorf("ConsumeBytes %s = %x, %d, want nil, %d", tt.wire, v, n, tt.code)
		}
		if v, n := compact.ConsumeString(unhex(tt.wire)); v != "" || n != tt.code {
			t.Errorf("ConsumeString %s = %q, %d, want \"\", %d", tt.wire, v, n, tt.code)
		}
	}
}

func TestUUID(t *testing.T) {
	primitive[[16]byte]{compact.AppendUUID, compact.ConsumeUUID, compact.SizeUUID}.check(t, equal, []wireRow[[16]byte]{
		{[16]byte{}, "00000000000000000000000000000000"},
		{[16]byte(unhex("00112233445566778899aabbccddeeff")), "00112233445566778899aabbccddeeff"},
	})
}

// TestAliasing: what ConsumeBytes returns is the input, cut so that append
// cannot reach what follows; what ConsumeString returns is not.
func TestAliasing(t *testing.T) {
	b := unhex("02 6162 6364")
	v, _ := compact.ConsumeBytes(b)
	s, _ := compact.ConsumeString(b)
	if cap(v) != len(v) {
		t.Errorf("ConsumeBytes: capacity %d, want the length %d", cap(v), len(v))
	}
	clear(b)
	if string(v) != "\x00\x00" {
		t.Errorf("ConsumeBytes = %q after the input was zeroed, want zeros: it is the input", v)
	}
	if s != "ab" {
		t.Errorf("ConsumeString = %q after the input was zeroed, want %q", s, "ab")
	}
	if v, n := compact.ConsumeBytes(make([]byte, 1)); v == nil || n != 1 {
		t.Errorf("ConsumeBytes of an empty string = %v, %d, want not nil, 1", v, n)
	}
}

// mustPanic reports a call that returns.
func mustPanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s did not panic", what)
		}
	}()
	f()
}

func TestErr(t *testing.T) {
	if err := compact.Err(4); err != nil {
		t.Errorf("Err(4) = %v, want nil", err)
	}
	_, n := compact.ConsumeI32(nil)
	if err := compact.Err(n); !errors.Is(err, walk.ErrTruncated) || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("Err(%d) = %v, want ErrTruncated, which is io.ErrUnexpectedEOF", n, err)
	}
}
