package main

import (
	"context"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sample returns the mutants of testdata/sample.
func sample(t *testing.T) []*mutant {
	t.Helper()
	src, err := os.ReadFile("testdata/sample/sample.go")
	require.NoError(t, err)
	return mutantsOf(t, string(src))
}

func mutantsOf(t *testing.T, src string) []*mutant {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "sample.go", src, parser.SkipObjectResolution)
	require.NoError(t, err)
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	pkg, err := compile(fset, f, info)
	require.NoError(t, err)
	return find(&unit{pkg: "sample", file: "sample/sample.go", module: "example.org/m", src: []byte(src), fset: fset, syntax: f, info: info, types: pkg, builds: buildNames})
}

// imports reads the standard library's sources, once.
var imports = importer.ForCompiler(token.NewFileSet(), "source", nil)

func compile(fset *token.FileSet, f *ast.File, info *types.Info) (*types.Package, error) {
	conf := types.Config{Importer: imports}
	return conf.Check("example.org/m/sample", fset, []*ast.File{f}, info)
}

// compiles reports whether the source with m is a correct program.
func compiles(m *mutant) bool {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "sample.go", m.Source(), 0)
	if err != nil {
		return false
	}
	_, err = compile(fset, f, nil)
	return err == nil
}

// Each kind finds the places that it should, and what it puts there compiles.
func TestKinds(t *testing.T) {
	want := map[string][]string{
		"bound":      {"n < 0 || len(b) < n+8 => n <= 0 || len(b) < n+8", "n < 0 || len(b) < n+8 => n < 0 && len(b) < n+8", "total > 9 => total >= 9"},
		"off-by-one": {"n < 0 || len(b) < n+8 => n < 0 || len(b) < n+9", "n < 0 || len(b) < n+8 => n < 0 || len(b) < n+7", "total += list[i] => total += list[(i)+1]", "total == 7 => total == 6"},
		"type":       {"KindB => KindA", "KindB => KindC", "KindC => KindB"},
		"check":      {"total == 7 => (total == 7) && false", "x > most => (x > most) && false"},
		"code":       {"return -1, ErrOne => return -1, ErrTwo", "return -1, ErrOne => return -1, nil", "return false => return true", "return true => return false"},
		"assign":     {"total = 9 => _ = 9", "total += list[i] => _, _ = total, list[i]"},
		"fail":       {`return 0, fail("short") => return 0, nil`},
		"sign":       {"n < 0 || len(b) < n+8 => n < 0 || len(b) < n-8", "return -1, ErrOne => return 1, ErrOne", "total += list[i] => total -= list[i]"},
		"mask":       {"x |= 1 << 4 => x &= 1 << 4", "x |= 1 << 4 => x |= 1 >> 4", "return x &^ 0xf0 => return x & 0xf0"},
		"endian":     {"return stdbinary.BigEndian.Uint64(b[n:]), nil => return stdbinary.LittleEndian.Uint64(b[n:]), nil", "return bits.ReverseBytes32(x) => return (x)"},
		"negate":     {"total > 9 => !(total > 9)", "x > most => !(x > most)"},
	}
	found, working := map[string][]string{}, map[string]int{}
	for _, m := range sample(t) {
		found[m.Kind] = append(found[m.Kind], m.Old+" => "+m.New)
		if compiles(m) {
			working[m.Kind]++
		}
	}
	for _, k := range kinds {
		require.Contains(t, want, k.name)
		require.Subset(t, found[k.name], want[k.name], k.name)
		require.Positive(t, working[k.name], k.name)
	}
	require.ElementsMatch(t, slices.Collect(maps.Keys(want)), slices.Collect(maps.Keys(found)))
}

// What counts a loop is left alone, and so is what a constant is declared as.
func TestLeftAlone(t *testing.T) {
	for _, m := range sample(t) {
		require.False(t, m.Kind == "assign" && m.Old == "i++", m.Key())
		require.False(t, m.Kind == "type" && m.Func == "KindA", m.Key())
	}
}

// A mutant is one edit, and its key is its own.
func TestOneEdit(t *testing.T) {
	keys := map[string]bool{}
	for _, m := range sample(t) {
		require.False(t, keys[m.Key()], m.Key())
		keys[m.Key()] = true
		src, changed := string(m.unit.src), string(m.Source())
		require.True(t, strings.HasPrefix(changed, src[:m.from]) && strings.HasSuffix(changed, src[m.to:]), m.Key())
		require.NotEqual(t, src, changed, m.Key())
		require.NotEqual(t, m.Old, m.New, m.Key())
		require.Equal(t, m.Line, 1+strings.Count(src[:m.from], "\n"), m.Key())
	}
}

// A key outlives lines that come before it.
func TestKeyIsStable(t *testing.T) {
	src, err := os.ReadFile("testdata/sample/sample.go")
	require.NoError(t, err)
	moved := mutantsOf(t, strings.Replace(string(src), "func read", "var later int\n\nfunc read", 1))
	keys := map[string]int{}
	for _, m := range moved {
		keys[m.Key()] = m.Line
	}
	for _, m := range sample(t) {
		require.Contains(t, keys, m.Key())
		if m.Func == "sum" {
			require.Equal(t, m.Line+2, keys[m.Key()], m.Key())
		}
	}
}

// The order is the seed's alone, has each mutant once, and is even: no cell
// comes a second time before each has come once.
func TestOrder(t *testing.T) {
	all := sample(t)
	first := order(all, 1)
	require.Equal(t, first, order(all, 1))
	require.NotEqual(t, first, order(all, 2))
	require.ElementsMatch(t, all, first)
	seen := map[string]bool{}
	for _, m := range first[:len(kinds)] {
		seen[m.Kind] = true
	}
	require.Len(t, seen, len(kinds))
}

// The packages of this repository are found in both builds, with files that are
// part of one only.
func TestFindAll(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	all, err := findAll(context.Background(), root, suite.names())
	require.NoError(t, err)
	cells, builds := map[cell]bool{}, map[string][]string{}
	keys := map[string]bool{}
	for _, m := range all {
		cells[cell{m.Pkg, m.Kind}] = true
		builds[m.File] = m.Builds
		keys[m.Key()] = true
	}
	require.Len(t, keys, len(all))
	require.Equal(t, buildNames, builds["binary/decode.go"])
	require.Equal(t, []string{plain}, builds["binary/scan_amd64.go"])
	require.Equal(t, []string{purego}, builds["compact/varints_noasm.go"])
	for _, name := range suite.names() {
		for _, k := range kinds {
			if k.name != "endian" {
				require.True(t, cells[cell{name, k.name}], "%s has no fault of kind %s", name, k.name)
			}
		}
	}

	why, err := readListed(listedName)
	require.NoError(t, err)
	for key := range why {
		require.True(t, keys[key], "%s explains a fault that there is not: %s", listedName, key)
	}
}
