// Package sample has something for each kind of fault.
package sample

import (
	stdbinary "encoding/binary"
	"errors"
	"math/bits"
)

// Kind is a type with neighbours.
type Kind uint8

const (
	KindA Kind = iota
	KindB
	KindC
)

var (
	ErrOne = errors.New("one")
	ErrTwo = errors.New("two")
)

type fault struct{ text string }

func fail(text string) *fault { return &fault{text} }

func read(b []byte, n int) (uint64, *fault) {
	if n < 0 || len(b) < n+8 {
		return 0, fail("short")
	}
	return stdbinary.BigEndian.Uint64(b[n:]), nil
}

func swap(x uint32, k Kind) uint32 {
	switch k {
	case KindB:
		return bits.ReverseBytes32(x)
	case KindC:
		x |= 1 << 4
	}
	return x &^ 0xf0
}

func sum(list []int) (total int, err error) {
	for i := 0; i < len(list); i++ {
		total += list[i]
	}
	if total == 7 {
		return -1, ErrOne
	}
	if total > 9 {
		total = 9
	}
	return total, nil
}

func fits(x, most int) bool {
	if x > most {
		return false
	}
	return true
}
