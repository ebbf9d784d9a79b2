package compact

import (
	"math"
	"math/bits"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// zigzag32 is Zigzag of an i32 or i16.
func zigzag32(v int32) uint32 { return uint32(v<<1) ^ uint32(v>>31) }

// unzigzag32 is Unzigzag of an i32.
func unzigzag32(u uint32) int32 { return int32(u>>1) ^ -int32(u&1) }

// spread32 returns the varint of u as a word, least significant byte first,
// and its length. Twin: AppendVarint.
func spread32(u uint32) (w uint64, n int) {
	x := uint64(u)
	w = x&0x7f | x<<1&0x7f00 | x<<2&0x7f0000 | x<<3&0x7f000000 | x<<4&0x0f00000000
	k := (bits.Len32(u|1) - 1) * 37 >> 8
	return w | more&(1<<(uint(k)*8&63)-1), k + 1
}

// spread56 is spread32 for values below 2^56.
func spread56(u uint64) (w uint64, n int) {
	k := (bits.Len64(u|1) - 1) * 37 >> 8
	return spread(u) | more&(1<<(uint(k)*8&63)-1), k + 1
}

// putWord writes the first l bytes of w at offset n, l at most 8, and returns
// the offset after them, or Short. It may write zeros after them, below lim.
func putWord(buf unsafeio.Ptr, n, lim int, w uint64, l int) int {
	if lim-n >= 8 {
		buf.Add(n).PutLE64(w)
		return n + l
	}
	return putTail(buf, n, lim, w, l)
}

// putTail is putWord where fewer than 8 bytes are left.
//
//go:noinline
func putTail(buf unsafeio.Ptr, n, lim int, w uint64, l int) int {
	if lim-n < l {
		return walk.Short
	}
	for i := range l {
		buf.Add(n + i).PutByte(byte(w >> (8 * i)))
	}
	return n + l
}

// putVarint writes the varint of u at offset n and returns the offset after
// it, or Short.
func putVarint(buf unsafeio.Ptr, n, lim int, u uint64) int {
	if u < 0x80 && n < lim {
		buf.Add(n).PutByte(byte(u))
		return n + 1
	}
	return putLong(buf, n, lim, u)
}

// putLong is putVarint of more than one byte.
//
//go:noinline
func putLong(buf unsafeio.Ptr, n, lim int, u uint64) int {
	if u>>56 == 0 {
		w, l := spread56(u)
		return putWord(buf, n, lim, w, l)
	}
	if n = putWord(buf, n, lim, spread(u)|more, 8); n < 0 {
		return n
	}
	if u = u >> 56; u < 0x80 {
		return putTail(buf, n, lim, u, 1)
	}
	return putTail(buf, n, lim, u&0x7f|0x80|u>>7<<8, 2)
}

// getVarint reads a varint of at most most bytes at offset n and returns it
// with the offset after it, or a code. Twin: ConsumeVarint.
func getVarint(buf unsafeio.Ptr, n, lim, most int) (u uint64, m int) {
	if n < lim {
		if b := buf.Add(n).Byte(); b < 0x80 {
			return uint64(b), n + 1
		}
	}
	return getLong(buf, n, lim, most)
}

// getLong is getVarint of more than one byte, or at the end of the input.
//
//go:noinline
func getLong(buf unsafeio.Ptr, n, lim, most int) (u uint64, m int) {
	if lim-n >= 8 {
		w := buf.Add(n).LE64()
		if end := ^w & more; end != 0 {
			l := bits.TrailingZeros64(end)>>3 + 1
			if l > most {
				return 0, walk.Varint
			}
			return gather(w & (end ^ (end - 1)) &^ more), n + l
		}
	}
	for i := 0; i < most; i++ {
		if n+i >= lim {
			return 0, walk.Truncated
		}
		b := buf.Add(n + i).Byte()
		u |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			if i == varint64-1 && b > 1 {
				break
			}
			return u, n + i + 1
		}
	}
	return 0, walk.Varint
}

// getU32 reads a varint of at most 5 bytes and 32 bits.
func getU32(buf unsafeio.Ptr, n, lim int) (u uint32, m int) {
	v, m := getVarint(buf, n, lim, varint32)
	if v > math.MaxUint32 {
		return 0, walk.Varint
	}
	return uint32(v), m
}

// getI32 reads an i32.
func getI32(buf unsafeio.Ptr, n, lim int) (v int32, m int) {
	u, m := getU32(buf, n, lim)
	return unzigzag32(u), m
}

// getI16 reads an i16: at most 3 bytes and 16 bits.
func getI16(buf unsafeio.Ptr, n, lim int) (v int16, m int) {
	u, m := getVarint(buf, n, lim, varint16)
	if u > math.MaxUint16 {
		return 0, walk.Varint
	}
	return int16(unzigzag32(uint32(u))), m
}

// getI64 reads an i64.
func getI64(buf unsafeio.Ptr, n, lim int) (v int64, m int) {
	u, m := getVarint(buf, n, lim, varint64)
	return Unzigzag(u), m
}

// getSize reads a size or length: an unsigned varint below 2^31.
func getSize(buf unsafeio.Ptr, n, lim int) (size, m int) {
	u, m := getVarint(buf, n, lim, varint32)
	switch {
	case m < 0:
		return 0, m
	case u > math.MaxUint32:
		return 0, walk.Varint
	case u > math.MaxInt32:
		return 0, walk.Negative
	}
	return int(u), m
}
