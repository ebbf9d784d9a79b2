package parquetmeta_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/parquetmeta"
)

// vectorDir holds structs cut from apache/parquet-testing, with facts that
// other implementations read from them.
const vectorDir = "../../../shared/vectors/parquet"

// row is one line of the index.
type row struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Bin    string `json:"bin"`
	Offset int    `json:"offset"`
	Length int    `json:"length"`
	Used   int    `json:"used"`
	GoSame bool   `json:"go_reencodes_same_bytes"`
	PySame bool   `json:"py_reencodes_same_bytes"`
	GoErr  string `json:"go_error"`
	PyErr  string `json:"py_error"`
	Facts  any    `json:"facts"`
}

// readers decode one slice, by kind of struct.
var readers = map[string]func(*testing.T, row, []byte){
	"FileMetaData":       reader(fileFacts),
	"PageHeader":         reader(pageFacts),
	"ColumnIndex":        reader(columnIndexFacts),
	"OffsetIndex":        reader(offsetIndexFacts),
	"BloomFilterHeader":  reader(bloomFacts),
	"FileCryptoMetaData": reader(cryptoFacts),
}

// TestVectors decodes every slice, compares the facts and the bytes used, and
// encodes it again.
func TestVectors(t *testing.T) {
	f, err := os.Open(filepath.Join(vectorDir, "index.jsonl"))
	if err != nil {
		t.Skipf("no Parquet vectors to read: %v", err)
	}
	defer f.Close()
	files, seen := map[string][]byte{}, map[string]int{}
	lines := bufio.NewReader(f)
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var r row
			if err := json.Unmarshal(line, &r); err != nil {
				t.Fatal(err)
			}
			read := readers[r.Kind]
			if read == nil {
				t.Fatalf("%s: unknown kind %s", r.Name, r.Kind)
			}
			if files[r.Bin] == nil {
				if files[r.Bin], err = os.ReadFile(filepath.Join(vectorDir, r.Bin)); err != nil {
					t.Fatal(err)
				}
			}
			src := bytes.Clone(files[r.Bin][r.Offset : r.Offset+r.Length])
			read(t, r, src[:len(src):len(src)])
			seen[r.Kind]++
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil && !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
	}
	for kind := range readers {
		if seen[kind] == 0 {
			t.Errorf("no vector of %s", kind)
		}
	}
	t.Logf("read %v", seen)
}

// reader returns the check of one slice that holds a T.
func reader[T any](facts func(*T) any) func(*testing.T, row, []byte) {
	fresh := codec.Must(codec.New[T](codec.Compact, codec.Options{}))
	strict := codec.Must(codec.New[T](codec.Compact, codec.Options{Strict: true}))
	warm := codec.Must(codec.New[T](codec.Compact, codec.Options{Reuse: true}))
	dirty := new(T)
	return func(t *testing.T, r row, src []byte) {
		t.Helper()
		// Otherwise the writer's bytes differ from what Thrift's libraries write,
		// for one file in the type of a field.
		ordinary := r.GoSame || r.PySame
		v := new(T)
		n, err := fresh.Decode(src, v)
		if wantErr := r.GoErr != "" && r.PyErr != ""; (err != nil) != wantErr {
			t.Errorf("%s: Decode: %v, the references say %q and %q", r.Name, err, r.GoErr, r.PyErr)
		}
		if err != nil {
			return
		}
		if n != r.Used {
			t.Errorf("%s: Decode used %d bytes, want %d", r.Name, n, r.Used)
		}
		if _, err := strict.Decode(src, new(T)); err != nil && ordinary {
			t.Errorf("%s: strict Decode: %v", r.Name, err)
		}
		if _, err := warm.Decode(src, dirty); err != nil || !reflect.DeepEqual(dirty, v) {
			t.Errorf("%s: Decode into the row before differs: %v", r.Name, err)
		}
		want := bytes.Clone(src[:n])
		clear(src) // decoded strings are copies
		if got := asJSON(t, facts(v)); !reflect.DeepEqual(got, r.Facts) {
			t.Errorf("%s: facts\n got %v\nwant %v", r.Name, got, r.Facts)
		}
		if !ordinary {
			return
		}
		got, err := fresh.Append(nil, v)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: Append: %v\n got %x\nwant %x", r.Name, err, got, want)
		}
		if size, err := fresh.Size(v); err != nil || size != len(want) {
			t.Errorf("%s: Size = %d, %v; want %d", r.Name, size, err, len(want))
		}
	}
}

// asJSON gives v the types that a parsed index line has.
func asJSON(t *testing.T, v any) (out any) {
	t.Helper()
	b, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(b, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

type obj = map[string]any

// first8 renders the first eight numbers; the index keeps no more.
func first8(s []int64) []string {
	out := []string{}
	for _, v := range s[:min(len(s), 8)] {
		out = append(out, strconv.FormatInt(v, 10))
	}
	return out
}

// count is the length of an optional list, nil where it is absent.
func count[T any](s []T) any {
	if s == nil {
		return nil
	}
	return len(s)
}

func fileFacts(f *parquetmeta.FileMetaData) any {
	leaves := 0
	for _, e := range f.Schema {
		if e.Type != nil {
			leaves++
		}
	}
	var bytes, rows []int64
	for _, g := range f.RowGroups {
		bytes, rows = append(bytes, g.TotalByteSize), append(rows, g.NumRows)
	}
	columns := 0
	if len(f.RowGroups) > 0 {
		columns = len(f.RowGroups[0].Columns)
	}
	return obj{
		"version": f.Version, "num_rows": strconv.FormatInt(f.NumRows, 10),
		"schema_elements": len(f.Schema), "leaf_columns": leaves, "first_schema_name": f.Schema[0].Name,
		"row_groups": len(f.RowGroups), "columns_in_first_row_group": columns,
		"total_byte_size": first8(bytes), "rows_per_group": first8(rows),
		"created_by": f.CreatedBy, "key_value_metadata": count(f.KeyValueMetadata),
		"column_orders": count(f.ColumnOrders),
	}
}

func pageFacts(p *parquetmeta.PageHeader) any {
	o := obj{
		"type": int32(p.Type), "uncompressed_page_size": p.UncompressedPageSize,
		"compressed_page_size": p.CompressedPageSize, "crc": p.CRC,
	}
	if h := p.DataPageHeader; h != nil {
		o["data_page_header"] = obj{"num_values": h.NumValues, "encoding": int32(h.Encoding)}
	}
	if h := p.DictionaryPageHeader; h != nil {
		o["dictionary_page_header"] = obj{"num_values": h.NumValues, "encoding": int32(h.Encoding)}
	}
	if h := p.DataPageHeaderV2; h != nil {
		o["data_page_header_v2"] = obj{"num_values": h.NumValues, "encoding": int32(h.Encoding)}
	}
	return o
}

func columnIndexFacts(c *parquetmeta.ColumnIndex) any {
	nulls := 0
	for _, null := range c.NullPages {
		if null {
			nulls++
		}
	}
	return obj{
		"pages": len(c.NullPages), "null_pages": nulls,
		"boundary_order": int32(c.BoundaryOrder), "null_counts": first8(c.NullCounts),
	}
}

func offsetIndexFacts(o *parquetmeta.OffsetIndex) any {
	return obj{"pages": len(o.PageLocations), "first_offset": strconv.FormatInt(o.PageLocations[0].Offset, 10)}
}

func bloomFacts(b *parquetmeta.BloomFilterHeader) any { return obj{"num_bytes": b.NumBytes} }

func cryptoFacts(*parquetmeta.FileCryptoMetaData) any { return obj{} }
