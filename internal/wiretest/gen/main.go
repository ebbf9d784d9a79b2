// Command gen writes the Go types of the shared test table from testdata/schema.json, and imports the
// test vectors.
//
//	go run ./gen                  writes types_gen.go, variants_gen.go and registry_gen.go
//	go run ./gen -vectors DIR     copies the vectors in DIR, filtered and compressed, into testdata
//
// Both run in the wiretest folder; the first one is its go:generate line. The output depends on the input
// alone, so a second run changes nothing. schema.go reads the schema, gotype.go maps Thrift types to Go
// types and tags, emit.go prints the declarations, vectors.go imports.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	vectors := flag.String("vectors", "", "import the vectors of this folder instead of writing types")
	flag.Parse()
	run := writeTypes
	if *vectors != "" {
		run = func() error { return importVectors(*vectors, "testdata") }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// writeTypes writes every generated file of the package in the current folder.
func writeTypes() error {
	files, err := generate(filepath.Join("testdata", "schema.json"))
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
