package data

import (
	"fmt"
	"math/rand/v2"

	"github.com/miserwire/miser/bench/gen/fast"
)

// Count is the length of the lists of numbers.
const Count = 10_000

// Widths of the numbers in a list.
const (
	Small = "small" // one byte as a varint
	Mixed = "mixed" // every length as likely as any other
	Full  = "full"  // all bits in use
)

func random() *rand.Rand { return rand.New(rand.NewPCG(2, 3)) }

// mixed returns a number whose magnitude has 0 to bits bits, as likely each;
// one of four is negative.
func mixed(r *rand.Rand, bits int) int64 {
	v := int64(r.Uint64() >> 1 >> (63 - r.IntN(bits+1)))
	if r.IntN(4) == 0 {
		return -v
	}
	return v
}

// ListI64 returns Count numbers of a width.
func ListI64(width string) *fast.ListI64 {
	r := random()
	v := make([]int64, Count)
	for i := range v {
		switch width {
		case Small:
			v[i] = int64(r.IntN(128)) - 64
		case Mixed:
			v[i] = mixed(r, 63)
		default:
			v[i] = int64(r.Uint64() | 1<<62)
		}
	}
	return &fast.ListI64{V: v}
}

// ListI32 returns Count numbers of a width.
func ListI32(width string) *fast.ListI32 {
	r := random()
	v := make([]int32, Count)
	for i := range v {
		switch width {
		case Small:
			v[i] = r.Int32N(128) - 64
		case Mixed:
			v[i] = int32(mixed(r, 31))
		default:
			v[i] = int32(r.Uint32() | 1<<30)
		}
	}
	return &fast.ListI32{V: v}
}

// ListF64 returns Count numbers.
func ListF64() *fast.ListF64 {
	r := random()
	v := make([]float64, Count)
	for i := range v {
		v[i] = r.NormFloat64()
	}
	return &fast.ListF64{V: v}
}

// ListStr returns 1,000 strings of 20 bytes.
func ListStr() *fast.ListStr {
	v := make([]string, 1000)
	for i := range v {
		v[i] = fmt.Sprintf("string-%013d", i*7919)
	}
	return &fast.ListStr{V: v}
}

// Bin is one binary of 1 MiB.
func Bin() *fast.Bin {
	r := random()
	v := make([]byte, 1<<20)
	for i := range v {
		v[i] = byte(r.Uint32())
	}
	return &fast.Bin{V: v}
}

// MapStrStr returns n header-like pairs.
func MapStrStr(n int) *fast.MapStrStr {
	m := make(map[string]string, n)
	for i := range n {
		m[key(i)] = value(i)
	}
	return &fast.MapStrStr{V: m}
}

// MapI64Str returns n pairs.
func MapI64Str(n int) *fast.MapI64Str {
	m := make(map[int64]string, n)
	for i := range n {
		m[int64(i)*7919*7919] = value(i)
	}
	return &fast.MapI64Str{V: m}
}

// MapStrI64 returns n pairs.
func MapStrI64(n int) *fast.MapStrI64 {
	m := make(map[string]int64, n)
	for i := range n {
		m[key(i)] = int64(i) * 7919 * 7919
	}
	return &fast.MapStrI64{V: m}
}

func key(i int) string { return fmt.Sprintf("x-header-%03d", i) }

func value(i int) string { return fmt.Sprintf("value-%016x", uint64(i+1)*0x9e3779b97f4a7c15)[:8+i%15] }

// Page returns so many MediaContents that their Binary form has about size
// bytes: one shape from 1 KB to 10 MB. They are alike, so that the lengths are
// as easy to predict in a short page as in a long one, but each has memory of
// its own, so that what grows is what the caches have to hold.
func Page(size int) *fast.Page {
	wire := NewMedia().FastAppend(nil)
	p := &fast.Page{}
	for n := 0; n < size; n += len(wire) {
		m := new(fast.MediaContent)
		if _, err := m.FastRead(wire); err != nil {
			panic(err)
		}
		p.V = append(p.V, m)
	}
	return p
}
