package doctest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// quoted is a Go block of MIGRATING.md, and the file that it says it is from.
var quoted = regexp.MustCompile("(?s)(<!-- code: (\\S+) -->\n)?```go\n(.*?)```")

// TestMigrating finds each piece of Go in MIGRATING.md, as it stands there, in the file of tests that it names,
// which its module compiles and runs.
func TestMigrating(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	page, err := os.ReadFile(filepath.Join(root, "MIGRATING.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := quoted.FindAllStringSubmatch(string(page), -1)
	if len(blocks) < 8 {
		t.Errorf("MIGRATING.md has %d blocks of Go", len(blocks))
	}
	for _, b := range blocks {
		if !strings.HasSuffix(b[2], "_test.go") {
			t.Errorf("a block of MIGRATING.md names no file of tests:\n%s", b[3])
			continue
		}
		file, err := os.ReadFile(filepath.Join(root, b[2]))
		if err != nil {
			t.Error(err)
			continue
		}
		if !strings.Contains(string(file), "\n"+b[3]) {
			t.Errorf("%s has not what MIGRATING.md shows:\n%s", b[2], b[3])
		}
	}
}
