package bench

import (
	"bytes"
	"testing"

	"github.com/apache/arrow-go/v18/parquet/metadata"
	"github.com/parquet-go/parquet-go/format"

	"github.com/miserwire/miser/bench/peers"
	"github.com/miserwire/miser/codec"
	pq "github.com/miserwire/miser/internal/parquetmeta"
)

// facts are what any reader of a footer has to find in it.
type facts struct {
	version           int32
	rows              int64
	schema, rowGroups int
	createdBy         string
	names, values     int64 // sums over schema and columns, so that all of them were read
}

// TestFooterFacts proves that parquet-go and arrow-go, whose structs are their
// own, read what miser reads.
func TestFooterFacts(t *testing.T) {
	c := codec.Must(codec.New[pq.FileMetaData](codec.Compact, codec.Options{}))
	for _, name := range []string{"footer-sample", "footer-alltypes", "footer-byte-stream-split", "footer-delta-binary", "footer-209-columns", "footer-2mb"} {
		t.Run(name, func(t *testing.T) {
			w, _ := Find(name)
			footer := build(t, w).Wire[peers.Compact][0]
			own := new(pq.FileMetaData)
			if _, err := c.Decode(footer, own); err != nil {
				t.Fatal(err)
			}
			want := ownFacts(own)
			theirs, _, err := new(format.FooterDecoder).Decode(bytes.Clone(footer))
			if err != nil {
				t.Fatal(err)
			}
			if got := parquetGoFacts(theirs); got != want {
				t.Errorf("parquet-go reads %+v, want %+v", got, want)
			}
			arrow, err := metadata.NewFileMetaData(footer, nil)
			if err != nil {
				t.Fatal(err)
			}
			if arrow.NumRows != want.rows || arrow.NumRowGroups() != want.rowGroups || arrow.GetCreatedBy() != want.createdBy {
				t.Errorf("arrow-go reads %v rows in %v groups by %q, want %+v", arrow.NumRows, arrow.NumRowGroups(), arrow.GetCreatedBy(), want)
			}
		})
	}
}

func ownFacts(m *pq.FileMetaData) facts {
	f := facts{version: m.Version, rows: m.NumRows, schema: len(m.Schema), rowGroups: len(m.RowGroups)}
	if m.CreatedBy != nil {
		f.createdBy = *m.CreatedBy
	}
	for _, e := range m.Schema {
		f.names += int64(len(e.Name))
	}
	for _, g := range m.RowGroups {
		for _, c := range g.Columns {
			f.values += c.MetaData.NumValues + c.MetaData.TotalCompressedSize + c.MetaData.DataPageOffset
		}
	}
	return f
}

func parquetGoFacts(m *format.FileMetaData) facts {
	f := facts{version: m.Version, rows: m.NumRows, schema: len(m.Schema), rowGroups: len(m.RowGroups), createdBy: m.CreatedBy}
	for _, e := range m.Schema {
		f.names += int64(len(e.Name))
	}
	for _, g := range m.RowGroups {
		for _, c := range g.Columns {
			f.values += c.MetaData.NumValues + c.MetaData.TotalCompressedSize + c.MetaData.DataPageOffset
		}
	}
	return f
}
