package bench

import (
	"github.com/miserwire/miser/bench/data"
	"github.com/miserwire/miser/bench/peers"
	"github.com/miserwire/miser/codec"
	pq "github.com/miserwire/miser/internal/parquetmeta"
)

// footers are files of apache/parquet-testing, by growing footer.
var footers = []struct{ name, file string }{
	{"footer-alltypes", "data__alltypes_dictionary.parquet"},
	{"footer-byte-stream-split", "data__byte_stream_split_extended.gzip.parquet"},
	{"footer-delta-binary", "data__delta_binary_packed.parquet"},
	{"footer-209-columns", "bad_data__ARROW-GH-41321.parquet"},
}

func parquets() []Workload {
	all := []Workload{{"footer-sample", "the footer of cmd/miser's sample file", func() (*peers.Set, error) {
		b, err := data.SampleFooter()
		if err != nil {
			return nil, err
		}
		return peers.NewFooter("footer-sample", b)
	}}}
	for _, f := range footers {
		all = append(all, Workload{f.name, "the footer of parquet-testing's " + f.file, func() (*peers.Set, error) {
			b, err := data.Footer(f.file)
			if err != nil {
				return nil, err
			}
			return peers.NewFooter(f.name, b)
		}})
	}
	return append(all, Workload{"footer-2mb", "a footer of 1,000 columns and 20 row groups", func() (*peers.Set, error) {
		b, err := codec.Must(codec.New[pq.FileMetaData](codec.Compact, codec.Options{})).Append(nil, data.WideFooter(1000, 20))
		if err != nil {
			return nil, err
		}
		return peers.NewFooter("footer-2mb", b)
	}}, Workload{"pages-sample", "the page headers of cmd/miser's sample file", func() (*peers.Set, error) {
		b, err := data.SamplePageHeaders()
		if err != nil {
			return nil, err
		}
		return peers.NewPages("pages-sample", b)
	}}, Workload{"pages", "the page headers of parquet-testing's files", func() (*peers.Set, error) {
		b, err := data.PageHeaders()
		if err != nil {
			return nil, err
		}
		return peers.NewPages("pages", b)
	}})
}
