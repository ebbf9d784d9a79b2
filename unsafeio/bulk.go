package unsafeio

import (
	stdbinary "encoding/binary"
	"math/bits"
	"unsafe"
)

// Lists of fixed-size numbers. dst and src are the addresses of n elements
// each; the memory side is aligned, the wire side need not be. Each function
// is right on machines of either byte order. Lists of i8 are [Ptr.Copy].
//
// Caller: n elements at both, n >= 0, not overlapping.
// Rules: U2, U3, U7. Guard: TestBulk.

// littleEndian tells the byte order of this machine. Where it is false each
// function is a loop of single words, right on any machine.
var littleEndian = stdbinary.NativeEndian.Uint16([]byte{1, 0}) == 1

// PutBE16s writes n 16-bit words, most significant byte first.
func PutBE16s(dst, src Ptr, n int) {
	mustBulk("PutBE16s", dst, src, n, 2, true)
	i := 0
	if littleEndian {
		if swapWords(dst, src, n*2, 2) {
			return
		}
		i = swap16s(dst, src, n)
	}
	for ; i < n; i++ {
		dst.Add(i * 2).PutBE16(*src.Add(i * 2).U16())
	}
}

// GetBE16s reads n 16-bit words, most significant byte first.
func GetBE16s(dst, src Ptr, n int) {
	mustBulk("GetBE16s", dst, src, n, 2, false)
	i := 0
	if littleEndian {
		if swapWords(dst, src, n*2, 2) {
			return
		}
		i = swap16s(dst, src, n)
	}
	for ; i < n; i++ {
		*dst.Add(i * 2).U16() = src.Add(i * 2).BE16()
	}
}

// PutBE32s writes n 32-bit words, most significant byte first.
func PutBE32s(dst, src Ptr, n int) {
	mustBulk("PutBE32s", dst, src, n, 4, true)
	i := 0
	if littleEndian {
		if swapWords(dst, src, n*4, 4) {
			return
		}
		i = swap32s(dst, src, n)
	}
	for ; i < n; i++ {
		dst.Add(i * 4).PutBE32(*src.Add(i * 4).U32())
	}
}

// GetBE32s reads n 32-bit words, most significant byte first.
func GetBE32s(dst, src Ptr, n int) {
	mustBulk("GetBE32s", dst, src, n, 4, false)
	i := 0
	if littleEndian {
		if swapWords(dst, src, n*4, 4) {
			return
		}
		i = swap32s(dst, src, n)
	}
	for ; i < n; i++ {
		*dst.Add(i * 4).U32() = src.Add(i * 4).BE32()
	}
}

// PutBE64s writes n 64-bit words, most significant byte first.
func PutBE64s(dst, src Ptr, n int) {
	mustBulk("PutBE64s", dst, src, n, 8, true)
	i := 0
	if littleEndian {
		if swapWords(dst, src, n*8, 8) {
			return
		}
		i = swap64s(dst, src, n)
	}
	for ; i < n; i++ {
		dst.Add(i * 8).PutBE64(*src.Add(i * 8).U64())
	}
}

// GetBE64s reads n 64-bit words, most significant byte first.
func GetBE64s(dst, src Ptr, n int) {
	mustBulk("GetBE64s", dst, src, n, 8, false)
	i := 0
	if littleEndian {
		if swapWords(dst, src, n*8, 8) {
			return
		}
		i = swap64s(dst, src, n)
	}
	for ; i < n; i++ {
		*dst.Add(i * 8).U64() = src.Add(i * 8).BE64()
	}
}

// PutLE64s writes n 64-bit words, least significant byte first.
func PutLE64s(dst, src Ptr, n int) {
	mustBulk("PutLE64s", dst, src, n, 8, true)
	if littleEndian {
		dst.Copy(src, n*8)
		return
	}
	for i := range n {
		dst.Add(i * 8).PutLE64(*src.Add(i * 8).U64())
	}
}

// GetLE64s reads n 64-bit words, least significant byte first.
func GetLE64s(dst, src Ptr, n int) {
	mustBulk("GetLE64s", dst, src, n, 8, false)
	if littleEndian {
		dst.Copy(src, n*8)
		return
	}
	for i := range n {
		*dst.Add(i * 8).U64() = src.Add(i * 8).LE64()
	}
}

// swap16s reverses the bytes of the first words of n, four at a time, and
// returns how many.
func swap16s(dst, src Ptr, n int) int {
	const low = 0x00ff00ff00ff00ff
	i := 0
	for ; i <= n-16; i += 16 {
		s := (*[32]byte)(unsafe.Add(src.p, i*2))
		d := (*[32]byte)(unsafe.Add(dst.p, i*2))
		a, b := stdbinary.LittleEndian.Uint64(s[0:8]), stdbinary.LittleEndian.Uint64(s[8:16])
		stdbinary.LittleEndian.PutUint64(d[0:8], a&low<<8|a>>8&low)
		stdbinary.LittleEndian.PutUint64(d[8:16], b&low<<8|b>>8&low)
		a, b = stdbinary.LittleEndian.Uint64(s[16:24]), stdbinary.LittleEndian.Uint64(s[24:32])
		stdbinary.LittleEndian.PutUint64(d[16:24], a&low<<8|a>>8&low)
		stdbinary.LittleEndian.PutUint64(d[24:32], b&low<<8|b>>8&low)
	}
	for ; i <= n-4; i += 4 {
		x := src.Add(i * 2).LE64()
		dst.Add(i * 2).PutLE64(x&low<<8 | x>>8&low)
	}
	return i
}

// swap32s reverses the bytes of the first words of n, two at a time, and
// returns how many.
func swap32s(dst, src Ptr, n int) int {
	i := 0
	for ; i <= n-8; i += 8 {
		s := (*[32]byte)(unsafe.Add(src.p, i*4))
		d := (*[32]byte)(unsafe.Add(dst.p, i*4))
		stdbinary.LittleEndian.PutUint64(d[0:8], bits.RotateLeft64(stdbinary.BigEndian.Uint64(s[0:8]), 32))
		stdbinary.LittleEndian.PutUint64(d[8:16], bits.RotateLeft64(stdbinary.BigEndian.Uint64(s[8:16]), 32))
		stdbinary.LittleEndian.PutUint64(d[16:24], bits.RotateLeft64(stdbinary.BigEndian.Uint64(s[16:24]), 32))
		stdbinary.LittleEndian.PutUint64(d[24:32], bits.RotateLeft64(stdbinary.BigEndian.Uint64(s[24:32]), 32))
	}
	for ; i <= n-2; i += 2 {
		dst.Add(i * 4).PutLE64(bits.RotateLeft64(src.Add(i*4).BE64(), 32))
	}
	return i
}

// swap64s reverses the bytes of the first words of n, four at a time, and
// returns how many.
func swap64s(dst, src Ptr, n int) int {
	i := 0
	for ; i <= n-4; i += 4 {
		s := (*[32]byte)(unsafe.Add(src.p, i*8))
		d := (*[32]byte)(unsafe.Add(dst.p, i*8))
		stdbinary.LittleEndian.PutUint64(d[0:8], stdbinary.BigEndian.Uint64(s[0:8]))
		stdbinary.LittleEndian.PutUint64(d[8:16], stdbinary.BigEndian.Uint64(s[8:16]))
		stdbinary.LittleEndian.PutUint64(d[16:24], stdbinary.BigEndian.Uint64(s[16:24]))
		stdbinary.LittleEndian.PutUint64(d[24:32], stdbinary.BigEndian.Uint64(s[24:32]))
	}
	return i
}
