package binary

import (
	stdbinary "encoding/binary"
	"math"

	"github.com/miserwire/miser/internal/walk"
)

// Err returns the error that a negative count of this package stands for, nil
// for any other count. errors.Is finds codec's sentinels in it.
func Err(n int) error { return walk.Err(n) }

// wireSize returns n as the protocol writes it. It panics where the caller
// broke the duty to pass a size or length from 0 to 2^31-1.
func wireSize(n int) uint32 {
	if uint(n) > math.MaxInt32 {
		panic("binary: size or length is outside 0 to 2147483647")
	}
	return uint32(n)
}

// AppendBool appends v to b.
func AppendBool(b []byte, v bool) []byte {
	if v {
		return append(b, 1)
	}
	return append(b, 0)
}

// ConsumeBool reads a bool. Any byte other than 1 is false.
func ConsumeBool(b []byte) (v bool, n int) {
	if len(b) < 1 {
		return false, walk.Truncated
	}
	return b[0] == 1, 1
}

// SizeBool returns the wire size of a bool.
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
func AppendI16(b []byte, v int16) []byte {
	return stdbinary.BigEndian.AppendUint16(b, uint16(v))
}

// ConsumeI16 reads an i16.
func ConsumeI16(b []byte) (v int16, n int) {
	if len(b) < 2 {
		return 0, walk.Truncated
	}
	return int16(stdbinary.BigEndian.Uint16(b)), 2
}

// SizeI16 returns the wire size of an i16.
func SizeI16(int16) int { return 2 }

// AppendI32 appends v to b.
func AppendI32(b []byte, v int32) []byte {
	return stdbinary.BigEndian.AppendUint32(b, uint32(v))
}

// ConsumeI32 reads an i32.
func ConsumeI32(b []byte) (v int32, n int) {
	if len(b) < 4 {
		return 0, walk.Truncated
	}
	return int32(stdbinary.BigEndian.Uint32(b)), 4
}

// SizeI32 returns the wire size of an i32.
func SizeI32(int32) int { return 4 }

// AppendI64 appends v to b.
func AppendI64(b []byte, v int64) []byte {
	return stdbinary.BigEndian.AppendUint64(b, uint64(v))
}

// ConsumeI64 reads an i64.
func ConsumeI64(b []byte) (v int64, n int) {
	if len(b) < 8 {
		return 0, walk.Truncated
	}
	return int64(stdbinary.BigEndian.Uint64(b)), 8
}

// SizeI64 returns the wire size of an i64.
func SizeI64(int64) int { return 8 }

// AppendDouble appends v to b. The bits of a NaN are kept.
func AppendDouble(b []byte, v float64) []byte {
	return stdbinary.BigEndian.AppendUint64(b, math.Float64bits(v))
}

// ConsumeDouble reads a double. The bits of a NaN are kept.
func ConsumeDouble(b []byte) (v float64, n int) {
	if len(b) < 8 {
		return 0, walk.Truncated
	}
	return math.Float64frombits(stdbinary.BigEndian.Uint64(b)), 8
}

// SizeDouble returns the wire size of a double.
func SizeDouble(float64) int { return 8 }

// AppendString appends a string. Its bytes need not be UTF-8. It panics when v
// is longer than 2^31-1 bytes.
func AppendString(b []byte, v string) []byte {
	b = stdbinary.BigEndian.AppendUint32(b, wireSize(len(v)))
	return append(b, v...)
}

// ConsumeString reads a string into memory of its own. Failures are those of
// [ConsumeBytes].
func ConsumeString(b []byte) (v string, n int) {
	p, n := ConsumeBytes(b)
	return string(p), n
}

// SizeString returns the wire size of a string.
func SizeString(v string) int { return 4 + len(v) }

// AppendBinary appends a binary, which on the wire is the same as a string; a
// nil v is empty. It panics when v is longer than 2^31-1 bytes.
func AppendBinary(b, v []byte) []byte {
	b = stdbinary.BigEndian.AppendUint32(b, wireSize(len(v)))
	return append(b, v...)
}

// ConsumeBytes reads a string or binary without copying it: v is a slice of b,
// its capacity cut to its length. It is not nil when n >= 0. A length below
// zero is walk.Negative, one beyond b walk.Truncated.
func ConsumeBytes(b []byte) (v []byte, n int) {
	if len(b) < 4 {
		return nil, walk.Truncated
	}
	l := int32(stdbinary.BigEndian.Uint32(b))
	if l < 0 {
		return nil, walk.Negative
	}
	if int(l) > len(b)-4 {
		return nil, walk.Truncated
	}
	n = 4 + int(l)
	return b[4:n:n], n
}

// SizeBinary returns the wire size of a binary.
func SizeBinary(v []byte) int { return 4 + len(v) }

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
