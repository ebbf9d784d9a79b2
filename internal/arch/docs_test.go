package arch

import (
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
)

// ruleExported: what users can name has a comment.
func ruleExported(f *file) (faults []fault) {
	if !f.isGo() || f.isTest() || f.nested != "" || f.isGenerated() || !public(f) {
		return nil
	}
	for _, decl := range f.syntax.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Doc == nil && d.Name.IsExported() && (d.Recv == nil || ast.IsExported(receiver(d))) {
				faults = append(faults, f.fault(d.Pos(), "docs: exported %s has no comment", d.Name.Name))
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				// In a group, the comment of the group speaks for values, not for types.
				grouped := d.Doc != nil && (d.Tok != token.TYPE || !d.Lparen.IsValid())
				if name := bareName(spec); name != "" && !grouped {
					faults = append(faults, f.fault(spec.Pos(), "docs: exported %s has no comment", name))
				}
			}
		}
	}
	return faults
}

func public(f *file) bool {
	return f.syntax.Name.Name != "main" && !slices.Contains(strings.Split(f.dir(), "/"), "internal")
}

// bareName returns the first exported name of spec if spec itself has no comment.
func bareName(spec ast.Spec) string {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() && s.Doc == nil && s.Comment == nil {
			return s.Name.Name
		}
	case *ast.ValueSpec:
		for _, n := range s.Names {
			if n.IsExported() && s.Doc == nil && s.Comment == nil {
				return n.Name
			}
		}
	}
	return ""
}

// receiver returns the name of the type that a method belongs to.
func receiver(fn *ast.FuncDecl) string {
	t := fn.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// rulePackages: every package says what it is.
func rulePackages(files []*file) (faults []fault) {
	said := map[string]bool{}
	first := map[string]*file{}
	for _, f := range files {
		if !f.isGo() {
			continue
		}
		dir := f.dir()
		said[dir] = said[dir] || f.syntax.Doc != nil || f.nested != "" && f.isGenerated()
		if first[dir] == nil {
			first[dir] = f
		}
	}
	for dir, f := range first {
		if !said[dir] {
			faults = append(faults, f.fault(f.syntax.Package, "docs: package %s has no comment", dir))
		}
	}
	return faults
}

var testName = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark|Example)[A-Z]\w*`)

// ruleGuards: the test that a comment names as the guard of a function exists.
func ruleGuards(files []*file) (faults []fault) {
	tests := testNames(files)
	for _, f := range files {
		if !f.isGo() {
			continue
		}
		for _, group := range f.syntax.Comments {
			for _, c := range group.List {
				_, guards, _ := strings.Cut(c.Text, "Guard:")
				for _, name := range testName.FindAllString(guards, -1) {
					if !tests[name] {
						faults = append(faults, f.fault(c.Pos(), "docs: guard %s does not exist", name))
					}
				}
			}
		}
	}
	return faults
}

func testNames(files []*file) map[string]bool {
	names := map[string]bool{}
	for _, f := range files {
		if !f.isGo() || !f.isTest() {
			continue
		}
		for _, decl := range f.syntax.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil {
				names[fn.Name.Name] = true
			}
		}
	}
	return names
}

// symbols is what a document may name: package.Name, and package.Type.Member for methods and fields.
// packages holds the names before the first dot.
type symbols struct {
	names    map[string]bool
	packages map[string]bool
}

func symbolsOf(files []*file) symbols {
	s := symbols{names: map[string]bool{}, packages: map[string]bool{}}
	for dir := range places {
		s.packages[path.Base(dir)] = true
	}
	for _, f := range files {
		if !f.isGo() || f.isTest() || f.nested != "" || f.syntax.Name.Name == "main" {
			continue
		}
		pkg := f.syntax.Name.Name
		s.packages[pkg] = true
		for _, decl := range f.syntax.Decls {
			s.add(pkg, decl)
		}
	}
	return s
}

func (s symbols) add(pkg string, decl ast.Decl) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv != nil {
			pkg += "." + receiver(d)
		}
		s.names[pkg+"."+d.Name.Name] = true
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch x := spec.(type) {
			case *ast.ValueSpec:
				for _, n := range x.Names {
					s.names[pkg+"."+n.Name] = true
				}
			case *ast.TypeSpec:
				s.names[pkg+"."+x.Name.Name] = true
				s.addMembers(pkg+"."+x.Name.Name, x.Type)
			}
		}
	}
}

func (s symbols) addMembers(name string, typ ast.Expr) {
	var fields *ast.FieldList
	switch t := typ.(type) {
	case *ast.StructType:
		fields = t.Fields
	case *ast.InterfaceType:
		fields = t.Methods
	default:
		return
	}
	for _, field := range fields.List {
		for _, n := range field.Names {
			s.names[name+"."+n.Name] = true
		}
	}
}
