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
			for _, c := range build(b, w.Name).Cases {
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

// BenchmarkFooter is Parquet footers of 639 bytes to 2 MB.
func BenchmarkFooter(b *testing.B) { run(b, "footer-") }

// BenchmarkPages is Parquet page headers.
func BenchmarkPages(b *testing.B) { run(b, "pages") }

// BenchmarkGrowth is pages of one shape from 1 KB to 10 MB; compare MB/s.
func BenchmarkGrowth(b *testing.B) { run(b, "growth") }

// BenchmarkThriftProtobufCompare is the columns of thrift-protobuf-compare:
// object create, serialize, serialize with the same object, deserialize, check
// media, check all, total.
//
// The source is code.google.com/p/thrift-protobuf-compare/wiki/Benchmarking,
// revision r128: Java 1.6.0_15 with a heap of 16 MB on a Core i7 920. Sizes
// were Thrift 353 bytes, Thrift Compact 234, Protocol Buffers 217. Its times
// are not at hand. Its successor's, github.com/eishay/jvm-serializers/wiki of
// October 2023 (Java 11.0.19 on a 2.6 GHz Core i7), are, in ns, of an object
// that has one byte less in Binary and nine more in Compact:
//
//	                create  serialize  deserialize  total  bytes
//	thrift              77       1315          626   1942    352
//	thrift-compact      78        840          643   1483    243
//	protobuf           198        875          527   1402    242
func BenchmarkThriftProtobufCompare(b *testing.B) { run(b, "thrift-protobuf-compare") }

// BenchmarkRubyProtocol is bin and cmp, write and read, small (OneOfEach) and
// large (the Holder), with allocations per operation. Figures of the source,
// test/rb/benchmarks/protocol_benchmark.rb of apache/thrift, each before and
// after a change. Its native extension, 2026-04 (pull/3398):
//
//	bin-write-large  5 structures        0.758 s  0.473 s
//	bin-read-large   5 structures        0.546 s  0.544 s
//	bin-write-small  50,000 structures   0.372 s  0.236 s
//	bin-read-small   50,000 structures   0.228 s  0.224 s
//
// Pure Ruby with allocated objects, 2026-04 (pull/3403):
//
//	bin-write-large  2 structures  0.6693 s  0.6405 s  3,425,466 to 2,268,526 objects
//	bin-read-large   2 structures  0.8936 s  0.9210 s
//
// Native, 2026-08 (pull/3703):
//
//	cmp-write-small  30,000 structures  0.155830 s  0.154606 s
//
// Pure Ruby readers, 2026-08 (pull/3722):
//
//	bin-read-large   3 structures        1.330 s  1.290 s
//	cmp-read-large   3 structures        1.226 s  1.225 s
//	bin-read-small   20,000 structures   0.387 s  0.370 s
//	cmp-read-small   20,000 structures   0.358 s  0.353 s
//
// The rest of the source's allocations is not at hand. It has scenarios for the
// JSON and header protocols too, which are not here.
func BenchmarkRubyProtocol(b *testing.B) { run(b, "ruby-protocol") }

// BenchmarkCmpWriteSmall is one store per varint against one per byte, on
// cmp-write-small. Figures of the source (github.com/apache/thrift/pull/3741),
// medians for 1,000,000 small structs by Ruby's native Compact protocol: 5.590
// s before, 4.823 s after. Its objects per struct are not at hand; ours are the
// allocations per operation.
func BenchmarkCmpWriteSmall(b *testing.B) { run(b, "varint-stores") }

// BenchmarkDescriptors is the immutable-descriptor benchmark: a program whose
// descriptions of types are immutable serializes one object again and again,
// counts the bytes and throws them away, with no more than 16 MiB of memory
// (GOMEMLIMIT=16MiB), so that what allocates pays for collecting it. Where it
// was published, and its figures, are not at hand.
func BenchmarkDescriptors(b *testing.B) { run(b, "descriptors") }
