package compact

import (
	stdbinary "encoding/binary"
	"math"
	"math/bits"

	"github.com/miserwire/miser/internal/walk"
)

// Err returns the error that a negative count of this package stands for, nil
// for any other count. errors.Is finds codec's sentinels in it.
func Err(n int) error { return walk.Err(n) }

// A bool element is one byte.
const (
	boolTrue  = 1
	boolFalse = 2
)

// AppendBool appends a bool element. The bool of a field has no bytes of its
// own: see [AppendBoolField].
func AppendBool(b []byte, v bool) []byte {
	if v {
		return append(b, boolTrue)
	}
	return append(b, boolFalse)
}

// ConsumeBool reads a bool element. Any byte other than 1 is false.
func ConsumeBool(b []byte) (v bool, n int) {
	if len(b) < 1 {
		return false, walk.Truncated
	}
	return b[0] == boolTrue, 1
}

// SizeBool returns the wire size of a bool element.
func SizeBool(bool) int { return 1 }

// AppendI8 appends v to b.
func AppendI8(b []byte, v int8) []byte { return append(b, byte(v)) }

// ConsumeI8 reads an i8.
func ConsumeI8(b []byte) (v int8, n int) {
	if len(b) < 1 {
		return 0, walk.Truncated
	}
	return int8(b[0]), 1
}

// SizeI8 returns the wire size of an i8.
func SizeI8(int8) int { return 1 }

// AppendI16 appends v to b.
func AppendI16(b []byte, v int16) []byte { return AppendVarint(b, Zigzag(int64(v))) }

// ConsumeI16 reads an i16. A varint of more than 3 bytes or 16 bits is
// walk.Varint.
func ConsumeI16(b []byte) (v int16, n int) {
	u, n := consumeWithin(b, varint16, math.MaxUint16)
	return int16(Unzigzag(u)), n
}

// SizeI16 returns the wire size of v.
func SizeI16(v int16) int { return SizeVarint(Zigzag(int64(v))) }

// AppendI32 appends v to b.
func AppendI32(b []byte, v int32) []byte { return AppendVarint(b, Zigzag(int64(v))) }

// ConsumeI32 reads an i32. A varint of more than 5 bytes or 32 bits is
// walk.Varint.
func ConsumeI32(b []byte) (v int32, n int) {
	u, n := consumeWithin(b, varint32, math.MaxUint32)
	return int32(Unzigzag(u)), n
}

// SizeI32 returns the wire size of v.
func SizeI32(v int32) int { return SizeVarint(Zigzag(int64(v))) }

// AppendI64 appends v to b.
func AppendI64(b []byte, v int64) []byte { return AppendVarint(b, Zigzag(v)) }

// ConsumeI64 reads an i64. A varint of more than 10 bytes or 64 bits is
// walk.Varint.
func ConsumeI64(b []byte) (v int64, n int) {
	u, n := ConsumeVarint(b)
	return Unzigzag(u), n
}

// SizeI64 returns the wire size of v.
func SizeI64(v int64) int { return SizeVarint(Zigzag(v)) }

// AppendDouble appends v to b. The bits of a NaN are kept.
func AppendDouble(b []byte, v float64) []byte {
	return stdbinary.LittleEndian.AppendUint64(b, math.Float64bits(v))
}

// ConsumeDouble reads a double. The bits of a NaN are kept.
func ConsumeDouble(b []byte) (v float64, n int) {
	if len(b) < 8 {
		return 0, walk.Truncated
	}
	return math.Float64frombits(stdbinary.LittleEndian.Uint64(b)), 8
}

// SizeDouble returns the wire size of a double.
func SizeDouble(float64) int { return 8 }

// AppendString appends a string. Its bytes need not be UTF-8. It panics when v
// is longer than 2^31-1 bytes.
func AppendString(b []byte, v string) []byte {
	return append(AppendVarint(b, wireSize(len(v))), v...)
}

// ConsumeString reads a string into memory of its own. Failures are those of
// [ConsumeBytes].
func ConsumeString(b []byte) (v string, n int) {
	p, n := ConsumeBytes(b)
	return string(p), n
}

// SizeString returns the wire size of a string.
func SizeString(v string) int { return SizeVarint(uint64(len(v))) + len(v) }

// AppendBinary appends a binary, which on the wire is the same as a string; a
// nil v is empty. It panics when v is longer than 2^31-1 bytes.
func AppendBinary(b, v []byte) []byte {
	return append(AppendVarint(b, wireSize(len(v))), v...)
}

// ConsumeBytes reads a string or binary without copying it: v is a slice of b,
// its capacity cut to its length. It is not nil when n >= 0. A length of 2^31
// and more is walk.Negative, one of more than 32 bits or 5 bytes walk.Varint,
// one beyond b walk.Truncated.
func ConsumeBytes(b []byte) (v []byte, n int) {
	l, n := consumeSize(b)
	if n < 0 {
		return nil, n
	}
	if l > len(b)-n {
		return nil, walk.Truncated
	}
	return b[n : n+l : n+l], n + l
}

// SizeBinary returns the wire size of a binary.
func SizeBinary(v []byte) int { return SizeVarint(uint64(len(v))) + len(v) }

// AppendUUID appends v, whose bytes are in the order of a UUID's text.
func AppendUUID(b []byte, v [16]byte) []byte { return append(b, v[:]...) }

// ConsumeUUID reads a uuid.
func ConsumeUUID(b []byte) (v [16]byte, n int) {
	if len(b) < 16 {
		return v, walk.Truncated
	}
	return [16]byte(b), 16
}

// SizeUUID returns the wire size of a uuid.
func SizeUUID([16]byte) int { return 16 }

// The most bytes that a varint of so many bits takes.
const (
	varint16 = 3
	varint32 = 5
	varint64 = 10
)

// more has the bit set in each byte of a word that says: another byte follows.
const more = 0x8080808080808080

// Zigzag folds v so that small numbers of either sign are small: 0, -1, 1, -2
// become 0, 1, 2, 3. An i16 or i32 gives the same as its own width would.
func Zigzag(v int64) uint64 { return uint64(v<<1) ^ uint64(v>>63) }

// Unzigzag is the inverse of [Zigzag].
func Unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

// AppendVarint appends the shortest varint of v.
func AppendVarint(b []byte, v uint64) []byte {
	if v < 0x80 {
		return append(b, byte(v))
	}
	return appendLong(b, v)
}

// appendLong is AppendVarint of two bytes and more. The first 8 are built in a
// register. Its twin is the byte loop of TestVarintTwin.
func appendLong(b []byte, v uint64) []byte {
	n := SizeVarint(v)
	var t [varint64]byte
	stdbinary.LittleEndian.PutUint64(t[:], spread(v)|more)
	t[8] = byte(v>>56) | 0x80
	t[9] = byte(v >> 63)
	t[n-1] &= 0x7f
	return append(b, t[:n]...)
}

// ConsumeVarint reads a varint of up to 10 bytes. More bytes, or more than 64
// bits, are walk.Varint.
func ConsumeVarint(b []byte) (v uint64, n int) {
	if len(b) > 0 && b[0] < 0x80 {
		return uint64(b[0]), 1
	}
	return consumeLong(b)
}

// consumeLong is ConsumeVarint a word at a time. Its twin is the byte loop of
// TestVarintTwin.
func consumeLong(b []byte) (v uint64, n int) {
	if len(b) < 8 {
		return consumeShort(b)
	}
	w := stdbinary.LittleEndian.Uint64(b)
	if ends := ^w & more; ends != 0 {
		w &= ends ^ (ends - 1) // the bytes up to the first that ends
		return gather(w), bits.TrailingZeros64(ends)/8 + 1
	}
	v = gather(w)
	if len(b) < 9 {
		return 0, walk.Truncated
	}
	v |= uint64(b[8]&0x7f) << 56
	if b[8] < 0x80 {
		return v, 9
	}
	if len(b) < varint64 {
		return 0, walk.Truncated
	}
	if b[9] > 1 {
		return 0, walk.Varint
	}
	return v | uint64(b[9])<<63, varint64
}

// consumeShort reads a varint from less than 8 bytes.
func consumeShort(b []byte) (v uint64, n int) {
	for i, c := range b {
		v |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			return v, i + 1
		}
	}
	return 0, walk.Truncated
}

// SizeVarint returns the wire size of v.
func SizeVarint(v uint64) int { return (9*bits.Len64(v) + 64) / 64 }

// spread moves the low 56 bits of v apart, 7 to a byte.
func spread(v uint64) uint64 {
	v = v&0x000000000fffffff | v<<4&0x0fffffff00000000
	v = v&0x00003fff00003fff | v<<2&0x3fff00003fff0000
	return v&0x007f007f007f007f | v<<1&0x7f007f007f007f00
}

// gather is the inverse of spread. The top bit of each byte is ignored.
func gather(w uint64) uint64 {
	w = w&0x007f007f007f007f | w>>1&0x3f803f803f803f80
	w = w&0x00003fff00003fff | w>>2&0x0fffc0000fffc000
	return w&0x000000000fffffff | w>>4&0x00fffffff0000000
}

// consumeWithin reads a varint of at most size bytes and no value above top.
func consumeWithin(b []byte, size int, top uint64) (v uint64, n int) {
	if len(b) > 0 && b[0] < 0x80 {
		return uint64(b[0]), 1
	}
	v, n = consumeLong(b)
	switch {
	case n == walk.Truncated && len(b) < size:
		return 0, walk.Truncated // what is there may yet become a varint
	case n < 0 || n > size || v > top:
		return 0, walk.Varint
	}
	return v, n
}

// consumeSize reads a length or size.
func consumeSize(b []byte) (size, n int) {
	v, n := consumeWithin(b, varint32, math.MaxUint32)
	if n < 0 {
		return 0, n
	}
	if v > math.MaxInt32 {
		return 0, walk.Negative
	}
	return int(v), n
}

// wireSize returns n as the protocol writes it. It panics where the caller
// broke the duty to pass a size or length from 0 to 2^31-1.
func wireSize(n int) uint64 {
	if uint(n) > math.MaxInt32 {
		panic("compact: size or length is outside 0 to 2147483647")
	}
	return uint64(n)
}
