package thrifttags

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis/analysistest"
)

// TestAnalyzer: testdata says with want comments what is reported where.
func TestAnalyzer(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), Analyzer, "tags", "embedding", "hints", "agree", "clean")
}

// TestWithoutHints: what would be a hint is not reported, faults are.
func TestWithoutHints(t *testing.T) {
	a := newAnalyzer()
	require.NoError(t, a.Flags.Set("hints", "false"))
	analysistest.Run(t, analysistest.TestData(), a, "quiet")
}

func TestWords(t *testing.T) {
	for name, want := range map[string][]string{
		"IDSet": {"id", "set"}, "unique_names": {"unique", "names"}, "offset": {"offset"}, "SetHTTPs": {"set", "htt", "ps"},
		"set2": {"set"}, "": {},
	} {
		require.Equal(t, want, words(name), name)
	}
}

// TestCategories: each finding says what it is.
func TestCategories(t *testing.T) {
	got := map[string]bool{}
	for _, r := range analysistest.Run(t, analysistest.TestData(), Analyzer, "hints", "agree") {
		for _, d := range r.Diagnostics {
			got[d.Category] = true
		}
	}
	require.Equal(t, map[string]bool{refused: true, disagree: true, hint: true}, got)
}
