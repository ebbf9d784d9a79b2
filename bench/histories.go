package bench

import (
	"github.com/miserwire/miser/bench/data"
	"github.com/miserwire/miser/bench/gen/apache"
	"github.com/miserwire/miser/bench/gen/fast"
	"github.com/miserwire/miser/bench/gen/rw"
	"github.com/miserwire/miser/bench/harness"
	"github.com/miserwire/miser/bench/history"
	"github.com/miserwire/miser/bench/peers"
	"github.com/miserwire/miser/bench/seg"
)

// histories are the growth of one shape and the tables of other benchmarks.
func histories() []Workload {
	return []Workload{
		{"growth", "pages of one shape from 1 KB to 10 MB, miser alone", func() (*peers.Set, error) {
			return peers.NewGrowth("growth"), nil
		}},
		{"thrift-protobuf-compare", "the columns of that benchmark", only(history.Compare)},
		{"ruby-protocol", "the scenarios of Thrift's Ruby protocol benchmark", only(func() []*harness.Case {
			return append(history.Ruby("small", small()), history.Ruby("large", large())...)
		})},
		{"varint-stores", "cmp-write-small, one store per varint and one per byte", only(func() []*harness.Case {
			return []*harness.Case{history.VarintStores(small())}
		})},
		{"descriptors", "serialize only, in 16 MiB of memory", only(history.Descriptors)},
	}
}

func only(cases func() []*harness.Case) func() (*peers.Set, error) {
	return func() (*peers.Set, error) { return &peers.Set{Cases: cases()}, nil }
}

func small() *peers.Set {
	return thriftOnly[apache.OneOfEach, fast.OneOfEach, seg.OneOfEach, rw.OneOfEach]("small", one(data.One()), true)
}

func large() *peers.Set {
	return thriftOnly[apache.Nested4, fast.Nested4, seg.Nested4, rw.Nested4]("large", one(data.Holder()), true)
}
