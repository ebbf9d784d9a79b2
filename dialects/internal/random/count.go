package random

import (
	"flag"
	"math/rand/v2"
	"testing"
)

// Count returns what -values says, or n where it is not given: for tests whose
// own number is another than that of Source.
func Count(n int) int {
	flag.Visit(func(f *flag.Flag) {
		if f.Name == "values" {
			n = *values
		}
	})
	return n
}

// Seed returns what -seed says, or a new one, and logs it: for tests that make
// several sources.
func Seed(t *testing.T) uint64 {
	t.Helper()
	s := *seed
	for s == 0 {
		s = rand.Uint64()
	}
	t.Logf("-seed %d", s)
	return s
}
