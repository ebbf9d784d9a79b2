package harness

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestMachine(t *testing.T) {
	m := ThisMachine()
	require.NotEmpty(t, m.Go)
	require.NotEmpty(t, m.Arch)
	require.NotEmpty(t, m.Levels)
	require.NotEmpty(t, m.Slug())
	require.Contains(t, m.Others(), "unknown")
	m.Before, m.During = .6, .02
	require.Equal(t, "others had 60 % of the cores before and 2 % during the run: too much to trust the figures", m.Others())
}

const epyc = `processor	: 0
vendor_id	: AuthenticAMD
cpu family	: 25
model		: 17
model name	: AMD EPYC
stepping	: 1
flags		: fpu sse2 ssse3 abm avx2 bmi1 bmi2 avx512f

processor	: 1
model name	: another
`

func TestCPU(t *testing.T) {
	c := parseCPU(epyc)
	require.Equal(t, "AMD EPYC", c.name)
	require.Equal(t, "AuthenticAMD family 25 model 17 stepping 1", c.family())
	require.Equal(t, []string{"SSE2", "SSSE3", "AVX2", "BMI1", "BMI2", "LZCNT"}, c.features())
	require.Empty(t, parseCPU("").family())
}

// TestLevels: the rules by which the library chooses its assembly, and that
// they still stand in its sources.
func TestLevels(t *testing.T) {
	c := parseCPU(epyc)
	require.Equal(t, "none", c.levels("purego"))
	if c := parseCPU(""); c.levels("") != "unknown" {
		require.Equal(t, "none", c.levels(""), "another architecture")
		t.Skip("the rest is about amd64")
	}
	require.Equal(t, "Binary AVX2, Compact BMI2, lists of numbers AVX2", c.levels(""))
	c.number = 0x17
	require.Equal(t, "Binary AVX2, Compact Go, lists of numbers AVX2", c.levels(""))
	c.flags = []string{"sse2", "ssse3"}
	require.Equal(t, "Binary SSE2, Compact Go, lists of numbers SSSE3", c.levels(""))

	for file, rules := range map[string][]string{
		"../../binary/append_amd64.go":   {"if cpu.X86.HasAVX2 {\n\t\treturn levelAVX2\n\t}\n\treturn levelSSE2\n"},
		"../../unsafeio/bulk_amd64.go":   {"case cpu.X86.HasAVX2:\n\t\treturn bulkAVX2\n\tcase cpu.X86.HasSSSE3:\n\t\treturn bulkSSSE3\n"},
		"../../compact/varints_amd64.go": {"x.HasAVX2 && x.HasBMI1 && x.HasBMI2 && extended&lzcnt != 0 && !slow", "vendor == hygon || vendor == amd && family < 0x19"},
		"../../compact/append_amd64.go":  {"var levels = [...]string{levelGo: \"go\", levelBMI2: \"bmi2\"}"},
	} {
		src, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, rule := range rules {
			require.Contains(t, string(src), rule, "%s chooses by another rule: levels has to follow", file)
		}
	}
}

func TestTicks(t *testing.T) {
	const stat = "cpu  100 1 10 800 50 2 3 4 7 7\ncpu0 1 1 1 1 1 1 1 1\n"
	got := parseTicks(stat, "12 (a b) c) S 1 2 3 4 5 6 7 8 9 10 40 2 0 0\n")
	require.Equal(t, ticks{all: 970, busy: 120, own: 42}, got)
	require.Equal(t, Share(.5), ticks{all: 200, busy: 150, own: 30}.since(ticks{all: 100, busy: 80, own: 10}))
	require.Equal(t, Unknown, got.since(ticks{}))
	require.Equal(t, "an unknown share", Unknown.String())
	require.Equal(t, "7 %", Share(.069).String())

	m := NewMeter()
	time.Sleep(50 * time.Millisecond)
	require.LessOrEqual(t, m.Others(), Share(1))
}

func TestCommit(t *testing.T) {
	dir := t.TempDir()
	if _, changes := Commit(dir); changes == "" {
		t.Error("no checkout, and yet nothing differs from it")
	}
	write := func(name string) {
		file := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(name), 0o600))
	}
	write("a.go")
	write("README.md")
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "a"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
	}
	os.WriteFile(filepath.Join(dir, "README.md"), []byte("written by a run"), 0o600)
	write("bench/results/a.json")
	name, changes := Commit(filepath.Join(dir, "bench"))
	require.Len(t, name, 10)
	require.Empty(t, changes)
	write("b.go")
	dirty, changes := Commit(dir)
	require.Equal(t, name+"-dirty", dirty)
	require.Equal(t, "?? b.go", changes)
}
