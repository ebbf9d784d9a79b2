//go:build !purego && !race && !thriftcheck

package unsafeio

import "golang.org/x/sys/cpu"

// Bulk lists by vectors, for the CPUs that have them. The race detector must
// see each access, so its build has the loops of bulk.go and bulkbool.go only;
// they are the twins of everything here.

// bulkLevels names the vectors that this CPU may have, the narrowest first.
var bulkLevels = [...]string{bulkGo: "go", bulkSSSE3: "ssse3", bulkAVX2: "avx2"}

const (
	bulkGo = iota
	bulkSSSE3
	bulkAVX2
)

// bulkLevel is the best of bulkLevels that this CPU has. Only tests change it.
var bulkLevel = bulkBest()

// bulkBest looks at the CPU.
// Rules: none. Guard: TestBulkLevels.
func bulkBest() int {
	switch {
	case cpu.X86.HasAVX2:
		return bulkAVX2
	case cpu.X86.HasSSSE3:
		return bulkSSSE3
	}
	return bulkGo
}

const (
	// bulkLeast is the bytes from which a vector pays, and the least that the
	// assembly takes.
	bulkLeast = 32
	// bulkMost bounds one call into assembly, which nothing can preempt, to
	// less than twice this number of bytes.
	bulkMost = 64 << 10
	// bulkAlign is the bytes from which stores are aligned, where words allow.
	bulkAlign = 1 << 10
	// bulkStream is the bytes from which memmove passes by the caches too.
	bulkStream = 1 << 20
)

// orders are shuffles that reverse the bytes of words of 2, 4 and 8 bytes.
var orders = [3][16]byte{
	{1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14},
	{3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12},
	{7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8},
}

// The functions below do n bytes and report whether they did: not on a CPU
// without vectors, and not for less than bulkLeast bytes.
//
// Caller: n bytes at both, not overlapping. Rules: U2, U3, U7.
// Guard: TestBulkLevels, TestBulkAtPages.

// swapWords reverses the bytes of words of 2, 4 or 8 bytes. Twins: swap16s,
// swap32s, swap64s.
func swapWords(dst, src Ptr, n, size int) bool {
	if n < bulkLeast || bulkLevel == bulkGo {
		return false
	}
	order := &orders[size>>2]
	if n >= bulkStream && bulkLevel == bulkAVX2 {
		swapHuge(dst, src, n, size, order)
		return true
	}
	if n >= bulkAlign && bulkLevel == bulkAVX2 {
		if off := int(-uintptr(dst.p) & 31); off&(size-1) == 0 {
			swapAVX2(dst, src, bulkLeast, order)
			dst, src, n = dst.Add(off), src.Add(off), n-off
		}
	}
	for {
		some := n
		if n >= 2*bulkMost {
			some = bulkMost
		}
		if bulkLevel == bulkAVX2 {
			swapAVX2(dst, src, some, order)
		} else {
			swapSSSE3(dst, src, some, order)
		}
		if n -= some; n == 0 {
			return true
		}
		dst, src = dst.Add(some), src.Add(some)
	}
}

// swapHuge is swapWords past the caches, as memmove does it: but for both
// ends, aligned stores that do not read the lines they fill.
func swapHuge(dst, src Ptr, n, size int, order *[16]byte) {
	const edge = 256
	swapAVX2(dst, src, edge, order)
	swapAVX2(dst.Add(n-edge), src.Add(n-edge), edge, order)
	off := int(-uintptr(dst.p) & 31)
	by := off & (size - 1) // bytes of a word that lie before the first vector
	s := shiftOrder(size, by)
	n = (n - off - size) &^ 127
	dst, src = dst.Add(off), src.Add(off-by)
	for ; n > bulkMost; n -= bulkMost {
		swapStream(dst, src, bulkMost, &s, size)
		dst, src = dst.Add(bulkMost), src.Add(bulkMost)
	}
	swapStream(dst, src, n, &s, size)
}

// A shift is two shuffles: of the 16 bytes from the word in which a lane
// begins, and of those one word later. Each gives 0 where the other has a byte.
type shift [2][16]byte

// shiftOrder returns the shuffles that reverse the bytes of words of size
// bytes in a lane that begins by bytes inside a word.
func shiftOrder(size, by int) (s shift) {
	for i := range 16 {
		at := (by + i) ^ (size - 1) // the byte to take: the same word's, reversed
		s[0][i], s[1][i] = byte(at), 0x80
		if at >= 16 {
			s[0][i], s[1][i] = 0x80, byte(at-size)
		}
	}
	return s
}

// vectorBools does the list of bools that op names. Twins: PutBools,
// PutCompactBools and GetBools without it.
func vectorBools(op boolsOp, dst, src Ptr, n int) bool {
	if n < bulkLeast || bulkLevel != bulkAVX2 {
		return false
	}
	for {
		some := n
		if n >= 2*bulkMost {
			some = bulkMost
		}
		switch op {
		case boolsPut:
			putBoolsAVX2(dst, src, some)
		case boolsPutCompact:
			putCompactBoolsAVX2(dst, src, some)
		case boolsGet:
			getBoolsAVX2(dst, src, some)
		}
		if n -= some; n == 0 {
			return true
		}
		dst, src = dst.Add(some), src.Add(some)
	}
}

//go:noescape
func swapAVX2(dst, src Ptr, n int, order *[16]byte)

// Caller: dst is aligned to 32 bytes, n is a positive multiple of 128, and
// size bytes more lie at src.
//
//go:noescape
func swapStream(dst, src Ptr, n int, shift *shift, size int)

//go:noescape
func swapSSSE3(dst, src Ptr, n int, order *[16]byte)

//go:noescape
func putBoolsAVX2(dst, src Ptr, n int)

//go:noescape
func putCompactBoolsAVX2(dst, src Ptr, n int)

//go:noescape
func getBoolsAVX2(dst, src Ptr, n int)
