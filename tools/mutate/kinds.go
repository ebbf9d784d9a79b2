package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strconv"
)

// A kind is one sort of fault.
type kind struct {
	name string
	what string
	find func(f *finder, n ast.Node)
}

// kinds are all of them, in the order of the results.
var kinds = []kind{
	{"bound", "a comparison or a logical operator is another: < for <=, && for ||", bounds},
	{"off-by-one", "a constant, an index or an offset is one more or one less", offByOne},
	{"type", "a named constant (type code, kind, memory form, op) is its neighbour", typeCodes},
	{"check", "a check is gone: what it guards against goes through", checks},
	{"code", "another failure code, error or verdict is returned", codes},
	{"assign", "an assignment is dropped", assigns},
	{"fail", "a fault is not recorded, or its path is not", fails},
	{"sign", "a sum is a difference, or a sign is lost", signs},
	{"mask", "a bitwise operator or a shift is another", masks},
	{"endian", "the other byte order", endians},
	{"negate", "a condition is its opposite: presence, mode, form", negations},
}

var bounded = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.LAND: token.LOR, token.LOR: token.LAND,
}

func bounds(f *finder, n ast.Node) {
	if x, ok := n.(*ast.BinaryExpr); ok {
		f.operator(x, bounded)
	}
}

// operator puts the operator in place of that of x which others has for it.
func (f *finder) operator(x *ast.BinaryExpr, others map[token.Token]token.Token) {
	if op, ok := others[x.Op]; ok {
		f.edit(x, x.OpPos, x.OpPos+token.Pos(len(x.Op.String())), op.String())
	}
}

// assignment does the same for operators that assign.
func (f *finder) assignment(x *ast.AssignStmt, others map[token.Token]token.Token) {
	if op, ok := others[x.Tok]; ok {
		f.edit(x, x.TokPos, x.TokPos+token.Pos(len(x.Tok.String())), op.String())
	}
}

func offByOne(f *finder, n ast.Node) {
	switch x := n.(type) {
	case *ast.BasicLit:
		if v, err := strconv.ParseInt(x.Value, 0, 64); err == nil && x.Kind == token.INT {
			f.replace(x, strconv.FormatInt(v+1, 10))
			f.replace(x, fewer(v))
		}
	case *ast.IndexExpr:
		f.shift(x.Index)
	case *ast.SliceExpr:
		f.shift(x.Low)
		f.shift(x.High)
	case *ast.CallExpr:
		if sel, ok := x.Fun.(*ast.SelectorExpr); ok && len(x.Args) == 1 && (sel.Sel.Name == "Add" || sel.Sel.Name == "At") {
			f.shift(x.Args[0])
		}
	}
}

// fewer writes v-1 so that a sign before it makes no other operator.
func fewer(v int64) string {
	if v == 0 {
		return "(-1)"
	}
	return strconv.FormatInt(v-1, 10)
}

// shift adds one to an integer that is no literal; those are changed where they
// stand.
func (f *finder) shift(x ast.Expr) {
	if x == nil {
		return
	}
	if _, ok := x.(*ast.BasicLit); ok || !f.isNumber(x, types.IsInteger) {
		return
	}
	f.replace(x, "("+f.source(x)+")+1")
}

// isNumber reports whether x is a value whose basic type has that property.
func (f *finder) isNumber(x ast.Expr, info types.BasicInfo) bool {
	tv, ok := f.info.Types[x]
	if !ok || !tv.IsValue() {
		return false
	}
	b, ok := tv.Type.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}

// checks takes out the ifs that lead away. The condition is still computed, so
// that nothing but the check is missing.
func checks(f *finder, n ast.Node) {
	x, ok := n.(*ast.IfStmt)
	if !ok || x.Else != nil || len(x.Body.List) == 0 || !leads(x.Body.List[len(x.Body.List)-1]) {
		return
	}
	f.replace(x.Cond, "("+f.source(x.Cond)+") && false")
}

// leads reports whether control does not go on after s.
func leads(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		id, ok := call.Fun.(*ast.Ident)
		return ok && id.Name == "panic"
	}
	return false
}

func signs(f *finder, n ast.Node) {
	switch x := n.(type) {
	case *ast.BinaryExpr:
		if f.isNumber(x.X, types.IsNumeric) {
			f.operator(x, map[token.Token]token.Token{token.ADD: token.SUB, token.SUB: token.ADD})
		}
	case *ast.AssignStmt:
		if f.isNumber(x.Lhs[0], types.IsNumeric) {
			f.assignment(x, map[token.Token]token.Token{token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN})
		}
	case *ast.UnaryExpr:
		if x.Op == token.SUB {
			f.replace(x, f.source(x.X))
		}
	}
}

func masks(f *finder, n ast.Node) {
	switch x := n.(type) {
	case *ast.BinaryExpr:
		f.operator(x, map[token.Token]token.Token{
			token.AND: token.OR, token.OR: token.AND, token.XOR: token.OR,
			token.SHL: token.SHR, token.SHR: token.SHL, token.AND_NOT: token.AND,
		})
	case *ast.AssignStmt:
		f.assignment(x, map[token.Token]token.Token{
			token.AND_ASSIGN: token.OR_ASSIGN, token.OR_ASSIGN: token.AND_ASSIGN, token.XOR_ASSIGN: token.OR_ASSIGN,
			token.SHL_ASSIGN: token.SHR_ASSIGN, token.SHR_ASSIGN: token.SHL_ASSIGN, token.AND_NOT_ASSIGN: token.AND_ASSIGN,
		})
	}
}

var wordName = regexp.MustCompile(`^(.*)(LE|BE)(\d+s?)$`)

func endians(f *finder, n ast.Node) {
	swapped := map[string]string{"LE": "BE", "BE": "LE"}
	switch x := n.(type) {
	case *ast.SelectorExpr:
		switch m := wordName.FindStringSubmatch(x.Sel.Name); {
		case x.Sel.Name == "LittleEndian":
			f.replace(x.Sel, "BigEndian")
		case x.Sel.Name == "BigEndian":
			f.replace(x.Sel, "LittleEndian")
		case m != nil:
			f.replace(x.Sel, m[1]+swapped[m[2]]+m[3])
		}
	case *ast.CallExpr:
		sel, ok := x.Fun.(*ast.SelectorExpr)
		if !ok || len(x.Args) == 0 {
			return
		}
		switch sel.Sel.Name {
		case "ReverseBytes16", "ReverseBytes32", "ReverseBytes64":
			f.replace(x, "("+f.source(x.Args[0])+")")
		}
	}
}

func negations(f *finder, n ast.Node) {
	switch x := n.(type) {
	case *ast.IfStmt:
		f.replace(x.Cond, "!("+f.source(x.Cond)+")")
	case *ast.BinaryExpr:
		if s, ok := f.parent().(*ast.IfStmt); ok && s.Cond == n {
			return // that is the if's
		}
		f.operator(x, map[token.Token]token.Token{token.EQL: token.NEQ, token.NEQ: token.EQL})
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			f.replace(x, f.source(x.X))
		}
	case *ast.CaseClause:
		// The stack ends in the switch's block.
		if s, ok := f.stack[len(f.stack)-2].(*ast.SwitchStmt); ok && s.Tag == nil {
			for _, e := range x.List {
				f.replace(e, "!("+f.source(e)+")")
			}
		}
	}
}
