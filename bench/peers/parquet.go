package peers

import (
	"bytes"
	"fmt"

	"github.com/apache/arrow-go/v18/parquet/metadata"
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
	addMiserCopy[pq.FileMetaData](s, Compact, codec.Compact)
	addMiserInto[Brief](s, Compact, codec.Compact, Project, Miser, func(int) error {
		b := Sink.(*Brief)
		return brief(v, b.Version, b.NumRows, b.CreatedBy)
	})
	addMiserInto[pq.FileMetaData](s, Compact, codec.Compact, Project, MiserFull, readSunk[pq.FileMetaData](s, Compact))
	addApacheParquet[parquet.FileMetaData](s, s.wrote, s.rewrote)
	read := addParquetGoFormat[format.FileMetaData](s, func(m *pq.FileMetaData) {
		for _, g := range m.RowGroups {
			for _, c := range g.Columns {
				forget(c.MetaData.Statistics)
			}
		}
	})
	s.add(Compact, Project, ParquetGo, parquetGoRead[pgBrief](s.Wire[Compact]), func(int) error {
		b := Sink.(*pgBrief)
		return brief(v, b.Version, b.NumRows, &b.CreatedBy)
	})
	addFooterDecoder(s, footer, read)
	return s, addArrow(s, footer)
}

// brief checks the three fields of a projection.
func brief(want *pq.FileMetaData, version int32, rows int64, createdBy *string) error {
	if version != want.Version || rows != want.NumRows || createdBy == nil || *createdBy != *want.CreatedBy {
		return fmt.Errorf("has version %d, %d rows, created by %v", version, rows, createdBy)
	}
	return nil
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
	wrote := func(_ string, out func() []byte) func(int) error {
		return func(i int) error { return equalBytes("what it writes", out(), ApachePage(vs[i])) }
	}
	addApacheParquet[parquet.PageHeader](s, wrote, wrote)
	addParquetGoFormat[format.PageHeader](s, func(p *pq.PageHeader) {
		if p.DataPageHeader != nil {
			forget(p.DataPageHeader.Statistics)
		}
		if p.DataPageHeaderV2 != nil {
			forget(p.DataPageHeaderV2.Statistics)
		}
	})
	return s, nil
}

// ApachePage returns v as Apache Thrift's code writes it: without an optional
// field that equals its default, as is_compressed = true does.
func ApachePage(v *pq.PageHeader) []byte {
	if h := v.DataPageHeaderV2; h != nil && h.IsCompressed != nil && *h.IsCompressed {
		short, page := *h, *v
		short.IsCompressed = nil
		page.DataPageHeaderV2 = &short
		v = &page
	}
	b, err := codecOf[pq.PageHeader](codec.Compact, codec.Options{}).Append(nil, v)
	must(err)
	return b
}

// forget drops what parquet-go's Statistics do not have.
func forget(s *pq.Statistics) {
	if s != nil {
		s.IsMaxValueExact, s.IsMinValueExact = nil, nil
	}
}

type empty struct{}

// wrote makes a check of an encoding.
type wrote func(proto string, out func() []byte) (check func(i int) error)

// rewrote checks a value by an encoding that its own library made of it.
func (s *Set) rewrote(proto string, out func() []byte) func(int) error {
	return s.read(proto, func() ([]byte, error) { return s.value(proto, out()) })
}

// addApacheParquet adds the code that Apache's compiler makes of parquet.thrift.
func addApacheParquet[T any, P Struct[T]](s *Set, encoded, decoded wrote) {
	wire := s.Wire[Compact]
	vs := make([]P, len(wire))
	for i, b := range wire {
		vs[i] = new(T)
		must(ApacheRead(Compact, b, vs[i]))
	}
	run, out := apacheWrite[T](Compact, wire, vs)
	s.add(Compact, Encode, Apache, run, encoded(Compact, out))
	s.add(Compact, Decode, Apache, apacheRead[T, P](Compact, wire), decoded(Compact, func() []byte {
		b, err := ApacheBytes(Compact, Sink.(P))
		must(err)
		return b
	}))
}

// addParquetGoFormat adds parquet-go on its own structs. What it writes may have
// another length than what it read: it leaves zeros out or adds them, and lacks
// fields, which forget drops. So its checks are of leaves; it returns that of a
// T in Sink. C is the struct that miser has.
func addParquetGoFormat[T, C any](s *Set, forget func(*C)) (read func(int) error) {
	wire := s.Wire[Compact]
	c := codecOf[C](codec.Compact, codec.Options{})
	kept := func(b []byte) (leaves, error) {
		v := new(C)
		_, err := c.Decode(b, v)
		forget(v)
		return leavesOf(v), err
	}
	wants := make([]leaves, len(wire))
	theirs := make([]*T, len(wire))
	p := &pgthrift.CompactProtocol{}
	size := 0
	for i, b := range wire {
		var err error
		wants[i], err = kept(b)
		must(err)
		theirs[i] = new(T)
		must(pgthrift.NewDecoder(p.NewReaderFromBytes(bytes.Clone(b))).Decode(theirs[i]))
		out, err := pgthrift.Marshal(p, theirs[i])
		must(err)
		size += len(out)
	}
	addParquetGoEncode(s, theirs, size/len(wire), func(_ string, out func() []byte) func(int) error {
		return func(i int) error {
			got, err := kept(out())
			if err != nil {
				return err
			}
			return same(got, wants[i])
		}
	})
	read = func(i int) error { return same(leavesOf(Sink), wants[i]) }
	s.add(Compact, Decode, ParquetGo, parquetGoRead[T](wire), read)
	s.add(Compact, Decode, ParquetGoAlias, parquetGoAlias[T](wire), read)
	addParquetGoSkip[empty](s)
	return read
}

func addFooterDecoder(s *Set, footer []byte, check func(int) error) {
	d := new(format.FooterDecoder)
	s.add(Compact, DecodeReuse, FooterDecoder, func(n int) {
		for range n {
			m, _, err := d.Decode(footer)
			must(err)
			Sink = m
		}
	}, check)
}

func addArrow(s *Set, footer []byte) error {
	m, err := metadata.NewFileMetaData(footer, nil)
	if err != nil {
		return err
	}
	buf := bytes.NewBuffer(make([]byte, 0, 2*len(footer)))
	s.add(Compact, Encode, Arrow, func(n int) {
		for range n {
			buf.Reset()
			_, err := m.WriteTo(buf, nil)
			must(err)
		}
	}, s.wrote(Compact, buf.Bytes))
	s.add(Compact, Decode, Arrow, func(n int) {
		for range n {
			m, err := metadata.NewFileMetaData(footer, nil)
			must(err)
			Sink = m
		}
	}, s.rewrote(Compact, func() []byte {
		b, err := ApacheBytes(Compact, Sink.(*metadata.FileMetaData).FileMetaData)
		must(err)
		return b
	}))
	return nil
}
