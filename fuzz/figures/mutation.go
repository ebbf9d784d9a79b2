package main

import (
	"encoding/binary"
	"slices"
)

// The kinds of damage, in the order in which an index counts them.
const (
	cutOff   = iota // a proper prefix
	anyByte         // every byte value at every offset, so every bit flipped too
	inserted        // every byte value before every offset and at the end
	deleted         // one to 8 bytes at every offset
	sized           // an extreme size over what is at every offset
	resized         // the same instead of 4 bytes at every offset, as a longer or shorter size would be
	damages
)

// mostDeleted is how many bytes are deleted together.
const mostDeleted = 8

// extremes are sizes as Binary writes them, then as Compact does.
var extremes = makeExtremes()

func makeExtremes() (all [][]byte) {
	for _, n := range []uint64{0, 1, 1 << 16, 1<<24 - 1, 1 << 28, 1<<31 - 1, 1 << 31, 1<<32 - 1} {
		all = append(all, binary.BigEndian.AppendUint32(nil, uint32(n)), binary.AppendUvarint(nil, n))
	}
	return append(all,
		binary.AppendUvarint(nil, 1<<32), binary.AppendUvarint(nil, 1<<64-1),
		[]byte{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01},
		[]byte{0x80, 0x00}, []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0x00})
}

// damaged is a vector and all its mutants, which an index names.
type damaged struct {
	wire []byte
	ends [damages]int // the index at which each kind ends
}

func newDamaged(wire []byte) (d damaged) {
	d.wire = wire
	n := len(wire)
	total := 0
	for kind, of := range [damages]int{n, 255 * n, 256 * (n + 1), mostDeleted * n, len(extremes) * n, len(extremes) * n} {
		total += of
		d.ends[kind] = total
	}
	return d
}

// len is how many mutants there are.
func (d *damaged) len() int { return d.ends[damages-1] }

// mutant appends the mutant of that index to b, and tells its kind.
func (d *damaged) mutant(b []byte, i int) (mutated []byte, kind int) {
	for i >= d.ends[kind] {
		kind++
	}
	if kind > 0 {
		i -= d.ends[kind-1]
	}
	w := d.wire
	switch kind {
	case cutOff:
		return append(b, w[:i]...), kind
	case anyByte:
		at := len(b) + i/255
		b = append(b, w...)
		b[at] += byte(i%255 + 1)
		return b, kind
	case inserted:
		at := i / 256
		return append(append(append(b, w[:at]...), byte(i)), w[at:]...), kind
	case deleted:
		at := i / mostDeleted
		return append(append(b, w[:at]...), w[min(len(w), at+i%mostDeleted+1):]...), kind
	}
	at, size := i/len(extremes), extremes[i%len(extremes)]
	over := len(size)
	if kind == resized {
		over = 4
	}
	return append(append(append(b, w[:at]...), size...), w[min(len(w), at+over):]...), kind
}

// stride is a number that steps through all of n indexes when it is added over and over, from one to a far one.
func stride(n int) int {
	for _, p := range []int{1_000_003, 999_983, 1_000_033} {
		if n%p != 0 {
			return p % n
		}
	}
	return 1
}

// shares divides count among rows with so many mutants each: none gets more than it has, and none of those that get less
// than that gets less than another.
func shares(count int, have []int) []int {
	order := make([]int, len(have))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return have[a] - have[b] })
	got := make([]int, len(have))
	for k, i := range order {
		got[i] = min(have[i], count/(len(have)-k))
		count -= got[i]
	}
	return got
}
