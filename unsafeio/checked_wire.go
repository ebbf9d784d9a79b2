//go:build thriftcheck

package unsafeio

import (
	stdbinary "encoding/binary"
	"unsafe"
)

// The functions of wire.go and wire_store.go, each with what it asks of its
// caller asserted. Twins: wire.go. Rules: as there.
// Guard: TestChecked, TestWireWords, TestCopies.

// load returns the n bytes at p.
func (p Ptr) load(op string, n int) []byte {
	return unsafe.Slice((*byte)(p.raw(op, n, false)), n)
}

// store returns the n bytes at p, to be written.
func (p Ptr) store(op string, n int) []byte {
	return unsafe.Slice((*byte)(p.raw(op, n, true)), n)
}

// Byte is its twin.
func (p Ptr) Byte() byte { return p.load("Ptr.Byte", 1)[0] }

// PutByte is its twin.
func (p Ptr) PutByte(b byte) { p.store("Ptr.PutByte", 1)[0] = b }

// LE64 is its twin.
func (p Ptr) LE64() uint64 { return stdbinary.LittleEndian.Uint64(p.load("Ptr.LE64", 8)) }

// LE32 is its twin.
func (p Ptr) LE32() uint32 { return stdbinary.LittleEndian.Uint32(p.load("Ptr.LE32", 4)) }

// BE64 is its twin.
func (p Ptr) BE64() uint64 { return stdbinary.BigEndian.Uint64(p.load("Ptr.BE64", 8)) }

// BE32 is its twin.
func (p Ptr) BE32() uint32 { return stdbinary.BigEndian.Uint32(p.load("Ptr.BE32", 4)) }

// BE16 is its twin.
func (p Ptr) BE16() uint16 { return stdbinary.BigEndian.Uint16(p.load("Ptr.BE16", 2)) }

// PutBE64 is its twin.
func (p Ptr) PutBE64(v uint64) { stdbinary.BigEndian.PutUint64(p.store("Ptr.PutBE64", 8), v) }

// PutBE32 is its twin.
func (p Ptr) PutBE32(v uint32) { stdbinary.BigEndian.PutUint32(p.store("Ptr.PutBE32", 4), v) }

// PutBE16 is its twin.
func (p Ptr) PutBE16(v uint16) { stdbinary.BigEndian.PutUint16(p.store("Ptr.PutBE16", 2), v) }

// PutLE64 is its twin.
func (p Ptr) PutLE64(v uint64) { stdbinary.LittleEndian.PutUint64(p.store("Ptr.PutLE64", 8), v) }

// PutLE32 is its twin.
func (p Ptr) PutLE32(v uint32) { stdbinary.LittleEndian.PutUint32(p.store("Ptr.PutLE32", 4), v) }

// PutLE16 is its twin.
func (p Ptr) PutLE16(v uint16) { stdbinary.LittleEndian.PutUint16(p.store("Ptr.PutLE16", 2), v) }

// copied copies n bytes, from least to most, from src.
func (p Ptr) copied(op string, src Ptr, n, least, most int) {
	if n < least || n > most {
		p.fail(op, n, "a length that it is not for")
	}
	copy(p.store(op, n), src.load(op+": the source", n))
}

// Copy16 is its twin.
func (p Ptr) Copy16(src Ptr) { p.copied("Ptr.Copy16", src, 16, 16, 16) }

// Copy is its twin.
func (p Ptr) Copy(src Ptr, n int) { p.copied("Ptr.Copy", src, n, 0, n) }

// CopyMid is its twin.
func (p Ptr) CopyMid(src Ptr, n int) { p.copied("Ptr.CopyMid", src, n, 16, 64) }

// CopyShort is its twin.
func (p Ptr) CopyShort(src Ptr, n int) { p.copied("Ptr.CopyShort", src, n, 4, 15) }

// CopyTiny is its twin.
func (p Ptr) CopyTiny(src Ptr, n int) { p.copied("Ptr.CopyTiny", src, n, 1, 3) }
