package parquet_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// vectorDir holds structs cut from the files of apache/parquet-testing.
const vectorDir = "../../../shared/vectors/parquet"

// vector is one struct.
type vector struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Bin    string `json:"bin"`
	Offset int    `json:"offset"`
	Length int    `json:"length"`
	Used   int    `json:"used"`

	src []byte // its Used bytes
}

// kinds are all kinds of vectors.
var kinds = []string{"FileMetaData", "PageHeader", "ColumnIndex", "OffsetIndex", "BloomFilterHeader", "FileCryptoMetaData"}

// vectors returns all of them, or skips t where they are not.
func vectors(t *testing.T) (all []vector) {
	t.Helper()
	f, err := os.Open(filepath.Join(vectorDir, "index.jsonl"))
	if err != nil {
		t.Skipf("no Parquet vectors to read: %v", err)
	}
	defer f.Close()
	files := map[string][]byte{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v vector
		require.NoError(t, json.Unmarshal(lines.Bytes(), &v))
		if files[v.Bin] == nil {
			files[v.Bin], err = os.ReadFile(filepath.Join(vectorDir, v.Bin))
			require.NoError(t, err)
		}
		end := v.Offset + v.Length
		if v.Used > 0 {
			end = v.Offset + v.Used
		}
		v.src = files[v.Bin][v.Offset:end:end]
		all = append(all, v)
	}
	require.NoError(t, lines.Err())
	return all
}
