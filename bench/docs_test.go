package bench

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func readFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(b)
}

// TestVersions: the README's table of peers has the versions of go.mod.
func TestVersions(t *testing.T) {
	readme, mod := readFile(t, "README.md"), readFile(t, "go.mod")
	versions := map[string][]string{
		"apache/thrift":                    {"github.com/apache/thrift"},
		"kitex FastCodec":                  {"github.com/cloudwego/thriftgo", "github.com/cloudwego/gopkg"},
		"frugal":                           {"github.com/cloudwego/frugal"},
		"thriftrw":                         {"go.uber.org/thriftrw"},
		"segmentio/encoding":               {"github.com/segmentio/encoding"},
		"parquet-go":                       {"github.com/parquet-go/parquet-go"},
		"arrow-go":                         {"github.com/apache/arrow-go/v18"},
		"protobuf-go, vtprotobuf, hyperpb": {"google.golang.org/protobuf", "github.com/planetscale/vtprotobuf", "buf.build/go/hyperpb"},
	}
	for peer, modules := range versions {
		row := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(peer) + ` \| ([^|]*) \|`).FindStringSubmatch(readme)
		require.NotNil(t, row, "no row for %s", peer)
		for _, m := range modules {
			v := regexp.MustCompile(`(?m)^\s*` + regexp.QuoteMeta(m) + ` v(\S+)`).FindStringSubmatch(mod)
			require.NotNil(t, v, "go.mod has no %s", m)
			require.Contains(t, row[1], v[1], "%s: %s", peer, m)
		}
	}
}

// TestGenerated: a command stands beside every folder of generated code.
func TestGenerated(t *testing.T) {
	table := readFile(t, "gen/README.md")
	entries, err := os.ReadDir("gen")
	require.NoError(t, err)
	for _, e := range entries {
		if e.IsDir() {
			require.Contains(t, table, "| `"+e.Name()+"` |")
		}
	}
}

// TestWorkloadTable: the README's table of workloads names each of them.
func TestWorkloadTable(t *testing.T) {
	_, table, _ := strings.Cut(readFile(t, "README.md"), "\n## Workloads\n")
	table, _, _ = strings.Cut(table, "\n## ")
	var patterns []string
	for _, m := range regexp.MustCompile("`([a-z0-9…-]+)`").FindAllStringSubmatch(table, -1) {
		patterns = append(patterns, m[1])
	}
	for _, w := range Workloads() {
		require.True(t, slices.ContainsFunc(patterns, func(p string) bool {
			prefix, open := strings.CutSuffix(p, "…")
			return p == w.Name || open && strings.HasPrefix(w.Name, prefix)
		}), "%s is not in the table", w.Name)
	}
}

// TestDiffersTable: the README says of each peer that differs that it does.
func TestDiffersTable(t *testing.T) {
	for _, row := range differs {
		require.Contains(t, readFile(t, "README.md"), "- "+row.peer+", "+row.proto+": "+row.what+".\n")
	}
}
