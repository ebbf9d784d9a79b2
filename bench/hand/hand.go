// Package hand decodes MediaContent as an expert would by hand when every
// nanosecond counts: straight-line code for the one order in which writers put
// the fields, whole headers compared at once, strings that point into the
// input, memory of the value before used again.
//
// It is the measure for decoding with Alias and Reuse. It reads what writers
// of MediaContent write, with any optional field absent, and reports false for
// all else, where a library goes on with fields in another order, unknown
// fields, limits and errors with a path: so the measure is a little unfair to
// those who compare with it.
package hand

import (
	stdbinary "encoding/binary"

	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/unsafeio"
)

// alias returns b as a string that shares its memory.
func alias(b []byte) string { return unsafeio.StringAt(unsafeio.Input(b), len(b)) }

// images returns list with n elements, each one there.
func images(list []*wiretest.Image, n int) []*wiretest.Image {
	if n > cap(list) {
		grown := make([]*wiretest.Image, n)
		copy(grown, list[:cap(list)])
		list = grown
	}
	list = list[:n]
	for i, p := range list {
		if p == nil {
			list[i] = new(wiretest.Image)
		}
	}
	return list
}

// texts returns list with n elements, whatever they hold.
func texts(list []string, n int) []string {
	if n > cap(list) || list == nil {
		return make([]string, n)
	}
	return list[:n]
}

// set stores v where p points to, in new memory if there is none yet.
func set[T any](p **T, v T) {
	if *p == nil {
		*p = new(T)
	}
	**p = v
}

// word returns the 8 bytes at n, most significant first, and 0 if there are
// fewer: no header is 0.
func word(b []byte, n int) uint64 {
	if uint(n)+8 > uint(len(b)) {
		return 0
	}
	return stdbinary.BigEndian.Uint64(b[n:])
}

// varint returns the varint at n and what follows it, or n < 0. Past the end
// stands 0, and an n past the end follows it: no header is there.
func varint(b []byte, n int) (uint64, int) {
	if c := at(b, n); c < 0x80 {
		return uint64(c), n + 1
	}
	return longVarint(b, n)
}

func longVarint(b []byte, n int) (uint64, int) {
	v, size := stdbinary.Uvarint(b[n:])
	if size <= 0 {
		return 0, -1
	}
	return v, n + size
}

func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }
