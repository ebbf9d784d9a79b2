package wiretest

import (
	"slices"
	"testing"
	"time"
)

// Ratio runs base and f in turns, each so often in a row, until b has enough, and reports the quotient of their
// medians: what else the machine does meets both alike.
func Ratio(b *testing.B, often int, base, f func()) {
	times := func(f func()) time.Duration {
		start := time.Now()
		for range often {
			f()
		}
		return time.Since(start)
	}
	var bases, fs []time.Duration
	for b.Loop() {
		bases, fs = append(bases, times(base)), append(fs, times(f))
	}
	slices.Sort(bases)
	slices.Sort(fs)
	b.ReportMetric(float64(fs[len(fs)/2])/float64(max(1, bases[len(bases)/2])), "ratio")
}
