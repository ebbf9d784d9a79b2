package arch

import (
	"slices"
	"strconv"
	"strings"
)

// places is the diagram: what the code of each package may import of this module. Tests are free, since the
// compiler already keeps them out of what users build.
//
//	cmd, bench, dialects, tools, fuzz, examples -> codec -> binary | compact -> internal/walk -> layout -> unsafeio -> standard library
var places = map[string][]string{
	"unsafeio":      {},
	"layout":        {"unsafeio"},
	"internal/walk": {"layout", "unsafeio"},
	"binary":        {"internal/walk", "layout", "unsafeio"},
	"compact":       {"binary", "internal/walk", "layout", "unsafeio"}, // binary: unknown fields are kept in its form
	"codec":         {"binary", "compact", "internal/walk", "layout", "unsafeio"},
}

// outside are the folders above the library or beside it: they may import any package of this module, and no
// package of the library imports them.
var outside = []string{
	"cmd", "bench", "fuzz", "examples", "dialects", "tools", "codec/apache", "codec/kitex", "internal/arch", "internal/equal", "internal/fill", "internal/ref", "internal/wiretest", "internal/parquetmeta", "internal/hand",
}

// testify is for tests; a package that users build never drags it in.
const testify = "github.com/stretchr/testify"

// required is what the library may import from other modules.
var required = []string{"github.com/cespare/xxhash/v2", "golang.org/x/sys/cpu"}

// ruleImports: imports follow the diagram.
func ruleImports(f *file) (faults []fault) {
	if !f.isGo() {
		return nil
	}
	dir := f.dir()
	allowed, inLibrary := places[dir]
	if !inLibrary && !under(dir, outside) {
		return []fault{f.fault(f.syntax.Package, "imports: package %s has no place in the diagram of internal/arch", dir)}
	}
	for _, spec := range f.syntax.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		own, isOwn := strings.CutPrefix(name, modulePath+"/")
		switch {
		case name == "C":
			faults = append(faults, f.fault(spec.Pos(), "imports: no cgo"))
		case f.isTest():
		case under(name, []string{testify}):
			faults = append(faults, f.fault(spec.Pos(), "imports: testify is for _test.go files only"))
		case !inLibrary:
		case isOwn && !slices.Contains(allowed, own):
			faults = append(faults, f.fault(spec.Pos(), "imports: %s may not import %s", dir, own))
		case !isOwn && !standard(name) && !slices.Contains(required, name):
			faults = append(faults, f.fault(spec.Pos(), "imports: %s may not import %s, which the root does not require", dir, name))
		}
	}
	return faults
}

// ruleUnsafe: memory is the business of unsafeio alone. Tests may name unsafe types.
func ruleUnsafe(f *file) (faults []fault) {
	if !f.isGo() || f.isTest() || f.dir() == "unsafeio" || f.nested != "" && f.isGenerated() {
		return nil
	}
	for _, spec := range f.syntax.Imports {
		if spec.Path.Value == `"unsafe"` {
			faults = append(faults, f.fault(spec.Pos(), "unsafe: only unsafeio imports unsafe"))
		}
	}
	return faults
}

// standard reports whether an import path is the standard library's: its first element has no dot.
func standard(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return !strings.Contains(first, ".")
}

// under reports whether a folder or import path is one of tops or lies below one.
func under(name string, tops []string) bool {
	for _, top := range tops {
		if name == top || strings.HasPrefix(name, top+"/") {
			return true
		}
	}
	return false
}
