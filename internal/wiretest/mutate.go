package wiretest

import (
	"iter"
	"math/rand/v2"
	"slices"
)

// Prefixes returns every proper prefix of b, the empty one first. Their capacity is their length.
func Prefixes(b []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for n := range b {
			if !yield(b[:n:n]) {
				return
			}
		}
	}
}

// Mutations returns n damaged copies of b, the same for the same seed: each has one to three of bits
// flipped, bytes set, inserted, deleted or copied, sizes replaced by extreme ones, and the end cut off. A
// copy is good until the next one; its capacity is its length.
func Mutations(b []byte, seed uint64, n int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		r := rand.New(rand.NewPCG(seed, uint64(len(b))))
		var damaged []byte
		for range n {
			damaged = append(damaged[:0], b...)
			for range 1 + r.IntN(3) {
				damaged = mutate(damaged, r)
			}
			if !yield(damaged[:len(damaged):len(damaged)]) {
				return
			}
		}
	}
}

// specialBytes are the values that mean something as a type, a bool, a length or part of a varint.
var specialBytes = []byte{0x00, 0x01, 0x02, 0x0f, 0x10, 0x7f, 0x80, 0xf0, 0xff}

// specialSizes are the extreme sizes as Binary writes them, then as Compact does.
var specialSizes = [][]byte{
	{0x00, 0x00, 0x00, 0x00},
	{0x00, 0x01, 0x00, 0x00},
	{0x7f, 0xff, 0xff, 0xff},
	{0x80, 0x00, 0x00, 0x00},
	{0xff, 0xff, 0xff, 0xff},
	{0xff, 0xff, 0x03},
	{0xff, 0xff, 0xff, 0xff, 0x07},
	{0x80, 0x80, 0x80, 0x80, 0x08},
	{0xff, 0xff, 0xff, 0xff, 0x0f},
	{0x80, 0x80, 0x80, 0x80, 0x10},
	{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01},
}

// mutate damages b once, in place where it can.
func mutate(b []byte, r *rand.Rand) []byte {
	if len(b) == 0 {
		return append(b, specialBytes[r.IntN(len(specialBytes))])
	}
	i := r.IntN(len(b))
	end := min(i+1+r.IntN(8), len(b))
	switch r.IntN(8) {
	case 0:
		b[i] ^= 1 << r.IntN(8)
	case 1:
		b[i] = specialBytes[r.IntN(len(specialBytes))]
	case 2:
		b[i] = byte(r.Uint32())
	case 3:
		return slices.Insert(b, i, specialBytes[r.IntN(len(specialBytes))])
	case 4:
		return slices.Delete(b, i, end)
	case 5:
		return slices.Insert(b, r.IntN(len(b)+1), slices.Clone(b[i:end])...)
	case 6:
		copy(b[i:], specialSizes[r.IntN(len(specialSizes))])
	case 7:
		return b[:i]
	}
	return b
}
