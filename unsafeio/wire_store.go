//go:build !thriftcheck && (amd64 || arm64 || 386)

package unsafeio

// Stores of words on machines whose own words have the least significant byte
// first and may be stored anywhere. Bytes that the compiler would have to put
// together may stay apart where the word is made of parts. Twins:
// wire_store_other.go.
// Caller: the whole word lies inside the slice that p points into.
// Rules: U3. Guard: TestWireWords.

// PutLE64 writes 8 bytes at p, least significant first.
func (p Ptr) PutLE64(v uint64) { *(*uint64)(p.p) = v }

// PutLE32 writes 4 bytes at p, least significant first.
func (p Ptr) PutLE32(v uint32) { *(*uint32)(p.p) = v }

// PutLE16 writes 2 bytes at p, least significant first.
func (p Ptr) PutLE16(v uint16) { *(*uint16)(p.p) = v }
