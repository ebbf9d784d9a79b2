package main

import (
	stdbinary "encoding/binary"
	"math"
	"strings"

	"github.com/miserwire/miser/internal/parquetmeta"
)

// product is one row of the sample.
type product struct {
	id    int64
	name  string
	price *float64
}

// groups are the rows, by row group.
var groups = [][]product{
	{{1, "saffron", new(8.5)}, {2, "salt", new(0.35)}, {3, "sugar", nil}},
	{{4, "pepper", new(4.2)}, {5, "vanilla", new(12.0)}},
}

// column is one leaf of the schema.
type column struct {
	element parquetmeta.SchemaElement
	page    func([]product) page
}

// page is the body of one data page and what its metadata says of it.
type page struct {
	body     []byte
	min, max []byte
	nulls    int64
	nans     *int64 // for DOUBLE
	text     *int64 // bytes of text without lengths, for BYTE_ARRAY
}

var columns = []column{
	{parquetmeta.SchemaElement{
		Type:           new(parquetmeta.TypeInt64),
		RepetitionType: new(parquetmeta.RepetitionRequired),
		Name:           "id",
		FieldID:        new(int32(1)),
	}, idPage},
	{parquetmeta.SchemaElement{
		Type:           new(parquetmeta.TypeByteArray),
		RepetitionType: new(parquetmeta.RepetitionRequired),
		Name:           "name",
		ConvertedType:  new(parquetmeta.ConvertedUTF8),
		FieldID:        new(int32(2)),
		LogicalType:    &parquetmeta.LogicalType{String: &parquetmeta.StringType{}},
	}, namePage},
	{parquetmeta.SchemaElement{
		Type:           new(parquetmeta.TypeDouble),
		RepetitionType: new(parquetmeta.RepetitionOptional),
		Name:           "price",
		FieldID:        new(int32(3)),
	}, pricePage},
}

// idPage is 8 bytes a value, least significant first.
func idPage(rows []product) page {
	var p page
	lo, hi := rows[0].id, rows[0].id
	for _, r := range rows {
		p.body = appendLE64(p.body, uint64(r.id))
		lo, hi = min(lo, r.id), max(hi, r.id)
	}
	p.min, p.max = appendLE64(nil, uint64(lo)), appendLE64(nil, uint64(hi))
	return p
}

// namePage is a 4-byte length and the bytes of each value.
func namePage(rows []product) page {
	var p page
	text := int64(0)
	lo, hi := rows[0].name, rows[0].name
	for _, r := range rows {
		p.body = stdbinary.LittleEndian.AppendUint32(p.body, uint32(len(r.name)))
		p.body = append(p.body, r.name...)
		text += int64(len(r.name))
		if strings.Compare(r.name, lo) < 0 {
			lo = r.name
		}
		if strings.Compare(r.name, hi) > 0 {
			hi = r.name
		}
	}
	p.min, p.max, p.text = []byte(lo), []byte(hi), &text
	return p
}

// pricePage is the definition levels, then 8 bytes for each value that is
// there.
func pricePage(rows []product) page {
	var p page
	var values, levels []byte
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, r := range rows {
		level := byte(0)
		if r.price == nil {
			p.nulls++
		} else {
			level = 1
			values = appendLE64(values, math.Float64bits(*r.price))
			lo, hi = min(lo, *r.price), max(hi, *r.price)
		}
		levels = append(levels, level)
	}
	levels = runs(levels)
	p.body = stdbinary.LittleEndian.AppendUint32(nil, uint32(len(levels)))
	p.body = append(append(p.body, levels...), values...)
	p.min, p.max = appendLE64(nil, math.Float64bits(lo)), appendLE64(nil, math.Float64bits(hi))
	p.nans = new(int64(0))
	return p
}

// runs encodes levels of one bit as RLE runs: | count<<1 varint | level |.
func runs(levels []byte) []byte {
	var b []byte
	for len(levels) > 0 {
		n := 1
		for n < len(levels) && levels[n] == levels[0] {
			n++
		}
		b = append(stdbinary.AppendUvarint(b, uint64(n)<<1), levels[0])
		levels = levels[n:]
	}
	return b
}

func appendLE64(b []byte, v uint64) []byte { return stdbinary.LittleEndian.AppendUint64(b, v) }
