package apache_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestReadme finds the programs of the README in the examples, which compile.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	var examples string
	for _, name := range []string{"example_test.go", "probe/example_test.go"} {
		b, err := os.ReadFile(name)
		require.NoError(t, err)
		examples += string(b)
	}
	blocks := strings.Split(string(readme), "<!-- example -->\n```go\n")[1:]
	require.Len(t, blocks, 3)
	for _, b := range blocks {
		code, _, ok := strings.Cut(b, "```")
		require.True(t, ok)
		require.Contains(t, examples, code)
	}
}
