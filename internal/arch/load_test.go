package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const modulePath = "github.com/miserwire/miser"

// A file is one Go or assembly source. Invariants: path is relative to the root, with slashes; syntax is
// nil for assembly; nested is "" for the root module, else the folder of the file's go.mod.
type file struct {
	path   string
	nested string
	src    string
	fset   *token.FileSet
	syntax *ast.File
}

// A fault is one broken rule at one place.
type fault struct {
	path string
	line int
	text string
}

func (f fault) String() string { return fmt.Sprintf("%s:%d: %s", f.path, f.line, f.text) }

func (f *file) fault(pos token.Pos, format string, args ...any) fault {
	return fault{f.path, f.fset.Position(pos).Line, fmt.Sprintf(format, args...)}
}

func (f *file) dir() string  { return path.Dir(f.path) }
func (f *file) isGo() bool   { return f.syntax != nil }
func (f *file) isTest() bool { return strings.HasSuffix(f.path, "_test.go") }

var generatedLine = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

func (f *file) isGenerated() bool { return generatedLine.MatchString(f.src) }

func parse(name, src string) (*file, error) {
	f := &file{path: name, src: src, fset: token.NewFileSet()}
	if !strings.HasSuffix(name, ".go") {
		return f, nil
	}
	var err error
	f.syntax, err = parser.ParseFile(f.fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	return f, err
}

// A tree is the checkout: its sources, and the names of all its files and folders.
type tree struct {
	root  string
	files []*file
	names []string // sorted
}

func (t *tree) has(name string) bool {
	_, ok := slices.BinarySearch(t.names, name)
	return ok
}

// load reads the checkout; what git or the go command would not look at is left out.
func load(root string) (*tree, error) {
	t := &tree{root: root}
	var modules []string
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || p == root {
			return err
		}
		name := d.Name()
		if d.IsDir() && (name == ".git" || name == "node_modules" || name == "bin") {
			return filepath.SkipDir
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		t.names = append(t.names, rel)
		if name == "go.mod" && rel != "go.mod" {
			modules = append(modules, path.Dir(rel))
		}
		if d.IsDir() || !isSource(rel) {
			return nil
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		f, err := parse(rel, string(src))
		if err != nil {
			return err
		}
		t.files = append(t.files, f)
		return nil
	})
	slices.Sort(t.names)
	for _, f := range t.files {
		for _, m := range modules {
			if strings.HasPrefix(f.path, m+"/") && len(m) > len(f.nested) {
				f.nested = m
			}
		}
	}
	return t, err
}

func isSource(rel string) bool {
	for elem := range strings.SplitSeq(rel, "/") {
		if elem == "testdata" || elem == "vendor" || strings.HasPrefix(elem, "_") || strings.HasPrefix(elem, ".") {
			return false
		}
	}
	return strings.HasSuffix(rel, ".go") || strings.HasSuffix(rel, ".s")
}

// loadCheckout loads the tree that this test stands in.
func loadCheckout(t *testing.T) *tree {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil || !strings.HasPrefix(string(mod), "module "+modulePath+"\n") {
		t.Fatalf("%s is not the root of %s: %v", root, modulePath, err)
	}
	tr, err := load(root)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}
