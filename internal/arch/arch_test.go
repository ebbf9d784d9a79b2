package arch

import (
	"os"
	"path/filepath"
	"testing"
)

// fileRules look at one file, treeRules at all of them.
var (
	fileRules = map[string]func(*file) []fault{
		"imports":  ruleImports,
		"unsafe":   ruleUnsafe,
		"tags":     ruleTags,
		"init":     ruleInit,
		"length":   ruleLength,
		"words":    ruleWords,
		"exported": ruleExported,
	}
	treeRules = map[string]func([]*file) []fault{
		"packages": rulePackages,
		"guards":   ruleGuards,
	}
)

// documents are the pages whose references are checked.
var documents = []string{"README.md", "DESIGN.md", "CONTRIBUTING.md", "SECURITY.md"}

func TestSources(t *testing.T) {
	tr := loadCheckout(t)
	for name, rule := range fileRules {
		t.Run(name, func(t *testing.T) {
			for _, f := range tr.files {
				report(t, rule(f))
			}
		})
	}
	for name, rule := range treeRules {
		t.Run(name, func(t *testing.T) { report(t, rule(tr.files)) })
	}
}

func TestReferences(t *testing.T) {
	tr := loadCheckout(t)
	known, tests := symbolsOf(tr.files), testNames(tr.files)
	for _, name := range documents {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(tr.root, name))
			if err != nil {
				t.Fatal(err)
			}
			d := document{name, string(text)}
			report(t, rulePaths(d, tr))
			report(t, ruleSymbols(d, known, tests))
		})
	}
}

func report(t *testing.T, faults []fault) {
	t.Helper()
	for _, f := range faults {
		t.Error(f)
	}
}
