package history

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/bench/harness"
	"github.com/miserwire/miser/bench/peers"
	"github.com/miserwire/miser/unsafeio"
)

// once measures a case in one short window: allocations and bytes, not time.
func once(c *harness.Case) *harness.Result {
	return harness.Measure(c, harness.Options{Rounds: 1, Window: 1, Warm: 1})
}

// TestReadBytes: what is declared right is one allocation of just that size; a
// lie costs at most 10 MiB and what arrived. Each contestant panics when it
// reads something else than it should.
func TestReadBytes(t *testing.T) {
	const slack = 72 << 10 // of a Reader: its first buffer of up to 64 KiB, the error, room behind a string, rounding to pages
	declared := map[string]Declared{}
	for _, d := range Declarations() {
		declared[d.Name] = d
	}
	for _, c := range ReadBytes() {
		t.Run(c.Name(), func(t *testing.T) {
			d, r := declared[c.Op], once(c)
			fresh := r.Find(FreshReadBytes)
			switch {
			case d.Asked == 0:
				require.Zero(t, fresh.Allocs)
			case d.Honest() && d.Asked <= unsafeio.DirectSize:
				require.EqualValues(t, 1, fresh.Allocs)
				require.GreaterOrEqual(t, fresh.Bytes, uint64(d.Asked))
				require.LessOrEqual(t, fresh.Bytes, uint64(d.Asked+d.Asked/8+16), "a size class of the runtime")
				if d.Asked%8192 == 0 {
					require.EqualValues(t, d.Asked, fresh.Bytes, "whole pages")
				}
			case d.Honest():
				require.LessOrEqual(t, fresh.Bytes, uint64(2*d.Asked+unsafeio.DirectSize), "in pieces, then joined")
			default:
				require.LessOrEqual(t, fresh.Bytes, uint64(unsafeio.DirectSize+d.Body))
				for _, name := range []string{peers.Miser, peers.MiserReuse} {
					require.LessOrEqual(t, r.Find(name).Bytes, uint64(unsafeio.DirectSize+d.Body+slack), name)
				}
			}
			if d.Honest() {
				if d.Asked <= unsafeio.DirectSize {
					require.LessOrEqual(t, r.Find(peers.MiserReuse).Bytes, uint64(d.Asked+slack), "a small buffer, then one that fits")
				}
				require.Zero(t, r.Find(ReuseReadBytes).Allocs)
			}
			require.NotZero(t, r.Find(peers.Apache).Bytes+uint64(1-min(1, d.Asked)), "Apache allocates what it reads")
		})
	}
}

// TestWriteReadBinary: into used memory nothing is allocated, through whatever
// stream.
func TestWriteReadBinary(t *testing.T) {
	for _, c := range WriteReadBinary() {
		r := once(c)
		require.Zero(t, r.Find(peers.MiserReuse).Allocs, c.Name())
		require.NotZero(t, r.Find(peers.Apache).Allocs, c.Name())
	}
}

// bench runs the cases that fit as sub-benchmarks protocol/operation/contestant.
func bench(b *testing.B, cases []*harness.Case, work, op string) {
	found := false
	for _, c := range cases {
		if c.Work == work && (op == "" || c.Op == op) {
			harness.Bench(b, c)
			found = true
		}
	}
	require.True(b, found, "no case %s %s", work, op)
}

// BenchmarkSafeReadBytes is Apache Go's benchmark of that name, with more
// sizes. The source (lib/go/thrift/binary_protocol_test.go of v0.25.0) states
// no figures. It documents bounds: a size asked right gives a buffer of just
// that capacity; 1,024 bytes of 2 GiB - 1 asked give at most 2,048; the same
// ask with 4,096 bytes allocates no more than 1 GiB, an "arbitrary" target.
func BenchmarkSafeReadBytes(b *testing.B) { bench(b, ReadBytes(), SafeReadBytes, "") }

// The following are Apache Go's benchmarks of these names, in
// lib/go/thrift/lowlevel_benchmarks_test.go of v0.25.0: 155 bytes written,
// flushed and read back. The source states no figures for any of them.

// BenchmarkBinaryBinary_0 goes through memory, in Binary.
func BenchmarkBinaryBinary_0(b *testing.B) { bench(b, WriteReadBinary(), BinaryBinary, "0-memory") }

// BenchmarkBinaryBinary_1 goes through a buffered stream.
func BenchmarkBinaryBinary_1(b *testing.B) { bench(b, WriteReadBinary(), BinaryBinary, "1-stream") }

// BenchmarkBinaryBinary_2 goes through frames.
func BenchmarkBinaryBinary_2(b *testing.B) { bench(b, WriteReadBinary(), BinaryBinary, "2-framed") }

// BenchmarkCompactBinary0 is BenchmarkBinaryBinary_0 in Compact.
func BenchmarkCompactBinary0(b *testing.B) { bench(b, WriteReadBinary(), CompactBinary, "0-memory") }

// BenchmarkCompactBinary1 is BenchmarkBinaryBinary_1 in Compact.
func BenchmarkCompactBinary1(b *testing.B) { bench(b, WriteReadBinary(), CompactBinary, "1-stream") }

// BenchmarkCompactBinary2 is BenchmarkBinaryBinary_2 in Compact.
func BenchmarkCompactBinary2(b *testing.B) { bench(b, WriteReadBinary(), CompactBinary, "2-framed") }
