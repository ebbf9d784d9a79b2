package unsafeio

import (
	stdbinary "encoding/binary"
	"unsafe"
)

// Lists of bools, eight at a time as the bytes of one word: no lane carries
// into another, so the byte order of the word does not matter. What is written
// is 0 or 1 (1 or 2 in Compact) whatever was read.
//
// Caller: n elements at both, n >= 0, not overlapping.
// Rules: U2, U3, U7. Guard: TestBulkBools.

// A boolsOp is one of the functions below, for [vectorBools].
type boolsOp int

const (
	boolsPut boolsOp = iota
	boolsPutCompact
	boolsGet
)

const (
	lanes1  = 0x0101010101010101
	lanes2  = 0x0202020202020202
	lanes7f = 0x7f7f7f7f7f7f7f7f
)

// PutBools writes n bools as bytes, 1 for true and 0 for false.
func PutBools(dst, src Ptr, n int) {
	mustBulk("PutBools", dst, src, n, 1, true)
	if vectorBools(boolsPut, dst, src, n) {
		return
	}
	i := 0
	for ; i <= n-32; i += 32 {
		s := (*[32]byte)(unsafe.Add(src.p, i))
		d := (*[32]byte)(unsafe.Add(dst.p, i))
		stdbinary.LittleEndian.PutUint64(d[0:8], stdbinary.LittleEndian.Uint64(s[0:8])&lanes1)
		stdbinary.LittleEndian.PutUint64(d[8:16], stdbinary.LittleEndian.Uint64(s[8:16])&lanes1)
		stdbinary.LittleEndian.PutUint64(d[16:24], stdbinary.LittleEndian.Uint64(s[16:24])&lanes1)
		stdbinary.LittleEndian.PutUint64(d[24:32], stdbinary.LittleEndian.Uint64(s[24:32])&lanes1)
	}
	for ; i < n; i++ {
		dst.Add(i).PutByte(*src.Add(i).U8() & 1)
	}
}

// PutCompactBools writes n bools as bytes, 1 for true and 2 for false.
func PutCompactBools(dst, src Ptr, n int) {
	mustBulk("PutCompactBools", dst, src, n, 1, true)
	if vectorBools(boolsPutCompact, dst, src, n) {
		return
	}
	i := 0
	for ; i <= n-32; i += 32 {
		s := (*[32]byte)(unsafe.Add(src.p, i))
		d := (*[32]byte)(unsafe.Add(dst.p, i))
		stdbinary.LittleEndian.PutUint64(d[0:8], lanes2-stdbinary.LittleEndian.Uint64(s[0:8])&lanes1)
		stdbinary.LittleEndian.PutUint64(d[8:16], lanes2-stdbinary.LittleEndian.Uint64(s[8:16])&lanes1)
		stdbinary.LittleEndian.PutUint64(d[16:24], lanes2-stdbinary.LittleEndian.Uint64(s[16:24])&lanes1)
		stdbinary.LittleEndian.PutUint64(d[24:32], lanes2-stdbinary.LittleEndian.Uint64(s[24:32])&lanes1)
	}
	for ; i < n; i++ {
		dst.Add(i).PutByte(2 - *src.Add(i).U8()&1)
	}
}

// GetBools reads n bools from bytes: 1 is true, all else false.
func GetBools(dst, src Ptr, n int) {
	mustBulk("GetBools", dst, src, n, 1, false)
	if vectorBools(boolsGet, dst, src, n) {
		return
	}
	i := 0
	for ; i <= n-32; i += 32 {
		s := (*[32]byte)(unsafe.Add(src.p, i))
		d := (*[32]byte)(unsafe.Add(dst.p, i))
		stdbinary.LittleEndian.PutUint64(d[0:8], ones(stdbinary.LittleEndian.Uint64(s[0:8])))
		stdbinary.LittleEndian.PutUint64(d[8:16], ones(stdbinary.LittleEndian.Uint64(s[8:16])))
		stdbinary.LittleEndian.PutUint64(d[16:24], ones(stdbinary.LittleEndian.Uint64(s[16:24])))
		stdbinary.LittleEndian.PutUint64(d[24:32], ones(stdbinary.LittleEndian.Uint64(s[24:32])))
	}
	for ; i < n; i++ {
		*dst.Add(i).Bool() = src.Add(i).Byte() == 1
	}
}

// GetCompactBools reads n bools from bytes: 1 is true, all else false.
func GetCompactBools(dst, src Ptr, n int) { GetBools(dst, src, n) }

// ones returns a word with a byte of 1 for each byte of x that is 1, and 0 for
// the others: such a byte is 0 after the xor, and adding 0x7f to its low bits
// sets the top bit of every other.
func ones(x uint64) uint64 {
	x ^= lanes1
	return ^(x&lanes7f + lanes7f | x | lanes7f) >> 7
}
