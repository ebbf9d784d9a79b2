package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Who killed is read from what the test binary prints.
func TestKiller(t *testing.T) {
	for _, tt := range []struct {
		out, killer string
		sure        bool
	}{
		{"=== RUN   TestA\n=== RUN   TestA/one\n--- FAIL: TestA (0.00s)\n    --- FAIL: TestA/one (0.00s)\nFAIL\n", "TestA", false},
		{"=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\nfatal error: fault\n", "TestB (fatal)", true},
		{"=== RUN   TestA/x\n--- FAIL: TestA/x (0.00s)\npanic: index\n", "TestA (panic)", true},
		{"=== RUN   TestA\npanic: test timed out after 1s\n", "TestA (hang)", true},
		{"=== RUN   TestA\nSIGXCPU: CPU time limit exceeded\n", "TestA (hang)", true},
		{"=== RUN   TestA\n", "TestA (killed)", true},
		{"", "the test binary", true},
	} {
		p := new(protocol)
		half := len(tt.out) / 2
		for _, part := range []string{tt.out[:half], tt.out[half:]} {
			n, err := p.Write([]byte(part))
			require.NoError(t, err)
			require.Equal(t, len(part), n)
		}
		killer, sure := p.killer()
		require.Equal(t, tt.killer, killer, tt.out)
		require.Equal(t, tt.sure, sure, tt.out)
	}
}

func TestListed(t *testing.T) {
	why, err := parseListed("x", "# For readers.\n\na => b\nb => c #2\n\tIt is\n\tthe same.\nc => d\n    Dead.\n")
	require.NoError(t, err)
	require.Equal(t, map[string]string{"a => b": "It is the same.", "b => c #2": "It is the same.", "c => d": "Dead."}, why)
	for _, bad := range []string{"\tno key\n", "a => b\n", "a => b\n\twhy\na => b\n\twhy\n"} {
		_, err = parseListed("x", bad)
		require.Error(t, err, bad)
	}
	why, err = readListed(filepath.Join(t.TempDir(), "none"))
	require.NoError(t, err)
	require.Empty(t, why)
}

// The results count what was judged, and show the rest beside it.
func TestReport(t *testing.T) {
	all := sample(t)
	h := &hunt{config: &config{count: 3, seed: 5}}
	for i, v := range []string{killed, killed, survived, broken, same, listed} {
		m := *all[i]
		m.Pkg = "codec"
		h.results = append(h.results, result{mutant: &m, Verdict: v, Killer: "TestA", Where: stage{"codec", purego}, Why: "Dead."})
	}
	text := h.report(facts{commit: "abc", date: "2026-01-02", machine: "a machine"})
	for _, want := range []string{
		"| commit | abc |", "| seed | 5 |", "| faults | 3 |", "| killed | 2, 66.7 % |", "| survived | 1 |", "SEED=5",
		"1 that do not compile, 1 that leave every test binary as it is, 1 that equivalent.txt explains",
		" 2/3 | 66.7 % |", "## Survived", "## Explained in equivalent.txt", "Dead.", "TestA, codec purego",
	} {
		require.Contains(t, text, want)
	}
	require.Equal(t, 2, strings.Count(text, "TestA, codec purego"))
}
