//go:build !thriftcheck && !amd64 && !arm64 && !386

package unsafeio

import stdbinary "encoding/binary"

// Stores of words on any machine.
// Caller: the whole word lies inside the slice that p points into.
// Rules: U3. Guard: TestWireWords.

// PutLE64 writes 8 bytes at p, least significant first.
func (p Ptr) PutLE64(v uint64) { stdbinary.LittleEndian.PutUint64((*[8]byte)(p.p)[:], v) }

// PutLE32 writes 4 bytes at p, least significant first.
func (p Ptr) PutLE32(v uint32) { stdbinary.LittleEndian.PutUint32((*[4]byte)(p.p)[:], v) }

// PutLE16 writes 2 bytes at p, least significant first.
func (p Ptr) PutLE16(v uint16) { stdbinary.LittleEndian.PutUint16((*[2]byte)(p.p)[:], v) }
