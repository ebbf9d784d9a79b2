package thrifttags

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/layout"
)

// column is one Go field of a struct that both sides check.
type column struct {
	name string
	typ  reflect.Type
	tag  string
}

func one[T any](tag string) []column {
	return []column{{"F", reflect.TypeFor[T](), tag}}
}

func (c column) named(name string) column {
	c.name = name
	return c
}

func both(a, b []column) []column {
	return []column{a[0].named("A"), b[0].named("B")}
}

func blank(cs []column) []column {
	return []column{cs[0].named("_")}
}

// ofLayout returns the first problem that layout has with the struct.
func ofLayout(cs []column) string {
	var fields []reflect.StructField
	for _, c := range cs {
		f := reflect.StructField{Name: c.name, Type: c.typ, Tag: reflect.StructTag(c.tag)}
		if !token.IsExported(c.name) {
			f.PkgPath = "p"
		}
		fields = append(fields, f)
	}
	_, err := layout.Of(reflect.StructOf(fields))
	var e *layout.Error
	if errors.As(err, &e) {
		return e.Problem + "; " + e.Remedy
	}
	return ""
}

// ofAnalyzer returns the first problem of the same struct in source.
func ofAnalyzer(t *testing.T, cs []column) string {
	var b strings.Builder
	b.WriteString("package p\ntype T struct {\n")
	for _, c := range cs {
		fmt.Fprintf(&b, "%s %s %q\n", c.name, c.typ, c.tag)
	}
	b.WriteString("}\n")
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", b.String(), 0)
	require.NoError(t, err, b.String())
	pkg, err := new(types.Config).Check("p", fset, []*ast.File{file}, nil)
	require.NoError(t, err, b.String())
	for _, f := range check(pkg.Scope().Lookup("T").Type()) {
		if f.category == refused {
			return f.problem + "; " + f.remedy
		}
	}
	return ""
}

type entry = struct {
	Key   string
	Value int64
}

// TestAgree: the analyzer refuses what layout refuses, with the same words,
// and nothing else.
func TestAgree(t *testing.T) {
	good, bad := 0, 0
	for _, cs := range agreeRows() {
		want := ofLayout(cs)
		if want == "" {
			good++
		} else {
			bad++
		}
		// go/types spells these two otherwise than package reflect.
		want = strings.NewReplacer("interface {}", "interface{}", "struct {}", "struct{}", "struct { ", "struct{", " }", "}").Replace(want)
		got := strings.NewReplacer("struct { ", "struct{", " }", "}").Replace(ofAnalyzer(t, cs))
		if got != want {
			t.Errorf("%s %s %s:\nanalyzer %q\nlayout   %q", cs[0].name, cs[0].typ, cs[0].tag, got, want)
		}
	}
	require.Greater(t, good, 40)
	require.Greater(t, bad, 60)
}
