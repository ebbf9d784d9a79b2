package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/miserwire/miser/codec"
	pq "github.com/miserwire/miser/internal/parquetmeta"
)

const committed = "../../../cmd/miser/testdata/sample.parquet"

// TestCommitted ties the file in the repository to its generator.
func TestCommitted(t *testing.T) {
	got, err := build()
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(committed)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("build gives %d bytes that differ from the %d of %s; write it anew and check it with another reader",
			len(got), len(want), committed)
	}
}

// TestOffsets follows every offset in the footer to a struct that decodes
// there with the length that the metadata gives.
func TestOffsets(t *testing.T) {
	file, err := build()
	if err != nil {
		t.Fatal(err)
	}
	footer, _, err := pq.Footer(file)
	if err != nil {
		t.Fatal(err)
	}
	var meta pq.FileMetaData
	at(t, footer, 0, int64(len(footer)), &meta)
	for _, g := range meta.RowGroups {
		for _, c := range g.Columns {
			var h pq.PageHeader
			m := c.MetaData
			n := at(t, file, m.DataPageOffset, -1, &h)
			if got := n + int64(h.CompressedPageSize); got != m.TotalCompressedSize {
				t.Errorf("%v: header and body %d bytes, chunk %d", m.PathInSchema, got, m.TotalCompressedSize)
			}
			var ci pq.ColumnIndex
			at(t, file, *c.ColumnIndexOffset, int64(*c.ColumnIndexLength), &ci)
			var oi pq.OffsetIndex
			at(t, file, *c.OffsetIndexOffset, int64(*c.OffsetIndexLength), &oi)
			if got := oi.PageLocations[0].Offset; got != m.DataPageOffset {
				t.Errorf("%v: page at %d, index says %d", m.PathInSchema, m.DataPageOffset, got)
			}
		}
	}
}

// at decodes the struct at an offset and checks its length unless that is
// negative.
func at[T any](t *testing.T, file []byte, offset, length int64, v *T) int64 {
	t.Helper()
	n, err := codec.Must(codec.New[T](codec.Compact, codec.Options{Strict: true})).Decode(file[offset:], v)
	if err != nil {
		t.Fatalf("%T at %d: %v", v, offset, err)
	}
	if length >= 0 && int64(n) != length {
		t.Errorf("%T at %d: %d bytes, want %d", v, offset, n, length)
	}
	return int64(n)
}
