package main

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// typeCodes puts in place of a constant of one of the module's types the one
// before it or after it.
func typeCodes(f *finder, n ast.Node) {
	id, ok := n.(*ast.Ident)
	if !ok || f.inConst() {
		return
	}
	c, ok := f.info.Uses[id].(*types.Const)
	if !ok {
		return
	}
	named, ok := c.Type().(*types.Named)
	if !ok || named.Obj().Pkg() == nil || !strings.HasPrefix(named.Obj().Pkg().Path(), f.module+"/") {
		return
	}
	f.neighbours(id, c, f.constants(c.Pkg(), func(o *types.Const) bool { return types.Identical(o.Type(), c.Type()) }))
}

// inConst reports whether a constant is being declared.
func (f *finder) inConst() bool {
	return slices.ContainsFunc(f.stack, func(n ast.Node) bool {
		d, ok := n.(*ast.GenDecl)
		return ok && d.Tok == token.CONST
	})
}

// constants returns the constants of p that fit and can be named here, by value.
func (f *finder) constants(p *types.Package, fits func(*types.Const) bool) (list []*types.Const) {
	for _, name := range p.Scope().Names() {
		c, ok := p.Scope().Lookup(name).(*types.Const)
		if ok && fits(c) && (p.Path() == f.types.Path() || c.Exported()) {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b *types.Const) int {
		switch {
		case constant.Compare(a.Val(), token.LSS, b.Val()):
			return -1
		case constant.Compare(b.Val(), token.LSS, a.Val()):
			return 1
		}
		return 0
	})
	return list
}

// neighbours puts in place of id those beside c in list.
func (f *finder) neighbours(id *ast.Ident, c *types.Const, list []*types.Const) {
	i := slices.IndexFunc(list, func(o *types.Const) bool { return o.Name() == c.Name() })
	if i > 0 {
		f.replace(id, list[i-1].Name())
	}
	if i >= 0 && i+1 < len(list) {
		f.replace(id, list[i+1].Name())
	}
}

// codes changes what a function says of its failure: the failure code, the
// sentinel, an error that is returned, or a bool.
func codes(f *finder, n ast.Node) {
	switch x := n.(type) {
	case *ast.Ident:
		f.failureCode(x)
		f.sentinel(x)
	case *ast.ReturnStmt:
		for _, e := range x.Results {
			f.verdict(x, e)
		}
	}
}

// failureCode finds the negative constants of package walk.
func (f *finder) failureCode(id *ast.Ident) {
	c, ok := f.info.Uses[id].(*types.Const)
	if !ok || f.inConst() || !isCode(c) || !strings.HasSuffix(c.Pkg().Path(), "internal/walk") {
		return
	}
	f.neighbours(id, c, f.constants(c.Pkg(), isCode))
}

func isCode(c *types.Const) bool {
	b, ok := c.Type().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0 && c.Pkg() != nil && constant.Sign(c.Val()) < 0
}

// sentinel finds the errors that have names.
func (f *finder) sentinel(id *ast.Ident) {
	v, ok := f.info.Uses[id].(*types.Var)
	if !ok || !isSentinel(v) {
		return
	}
	var names []string
	for _, name := range v.Pkg().Scope().Names() {
		if o, ok := v.Pkg().Scope().Lookup(name).(*types.Var); ok && isSentinel(o) {
			names = append(names, name)
		}
	}
	i := slices.Index(names, id.Name)
	f.replace(id, names[(i+1)%len(names)])
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

func isSentinel(v *types.Var) bool {
	return v.Pkg() != nil && v.Parent() == v.Pkg().Scope() && strings.HasPrefix(v.Name(), "Err") && types.Implements(v.Type(), errorType)
}

// verdict turns a returned bool, and has no error returned.
func (f *finder) verdict(x *ast.ReturnStmt, e ast.Expr) {
	if id, ok := e.(*ast.Ident); ok {
		switch id.Name {
		case "true":
			f.edit(x, e.Pos(), e.End(), "false")
			return
		case "false":
			f.edit(x, e.Pos(), e.End(), "true")
			return
		case "nil":
			return
		}
	}
	if tv := f.info.Types[e]; tv.IsValue() && isFault(tv.Type) {
		f.edit(x, e.Pos(), e.End(), "nil")
	}
}

// isFault reports whether t holds what went wrong.
func isFault(t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		named, ok := p.Elem().(*types.Named)
		return ok && (types.Implements(t, errorType) || named.Obj().Name() == "fault")
	}
	return types.IsInterface(t) && types.Implements(t, errorType)
}

// assigns drops what is stored. What a loop counts by is left alone: without it
// each test would only wait for its end.
func assigns(f *finder, n ast.Node) {
	if loop, ok := f.loop(); ok && loop.Post == n {
		return
	}
	switch x := n.(type) {
	case *ast.IncDecStmt:
		f.replace(x, "_ = "+f.source(x.X))
	case *ast.AssignStmt:
		if x.Tok == token.DEFINE {
			return
		}
		if x.Tok != token.ASSIGN {
			f.replace(x, "_, _ = "+f.source(x.Lhs[0])+", "+f.source(x.Rhs[0]))
			return
		}
		_, inBlock := f.parent().(*ast.BlockStmt)
		if id, ok := x.Rhs[0].(*ast.Ident); ok && id.Name == "nil" && inBlock {
			f.replace(x, "{}")
			return
		}
		for _, l := range x.Lhs {
			if id, ok := l.(*ast.Ident); !ok || id.Name != "_" {
				f.edit(x, l.Pos(), l.End(), "_")
			}
		}
	}
}

// loop returns the for statement that is the parent, if it is one.
func (f *finder) loop() (*ast.ForStmt, bool) {
	if len(f.stack) == 0 {
		return nil, false
	}
	loop, ok := f.parent().(*ast.ForStmt)
	return loop, ok
}

// fails keeps the code of a failure, but nobody is told where; or what makes an
// error makes none; or a panic for misuse is left out.
func fails(f *finder, n ast.Node) {
	x, ok := n.(*ast.CallExpr)
	if !ok {
		return
	}
	if s, ok := f.parent().(*ast.ExprStmt); ok {
		if id, ok := x.Fun.(*ast.Ident); ok && id.Name == "panic" {
			f.replace(s, "{}")
		}
		return
	}
	name := ""
	switch fun := x.Fun.(type) {
	case *ast.Ident:
		name = fun.Name
	case *ast.SelectorExpr:
		name = fun.Sel.Name
	}
	tv := f.info.Types[x]
	if !tv.IsValue() {
		return
	}
	b, isBasic := tv.Type.(*types.Basic)
	switch {
	case slices.Contains([]string{"Fail", "Field", "Index", "Key", "Value"}, name) && isBasic && b.Kind() == types.Int && len(x.Args) > 1:
		f.replace(x, "("+f.source(x.Args[0])+")")
	case !slices.ContainsFunc([]string{"fail", "fault", "bad", "truncated", "missing", "refuse", "wrong"}, func(p string) bool { return strings.HasPrefix(name, p) }):
	case isBasic && b.Kind() == types.Int:
		f.replace(x, "0")
	case isFault(tv.Type):
		f.replace(x, "nil")
	}
}
