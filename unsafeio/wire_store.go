//go:build amd64 || arm64 || 386

package unsafeio

// Stores of words, least significant byte first, on machines that are so and
// that store at any address. As stores of bytes, which the compiler puts
// together, they come apart again where the word is made of parts. Twins:
// wire_store_other.go. Caller, Rules, Guard: as of wire.go.

// PutLE64 writes 8 bytes at p, least significant first.
func (p Ptr) PutLE64(v uint64) { *(*uint64)(p.p) = v }

// PutLE32 writes 4 bytes at p, least significant first.
func (p Ptr) PutLE32(v uint32) { *(*uint32)(p.p) = v }

// PutLE16 writes 2 bytes at p, least significant first.
func (p Ptr) PutLE16(v uint16) { *(*uint16)(p.p) = v }
