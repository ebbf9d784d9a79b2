package binary_test

import (
	"encoding/hex"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/miserwire/miser/binary"
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
	primitive[int8]{binary.AppendI8, binary.ConsumeI8, binary.SizeI8}.check(t, equal, []wireRow[int8]{
		{0, "00"},
		{1, "01"},
		{-1, "ff"},
		{math.MaxInt8, "7f"},
		{math.MinInt8, "80"},
	})
	primitive[int16]{binary.AppendI16, binary.ConsumeI16, binary.SizeI16}.check(t, equal, []wireRow[int16]{
		{0, "0000"},
		{258, "0102"},
		{-2, "fffe"},
		{math.MaxInt16, "7fff"},
		{math.MinInt16, "8000"},
	})
	primitive[int32]{binary.AppendI32, binary.ConsumeI32, binary.SizeI32}.check(t, equal, []wireRow[int32]{
		{0, "00000000"},
		{0x01020304, "01020304"},
		{-2, "fffffffe"},
		{math.MaxInt32, "7fffffff"},
		{math.MinInt32, "80000000"},
	})
	primitive[int64]{binary.AppendI64, binary.ConsumeI64, binary.SizeI64}.check(t, equal, []wireRow[int64]{
		{0, "0000000000000000"},
		{0x0102030405060708, "0102030405060708"},
		{-2, "fffffffffffffffe"},
		{math.MaxInt64, "7fffffffffffffff"},
		{math.MinInt64, "8000000000000000"},
	})
}

func TestBool(t *testing.T) {
	primitive[bool]{binary.AppendBool, binary.ConsumeBool, binary.SizeBool}.check(t, equal, []wireRow[bool]{
		{true, "01"},
		{false, "00"},
	})
	for c := range 256 {
		if v, n := binary.ConsumeBool([]byte{byte(c)}); v != (c == 1) || n != 1 {
			t.Errorf("ConsumeBool %02x = %v, %d, want %v, 1", c, v, n, c == 1)
		}
	}
}

func TestDouble(t *testing.T) {
	sameBits := func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
	primitive[float64]{binary.AppendDouble, binary.ConsumeDouble, binary.SizeDouble}.check(t, sameBits, []wireRow[float64]{
		{0, "0000000000000000"},
		{math.Copysign(0, -1), "8000000000000000"},
		{1.5, "3ff8000000000000"},
		{-2.25, "c002000000000000"},
		{math.Inf(1), "7ff0000000000000"},
		{math.Float64frombits(0x7ff8000000000000), "7ff8000000000000"}, // the usual NaN
		{math.Float64frombits(0xfff4deadbeef0001), "fff4deadbeef0001"}, // a NaN with a payload
	})
}

func TestStrings(t *testing.T) {
	primitive[string]{binary.AppendString, binary.ConsumeString, binary.SizeString}.check(t, equal, []wireRow[string]{
		{"", "00000000"},
		{"a", "00000001 61"},
		{"\xff\x00", "00000002 ff00"}, // not UTF-8
		{strings.Repeat("x", 300), "0000012c" + strings.Repeat("78", 300)},
	})
	sameBytes := func(a, b []byte) bool { return string(a) == string(b) }
	primitive[[]byte]{binary.AppendBinary, binary.ConsumeBytes, binary.SizeBinary}.check(t, sameBytes, []wireRow[[]byte]{
		{nil, "00000000"},
		{[]byte{}, "00000000"},
		{[]byte("abc"), "00000003 616263"},
	})
}

func TestStringLengths(t *testing.T) {
	for _, tt := range []struct {
		wire string
		code int
	}{
		{"ffffffff 61", walk.Negative},
		{"80000000 61", walk.Negative},
		{"00000002 61", walk.Truncated},
		{"7fffffff 61", walk.Truncated},
	} {
		if v, n := binary.ConsumeBytes(unhex(tt.wire)); v != nil || n != tt.code {
			t.Errorf("ConsumeBytes %s = %x, %d, want nil, %d", tt.wire, v, n, tt.code)
		}
		if v, n := binary.ConsumeString(unhex(tt.wire)); v != "" || n != tt.code {
			t.Errorf("ConsumeString %s = %q, %d, want \"\", %d", tt.wire, v, n, tt.code)
		}
	}
}

func TestUUID(t *testing.T) {
	primitive[[16]byte]{binary.AppendUUID, binary.ConsumeUUID, binary.SizeUUID}.check(t, equal, []wireRow[[16]byte]{
		{[16]byte{}, "00000000000000000000000000000000"},
		{[16]byte(unhex("00112233445566778899aabbccddeeff")), "00112233445566778899aabbccddeeff"},
	})
}

// TestAliasing: what ConsumeBytes returns is the input, cut so that append
// cannot reach what follows; what ConsumeString returns is not.
func TestAliasing(t *testing.T) {
	b := unhex("00000002 6162 6364")
	v, _ := binary.ConsumeBytes(b)
	s, _ := binary.ConsumeString(b)
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
	if v, n := binary.ConsumeBytes(make([]byte, 4)); v == nil || n != 4 {
		t.Errorf("ConsumeBytes of an empty string = %v, %d, want not nil, 4", v, n)
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
	if err := binary.Err(4); err != nil {
		t.Errorf("Err(4) = %v, want nil", err)
	}
	_, n := binary.ConsumeI32(nil)
	if err := binary.Err(n); !errors.Is(err, walk.ErrTruncated) || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("Err(%d) = %v, want ErrTruncated, which is io.ErrUnexpectedEOF", n, err)
	}
}
