package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestCurrent holds the generated files of the package against what the generator writes now.
func TestCurrent(t *testing.T) {
	files, err := generate(filepath.Join("..", "testdata", "schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not current: run go generate ./internal/wiretest", name)
		}
	}
}

// TestFilter shows what an import keeps of a line.
func TestFilter(t *testing.T) {
	in := `{"name":"a","protocol":"binary","json":"{}","value":{"b":[1, 2],"json":3},"json_made_by":[]}
{"name":"b","protocol":"header_message"}
{"name":"c","protocol":"json"}
`
	got, err := filterLines([]byte(in))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"name":"a","protocol":"binary","value":{"b":[1, 2],"json":3}}` + "\n"
	if string(got) != want {
		t.Errorf("filterLines = %q, want %q", got, want)
	}
}
