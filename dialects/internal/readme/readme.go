// Package readme keeps tables of a README in step with what a test found.
package readme

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the tables of READMEs instead of comparing them")

// Table is a table of Markdown.
type Table struct {
	Head []string
	Rows [][]string
}

// String returns t as Markdown.
func (t Table) String() string {
	var b strings.Builder
	line := func(cells []string) {
		b.WriteByte('|')
		for _, c := range cells {
			b.WriteString(" " + escape(c) + " |")
		}
		b.WriteByte('\n')
	}
	line(t.Head)
	b.WriteString(strings.Repeat("|---", len(t.Head)) + "|\n")
	for _, r := range t.Rows {
		line(r)
	}
	return b.String()
}

// escape keeps text from being taken for Markdown: a bar anywhere, and what opens a
// tag of HTML outside of code.
func escape(text string) string {
	parts := strings.Split(strings.ReplaceAll(text, "|", `\|`), "`")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = strings.ReplaceAll(parts[i], "<", "&lt;")
	}
	return strings.Join(parts, "`")
}

// Check fails t when the file does not have the table between the comments
// name:begin and name:end. With -update it writes the table there.
func Check(t *testing.T, file, name string, table Table) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- "+name+":begin -->\n", "<!-- "+name+":end -->"
	before, rest, ok := strings.Cut(string(b), begin)
	old, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no %s and %s", file, strings.TrimSpace(begin), end)
	}
	switch text := table.String(); {
	case old == text:
	case *update:
		if err := os.WriteFile(file, []byte(before+begin+text+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s: the table %s is not what the test found; go test -update writes it. It is\n%s\nand should be\n%s", file, name, old, text)
	}
}
