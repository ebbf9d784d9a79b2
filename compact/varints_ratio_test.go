package compact

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/miserwire/miser/internal/wiretest"
)

// BenchmarkVarintRatio sets lists of varints, at each level of this CPU,
// beside a loop of bytes: both in turns, the quotient of the medians. No list
// comes again before the branch predictor has forgotten it.
func BenchmarkVarintRatio(b *testing.B) {
	defer func(v int) { varintLevel = v }(varintLevel)
	varintRatios(b, &kind16, [][2]int{{1, 1}, {1, 2}, {1, 3}})
	varintRatios(b, &kind32, [][2]int{{1, 1}, {1, 2}, {1, 3}, {1, 5}, {5, 5}})
	varintRatios(b, &kind64, [][2]int{{1, 1}, {1, 2}, {1, 3}, {1, 5}, {6, 6}, {1, 8}, {1, 10}, {9, 10}})
}

func varintRatios[T number](b *testing.B, k *varintKind[T], mixes [][2]int) {
	const total = 80_000
	for _, mix := range mixes {
		r := rand.New(rand.NewPCG(1, 2))
		all, back, dst := make([]T, total), make([]T, total), make([]byte, 10*total)
		for i := range all {
			all[i] = k.random(r, mix[0], mix[1])
		}
		for _, size := range []int{16, 128, 10_000} {
			var starts []int // of each list's varints
			var src []byte
			for i := 0; i < total; i += size {
				starts = append(starts, len(src))
				src = append(src, k.encode(all[i:i+size])...)
			}
			src = append(src, make([]byte, 100)...)
			// turns returns a function that takes the next list each time.
			turns := func(f func(list int)) func() {
				list := 0
				return func() {
					f(list)
					list = (list + 1) % len(starts)
				}
			}
			at := func(list int) (from, to int) { return list * size, (list + 1) * size }
			for _, tt := range []struct {
				name    string
				base, f func(list int)
			}{
				{"encode", func(i int) { from, to := at(i); bytesPut(dst, all[from:to]) }, func(i int) { from, to := at(i); k.put(dst, all[from:to]) }},
				{"decode", func(i int) { from, to := at(i); bytesGet(back[from:to], src[starts[i]:]) }, func(i int) { from, to := at(i); k.get(back[from:to], src, starts[i]) }},
			} {
				for level, name := range varintLevels {
					b.Run(fmt.Sprintf("%s/%s/%d-%d/%d/%s", k.name, tt.name, mix[0], mix[1], size, name), func(b *testing.B) {
						varintLevel = level
						wiretest.Ratio(b, 1+4000/size, turns(tt.base), turns(tt.f))
					})
				}
			}
		}
	}
}

// bytesPut is the loop that most write.
func bytesPut[T number](dst []byte, list []T) (n int) {
	for _, v := range list {
		u := Zigzag(int64(v))
		for u >= 0x80 {
			dst[n] = byte(u) | 0x80
			u >>= 7
			n++
		}
		dst[n] = byte(u)
		n++
	}
	return n
}

// bytesGet is the loop that most write.
func bytesGet[T number](list []T, src []byte) (n int) {
	for i := range list {
		var u uint64
		for shift := uint(0); ; shift += 7 {
			if n >= len(src) || shift > 63 {
				return -1
			}
			b := src[n]
			n++
			u |= uint64(b&0x7f) << (shift & 63)
			if b < 0x80 {
				break
			}
		}
		list[i] = T(Unzigzag(u))
	}
	return n
}
