package peers

import (
	"bytes"
	"io"

	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/apache/thrift/lib/go/thrift"
	pgthrift "github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/miserwire/miser/bench/gen/parquet"
	"github.com/miserwire/miser/codec"
	pq "github.com/miserwire/miser/internal/parquetmeta"
)

// Names of contestants at Parquet metadata alone.
const (
	Arrow         = "arrow-go"      // NewFileMetaData, with the schema it builds; WriteTo
	FooterDecoder = "footerdecoder" // parquet-go's, which copies the footer and reuses its memory
)

// Brief names three of a footer's nine fields.
type Brief struct {
	Version   int32   `thrift:"version,1,required"`
	NumRows   int64   `thrift:"num_rows,3,required"`
	CreatedBy *string `thrift:"created_by,6,optional"`
}

// pgBrief is Brief in parquet-go's form.
type pgBrief struct {
	Version   int32  `thrift:"1,required"`
	NumRows   int64  `thrift:"3,required"`
	CreatedBy string `thrift:"6,optional"`
}

// NewFooter returns the cases of one footer. Parquet knows Compact only.
func NewFooter(work string, footer []byte) (*Set, error) {
	v := new(pq.FileMetaData)
	if _, err := codecOf[pq.FileMetaData](codec.Compact, codec.Options{}).Decode(footer, v); err != nil {
		return nil, err
	}
	s := &Set{Work: work, Wire: map[string][][]byte{Compact: {footer}}}
	AddMiser[pq.FileMetaData, empty](s, []*pq.FileMetaData{v})
	addMiserInto[Brief](s, Compact, codec.Compact, Project, Miser)
	addMiserInto[pq.FileMetaData](s, Compact, codec.Compact, Project, MiserFull)
	addApacheParquet[parquet.FileMetaData](s, nil)
	addParquetGoFormat[format.FileMetaData](s)
	s.add(Compact, Skip, ParquetGo, parquetGoRead[empty](s.Wire[Compact]))
	s.add(Compact, Project, ParquetGo, parquetGoRead[pgBrief](s.Wire[Compact]))
	addFooterDecoder(s, footer)
	return s, addArrow(s, footer)
}

// NewPages returns the cases of page headers.
func NewPages(work string, headers [][]byte) (*Set, error) {
	c := codecOf[pq.PageHeader](codec.Compact, codec.Options{})
	vs := make([]*pq.PageHeader, len(headers))
	for i, b := range headers {
		vs[i] = new(pq.PageHeader)
		if _, err := c.Decode(b, vs[i]); err != nil {
			return nil, err
		}
	}
	s := &Set{Work: work, Wire: map[string][][]byte{Compact: headers}}
	AddMiser[pq.PageHeader, empty](s, vs)
	// Apache's code leaves out an optional field that equals its default, as
	// is_compressed = true does.
	addApacheParquet[parquet.PageHeader](s, func(i int) bool {
		h := vs[i].DataPageHeaderV2
		return h != nil && h.IsCompressed != nil && *h.IsCompressed
	})
	addParquetGoFormat[format.PageHeader](s)
	return s, nil
}

type empty struct{}

// addApacheParquet adds the code that Apache's compiler makes of parquet.thrift.
func addApacheParquet[T any, P Struct[T]](s *Set, except func(int) bool) {
	wire := s.Wire[Compact]
	vs := make([]P, len(wire))
	for i, b := range wire {
		vs[i] = new(T)
		must(ApacheRead(Compact, b, vs[i]))
	}
	mem := thrift.NewTMemoryBufferLen(longest(wire))
	p := apacheFactory(Compact).GetProtocol(mem)
	t := turn{n: len(vs)}
	s.add(Compact, Encode, Apache, func(n int) {
		for range n {
			mem.Reset()
			must(vs[t.next()].Write(background, p))
		}
	})
	s.add(Compact, Decode, Apache, apacheRead[T, P](Compact, wire))
	s.prove(Proof{Peer: Apache, Proto: Compact,
		Encode: func(i int) ([]byte, error) { return ApacheBytes(Compact, vs[i]) },
		Except: except,
	})
}

// addParquetGoFormat adds parquet-go on its own structs. What it writes may be
// shorter than what it read: it leaves zeros out, and fields that it lacks.
func addParquetGoFormat[T any](s *Set) {
	wire := s.Wire[Compact]
	p := &pgthrift.CompactProtocol{}
	vs := make([]*T, len(wire))
	size := 0
	for i, b := range wire {
		vs[i] = new(T)
		must(pgthrift.NewDecoder(p.NewReaderFromBytes(bytes.Clone(b))).Decode(vs[i]))
		out, err := pgthrift.Marshal(p, vs[i])
		must(err)
		size += len(out)
	}
	size /= len(wire)
	buf := bytes.NewBuffer(make([]byte, 0, 2*longest(wire)))
	enc := pgthrift.NewEncoder(p.NewWriter(buf))
	t := turn{n: len(vs)}
	s.addSize(Compact, Encode, ParquetGo, size, func(n int) {
		for range n {
			buf.Reset()
			must(enc.Encode(vs[t.next()]))
		}
	})
	s.addSize(Compact, AppendNil, ParquetGo, size, func(n int) {
		for range n {
			b, err := pgthrift.Marshal(p, vs[t.next()])
			must(err)
			SinkBytes = b
		}
	})
	s.add(Compact, Decode, ParquetGo, parquetGoRead[T](wire))
	r := p.NewReaderFromBytes(nil)
	dec := pgthrift.NewDecoder(r)
	s.add(Compact, Decode, ParquetGoAlias, func(n int) {
		for range n {
			v := new(T)
			r.ResetBytes(wire[t.next()])
			must(dec.Decode(v))
			Sink = v
		}
	})
}

func addFooterDecoder(s *Set, footer []byte) {
	d := new(format.FooterDecoder)
	s.add(Compact, DecodeReuse, FooterDecoder, func(n int) {
		for range n {
			_, _, err := d.Decode(footer)
			must(err)
		}
	})
}

func addArrow(s *Set, footer []byte) error {
	m, err := metadata.NewFileMetaData(footer, nil)
	if err != nil {
		return err
	}
	s.add(Compact, Encode, Arrow, func(n int) {
		for range n {
			_, err := m.WriteTo(io.Discard, nil)
			must(err)
		}
	})
	s.add(Compact, Decode, Arrow, func(n int) {
		for range n {
			m, err := metadata.NewFileMetaData(footer, nil)
			must(err)
			Sink = m
		}
	})
	return nil
}
