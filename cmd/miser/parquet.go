package main

import (
	"fmt"
	"reflect"
	"sort"
	"strings"

	"github.com/miserwire/miser/internal/parquetmeta"
	"github.com/miserwire/miser/layout"
)

// parquetTypes are the structs that stand alone in a Parquet file.
var parquetTypes = map[string]reflect.Type{
	"FileMetaData":       reflect.TypeFor[parquetmeta.FileMetaData](),
	"PageHeader":         reflect.TypeFor[parquetmeta.PageHeader](),
	"ColumnIndex":        reflect.TypeFor[parquetmeta.ColumnIndex](),
	"OffsetIndex":        reflect.TypeFor[parquetmeta.OffsetIndex](),
	"BloomFilterHeader":  reflect.TypeFor[parquetmeta.BloomFilterHeader](),
	"FileCryptoMetaData": reflect.TypeFor[parquetmeta.FileCryptoMetaData](),
}

// parquetPlan returns the plan of a Parquet struct by its name.
func parquetPlan(name string) (*layout.Struct, error) {
	t, ok := parquetTypes[name]
	if !ok {
		var names []string
		for n := range parquetTypes {
			names = append(names, n)
		}
		sort.Strings(names)
		return nil, usageError(fmt.Sprintf("unknown Parquet struct %q; known are %s", name, strings.Join(names, ", ")))
	}
	return layout.Of(t)
}

// looksParquet reports whether in begins like a Parquet file. No Thrift struct
// or message does.
func looksParquet(in []byte) bool {
	return strings.HasPrefix(string(in[:min(len(in), 4)]), "PAR")
}

// parquet dumps the footer of a Parquet file. Offsets are those of the file.
func (o *dumpOptions) parquet(e *env, file []byte) error {
	footer, off, err := parquetmeta.Footer(file)
	if err != nil {
		return err
	}
	plan, err := parquetPlan("FileMetaData")
	if err != nil {
		return err
	}
	t := o.output(e, len(file), true,
		fmt.Sprintf("Parquet file, %d bytes; its footer, compact, %d bytes at offset %d", len(file), len(footer), off))
	return t.tree(compactProtocol, file[:off+len(footer)], off, plan, "the footer")
}
