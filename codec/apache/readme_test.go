package apache_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReadme finds the programs of the README in the example, which compiles.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	example, err := os.ReadFile("example_test.go")
	require.NoError(t, err)
	blocks := strings.Split(string(readme), "<!-- example -->\n```go\n")[1:]
	require.Len(t, blocks, 2)
	for _, b := range blocks {
		code, _, ok := strings.Cut(b, "```")
		require.True(t, ok)
		require.Contains(t, string(example), code)
	}
}
