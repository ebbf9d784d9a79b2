package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCommand(t *testing.T) {
	require.Equal(t, "go run ./cmd/benchrun", command("", nil))
	require.Equal(t, `go run -tags purego ./cmd/benchrun -run 'a.*(b|c)' -rounds 3`, command("purego", []string{"-run", "a.*(b|c)", "-rounds", "3"}))
	require.Equal(t, `go run ./cmd/benchrun -run 'it'\''s'`, command("", []string{"-run", "it's"}))
}

// TestRenderNothing: without results there is nothing to write, and old ones
// count as none.
func TestRenderNothing(t *testing.T) {
	dir := t.TempDir()
	c := &config{dir: dir, render: true}
	require.ErrorContains(t, run(c), "nothing in")
	results := filepath.Join(dir, "results")
	require.NoError(t, os.MkdirAll(results, 0o755))
	old := `{"results":[{"work":"w","contestants":[{"name":"a"},{"name":"b"}]}]}`
	for _, name := range []string{"linux-amd64.json", "linux-amd64-purego.json"} {
		require.NoError(t, os.WriteFile(filepath.Join(results, name), []byte(old), 0o600))
	}
	require.ErrorContains(t, run(c), "nothing in")
}
