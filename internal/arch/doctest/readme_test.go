package doctest

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const modulePath = "github.com/miserwire/miser"

// A block is a fenced piece of Go: the line of its fence, the example that it claims to be, and its text.
type block struct {
	line    int
	example string
	text    string
}

// blocks finds the Go blocks of a page.
func blocks(page string) (found []block) {
	var b *block
	example := ""
	for i, line := range strings.Split(page, "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case b != nil && trimmed == "```":
			found = append(found, *b)
			b, example = nil, ""
		case b != nil:
			b.text += line + "\n"
		case trimmed == "```go":
			b = &block{line: i + 1, example: example}
		case strings.HasPrefix(trimmed, "<!-- example:"):
			example = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(trimmed, "<!-- example:"), "-->"))
		case trimmed != "":
			example = ""
		}
	}
	return found
}

func (b block) isProgram() bool {
	return strings.HasPrefix(strings.TrimSpace(b.text), "package main\n")
}

// readme returns the root and README.md's programs.
func readme(t *testing.T) (root string, programs []block) {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range blocks(string(page)) {
		if b.isProgram() {
			programs = append(programs, b)
		} else if b.example != "" {
			t.Errorf("README.md:%d: marked as %s, but not a program", b.line, b.example)
		}
	}
	if len(programs) == 0 {
		t.Fatal("README.md has no Go block that starts with package main")
	}
	return root, programs
}

func TestReadmeCompiles(t *testing.T) {
	root, programs := readme(t)
	watch(t, root)
	dir := t.TempDir()
	layModule(t, root, dir)
	for i, b := range programs {
		name := fmt.Sprintf("program%d", i)
		write(t, filepath.Join(dir, name, "main.go"), b.text)
		for _, verb := range []string{"build", "vet"} {
			if out, err := runGo(dir, verb, "./"+name); err != nil {
				t.Errorf("README.md:%d: go %s: %v\n%s", b.line, verb, err, out)
				break
			}
		}
	}
}

// watch reads the folders of the checkout: go test then knows that a cached result depends on them, which it
// cannot see from what the go command reads.
func watch(t *testing.T, root string) {
	t.Helper()
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && p != root && strings.HasPrefix(d.Name(), ".") {
			return filepath.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// layModule makes dir a module that uses the checkout as its reader would, with the versions and sums of the
// root, so that nothing is asked of the network that building the root did not ask for.
func layModule(t *testing.T, root, dir string) {
	t.Helper()
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(mod), "module "+modulePath+"\n", "module readme\n", 1)
	text += fmt.Sprintf("\nrequire %s v0.0.0\n\nreplace %s => %q\n", modulePath, modulePath, root)
	write(t, filepath.Join(dir, "go.mod"), text)
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.sum"), string(sums))
}

func runGo(dir, verb, pkg string) (string, error) {
	args := []string{verb, pkg}
	if verb == "build" {
		args = []string{verb, "-o", os.DevNull, pkg}
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "PWD="+dir)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
