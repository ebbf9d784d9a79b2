package main

import "slices"

// A chain says for one package which packages have tests that may notice a
// fault in it: those nearest to it, and fastest, first.
type chain struct {
	pkg   string
	tests []string
}

type chains []chain

// suite has the packages that get faults.
var suite = chains{
	{"layout", []string{"layout", "codec", "binary", "compact", "fuzz", "internal/ref", "internal/parquetmeta", "cmd/miser"}},
	{"unsafeio", []string{"unsafeio", "binary", "compact", "codec", "layout", "fuzz", "internal/parquetmeta", "examples/kv"}},
	{"internal/walk", []string{"internal/walk", "codec", "binary", "compact", "fuzz", "cmd/miser", "examples/kv"}},
	{"binary", []string{"binary", "codec", "compact", "fuzz", "internal/parquetmeta", "cmd/miser"}},
	{"compact", []string{"compact", "codec", "fuzz", "internal/parquetmeta", "cmd/miser"}},
	{"codec", []string{"codec", "fuzz", "internal/ref", "internal/parquetmeta", "cmd/miser", "examples/kv"}},
}

func (s chains) names() (names []string) {
	for _, c := range s {
		names = append(names, c.pkg)
	}
	return names
}

// stages are the test binaries that are tried on a fault in pkg, in order: the
// package's own in each build, then all others without assembly, which hides
// least, then with it.
func (s chains) stages(m *mutant) (list []stage) {
	i := slices.IndexFunc(s, func(c chain) bool { return c.pkg == m.Pkg })
	own, others := s[i].tests[0], s[i].tests[1:]
	for _, b := range m.Builds {
		list = append(list, stage{own, b})
	}
	for _, b := range slices.Backward(m.Builds) {
		for _, pkg := range others {
			list = append(list, stage{pkg, b})
		}
	}
	return list
}

// The builds: the second one is without assembly.
const (
	plain  = "plain"
	purego = "purego"
)

var buildNames = []string{plain, purego}

// tagsOf returns the -tags of a build.
func tagsOf(build string) string {
	if build == plain {
		return ""
	}
	return build
}

// A stage is one test binary: the tests of a package in a build.
type stage struct{ Pkg, Build string }

func (s stage) String() string { return s.Pkg + " " + s.Build }
