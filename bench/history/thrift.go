package history

import (
	"context"
	"runtime/debug"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/bench/data"
	"github.com/miserwire/miser/bench/gen/apache"
	"github.com/miserwire/miser/bench/gen/fast"
	"github.com/miserwire/miser/bench/harness"
	"github.com/miserwire/miser/bench/peers"
	"github.com/miserwire/miser/codec"
)

// Ruby renames cases to the scenarios of apache/thrift's Ruby protocol
// benchmark, bin and cmp, write and read: small is OneOfEach, large the
// Holder. Allocations per operation are part of every result. See
// BenchmarkRubyProtocol for the source's figures.
func Ruby(size string, s *peers.Set) (cases []*harness.Case) {
	short := map[string]string{peers.Binary: "bin", peers.Compact: "cmp"}
	verb := map[string]string{peers.Encode: "write", peers.Decode: "read"}
	for _, c := range s.Cases {
		if verb[c.Op] == "" {
			continue
		}
		scenario := *c
		scenario.Work = "ruby-protocol"
		scenario.Op = short[c.Proto] + "-" + verb[c.Op] + "-" + size
		cases = append(cases, &scenario)
	}
	return cases
}

// VarintStores returns cmp-write-small once more, with code that stores each
// varint a byte at a time beside code that stores it at once: what
// github.com/apache/thrift/pull/3741 changed in Ruby's native Compact protocol.
// See BenchmarkCmpWriteSmall for its figures.
func VarintStores(s *peers.Set) *harness.Case {
	for _, c := range s.Cases {
		if c.Proto != peers.Compact || c.Op != peers.Encode {
			continue
		}
		stores := *c
		stores.Work, stores.Op = "varint-stores", "cmp-write-small"
		v := data.One()
		buf := make([]byte, 0, 128)
		check := isBytes(s.Wire[peers.Compact][0], func() []byte { return peers.SinkBytes })
		stores.Contestants = append(stores.Contestants[:len(c.Contestants):len(c.Contestants)],
			harness.Contestant{Name: "byte-at-a-time", Run: func(n int) {
				for range n {
					peers.SinkBytes = appendOne(buf, v, appendVarintBytes)
				}
			}, Check: check},
			harness.Contestant{Name: "varint-at-once", Run: func(n int) {
				for range n {
					peers.SinkBytes = appendOne(buf, v, appendVarintOnce)
				}
			}, Check: check})
		return &stores
	}
	return nil
}

// Descriptors returns the immutable-descriptor benchmark: serialize only,
// count the bytes, in 16 MiB of memory. See BenchmarkDescriptors.
func Descriptors() []*harness.Case {
	v, a := data.MediaFixed()[0], createApache()
	var cases []*harness.Case
	for _, p := range []struct {
		name string
		p    codec.Protocol
	}{{peers.Binary, codec.Binary}, {peers.Compact, codec.Compact}} {
		c := codec.Must(codec.New[fast.MediaContent](p.p, codec.Options{}))
		wire, err := peers.ApacheBytes(p.name, a)
		must(err)
		buf := make([]byte, 0, 512)
		check := isInt(len(wire))
		cases = append(cases, &harness.Case{
			Work: "descriptors", Proto: p.name, Op: "count-bytes", Size: len(wire), Prepare: in16MiB,
			Contestants: []harness.Contestant{{Name: peers.Miser, Run: func(n int) {
				for range n {
					b, err := c.Append(buf, v)
					must(err)
					peers.SinkInt = len(b)
				}
			}, Check: check}, {Name: "miser-size", Run: func(n int) {
				for range n {
					size, err := c.Size(v)
					must(err)
					peers.SinkInt = size
				}
			}, Check: check}, {Name: peers.Apache, Run: apacheCount(p.p, a), Check: check}},
		})
	}
	return cases
}

// in16MiB sets GOMEMLIMIT=16MiB until restore is called.
func in16MiB() (restore func()) {
	before := debug.SetMemoryLimit(16 << 20)
	return func() { debug.SetMemoryLimit(before) }
}

func apacheCount(p codec.Protocol, v *apache.MediaContent) func(int) {
	t := new(counter)
	var w thrift.TProtocol = thrift.NewTBinaryProtocolConf(t, nil)
	if p == codec.Compact {
		w = thrift.NewTCompactProtocolConf(t, nil)
	}
	return func(n int) {
		for range n {
			t.n = 0
			must(v.Write(context.Background(), w))
			peers.SinkInt = t.n
		}
	}
}

// counter is a transport that keeps nothing.
type counter struct{ n int }

func (c *counter) Write(b []byte) (int, error)       { c.n += len(b); return len(b), nil }
func (c *counter) WriteByte(byte) error              { c.n++; return nil }
func (c *counter) WriteString(s string) (int, error) { c.n += len(s); return len(s), nil }
func (c *counter) Read([]byte) (int, error) {
	return 0, thrift.NewTTransportException(thrift.END_OF_FILE, "")
}
func (c *counter) ReadByte() (byte, error) {
	return 0, thrift.NewTTransportException(thrift.END_OF_FILE, "")
}
func (c *counter) RemainingBytes() uint64      { return 0 }
func (c *counter) Flush(context.Context) error { return nil }
func (c *counter) Open() error                 { return nil }
func (c *counter) IsOpen() bool                { return true }
func (c *counter) Close() error                { return nil }
