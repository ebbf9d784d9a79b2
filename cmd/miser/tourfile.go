package main

import (
	stdbinary "encoding/binary"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/miserwire/miser/internal/parquetmeta"
)

// printFile shows a footer: what the file says of itself, the schema, and
// every column of every row group.
func printFile(w io.Writer, m *parquetmeta.FileMetaData) {
	by := "an unnamed writer"
	if m.CreatedBy != nil {
		by = *m.CreatedBy
	}
	fmt.Fprintf(w, "  version %d, %d rows, by %s\n", m.Version, m.NumRows, by)
	for _, kv := range m.KeyValueMetadata {
		value := "no value"
		if kv.Value != nil {
			value = strconv.Quote(*kv.Value)
		}
		fmt.Fprintf(w, "  %s: %s\n", kv.Key, value)
	}
	printSchema(w, m.Schema)
	for i, g := range m.RowGroups {
		fmt.Fprintf(w, "\n  row group %d: %d rows, %d bytes\n", i, g.NumRows, g.TotalByteSize)
		for _, c := range g.Columns {
			printColumn(w, c.MetaData)
		}
	}
}

// printSchema shows the tree that the list of elements flattens.
func printSchema(w io.Writer, elements []*parquetmeta.SchemaElement) {
	fmt.Fprint(w, "\n  schema\n")
	var left []int32 // children to come, by depth
	for _, e := range elements {
		fmt.Fprintf(w, "    %s%s\n", strings.Repeat("  ", min(len(left), 20)), elementText(e))
		if e.NumChildren != nil && *e.NumChildren > 0 {
			left = append(left, *e.NumChildren)
			continue
		}
		for len(left) > 0 {
			if left[len(left)-1]--; left[len(left)-1] > 0 {
				break
			}
			left = left[:len(left)-1]
		}
	}
}

func elementText(e *parquetmeta.SchemaElement) string {
	text := []string{fmt.Sprintf("%-7s", e.Name)}
	if e.RepetitionType != nil {
		text = append(text, strings.ToLower(e.RepetitionType.String()))
	}
	if e.Type != nil {
		text = append(text, e.Type.String())
	}
	if e.LogicalType != nil {
		text = append(text, armName(e.LogicalType))
	} else if e.ConvertedType != nil {
		text = append(text, e.ConvertedType.String())
	}
	return strings.TrimRight(strings.Join(text, " "), " ")
}

// armName is the Thrift name of the arm that a logical type has set.
func armName(l *parquetmeta.LogicalType) string {
	v := reflect.ValueOf(l).Elem()
	for f, arm := range v.Fields() {
		if f.Type.Kind() == reflect.Pointer && !arm.IsNil() {
			name, _, _ := strings.Cut(f.Tag.Get("thrift"), ",")
			return name
		}
	}
	return "unknown logical type"
}

func printColumn(w io.Writer, m *parquetmeta.ColumnMetaData) {
	if m == nil {
		fmt.Fprint(w, "    a column without metadata\n")
		return
	}
	var encodings []string
	for _, e := range m.Encodings {
		encodings = append(encodings, e.String())
	}
	fmt.Fprintf(w, "    %-6s %d values in %3d bytes at %3d, %s, %s\n", strings.Join(m.PathInSchema, "."),
		m.NumValues, m.TotalCompressedSize, m.DataPageOffset, m.Codec, strings.Join(encodings, "+"))
	if s := m.Statistics; s != nil {
		nulls := "?"
		if s.NullCount != nil {
			nulls = strconv.FormatInt(*s.NullCount, 10)
		}
		fmt.Fprintf(w, "           from %s to %s, nulls %s\n",
			statText(m.Type, s.MinValue), statText(m.Type, s.MaxValue), nulls)
	}
}

// statText decodes a bound of the statistics: a PLAIN value without a length.
func statText(t parquetmeta.Type, b []byte) string {
	le := stdbinary.LittleEndian
	switch {
	case b == nil:
		return "?"
	case t == parquetmeta.TypeBoolean && len(b) == 1:
		return strconv.FormatBool(b[0] != 0)
	case t == parquetmeta.TypeInt32 && len(b) == 4:
		return strconv.Itoa(int(int32(le.Uint32(b))))
	case t == parquetmeta.TypeInt64 && len(b) == 8:
		return strconv.FormatInt(int64(le.Uint64(b)), 10)
	case t == parquetmeta.TypeFloat && len(b) == 4:
		return strconv.FormatFloat(float64(math.Float32frombits(le.Uint32(b))), 'g', -1, 32)
	case t == parquetmeta.TypeDouble && len(b) == 8:
		return strconv.FormatFloat(math.Float64frombits(le.Uint64(b)), 'g', -1, 64)
	case isText(b):
		return strconv.Quote(string(b))
	}
	return fmt.Sprintf("0x%x", b)
}
