package arch

import (
	"slices"
	"strings"
	"testing"
)

// badSources break one rule each, and goodSources stand right beside them: a rule that cannot fail, or that
// fails on what is allowed, shows here. Sources are written with \n so that this file keeps the rules itself.
var badSources = []struct{ rule, path, src, want string }{
	{"imports", "binary/a.go", own("binary", "codec"), "binary/a.go:2: imports: binary may not import codec"},
	{"imports", "binary/a.go", own("binary", "compact"), "binary may not import compact"},
	{"imports", "layout/a.go", own("layout", "binary"), "layout may not import binary"},
	{"imports", "unsafeio/a.go", own("unsafeio", "layout"), "unsafeio may not import layout"},
	{"imports", "internal/walk/a.go", own("walk", "binary"), "internal/walk may not import binary"},
	{"imports", "codec/a.go", own("codec", "internal/wiretest"), "codec may not import internal/wiretest"},
	{"imports", "compact/a.go", own("compact", "internal/ref"), "compact may not import internal/ref"},
	{"imports", "layout/a.go", own("layout", "internal/parquetmeta"), "layout may not import internal/parquetmeta"},
	{"imports", "codec/a.go", "package codec\nimport \"golang.org/x/sys/unix\"\n", "may not import golang.org/x/sys/unix"},
	{"imports", "internal/wiretest/a.go", "package wiretest\nimport \"" + testify + "/require\"\n", "testify"},
	{"imports", "codec/a.go", "package codec\nimport \"C\"\n", "no cgo"},
	{"imports", "codec/inner/a.go", "package inner\n", "no place in the diagram"},
	{"imports", "helpers/a.go", "package helpers\n", "no place in the diagram"},
	{"imports", "a.go", "package miser\n", "no place in the diagram"},
	{"unsafe", "binary/a.go", "package binary\n\nimport \"unsafe\"\n", "binary/a.go:3: unsafe"},
	{"unsafe", "codec/b.go", "package codec\nimport u \"unsafe\"\n", "only unsafeio"},
	{"tags", "codec/a.go", "//go:build linux\n\npackage codec\n", "codec/a.go:1: tags: build tag linux"},
	{"tags", "codec/a.go", "// A comment.\n\n//go:build amd64 && !(purego || debug)\n\npackage codec\n", "a.go:3: tags: build tag debug"},
	{"tags", "codec/a.go", "//go:build go1.27\n\npackage codec\n", "build tag go1.27"},
	{"tags", "codec/a.go", "//go:build ignore\n\npackage main\n", "build tag ignore"},
	{"tags", "binary/a.s", "#include \"textflag.h\"\n//go:build gc\n", "a.s:2: tags: build tag gc"},
	{"tags", "codec/a_windows.go", "package codec\n", "build tag windows"},
	{"init", "codec/a.go", "package codec\n\nfunc init() {}\n", "codec/a.go:3: init: no func init"},
	{"init", "codec/a.go", "package codec\n\n//go:linkname f runtime.f\nfunc f()\n", "a.go:3: init: no //go:linkname"},
	{"init", "unsafeio/a.go", "package unsafeio\n\n//go:nocheckptr\nfunc f() {}\n", "no //go:nocheckptr"},
	{"length", "codec/a.go", "package codec\n" + strings.Repeat("\n", maxLines), "a.go:401: length: 401 lines"},
	{"words", "codec/a.go", "package codec\n\n// TO" + "DO: later.\n", "codec/a.go:3: words: no TO" + "DO"},
	{"words", "binary/a.s", "// FIX" + "ME\n", "a.s:1: words"},
	{"exported", "codec/a.go", "package codec\n\nfunc New() {}\n", "codec/a.go:3: docs: exported New"},
	{"exported", "codec/a.go", "package codec\ntype T struct{}\n", "exported T"},
	{"exported", "codec/a.go", "package codec\n// T is.\ntype T[E any] struct{}\nfunc (t *T[E]) Do() {}\n", "a.go:4: docs: exported Do"},
	{"exported", "codec/a.go", "package codec\nconst A = 1\n", "exported A"},
	{"exported", "codec/a.go", "package codec\nvar (\n\tb int\n\tB int\n)\n", "a.go:4: docs: exported B"},
	{"exported", "codec/a.go", "package codec\n// Both are.\ntype (\n\tT int\n)\n", "exported T"},
	{"packages", "codec/a.go", "package codec\n", "codec/a.go:1: docs: package codec"},
	{"packages", "fuzz/a_test.go", "package fuzz\n", "package fuzz"},
	{"guards", "unsafeio/a.go", "package unsafeio\n\n// F is. Guard: TestGone.\nfunc F() {}\n", "a.go:3: docs: guard TestGone"},
}

var goodSources = []struct{ rule, path, src string }{
	{"imports", "compact/a.go", own("compact", "binary")},
	{"imports", "codec/a.go", own("codec", "internal/walk")},
	{"imports", "codec/a_test.go", "package codec_test\nimport (\n\"" + testify + "/require\"\n\"" + modulePath + "/internal/ref\"\n)\n"},
	{"imports", "cmd/miser/a.go", own("main", "codec")},
	{"imports", "internal/ref/a.go", own("ref", "compact")},
	{"imports", "layout/a.go", "package layout\nimport (\n\"encoding/binary\"\n\"github.com/cespare/xxhash/v2\"\n)\n"},
	{"unsafe", "unsafeio/a.go", "package unsafeio\nimport \"unsafe\"\n"},
	{"unsafe", "unsafeio/a_test.go", "package unsafeio_test\nimport \"unsafe\"\n"},
	{"tags", "binary/a_amd64.go", "//go:build amd64 && !purego && !race\n\npackage binary\n"},
	{"tags", "binary/a_other.go", "//go:build !(arm64 || s390x) || thriftcheck\n\npackage binary\n"},
	{"tags", "internal/wiretest/a_unix.go", "//go:build unix\n\npackage wiretest\n"},
	{"tags", "unsafeio/a_linux_test.go", "package unsafeio\n"},
	{"init", "codec/a.go", "package codec\n\ntype T int\n\nfunc (T) init() {}\n\n//go:noinline\nfunc f() {}\n"},
	{"length", "codec/a.go", "package codec\n" + strings.Repeat("\n", maxLines-1)},
	{"length", "codec/a.go", "// Code generated by x. DO NOT EDIT.\n\npackage codec\n" + strings.Repeat("\n", maxLines)},
	{"words", "codec/a.go", "package codec\n\n// What is TODOS is not a mark.\n"},
	{"exported", "codec/a.go", "package codec\n\n// The sizes.\nconst (\n\tA = 1\n\tB = 2\n)\n\n// T is.\ntype T int\n\n// F does.\nfunc F() {}\n\ntype t int\n\nfunc (t) Do() {}\n"},
	{"exported", "internal/walk/a.go", "package walk\n\nfunc F() {}\n"},
	{"exported", "cmd/miser/a.go", "package main\n\nvar X int\n"},
	{"packages", "codec/a.go", "// Package codec is.\npackage codec\n"},
	{"guards", "unsafeio/a_test.go", "package unsafeio\n\n// Guard: TestHere, FuzzHere.\nfunc TestHere() {}\nfunc FuzzHere() {}\n"},
}

func own(pkg, imported string) string {
	return "package " + pkg + "\nimport \"" + modulePath + "/" + imported + "\"\n"
}

func TestRulesFail(t *testing.T) {
	failed := map[string]bool{}
	for _, tt := range badSources {
		faults := apply(t, tt.rule, tt.path, tt.src)
		failed[tt.rule] = true
		if len(faults) != 1 || !strings.Contains(faults[0].String(), tt.want) {
			t.Errorf("%s on %q: got %v, want one fault with %q", tt.rule, tt.src, faults, tt.want)
		}
	}
	for name := range fileRules {
		if !failed[name] {
			t.Errorf("no bad source shows that the rule %s can fail", name)
		}
	}
	for name := range treeRules {
		if !failed[name] {
			t.Errorf("no bad source shows that the rule %s can fail", name)
		}
	}
}

func TestRulesPass(t *testing.T) {
	for _, tt := range goodSources {
		if faults := apply(t, tt.rule, tt.path, tt.src); len(faults) != 0 {
			t.Errorf("%s on %q: got %v, want none", tt.rule, tt.src, faults)
		}
	}
}

func apply(t *testing.T, rule, path, src string) []fault {
	t.Helper()
	f, err := parse(path, src)
	if err != nil {
		t.Fatal(err)
	}
	if check, ok := fileRules[rule]; ok {
		return check(f)
	}
	return treeRules[rule]([]*file{f})
}

// The generated code of a peer, in a module of its own, is not ours to mend.
func TestNestedGenerated(t *testing.T) {
	f, err := parse("bench/gen/a.go", "// Code generated by x. DO NOT EDIT.\n\npackage gen\n\nimport \"unsafe\"\n\nfunc init() {}\n")
	if err != nil {
		t.Fatal(err)
	}
	f.nested = "bench"
	for name, rule := range fileRules {
		if faults := rule(f); len(faults) != 0 {
			t.Errorf("%s: got %v, want none", name, faults)
		}
	}
}

func TestReferenceRules(t *testing.T) {
	source, err := parse("codec/codec.go", "package codec\ntype Codec[T any] struct{ Name string }\nfunc (c *Codec[T]) Size() {}\nfunc New() {}\nvar Err error\ntype I interface{ Do() }\n")
	if err != nil {
		t.Fatal(err)
	}
	test, err := parse("codec/codec_test.go", "package codec\nfunc TestNew() {}\n")
	if err != nil {
		t.Fatal(err)
	}
	tr := &tree{names: []string{"LICENSE", "codec", "codec/codec.go", "codec/codec_test.go", "docs/a.md"}}
	known, tests := symbolsOf([]*file{source, test}), testNames([]*file{source, test})
	for _, tt := range []struct{ text, want string }{
		{"`codec/codec.go`, `codec/codec.go:3`, `codec/`, `codec/*.go`, `./codec/...`, `codec.go`, `LICENSE`", ""},
		{"`go test ./codec -run X`, `codec/codec.go -> codec/codec_test.go`", ""},
		{"`encoding/binary`, `github.com/a/codec`, `list<set>/x`, `_test.go`", ""},
		{"`codec.New`, `codec.New(p, o)`, `codec.Codec[T].Size`, `(*codec.Codec[T]).Size`, `codec.Codec.Name`, `codec.I.Do`", ""},
		{"`stdbinary.Gone`, `encoding/binary.Gone`, `x.codec.Gone`, `reflect.Type`, `TestNew`", ""},
		{"[a](codec/codec.go#L3), [b](https://example.org/codec/gone.go), [c](#here)", ""},
		{"```\n`codec/gone.go` `codec.Gone`\n```", ""},
		{"one\n`codec/gone.go`", "README.md:2: references: no file codec/gone.go"},
		{"``codec/codec.go -> codec/gone.go``", "no file codec/gone.go"},
		{"`codec/codec.go -> layout/plan.go`", "no file layout/plan.go"},
		{"`go run ./cmd/miser tour`", "no file cmd/miser"},
		{"`gone.go`", "no file gone.go"},
		{"`Makefile`", "no file Makefile"},
		{"`fuzz/*_test.go`", "no file fuzz/*_test.go"},
		{"[a](codec/gone.go#L3)", "link to codec/gone.go"},
		{"`codec.Gone`", "README.md:1: references: no symbol codec.Gone"},
		{"`layout.Unknown`", "no symbol layout.Unknown"},
		{"`codec.Codec.Gone`", "no symbol codec.Codec.Gone"},
		{"`(*codec.Codec[T]).Gone`", "no symbol codec.Codec.Gone"},
		{"`codec.New(unsafeio.Ptr)`", "no symbol unsafeio.Ptr"},
		{"`TestGone`", "no test TestGone"},
	} {
		d := document{"README.md", tt.text}
		got := slices.Concat(rulePaths(d, tr), ruleSymbols(d, known, tests))
		if tt.want == "" && len(got) != 0 || tt.want != "" && (len(got) != 1 || !strings.Contains(got[0].String(), tt.want)) {
			t.Errorf("%q: got %v, want %q", tt.text, got, tt.want)
		}
	}
}
