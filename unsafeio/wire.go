//go:build !thriftcheck

package unsafeio

import (
	stdbinary "encoding/binary"
	"math/bits"
	"unsafe"
)

// Words of wire bytes. Each compiles to one load or store, with a byte swap
// where the machine needs one, at any alignment. Stores with the least
// significant byte first are in wire_store.go.
// Caller: the whole word lies inside the slice that p points into.
// Rules: U3. Guard: TestWireWords, guard pages in the walkers' tests.

// Byte reads the byte at p.
func (p Ptr) Byte() byte { return *(*byte)(p.p) }

// PutByte writes the byte at p.
func (p Ptr) PutByte(b byte) { *(*byte)(p.p) = b }

// LE64 reads 8 bytes at p, least significant first.
func (p Ptr) LE64() uint64 { return stdbinary.LittleEndian.Uint64((*[8]byte)(p.p)[:]) }

// LE32 reads 4 bytes at p, least significant first.
func (p Ptr) LE32() uint32 { return stdbinary.LittleEndian.Uint32((*[4]byte)(p.p)[:]) }

// BE64 reads 8 bytes at p, most significant first.
func (p Ptr) BE64() uint64 { return stdbinary.BigEndian.Uint64((*[8]byte)(p.p)[:]) }

// BE32 reads 4 bytes at p, most significant first.
func (p Ptr) BE32() uint32 { return stdbinary.BigEndian.Uint32((*[4]byte)(p.p)[:]) }

// BE16 reads 2 bytes at p, most significant first.
func (p Ptr) BE16() uint16 { return stdbinary.BigEndian.Uint16((*[2]byte)(p.p)[:]) }

// PutBE64 writes 8 bytes at p, most significant first.
func (p Ptr) PutBE64(v uint64) { stdbinary.BigEndian.PutUint64((*[8]byte)(p.p)[:], v) }

// PutBE32 writes 4 bytes at p, most significant first.
func (p Ptr) PutBE32(v uint32) { stdbinary.BigEndian.PutUint32((*[4]byte)(p.p)[:], v) }

// PutBE16 writes 2 bytes at p, most significant first.
func (p Ptr) PutBE16(v uint16) { stdbinary.BigEndian.PutUint16((*[2]byte)(p.p)[:], v) }

// Copy16 copies 16 bytes from src to p. Caller: 16 bytes at both.
func (p Ptr) Copy16(src Ptr) { *(*[16]byte)(p.p) = *(*[16]byte)(src.p) }

// Copy copies n bytes from src to p. Caller: n bytes at both, n >= 0.
func (p Ptr) Copy(src Ptr, n int) {
	copy(BytesAt(p, n), BytesAt(src, n))
}

// Copies of few bytes by moves that overlap, at offsets computed without a
// branch. CopyMid copies 16 to 64 bytes, CopyShort 4 to 15, CopyTiny 1 to 3.
// Caller: n bytes at src and p. Rules: U2. Guard: TestCopies.

// CopyMid copies n bytes from src.
func (p Ptr) CopyMid(src Ptr, n int) {
	u := n - 32
	a := 16 + u&(u>>(bits.UintSize-1))
	dt, st := unsafe.Add(p.p, n-16), unsafe.Add(src.p, n-16)
	*(*[16]byte)(p.p) = *(*[16]byte)(src.p)
	*(*[16]byte)(dt) = *(*[16]byte)(st)
	*(*[16]byte)(unsafe.Add(p.p, a)) = *(*[16]byte)(unsafe.Add(src.p, a))
	*(*[16]byte)(unsafe.Add(dt, -a)) = *(*[16]byte)(unsafe.Add(st, -a))
}

// CopyShort copies n bytes from src.
func (p Ptr) CopyShort(src Ptr, n int) {
	u := n - 8
	a := 4 + u&(u>>(bits.UintSize-1))
	dt, st := unsafe.Add(p.p, n-4), unsafe.Add(src.p, n-4)
	*(*[4]byte)(p.p) = *(*[4]byte)(src.p)
	*(*[4]byte)(dt) = *(*[4]byte)(st)
	*(*[4]byte)(unsafe.Add(p.p, a)) = *(*[4]byte)(unsafe.Add(src.p, a))
	*(*[4]byte)(unsafe.Add(dt, -a)) = *(*[4]byte)(unsafe.Add(st, -a))
}

// CopyTiny copies n bytes from src.
func (p Ptr) CopyTiny(src Ptr, n int) {
	*(*byte)(p.p) = *(*byte)(src.p)
	*(*byte)(unsafe.Add(p.p, n>>1)) = *(*byte)(unsafe.Add(src.p, n>>1))
	*(*byte)(unsafe.Add(p.p, n-1)) = *(*byte)(unsafe.Add(src.p, n-1))
}
