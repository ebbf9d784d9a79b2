package main

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// A mutant is one fault: a piece of one source file, and what to put there.
// Of two builds of the same sources each has the same keys.
type mutant struct {
	Pkg  string // folder below the root
	File string // path below the root
	Line int
	Kind string
	Func string // the function that it is in, or the name declared
	Old  string // the source around it, on one line
	New  string // the same with the fault
	Nth  int    // among those of the same key, from 1

	Builds []string

	unit     *unit
	from, to int // of the source
	text     string
}

// Key names the mutant as long as its function keeps the line, wherever that is.
func (m *mutant) Key() string {
	key := fmt.Sprintf("%s %s %s: %s => %s", m.File, m.Func, m.Kind, m.Old, m.New)
	if m.Nth > 1 {
		key += fmt.Sprintf(" #%d", m.Nth)
	}
	return key
}

// Source returns the whole file with the fault.
func (m *mutant) Source() []byte {
	return slices.Concat(m.unit.src[:m.from], []byte(m.text), m.unit.src[m.to:])
}

// findAll returns every mutant of the packages.
func findAll(ctx context.Context, root string, pkgs []string) (all []*mutant, err error) {
	units, err := load(ctx, root, pkgs)
	if err != nil {
		return nil, err
	}
	for _, u := range units {
		all = append(all, find(u)...)
	}
	return all, nil
}

// finder goes over one file.
type finder struct {
	*unit
	kind  string
	stack []ast.Node // from the file to the node's parent
	found []*mutant
}

// find returns the mutants of a file, in the order of kinds, then of the source.
func find(u *unit) []*mutant {
	f := &finder{unit: u}
	for _, k := range kinds {
		f.kind = k.name
		ast.PreorderStack(u.syntax, nil, func(n ast.Node, stack []ast.Node) bool {
			if _, ok := n.(*ast.ImportSpec); ok {
				return false
			}
			f.stack = stack
			k.find(f, n)
			return true
		})
	}
	times := map[string]int{}
	for _, m := range f.found {
		m.Nth = 0
		key := m.Key()
		times[key]++
		m.Nth = times[key]
	}
	return f.found
}

// replace adds the mutant that has text in place of n.
func (f *finder) replace(n ast.Node, text string) { f.edit(n, n.Pos(), n.End(), text) }

// edit adds the mutant that has text from one position to another, inside of n.
func (f *finder) edit(n ast.Node, from, to token.Pos, text string) {
	m := &mutant{
		Pkg: f.pkg, File: f.file, Kind: f.kind, Func: f.function(), Builds: f.builds,
		unit: f.unit, from: f.offset(from), to: f.offset(to), text: text,
		Line: f.fset.Position(from).Line,
	}
	begin, end := f.around(n)
	m.Old = oneLine(f.src[begin:end])
	m.New = oneLine(slices.Concat(f.src[begin:m.from], []byte(text), f.src[m.to:end]))
	f.found = append(f.found, m)
}

func (f *finder) offset(p token.Pos) int { return f.fset.Position(p).Offset }

// source returns the text of n.
func (f *finder) source(n ast.Node) string { return string(f.src[f.offset(n.Pos()):f.offset(n.End())]) }

// parent returns the node that holds the one that is visited.
func (f *finder) parent() ast.Node { return f.stack[len(f.stack)-1] }

// contextWidth is how long the source around a mutant may be to be shown.
const contextWidth = 72

// around returns the widest short piece of source that holds n and is no more
// than a statement.
func (f *finder) around(n ast.Node) (begin, end int) {
	begin, end = f.offset(n.Pos()), f.offset(n.End())
	for _, outer := range slices.Backward(f.stack) {
		switch outer.(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.FuncDecl, *ast.FuncLit, *ast.GenDecl, *ast.File:
			return begin, end
		}
		b, e := f.offset(outer.Pos()), f.offset(outer.End())
		if e-b > contextWidth || strings.Contains(string(f.src[b:e]), "\n") {
			return begin, end
		}
		begin, end = b, e
	}
	return begin, end
}

// function names the declaration that is visited.
func (f *finder) function() string {
	for _, n := range f.stack {
		switch n := n.(type) {
		case *ast.FuncDecl:
			return funcName(n)
		case *ast.ValueSpec:
			return n.Names[0].Name
		}
	}
	return "-"
}

func funcName(n *ast.FuncDecl) string {
	if n.Recv == nil || len(n.Recv.List) == 0 {
		return n.Name.Name
	}
	t := n.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
			continue
		case *ast.IndexExpr:
			t = x.X
			continue
		case *ast.Ident:
			return x.Name + "." + n.Name.Name
		}
		return n.Name.Name
	}
}

// oneLine puts runs of white space together.
func oneLine(b []byte) string { return strings.Join(strings.Fields(string(b)), " ") }
