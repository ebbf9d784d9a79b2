package history

import (
	"bytes"
	"context"
	"math"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/bench/gen/fast"
	"github.com/miserwire/miser/bench/harness"
	"github.com/miserwire/miser/bench/peers"
	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/unsafeio"
)

// The work of ReadBytes and of WriteReadBinary, and contestants that only they
// have: unsafeio.ReadBytes into fresh memory and into memory of the call before.
const (
	SafeReadBytes  = "safe-read-bytes"
	BinaryBinary   = "binary-binary"
	CompactBinary  = "compact-binary"
	FreshReadBytes = "read-bytes"
	ReuseReadBytes = "read-bytes-reuse"
)

// Declared is a binary whose size is declared as Asked, of which Body bytes
// come.
type Declared struct {
	Name        string
	Asked, Body int
}

// Honest reports whether all that was declared comes.
func (d Declared) Honest() bool { return d.Asked == d.Body }

// Declarations are those of Apache Go's BenchmarkSafeReadBytes (normal,
// exact-32k, max-askedSize), and sizes about the 10 MiB up to which ReadBytes
// takes a peer's word.
func Declarations() []Declared {
	const mib = 1 << 20
	return []Declared{
		{"empty", 0, 0},
		{"normal", 100, 100},
		{"exact-32k", 32 << 10, 32 << 10},
		{"1MiB", mib, mib},
		{"10MiB", 10 * mib, 10 * mib},
		{"10MiB+1", 10*mib + 1, 10*mib + 1},
		{"lie-1MiB", mib, 4096},
		{"lie-10MiB", 10 * mib, 4096},
		{"lie-10MiB+1", 10*mib + 1, 4096},
		{"max-askedSize", math.MaxInt32, 4096},
	}
}

// ReadBytes returns the cases of BenchmarkSafeReadBytes: a size, then as many
// bytes or fewer. safeReadBytes is not exported, so Apache's column reads
// through ReadBinary of its protocols, of which it is the body. Ours are
// unsafeio.ReadBytes, and a codec.Reader with a Decode of a struct whose only
// field is the binary. All stay in use from one operation to the next, and
// limits are lifted on both sides, so that the lies reach the allocation.
func ReadBytes() (cases []*harness.Case) {
	for _, p := range []struct {
		name string
		p    codec.Protocol
	}{{peers.Binary, codec.Binary}, {peers.Compact, codec.Compact}} {
		for _, d := range Declarations() {
			body := bytes.Repeat([]byte("0123456789abcdef"), d.Body/16+1)[:d.Body]
			c := &harness.Case{Work: SafeReadBytes, Proto: p.name, Op: d.Name, Size: d.Body}
			add := func(name string, do func()) {
				c.Contestants = append(c.Contestants, harness.Contestant{Name: name, Run: func(n int) {
					for range n {
						do()
					}
				}})
			}
			add(FreshReadBytes, readBytes(d, body, false))
			if d.Honest() {
				add(ReuseReadBytes, readBytes(d, body, true))
			}
			src := declare(p.p, d.Asked, body)
			add(peers.Miser, readStruct(p.p, d, src, codec.Options{}))
			add(peers.MiserReuse, readStruct(p.p, d, src, codec.Options{Reuse: true, Strings: codec.Alias}))
			add(peers.Apache, readBinary(p.p, d, src))
			cases = append(cases, c)
		}
	}
	return cases
}

// expect panics unless reading d gave the n bytes and the error that it should.
func expect(d Declared, n int, err error) {
	if n != d.Body || (err == nil) != d.Honest() {
		panic("history: " + d.Name + " was read wrong")
	}
}

func readBytes(d Declared, body []byte, reuse bool) func() {
	var r bytes.Reader
	var buf []byte
	return func() {
		r.Reset(body)
		b, err := unsafeio.ReadBytes(&r, d.Asked, buf)
		expect(d, len(b), err)
		if peers.SinkBytes = b; reuse {
			buf = b
		}
	}
}

// declare returns a struct with a binary of that size, and its body, which may
// be shorter: then the struct is cut there.
func declare(p codec.Protocol, size int, body []byte) []byte {
	b := []byte{11, 0, 1, byte(size >> 24), byte(size >> 16), byte(size >> 8), byte(size)} // Binary: string, field 1
	if p == codec.Compact {
		b = appendVarintOnce([]byte{1<<4 | 8}, uint64(size))
	}
	if b = append(b, body...); size == len(body) {
		b = append(b, 0)
	}
	return b
}

func readStruct(p codec.Protocol, d Declared, src []byte, o codec.Options) func() {
	o.Limits.Alloc = -1
	c := codec.Must(codec.New[fast.Bin](p, o))
	var in bytes.Reader
	r := codec.NewReader(nil, codec.Limits{Message: math.MaxInt})
	v := new(fast.Bin)
	return func() {
		in.Reset(src)
		r.Reset(&in)
		if !o.Reuse {
			v = new(fast.Bin)
		}
		b, err := r.Struct(p)
		if err != nil {
			expect(d, d.Body, err)
			return
		}
		_, err = c.Decode(b, v)
		expect(d, len(v.V), err)
		peers.Sink = v
	}
}

// readBinary reads what stands behind the field's header, as the generated
// Read of a struct does.
func readBinary(p codec.Protocol, d Declared, src []byte) func() {
	ctx := context.Background()
	conf := &thrift.TConfiguration{MaxMessageSize: math.MaxInt32}
	in := thrift.NewTMemoryBufferLen(0)
	var r thrift.TProtocol = thrift.NewTBinaryProtocolConf(in, conf)
	header := 3
	if p == codec.Compact {
		r = thrift.NewTCompactProtocolConf(in, conf)
		header = 1
	}
	src = src[header:]
	return func() {
		*in.Buffer = *bytes.NewBuffer(src)
		b, err := r.ReadBinary(ctx)
		expect(d, len(b), err)
		peers.SinkBytes = b
	}
}

// WriteReadBinary returns the cases of Apache Go's BenchmarkBinaryBinary_0 to
// _2 and BenchmarkCompactBinary0 to 2: 155 bytes are written as a binary,
// flushed, and read back, through memory, a buffered stream and frames. Ours
// write a struct with that one field, 4 bytes more in Binary and 2 in Compact,
// and read it by a codec.Reader, which needs no other buffer, so the first two
// are one and the same for it.
func WriteReadBinary() (cases []*harness.Case) {
	body := make([]byte, 155)
	for i := range body {
		body[i] = byte((i + 'a') % 255)
	}
	for _, p := range []struct {
		work, name string
		p          codec.Protocol
	}{{BinaryBinary, peers.Binary, codec.Binary}, {CompactBinary, peers.Compact, codec.Compact}} {
		for i, op := range []string{"0-memory", "1-stream", "2-framed"} {
			framed := op == "2-framed"
			cases = append(cases, &harness.Case{Work: p.work, Proto: p.name, Op: op, Size: len(body), Contestants: []harness.Contestant{
				{Name: peers.Miser, Run: writeRead(p.p, framed, body, codec.Options{})},
				{Name: peers.MiserReuse, Run: writeRead(p.p, framed, body, codec.Options{Reuse: true, Strings: codec.Alias})},
				{Name: peers.Apache, Run: apacheWriteRead(p.p, apacheTransports()[i], body)},
			}})
		}
	}
	return cases
}

func writeRead(p codec.Protocol, framed bool, body []byte, o codec.Options) func(int) {
	c := codec.Must(codec.New[fast.Bin](p, o))
	var stream bytes.Buffer
	r := codec.NewReader(&stream, codec.Limits{})
	next := func() ([]byte, error) { return r.Struct(p) }
	if framed {
		next = r.Frame
	}
	var out []byte
	in, v := &fast.Bin{V: body}, new(fast.Bin)
	return func(n int) {
		for range n {
			var mark int
			var err error
			if out = out[:0]; framed {
				out, mark = codec.BeginFrame(out)
			}
			out, err = c.Append(out, in)
			must(err)
			if framed {
				out, err = codec.EndFrame(out, mark)
				must(err)
			}
			stream.Write(out)
			b, err := next()
			must(err)
			if !o.Reuse {
				v = new(fast.Bin)
			}
			_, err = c.Decode(b, v)
			must(err)
			same(v.V, body)
			peers.Sink = v
		}
	}
}

// apacheTransports are those that the source's benchmarks are numbered by.
func apacheTransports() [3]thrift.TTransport {
	return [3]thrift.TTransport{
		thrift.NewTMemoryBufferLen(1024),
		thrift.NewStreamTransportRW(bytes.NewBuffer(make([]byte, 0, 1024))),
		thrift.NewTFramedTransportConf(thrift.NewTMemoryBufferLen(1024), &thrift.TConfiguration{}),
	}
}

func apacheWriteRead(p codec.Protocol, t thrift.TTransport, body []byte) func(int) {
	ctx := context.Background()
	var tp thrift.TProtocol = thrift.NewTBinaryProtocolConf(t, nil)
	if p == codec.Compact {
		tp = thrift.NewTCompactProtocolConf(t, nil)
	}
	return func(n int) {
		for range n {
			must(tp.WriteBinary(ctx, body))
			must(tp.Flush(ctx))
			b, err := tp.ReadBinary(ctx)
			must(err)
			same(b, body)
			peers.SinkBytes = b
		}
	}
}

func same(got, want []byte) {
	if !bytes.Equal(got, want) {
		panic("history: read back something else")
	}
}
