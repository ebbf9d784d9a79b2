package fuzz

import (
	"testing"

	"github.com/miserwire/miser/internal/wiretest"
)

// How many of the seeds are mutated, and how often.
const (
	mutatedStride = 5
	mutations     = 4
)

// TestMutated runs what the fuzz targets check on damaged seeds. It finds what the seeds alone do not, in
// every go test; the fuzzing engine, which knows nothing of Thrift, takes long to come to the same inputs.
func TestMutated(t *testing.T) {
	stride := mutatedStride
	if testing.Short() {
		stride *= 10
	}
	for i := 0; i < len(seeds()); i += stride {
		s := seeds()[i]
		options := byte(i)
		for data := range wiretest.Mutations(s.data, uint64(i), mutations) {
			ok := t.Run("", func(t *testing.T) {
				compareDecode(t, data, s.compact, s.selector, options)
				compareReuse(t, s.data, data, s.compact, s.selector, options)
				compareReuse(t, data, s.data, s.compact, s.selector, options|bitReuse)
				compareSkip(t, data, s.compact, s.selector, 64)
				if !s.compact {
					transcode(t, data, s.selector)
				}
			})
			if !ok {
				t.Fatalf("input %x (compact %v) of %s, options %d", data, s.compact, pick(s.selector).name, options)
			}
			options++
		}
	}
}
