// Package history does the work of published benchmarks of Thrift, column by
// column, so that their tables can be read beside ours. Their figures stand
// with each: they were measured on other machines, in other languages, years
// apart, and say how far apart the columns were, not how fast anything is.
package history

import (
	"bytes"
	"context"
	"fmt"

	"github.com/apache/thrift/lib/go/thrift"
	"github.com/cloudwego/frugal"

	"github.com/miserwire/miser/bench/data"
	"github.com/miserwire/miser/bench/gen/apache"
	"github.com/miserwire/miser/bench/gen/fast"
	"github.com/miserwire/miser/bench/harness"
	"github.com/miserwire/miser/bench/peers"
	"github.com/miserwire/miser/codec"
)

// Columns of thrift-protobuf-compare.
const (
	Create       = "object-create"
	Serialize    = "serialize"      // create and serialize
	SameObject   = "serialize-same" // serialize one object again and again
	Deserialize  = "deserialize"
	CheckMedia   = "check-media" // deserialize and look at every field of media
	CheckAll     = "check-all"   // and at those of the images too
	Total        = "total"       // create, serialize, deserialize
	compareBench = "thrift-protobuf-compare"
)

// serializer is one row of the table.
type serializer[T any] struct {
	name   string
	create func() *T
	write  func(*T) []byte // into memory that the next call uses again
	read   func([]byte, *T) error
	media  func(*T) int
	images func(*T) int
}

// Compare returns the columns of thrift-protobuf-compare, by protocol. See
// BenchmarkThriftProtobufCompare for its figures.
func Compare() []*harness.Case {
	var cases []*harness.Case
	for _, p := range []struct {
		name string
		p    codec.Protocol
	}{{peers.Binary, codec.Binary}, {peers.Compact, codec.Compact}} {
		wire, err := peers.ApacheBytes(p.name, createApache())
		must(err)
		byColumn := map[string]*harness.Case{}
		for _, column := range []string{Create, Serialize, SameObject, Deserialize, CheckMedia, CheckAll, Total} {
			c := &harness.Case{Work: compareBench, Proto: p.name, Op: column, Size: len(wire)}
			if column == Create {
				c.Size = 0
			}
			byColumn[column] = c
			cases = append(cases, c)
		}
		addRow(byColumn, wire, miserRow("miser", p.p, codec.Options{}))
		addRow(byColumn, wire, apacheRow(p.p))
		if p.p == codec.Binary {
			addRow(byColumn, wire, fastgoRow())
			addRow(byColumn, wire, frugalRow())
		}
	}
	return cases
}

func addRow[T any](byColumn map[string]*harness.Case, wire []byte, s serializer[T]) {
	add := func(column string, do func(), check func(int) error) {
		c := byColumn[column]
		c.Contestants = append(c.Contestants, harness.Contestant{Name: s.name, Run: func(n int) {
			for range n {
				do()
			}
		}, Check: check})
	}
	kept := s.create()
	read := func() *T {
		v := new(T)
		must(s.read(wire, v))
		peers.Sink = v
		return v
	}
	written := isBytes(wire, func() []byte { return peers.SinkBytes })
	object := isBytes(wire, func() []byte { return s.write(peers.Sink.(*T)) })
	media, images := mediaFast(createFast()), imagesFast(createFast())
	add(Create, func() { peers.Sink = s.create() }, object)
	add(Serialize, func() { peers.SinkBytes = s.write(s.create()) }, written)
	add(SameObject, func() { peers.SinkBytes = s.write(kept) }, written)
	add(Deserialize, func() { read() }, object)
	add(CheckMedia, func() { peers.SinkInt = s.media(read()) }, isInt(media))
	add(CheckAll, func() {
		v := read()
		peers.SinkInt = s.media(v) + s.images(v)
	}, isInt(media+images))
	add(Total, func() {
		v := new(T)
		must(s.read(s.write(s.create()), v))
		peers.Sink = v
	}, object)
}

// isBytes checks what a contestant wrote, or its object, written again.
func isBytes(want []byte, got func() []byte) func(int) error {
	return func(int) error {
		if got := got(); !bytes.Equal(got, want) {
			return fmt.Errorf("has % x, want % x", got, want)
		}
		return nil
	}
}

// isInt checks what the loop left in SinkInt.
func isInt(want int) func(int) error {
	return func(int) error {
		if peers.SinkInt != want {
			return fmt.Errorf("has %d, want %d", peers.SinkInt, want)
		}
		return nil
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func createFast() *fast.MediaContent { return data.NewMedia() }

func mediaFast(v *fast.MediaContent) int {
	m := v.Media
	n := len(m.URI) + len(m.Format) + int(m.Width+m.Height) + int(m.Duration+m.Size) + int(m.Player)
	for _, p := range []*string{m.Title, m.Copyright} {
		if p != nil {
			n += len(*p)
		}
	}
	if m.Bitrate != nil {
		n += int(*m.Bitrate)
	}
	for _, s := range m.Person {
		n += len(s)
	}
	return n
}

func imagesFast(v *fast.MediaContent) (n int) {
	for _, i := range v.Image {
		n += len(i.URI) + int(i.Width+i.Height) + int(i.Size)
		if i.Title != nil {
			n += len(*i.Title)
		}
	}
	return n
}

func miserRow(name string, p codec.Protocol, o codec.Options) serializer[fast.MediaContent] {
	c := codec.Must(codec.New[fast.MediaContent](p, o))
	buf := make([]byte, 0, 512)
	return serializer[fast.MediaContent]{name, createFast,
		func(v *fast.MediaContent) []byte {
			b, err := c.Append(buf, v)
			must(err)
			return b
		},
		func(b []byte, v *fast.MediaContent) error { _, err := c.Decode(b, v); return err },
		mediaFast, imagesFast,
	}
}

func fastgoRow() serializer[fast.MediaContent] {
	buf := make([]byte, 0, 512)
	return serializer[fast.MediaContent]{"fastgo", createFast,
		func(v *fast.MediaContent) []byte { return v.FastAppend(buf) },
		func(b []byte, v *fast.MediaContent) error { _, err := v.FastRead(b); return err },
		mediaFast, imagesFast,
	}
}

func frugalRow() serializer[fast.MediaContent] {
	buf := make([]byte, 512)
	return serializer[fast.MediaContent]{"frugal", createFast,
		func(v *fast.MediaContent) []byte {
			n, err := frugal.EncodeObject(buf, nil, v)
			must(err)
			return buf[:n]
		},
		func(b []byte, v *fast.MediaContent) error { _, err := frugal.DecodeObject(b, v); return err },
		mediaFast, imagesFast,
	}
}

func apacheRow(p codec.Protocol) serializer[apache.MediaContent] {
	ctx := context.Background()
	protocol := func(t thrift.TTransport) thrift.TProtocol {
		if p == codec.Binary {
			return thrift.NewTBinaryProtocolConf(t, nil)
		}
		return thrift.NewTCompactProtocolConf(t, nil)
	}
	out := thrift.NewTMemoryBufferLen(512)
	w := protocol(out)
	in := thrift.NewTMemoryBufferLen(0)
	r := protocol(in)
	return serializer[apache.MediaContent]{"apache", createApache,
		func(v *apache.MediaContent) []byte {
			out.Reset()
			must(v.Write(ctx, w))
			return out.Bytes()
		},
		func(b []byte, v *apache.MediaContent) error {
			in.Buffer = bytes.NewBuffer(b)
			return v.Read(ctx, r)
		},
		mediaApache, imagesApache,
	}
}
