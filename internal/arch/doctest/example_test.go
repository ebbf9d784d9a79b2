package doctest

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadmeIsExample(t *testing.T) {
	root, programs := readme(t)
	for _, b := range programs {
		if b.example == "" {
			continue
		}
		src, err := os.ReadFile(filepath.Join(root, "codec", "example_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		if err := sameExample(b, string(src)); err != nil {
			t.Errorf("README.md:%d: %v", b.line, err)
		}
	}
}

// sameExample compares each declaration of the program with its twin in the example's file, whose place is
// taken for main by the example itself. Layout and comments do not count.
func sameExample(b block, examples string) error {
	shown, err := declarations(b.text)
	if err != nil {
		return err
	}
	have, err := declarations(examples)
	if err != nil {
		return err
	}
	for name, text := range shown {
		twin := name
		if name == "main" {
			twin = b.example
			text = strings.Replace(text, "func main()", "func "+twin+"()", 1)
		}
		switch got, ok := have[twin]; {
		case !ok:
			return fmt.Errorf("codec/example_test.go has no %s", twin)
		case got != text:
			return fmt.Errorf("%s differs from codec/example_test.go:\n%s\nwant\n%s", twin, text, got)
		}
	}
	return nil
}

// declarations prints each top-level declaration but the imports, by its name.
func declarations(src string) (map[string]string, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", src, parser.SkipObjectResolution) // without comments
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	for _, decl := range f.Decls {
		name := ""
		switch d := decl.(type) {
		case *ast.FuncDecl:
			name = d.Name.Name
			if d.Recv != nil {
				name = fmt.Sprintf("method %s of %s", name, text(fset, d.Recv.List[0].Type))
			}
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				continue
			}
			name = specNames(d)
		}
		found[name] = text(fset, decl)
	}
	return found, nil
}

func specNames(d *ast.GenDecl) string {
	var names []string
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			names = append(names, s.Name.Name)
		case *ast.ValueSpec:
			for _, n := range s.Names {
				names = append(names, n.Name)
			}
		}
	}
	return strings.Join(names, ", ")
}

// text prints a node without blank lines, which is where comments leave their traces.
func text(fset *token.FileSet, node ast.Node) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, fset, node); err != nil {
		return err.Error()
	}
	var lines []string
	for line := range strings.SplitSeq(b.String(), "\n") {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
