package main

import (
	stdbinary "encoding/binary"
	"hash/crc32"

	"github.com/miserwire/miser/codec"
	pq "github.com/miserwire/miser/internal/parquetmeta"
)

// writer collects the file. The first error stays.
type writer struct {
	file []byte
	meta pq.FileMetaData
	err  error
}

// indexes are the page indexes of one column chunk, written after all pages.
type indexes struct {
	chunk  *pq.ColumnChunk
	column pq.ColumnIndex
	offset pq.OffsetIndex
}

// build returns the whole file.
func build() ([]byte, error) {
	w := &writer{file: []byte(pq.Magic)}
	w.schema()
	var index []*indexes
	for i, rows := range groups {
		index = append(index, w.group(i, rows)...)
	}
	for _, x := range index {
		off, n := put(w, &x.column)
		x.chunk.ColumnIndexOffset, x.chunk.ColumnIndexLength = &off, &n
	}
	for _, x := range index {
		off, n := put(w, &x.offset)
		x.chunk.OffsetIndexOffset, x.chunk.OffsetIndexLength = &off, &n
	}
	_, n := put(w, &w.meta)
	w.file = stdbinary.LittleEndian.AppendUint32(w.file, uint32(n))
	w.file = append(w.file, pq.Magic...)
	return w.file, w.err
}

// put appends v in the Compact protocol and returns where it stands.
func put[T any](w *writer, v *T) (offset int64, length int32) {
	before := len(w.file)
	c, err := codec.New[T](codec.Compact, codec.Options{})
	if err == nil {
		w.file, err = c.Append(w.file, v)
	}
	if w.err == nil {
		w.err = err
	}
	return int64(before), int32(len(w.file) - before)
}

func (w *writer) schema() {
	root := &pq.SchemaElement{Name: "product", NumChildren: new(int32(len(columns)))}
	w.meta = pq.FileMetaData{
		Version:          1,
		Schema:           []*pq.SchemaElement{root},
		KeyValueMetadata: []*pq.KeyValue{{Key: "purpose", Value: new("a file for miser tour")}},
		CreatedBy:        new("miser-sample version 1.0.0 (build 0)"),
	}
	for _, c := range columns {
		w.meta.Schema = append(w.meta.Schema, &c.element)
		w.meta.ColumnOrders = append(w.meta.ColumnOrders, &pq.ColumnOrder{TypeOrder: &pq.TypeDefinedOrder{}})
	}
}

// group writes the pages of one row group.
func (w *writer) group(ordinal int, rows []product) (index []*indexes) {
	start := len(w.file)
	g := &pq.RowGroup{
		NumRows:        int64(len(rows)),
		SortingColumns: []*pq.SortingColumn{{ColumnIdx: 0}},
		FileOffset:     new(int64(start)),
		Ordinal:        new(int16(ordinal)),
	}
	for _, c := range columns {
		index = append(index, w.chunk(g, c, rows))
	}
	g.TotalByteSize = int64(len(w.file) - start)
	g.TotalCompressedSize = new(g.TotalByteSize)
	w.meta.NumRows += g.NumRows
	w.meta.RowGroups = append(w.meta.RowGroups, g)
	return index
}

// chunk writes one column of a row group, a single data page.
func (w *writer) chunk(g *pq.RowGroup, c column, rows []product) *indexes {
	p := c.page(rows)
	start, _ := put(w, &pq.PageHeader{
		Type:                 pq.PageData,
		UncompressedPageSize: int32(len(p.body)),
		CompressedPageSize:   int32(len(p.body)),
		CRC:                  new(int32(crc32.ChecksumIEEE(p.body))),
		DataPageHeader: &pq.DataPageHeader{
			NumValues:               int32(len(rows)),
			Encoding:                pq.EncodingPlain,
			DefinitionLevelEncoding: pq.EncodingRLE,
			RepetitionLevelEncoding: pq.EncodingRLE,
		},
	})
	w.file = append(w.file, p.body...)
	size := int64(len(w.file)) - start
	chunk := &pq.ColumnChunk{MetaData: &pq.ColumnMetaData{
		Type:                  *c.element.Type,
		Encodings:             []pq.Encoding{pq.EncodingPlain, pq.EncodingRLE},
		PathInSchema:          []string{c.element.Name},
		Codec:                 pq.CodecUncompressed,
		NumValues:             int64(len(rows)),
		TotalUncompressedSize: size,
		TotalCompressedSize:   size,
		DataPageOffset:        start,
		Statistics: &pq.Statistics{
			NullCount:       &p.nulls,
			MaxValue:        p.max,
			MinValue:        p.min,
			IsMaxValueExact: new(true),
			IsMinValueExact: new(true),
			NaNCount:        p.nans,
		},
		EncodingStats: []*pq.PageEncodingStats{{PageType: pq.PageData, Encoding: pq.EncodingPlain, Count: 1}},
	}}
	if p.text != nil {
		chunk.MetaData.SizeStatistics = &pq.SizeStatistics{UnencodedByteArrayDataBytes: p.text}
	}
	g.Columns = append(g.Columns, chunk)

	x := &indexes{chunk: chunk}
	x.column = pq.ColumnIndex{
		NullPages:     []bool{false},
		MinValues:     [][]byte{p.min},
		MaxValues:     [][]byte{p.max},
		BoundaryOrder: pq.BoundaryAscending,
		NullCounts:    []int64{p.nulls},
	}
	if p.nans != nil {
		x.column.NaNCounts = []int64{*p.nans}
	}
	x.offset.PageLocations = []*pq.PageLocation{{Offset: start, CompressedPageSize: int32(size)}}
	if p.text != nil {
		x.offset.UnencodedByteArrayDataBytes = []int64{*p.text}
	}
	return x
}
