package probe_test

import (
	"testing"

	"github.com/apache/thrift/lib/go/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec/apache/internal/gen/shapes"
	"github.com/miserwire/miser/codec/apache/probe"
)

// BenchmarkHints is what a probe costs, before plans are made.
func BenchmarkHints(b *testing.B) {
	var all []thrift.TStruct
	for _, f := range constructors {
		all = append(all, f())
	}
	for _, bb := range []struct {
		name   string
		values []thrift.TStruct
	}{
		{"Point", []thrift.TStruct{shapes.NewPoint()}},
		{"Shape", []thrift.TStruct{shapes.NewShape()}},
		{"AllDefaults", []thrift.TStruct{shapes.NewAllDefaults()}},
		{"all", all},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			types := 0
			for b.Loop() {
				hints, err := probe.Hints(bb.values...)
				require.NoError(b, err)
				types = len(hints)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*types), "µs/type")
		})
	}
}
