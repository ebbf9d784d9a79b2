package thrifttags

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
)

// Analyzer reports faults of Thrift struct tags. Its flag hints, true unless
// set, turns the category hint on.
var Analyzer = newAnalyzer()

// The categories of diagnostics.
const (
	refused  = "refused"
	disagree = "disagree"
	hint     = "hint"
)

func newAnalyzer() *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:     "thrifttags",
		Doc:      "check Thrift struct tags\n\nReports tags, and Go types of tagged fields, that miser refuses when it\ncompiles a struct; thrift and frugal tags that disagree; and hints.",
		URL:      "https://pkg.go.dev/github.com/miserwire/miser/cmd/miservet/thrifttags",
		Requires: []*analysis.Analyzer{inspect.Analyzer},
	}
	hints := a.Flags.Bool("hints", true, "report hints too: what miser accepts, but has to assume")
	a.Run = func(pass *analysis.Pass) (any, error) {
		run(pass, *hints)
		return nil, nil
	}
	return a
}

// fault is what is wrong with a tag or a Go type.
type fault struct {
	problem string
	remedy  string
}

// finding is a fault of one field.
type finding struct {
	category string
	path     string // Go path of the field, with embedded structs
	tag      string // as written
	top      int    // the field of the struct itself that it lies in
	onField  bool   // the Go field is at fault rather than its tag
	fault
}

// message says it as layout's Error does.
func (f finding) message(owner string) string {
	s := "thrift: " + owner + "." + f.path
	if f.tag != "" {
		s += ": tag " + strconv.Quote(f.tag)
	}
	return s + ": " + f.problem + "; " + f.remedy
}

func run(pass *analysis.Pass, hints bool) {
	generated := map[*token.File]bool{}
	for _, f := range pass.Files {
		generated[pass.Fset.File(f.FileStart)] = ast.IsGenerated(f)
	}
	names := map[*ast.StructType]types.Object{}
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	in.Preorder([]ast.Node{(*ast.TypeSpec)(nil), (*ast.StructType)(nil)}, func(n ast.Node) {
		if spec, ok := n.(*ast.TypeSpec); ok {
			if st, ok := spec.Type.(*ast.StructType); ok {
				names[st] = pass.TypesInfo.Defs[spec.Name]
			}
			return
		}
		node := n.(*ast.StructType)
		t, owner := pass.TypesInfo.TypeOf(node), "struct"
		if obj := names[node]; obj != nil {
			t, owner = obj.Type(), typeString(obj.Type())
		}
		tags := tagsOf(node)
		for _, f := range check(t) {
			if f.category == hint && (!hints || generated[pass.Fset.File(node.Pos())]) {
				continue
			}
			d := analysis.Diagnostic{Category: f.category, Message: f.message(owner)}
			if lit := tags[f.top]; lit != nil && !f.onField {
				d.Pos, d.End = lit.Pos(), lit.End()
			} else {
				d.Pos = t.Underlying().(*types.Struct).Field(f.top).Pos()
			}
			pass.Report(d)
		}
	})
}

// tagsOf returns the tag of each field, in the order that go/types has them.
func tagsOf(node *ast.StructType) (tags []*ast.BasicLit) {
	for _, f := range node.Fields.List {
		for range max(1, len(f.Names)) {
			tags = append(tags, f.Tag)
		}
	}
	return tags
}

// check returns the findings in t, whose underlying type is a struct.
func check(t types.Type) []finding {
	if !carries(t, nil) {
		return nil
	}
	g := &gatherer{}
	g.gather(t, place{})
	for i := range g.fields {
		g.field(t, &g.fields[i])
	}
	return g.findings
}

// typeString spells t as package reflect does, but for any and byte.
func typeString(t types.Type) string {
	return types.TypeString(t, (*types.Package).Name)
}
