package unsafeio

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"
)

var guardNames = regexp.MustCompile(`Guard: ([^.]+)\.?`)

// TestGuards holds the package to its own rule: every function says which
// rules it leans on and which test guards it, in its comment or in the
// free-standing comment above its group, and that test exists.
func TestGuards(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]bool{}
	var sources []*ast.File
	fset := token.NewFileSet()
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		f, err := parser.ParseFile(fset, e.Name(), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(e.Name(), "_test.go") {
			sources = append(sources, f)
			continue
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && strings.HasPrefix(fn.Name.Name, "Test") {
				tests[fn.Name.Name] = true
			}
		}
	}
	for _, f := range sources {
		var group string
		docs := map[*ast.CommentGroup]bool{}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				docs[fn.Doc] = true
			}
		}
		comments := f.Comments
		for _, c := range comments {
			for _, m := range guardNames.FindAllStringSubmatch(flat(c), -1) {
				names := strings.FieldsFunc(m[1], func(r rune) bool { return r == ',' || r == ' ' })
				for _, name := range names {
					if strings.HasPrefix(name, "Test") && !tests[name] {
						t.Errorf("%s: Guard %s does not exist", fset.Position(c.Pos()), name)
					}
				}
				if len(names) == 0 || !strings.HasPrefix(names[0], "Test") {
					t.Errorf("%s: Guard names no test", fset.Position(c.Pos()))
				}
			}
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			for len(comments) > 0 && comments[0].Pos() < fn.Pos() {
				if !docs[comments[0]] && strings.Contains(flat(comments[0]), "Guard: ") {
					group = flat(comments[0])
				}
				comments = comments[1:]
			}
			for _, word := range []string{"Rules: ", "Guard: "} {
				if !strings.Contains(flat(fn.Doc), word) && !strings.Contains(group, word) {
					t.Errorf("%s: %s does not say its %q", fset.Position(fn.Pos()), fn.Name.Name, word)
				}
			}
		}
	}
}

// flat returns the text of a comment on one line.
func flat(c *ast.CommentGroup) string { return strings.Join(strings.Fields(c.Text()), " ") }
