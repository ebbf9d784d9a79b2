package arch

import (
	"fmt"
	"go/ast"
	"go/build/constraint"
	"path"
	"regexp"
	"slices"
	"strings"
)

const maxLines = 400

// The tags that the go command knows by itself, so that a file name ending in one counts as a tag.
var (
	architectures = strings.Fields("386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x wasm")
	systems       = strings.Fields("aix android darwin dragonfly freebsd illumos ios js linux netbsd openbsd plan9 solaris unix wasip1 windows")
	ownTags       = []string{"purego", "thriftcheck", "race", "asan"}
)

// A tag is a build tag and the line that asks for it; a file name's own tag counts as line 1.
type tag struct {
	line int
	name string
}

// ruleTags: few builds, so that each one is tested. What needs an operating system, such as a guard page,
// is for tests.
func ruleTags(f *file) (faults []fault) {
	if f.nested != "" && f.isGenerated() {
		return nil
	}
	forTests := f.isTest() || under(f.dir(), outside)
	for _, t := range tagsOf(f) {
		if slices.Contains(ownTags, t.name) || slices.Contains(architectures, t.name) ||
			forTests && slices.Contains(systems, t.name) {
			continue
		}
		faults = append(faults, fault{f.path, t.line, "tags: build tag " + t.name + " is not one of ours"})
	}
	return faults
}

func tagsOf(f *file) (tags []tag) {
	for i, line := range strings.Split(f.src, "\n") {
		if strings.HasPrefix(line, "package ") {
			break
		}
		if !constraint.IsGoBuild(line) {
			continue
		}
		expr, err := constraint.Parse(line)
		if err != nil {
			return append(tags, tag{i + 1, err.Error()})
		}
		for _, name := range tagsIn(expr) {
			tags = append(tags, tag{i + 1, name})
		}
	}
	stem := strings.TrimSuffix(strings.TrimSuffix(path.Base(f.path), path.Ext(f.path)), "_test")
	for _, part := range strings.Split(stem, "_")[1:] {
		if part != "unix" && slices.Contains(systems, part) {
			tags = append(tags, tag{1, part})
		}
	}
	return tags
}

func tagsIn(expr constraint.Expr) (tags []string) {
	switch x := expr.(type) {
	case *constraint.TagExpr:
		return []string{x.Tag}
	case *constraint.NotExpr:
		return tagsIn(x.X)
	case *constraint.AndExpr:
		return append(tagsIn(x.X), tagsIn(x.Y)...)
	case *constraint.OrExpr:
		return append(tagsIn(x.X), tagsIn(x.Y)...)
	}
	return nil
}

// ruleInit: nothing runs before main, and nothing reaches past the compiler.
func ruleInit(f *file) (faults []fault) {
	if !f.isGo() || f.nested != "" && f.isGenerated() {
		return nil
	}
	for _, decl := range f.syntax.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
			faults = append(faults, f.fault(fn.Pos(), "init: no func init"))
		}
	}
	for _, group := range f.syntax.Comments {
		for _, c := range group.List {
			word, _, _ := strings.Cut(c.Text, " ")
			if word == "//go:linkname" || word == "//go:nocheckptr" {
				faults = append(faults, f.fault(c.Pos(), "init: no %s", word))
			}
		}
	}
	return faults
}

// ruleLength: a file does one aspect.
func ruleLength(f *file) []fault {
	n := strings.Count(f.src, "\n")
	if !f.isGo() || n <= maxLines || f.isGenerated() {
		return nil
	}
	return []fault{{f.path, maxLines + 1, fmt.Sprintf("length: %d lines, over %d; split it by aspect", n, maxLines)}}
}

// Put together here, so that this file keeps the rule.
var leftForLater = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME)\b`)

// ruleWords: what is left for later is an issue, not a comment.
func ruleWords(f *file) (faults []fault) {
	if f.isGenerated() {
		return nil
	}
	for i, line := range strings.Split(f.src, "\n") {
		if word := leftForLater.FindString(line); word != "" {
			faults = append(faults, fault{f.path, i + 1, "words: no " + word})
		}
	}
	return faults
}
