package wiretest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

//go:embed testdata/golden testdata/malformed testdata/bugcases.jsonl.gz
var testdata embed.FS

const maxLine = 4 << 20 // bytes of the longest line, with room

// files returns the paths of the vector files in a folder of testdata, sorted.
func files(folder string) []string {
	paths, err := fs.Glob(testdata, path.Join("testdata", folder, "*.jsonl.gz"))
	if err != nil || len(paths) == 0 {
		panic(fmt.Sprintf("wiretest: no vectors in %s: %v", folder, err))
	}
	return paths
}

// fileName is the name that a vector reports: the path without folder and extension.
func fileName(p string) string { return strings.TrimSuffix(path.Base(p), ".jsonl.gz") }

// load reads one file of vectors: T is the shape of a line, and a member that T has no field for is a fault.
func load[T any](p string) []T {
	compressed, err := testdata.ReadFile(p)
	if err != nil {
		panic(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		panic(fmt.Sprintf("wiretest: %s: %v", p, err))
	}
	var out []T
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		var v T
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.DisallowUnknownFields()
		if err := d.Decode(&v); err != nil {
			panic(fmt.Sprintf("wiretest: %s:%d: %v", p, len(out)+1, err))
		}
		out = append(out, v)
	}
	if err := lines.Err(); err != nil {
		panic(fmt.Sprintf("wiretest: %s:%d: %v", p, len(out)+1, err))
	}
	return out
}

// hexBytes is bytes written as hex. Never nil after decoding, and its capacity is its length.
type hexBytes []byte

func (h *hexBytes) UnmarshalText(text []byte) error {
	b := make([]byte, hex.DecodedLen(len(text)))
	_, err := hex.Decode(b, text)
	*h = b
	return err
}
