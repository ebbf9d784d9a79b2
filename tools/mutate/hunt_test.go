package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// half has faults of every verdict: Half(0) is not asked for, and never is dead
// to the compiler.
const half = `package half

const never = false

func Half(n int) int {
	if never && n > 5 {
		return 1
	}
	if n < 0 {
		return -1
	}
	return n >> 1
}

func Spin(n int) int {
	for n < 100 {
		n = n + 1
	}
	return n
}

func Last(list []int) int {
	i := len(list) - 1
	return list[i]
}
`

const halfTest = `package half

import "testing"

func TestHalf(t *testing.T) {
	if Half(8) != 4 || Half(-8) != -1 {
		t.Fatal("half")
	}
}

func TestSpin(t *testing.T) {
	if Spin(3) != 100 {
		t.Fatal("spin")
	}
}

func TestLast(t *testing.T) {
	if Last([]int{1, 2}) != 2 {
		t.Fatal("last")
	}
}
`

// verdicts are what becomes of some faults of half.
var verdicts = map[string]string{
	"Half mask: return n >> 1 => return n << 1":             "killed TestHalf",
	"Half check: n < 0 => (n < 0) && false":                 "killed TestHalf",
	"Half bound: never && n > 5 => never || n > 5":          "killed TestHalf",
	"Half bound: never && n > 5 => never && n >= 5":         "same",
	"Half bound: n < 0 => n <= 0":                           "survived",
	"Half type: never && n > 5 => gone && n > 5":            "broken",
	"Last off-by-one: return list[i] => return list[(i)+1]": "killed TestLast (panic)",
	"Spin assign: n = n + 1 => _ = n + 1":                   "killed TestSpin (hang)",
}

// A module of its own gets faults by overlays, and stays as it was.
func TestJudge(t *testing.T) {
	if testing.Short() {
		t.Skip("fills a build cache of its own, which takes a minute")
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	files := map[string]string{"go.mod": "module example.org/m\n\ngo 1.26.0\n", "half/half.go": half, "half/half_test.go": halfTest}
	require.NoError(t, os.Mkdir(filepath.Join(root, "half"), 0o777))
	for name, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o666))
	}
	ctx := context.Background()
	all, err := findAll(ctx, root, []string{"half"})
	require.NoError(t, err)
	at := strings.Index(half, "never && n > 5")
	all = append(all, &mutant{
		Pkg: "half", File: "half/half.go", Func: "Half", Kind: "type", Old: "never && n > 5", New: "gone && n > 5",
		unit: all[0].unit, from: at, to: at + len("never"), text: "gone",
	})

	name := filepath.Join(t.TempDir(), "journal")
	j, err := openJournal(name)
	require.NoError(t, err)
	defer j.close()
	out := new(strings.Builder)
	r, err := newRunner(&config{root: root, short: true, memory: 4 << 10}, j, out)
	require.NoError(t, err)
	defer r.close()
	stages := []stage{{"half", plain}}
	require.NoError(t, r.prepare(ctx, stages))
	got := map[string]string{}
	for _, m := range all {
		key := strings.TrimPrefix(m.Key(), "half/half.go ")
		if _, ok := verdicts[key]; !ok {
			continue
		}
		res, err := r.judge(ctx, m, stages)
		require.NoError(t, err)
		require.NoError(t, j.keep(res))
		require.NoError(t, r.tidy())
		got[key] = strings.TrimSpace(res.Verdict + " " + res.Killer)
	}
	require.Equal(t, verdicts, got)
	for name, text := range files {
		b, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		require.Equal(t, text, string(b))
	}

	again, err := openJournal(name)
	require.NoError(t, err)
	defer again.close()
	for _, m := range all {
		if want, ok := verdicts[strings.TrimPrefix(m.Key(), "half/half.go ")]; ok {
			res, ok := again.verdict(m)
			require.True(t, ok)
			require.Equal(t, want, strings.TrimSpace(res.Verdict+" "+res.Killer))
		}
	}
	require.Equal(t, r.base[stages[0]], again.bases[stages[0]])
}

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
