package thrifttags

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"regexp"
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
	return problem(reflect.StructOf(fields))
}

func problem(t reflect.Type) string {
	_, err := layout.Of(t)
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
	pkg := load(t, "p.go", b.String())
	return first(pkg.Scope().Lookup("T").Type())
}

// load checks one file that imports nothing. A nil src is the file on disk.
func load(t *testing.T, name string, src any) *types.Package {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, 0)
	require.NoError(t, err)
	pkg, err := new(types.Config).Check("p", fset, []*ast.File{file}, nil)
	require.NoError(t, err)
	return pkg
}

// first returns the first problem that the analyzer has with a type.
func first(typ types.Type) string {
	for _, f := range check(typ) {
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

// TestAgreeNamed: so it is with named and embedded types.
func TestAgreeNamed(t *testing.T) {
	pkg := load(t, "named_test.go", nil)
	pkg.SetName("thrifttags")
	// layout finds an untagged struct when it compiles that, and names the way to it.
	untagged := regexp.MustCompile(`^(struct \S+|it) has fields, and none of them has a thrift tag( \(.* leads to it\))?`)
	for _, v := range named {
		typ := reflect.TypeOf(v)
		want := untagged.ReplaceAllString(problem(typ), "untagged")
		got := untagged.ReplaceAllString(first(pkg.Scope().Lookup(typ.Name()).Type()), "untagged")
		want = strings.ReplaceAll(want, reflect.TypeFor[Base]().PkgPath()+".", "thrifttags.")
		if got != want {
			t.Errorf("%s:\nanalyzer %q\nlayout   %q", typ, got, want)
		}
	}
}
