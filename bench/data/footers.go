package data

import (
	"embed"
	stdbinary "encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/miserwire/miser/codec"
	pq "github.com/miserwire/miser/internal/parquetmeta"
)

// find returns the file of that name relative to the checkout, looked for from
// the working directory upward.
func find(name string) (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "cmd", "miser")); err == nil {
			return filepath.Join(dir, filepath.FromSlash(name)), nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", fmt.Errorf("no checkout above the working directory")
		}
		dir = up
	}
}

func read(name string) ([]byte, error) {
	path, err := find(name)
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// SampleFooter is the footer of the Parquet file that the command line ships.
func SampleFooter() ([]byte, error) {
	file, err := read("cmd/miser/testdata/sample.parquet")
	if err != nil {
		return nil, err
	}
	footer, _, err := pq.Footer(file)
	return footer, err
}

// testdata holds structs cut from apache/parquet-testing: see its README.md.
//
//go:embed testdata/*.bin
var testdata embed.FS

// Footer is the footer of a file of apache/parquet-testing.
func Footer(name string) ([]byte, error) {
	return testdata.ReadFile("testdata/" + name + ".footer.bin")
}

// PageHeaders are page headers of apache/parquet-testing's files.
func PageHeaders() ([][]byte, error) {
	b, err := testdata.ReadFile("testdata/pageheaders.bin")
	if err != nil {
		return nil, err
	}
	headers := codec.Must(codec.New[pq.PageHeader](codec.Compact, codec.Options{}))
	var out [][]byte
	for len(b) > 0 {
		n, err := headers.Decode(b, new(pq.PageHeader))
		if err != nil {
			return nil, fmt.Errorf("page header %d: %w", len(out), err)
		}
		out = append(out, slices.Clip(b[:n]))
		b = b[n:]
	}
	return out, nil
}

// SamplePageHeaders are the page headers of the file that the command line ships.
func SamplePageHeaders() ([][]byte, error) {
	file, err := read("cmd/miser/testdata/sample.parquet")
	if err != nil {
		return nil, err
	}
	footer, _, err := pq.Footer(file)
	if err != nil {
		return nil, err
	}
	var meta pq.FileMetaData
	if _, err := codec.Must(codec.New[pq.FileMetaData](codec.Compact, codec.Options{})).Decode(footer, &meta); err != nil {
		return nil, err
	}
	headers := codec.Must(codec.New[pq.PageHeader](codec.Compact, codec.Options{}))
	var out [][]byte
	for _, g := range meta.RowGroups {
		for _, c := range g.Columns {
			off := c.MetaData.DataPageOffset
			n, err := headers.Decode(file[off:], new(pq.PageHeader))
			if err != nil {
				return nil, err
			}
			out = append(out, slices.Clip(file[off:off+int64(n)]))
		}
	}
	return out, nil
}

// WideFooter is a footer as large tables have it: 2 MB for 1,000 columns and
// 20 row groups.
func WideFooter(columns, groups int) *pq.FileMetaData {
	m := &pq.FileMetaData{Version: 2, NumRows: int64(groups) * 100_000, CreatedBy: new("bench version 1.0")}
	m.Schema = []*pq.SchemaElement{{Name: "schema", NumChildren: new(int32(columns))}}
	for c := range columns {
		e := &pq.SchemaElement{Name: columnName(c), Type: new(columnType(c)), RepetitionType: new(pq.RepetitionOptional)}
		if columnType(c) == pq.TypeByteArray {
			e.ConvertedType = new(pq.ConvertedUTF8)
			e.LogicalType = &pq.LogicalType{String: &pq.StringType{}}
		}
		m.Schema = append(m.Schema, e)
		m.ColumnOrders = append(m.ColumnOrders, &pq.ColumnOrder{TypeOrder: &pq.TypeDefinedOrder{}})
	}
	off := int64(4)
	for g := range groups {
		rg := &pq.RowGroup{NumRows: 100_000, FileOffset: new(off), Ordinal: new(int16(g))}
		for c := range columns {
			size := int64(20_000 + c*37 + g*101)
			rg.Columns = append(rg.Columns, columnChunk(c, g, off, size))
			off += size
			rg.TotalByteSize += size * 3
		}
		rg.TotalCompressedSize = new(off)
		m.RowGroups = append(m.RowGroups, rg)
	}
	return m
}

func columnName(c int) string { return fmt.Sprintf("column_%04d", c) }

func columnType(c int) pq.Type {
	return [...]pq.Type{pq.TypeInt64, pq.TypeDouble, pq.TypeByteArray, pq.TypeInt32}[c%4]
}

func columnChunk(c, g int, off, size int64) *pq.ColumnChunk {
	lo, hi := uint64(c), uint64(c)*1_000_003+uint64(g)
	stats := &pq.Statistics{NullCount: new(int64(c))}
	switch columnType(c) {
	case pq.TypeByteArray:
		stats.MinValue, stats.MaxValue = []byte("aardvark"), []byte("zyzzyva-value")
	case pq.TypeInt32:
		stats.MinValue = stdbinary.LittleEndian.AppendUint32(nil, uint32(lo))
		stats.MaxValue = stdbinary.LittleEndian.AppendUint32(nil, uint32(hi))
	default:
		stats.MinValue = stdbinary.LittleEndian.AppendUint64(nil, lo)
		stats.MaxValue = stdbinary.LittleEndian.AppendUint64(nil, hi)
	}
	return &pq.ColumnChunk{
		MetaData: &pq.ColumnMetaData{
			Type: columnType(c), PathInSchema: []string{columnName(c)}, Codec: pq.CodecZstd, NumValues: 100_000,
			Encodings:             []pq.Encoding{pq.EncodingPlain, pq.EncodingRLE, pq.EncodingRLEDictionary},
			TotalUncompressedSize: size * 3, TotalCompressedSize: size, DataPageOffset: off + 500,
			DictionaryPageOffset: new(off), Statistics: stats,
			EncodingStats: []*pq.PageEncodingStats{
				{PageType: pq.PageDictionary, Encoding: pq.EncodingPlain, Count: 1},
				{PageType: pq.PageData, Encoding: pq.EncodingRLEDictionary, Count: 3},
			},
		},
		OffsetIndexOffset: new(off + 1<<30), OffsetIndexLength: new(int32(40)),
		ColumnIndexOffset: new(off + 1<<31), ColumnIndexLength: new(int32(60)),
	}
}
