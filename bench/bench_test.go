package bench

import (
	"strings"
	"testing"

	"github.com/miserwire/miser/bench/harness"
)

// run runs every case of the workloads whose name starts so, as sub-benchmarks
// workload/protocol/direction/contestant.
func run(b *testing.B, prefix string) {
	found := false
	for _, w := range Workloads() {
		if !strings.HasPrefix(w.Name, prefix) {
			continue
		}
		found = true
		b.Run(w.Name, func(b *testing.B) {
			for _, c := range build(b, w).Cases {
				harness.Bench(b, c)
			}
		})
	}
	if !found {
		b.Fatalf("no workload %s", prefix)
	}
}

// BenchmarkMedia is MediaContent, fixed and varied.
func BenchmarkMedia(b *testing.B) { run(b, "media-") }

// BenchmarkOneOfEach is a small struct.
func BenchmarkOneOfEach(b *testing.B) { run(b, "one-of-each") }

// BenchmarkHolder is 1.6 MB of nested maps and lists of structs.
func BenchmarkHolder(b *testing.B) { run(b, "holder") }

// BenchmarkWide is a request of 29 fields.
func BenchmarkWide(b *testing.B) { run(b, "wide") }

// BenchmarkScalars is a struct of 20 fields of fixed size.
func BenchmarkScalars(b *testing.B) { run(b, "scalars") }

// BenchmarkList is lists of 10,000 numbers and of 1,000 strings.
func BenchmarkList(b *testing.B) { run(b, "list-") }

// BenchmarkBinary is one binary of 1 MiB.
func BenchmarkBinary(b *testing.B) { run(b, "binary-1m") }

// BenchmarkMap is maps of 10 and 100 entries.
func BenchmarkMap(b *testing.B) { run(b, "map-") }

// BenchmarkFooter is Parquet footers of some 300 bytes to 2 MB.
func BenchmarkFooter(b *testing.B) { run(b, "footer-") }

// BenchmarkPages is Parquet page headers.
func BenchmarkPages(b *testing.B) { run(b, "pages") }

// BenchmarkGrowth is pages of one shape from 1 KB to 10 MB; compare MB/s.
func BenchmarkGrowth(b *testing.B) { run(b, "growth") }

// BenchmarkThriftProtobufCompare is the columns of thrift-protobuf-compare:
// object create, serialize, serialize with the same object, deserialize, check
// media, check all, total. The source's sizes were Thrift 353 bytes, Thrift
// Compact 234, Protocol Buffers 217; its times are not at hand.
func BenchmarkThriftProtobufCompare(b *testing.B) { run(b, "thrift-protobuf-compare") }

// BenchmarkRubyProtocol is bin and cmp, write and read, small (OneOfEach) and
// large (the Holder), with allocations per operation. Figures of the source
// for its native extension, before and after a change of 2026-04
// (github.com/apache/thrift/pull/3398):
//
//	bin-write-large  5 structures        0.758 s  0.473 s
//	bin-read-large   5 structures        0.546 s  0.544 s
//	bin-write-small  50,000 structures   0.372 s  0.236 s
//	bin-read-small   50,000 structures   0.228 s  0.224 s
//
// and for its pure Ruby readers in 2026-08 (github.com/apache/thrift/pull/3722):
//
//	bin-read-large   3 structures        1.330 s  1.290 s
//	cmp-read-large   3 structures        1.226 s  1.225 s
//	bin-read-small   20,000 structures   0.387 s  0.370 s
//	cmp-read-small   20,000 structures   0.358 s  0.353 s
//
// Figures for its other scenarios, and its allocations, are not at hand.
func BenchmarkRubyProtocol(b *testing.B) { run(b, "ruby-protocol") }

// BenchmarkCmpWriteSmall is one store per varint against one per byte, on
// cmp-write-small. Figures of the source (github.com/apache/thrift/pull/3741),
// medians for 1,000,000 small structs: 5.590 s before, 4.823 s after. Its
// objects per struct are not at hand; ours are the allocations per operation.
func BenchmarkCmpWriteSmall(b *testing.B) { run(b, "varint-stores") }

// BenchmarkDescriptors is the immutable-descriptor benchmark: serialize only,
// counting bytes, with GOMEMLIMIT=16MiB. Figures not at hand.
func BenchmarkDescriptors(b *testing.B) { run(b, "descriptors") }
