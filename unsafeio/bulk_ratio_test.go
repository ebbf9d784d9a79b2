package unsafeio

import (
	"fmt"
	"testing"

	"github.com/miserwire/miser/internal/wiretest"
)

// BenchmarkBulkRatio sets each bulk function, at each level of this CPU,
// beside a copy of the same bytes: both in turns, the quotient of the medians.
// The wire is at an odd address, as behind a list header.
func BenchmarkBulkRatio(b *testing.B) {
	defer func(v int) { bulkLevel = v }(bulkLevel)
	for _, size := range []int{128, 8 << 10, 512 << 10, 8 << 20} {
		mem, wire := make([]uint64, size/8), make([]byte, size+5)
		m, w := Elems(mem), Output(wire).Add(5)
		for _, tt := range []struct {
			name     string
			dst, src Ptr
			f        func(dst, src Ptr, n int)
			width    int
		}{
			{"PutBE16s", w, m, PutBE16s, 2},
			{"GetBE16s", m, w, GetBE16s, 2},
			{"PutBE32s", w, m, PutBE32s, 4},
			{"GetBE32s", m, w, GetBE32s, 4},
			{"PutBE64s", w, m, PutBE64s, 8},
			{"GetBE64s", m, w, GetBE64s, 8},
			{"PutBools", w, m, PutBools, 1},
			{"PutCompactBools", w, m, PutCompactBools, 1},
			{"GetBools", m, w, GetBools, 1},
		} {
			for level, name := range bulkLevels {
				b.Run(fmt.Sprintf("%s/%d/%s", tt.name, size, name), func(b *testing.B) {
					bulkLevel = level
					n := size / tt.width
					wiretest.Ratio(b, 1+(32<<10)/size,
						func() { tt.dst.Copy(tt.src, size) },
						func() { tt.f(tt.dst, tt.src, n) })
				})
			}
		}
	}
}
