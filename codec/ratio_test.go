package codec_test

import (
	"slices"
	"testing"
	"time"
)

// contestant is one way of doing the same work, n times.
type contestant struct {
	name string
	run  func(n int)
}

// window is how long a contestant runs before the next has its turn.
const window = 500 * time.Microsecond

// compare runs the contestants in turn, b.N rounds of one window each, and
// reports the quartile time of each one as a ratio to the first's, so that the
// noise of a shared machine meets all of them alike. Times themselves mean
// nothing beyond the run and are not reported.
func compare(b *testing.B, cs ...contestant) {
	b.Helper()
	calls := make([]int, len(cs))
	times := make([][]float64, len(cs))
	for i, c := range cs {
		c.run(64) // warm up
		start := time.Now()
		c.run(64)
		calls[i] = int(max(1, 64*window/max(1, time.Since(start))))
	}
	for range max(b.N, 3) {
		for i, c := range cs {
			start := time.Now()
			c.run(calls[i])
			times[i] = append(times[i], float64(time.Since(start))/float64(calls[i]))
		}
	}
	quartile := func(i int) float64 {
		slices.Sort(times[i])
		return times[i][len(times[i])/4]
	}
	base := quartile(0)
	for i, c := range cs[1:] {
		b.ReportMetric(quartile(i+1)/base, "x-"+c.name)
	}
	b.ReportMetric(0, "ns/op")
}
