// Sample writes the small Parquet file that `miser tour` reads.
//
//	go run ./internal/parquetmeta/sample cmd/miser/testdata/sample.parquet
//
// The file has three columns (id INT64, name UTF8, price optional DOUBLE) in
// two row groups, PLAIN and uncompressed, with statistics, page indexes and
// page checksums. rows.go holds the rows and lays out pages, build.go puts the
// metadata around them; headers, indexes and footer are encoded by package
// codec.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: sample FILE")
		os.Exit(2)
	}
	file, err := build()
	if err == nil {
		err = os.WriteFile(os.Args[1], file, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sample:", err)
		os.Exit(1)
	}
}
