package unsafeio

import (
	"strings"
	"unsafe"
)

// Loads at the end of wire bytes, and fresh bytes.

// TailLE64 is LE64 at offset n of the lim bytes at p, where at most 8 are left:
// 0 stands for those that are not.
// Caller: 0 <= lim-n <= 8. Rules: U3. Guard: TestWireWords.
func (p Ptr) TailLE64(n, lim int) uint64 {
	if lim < 8 {
		return p.shortLE64(n, lim)
	}
	return p.Add(lim-8).LE64() >> uint(8*(n+8-lim))
}

// shortLE64 is TailLE64 where fewer than 8 bytes are there at all.
// Rules: U3. Guard: TestWireWords.
//
//go:noinline
func (p Ptr) shortLE64(n, lim int) (w uint64) {
	for i := n; i < lim; i++ {
		w |= uint64(p.Add(i).Byte()) << (8 * (i - n))
	}
	return w
}

// CloneBytes returns the address of a fresh copy of the n bytes at p, which
// may be written (a converted string may not: one byte of it is shared).
// Caller: n > 0 bytes at p. Rules: U5. Guard: TestClone.
func CloneBytes(p Ptr, n int) Ptr {
	src := BytesAt(p, n)
	b := make([]byte, len(src)) // in this form it is not cleared first
	copy(b, src)
	return bytesAt(unsafe.Pointer(unsafe.SliceData(b)), n)
}

// NewBytes returns the address of n fresh bytes without pointers, their
// content unspecified. It allocates once, and does not clear what it got.
// Caller: n > 0, and writes each byte before it is shown to anyone.
// Rules: U5. Guard: TestClone.
func NewBytes(n int) Ptr {
	var b strings.Builder
	b.Grow(n)
	b.WriteByte(0)
	p := bytesAt(unsafe.Pointer(unsafe.StringData(b.String())), n)
	poison(p, n)
	return p
}
