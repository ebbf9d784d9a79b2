package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFragments(t *testing.T) {
	dir := t.TempDir()
	a := figure{Key: "b-two", Row: 2, Name: "two | 2", Goal: "g", Figure: "f", Met: true, Counted: "c", Command: "run", Seed: 7, Date: "2026-01-02", Commit: "abc", Machine: machine{CPU: "x", Cores: 2, Go: "go1", OS: "o", Arch: "a"}}
	b := a
	b.Key, b.Row, b.Met, b.Faults, b.Date = "a-one", 9, false, []string{"bad: 00"}, "2026-01-03"
	require.NoError(t, b.save(dir))
	require.NoError(t, a.save(dir))
	all, err := load(dir)
	require.NoError(t, err)
	require.Equal(t, []figure{a, b}, all)

	short := shortTable(all)
	require.Contains(t, short, "| two \\| 2 | g | f | c | `run`, 7 |\n")
	require.Contains(t, short, "| f **missed** |")
	require.Contains(t, short, "Memory, Encoding: x, 2 cores, go1 o/a, commit abc, 2026-01-02 to 2026-01-03.\n")
	full := string(fullTable(all))
	require.Contains(t, full, "1 of 2 figures met")
	require.Contains(t, full, "## Memory\n")
	require.Contains(t, full, "bad: 00")

	for _, wrong := range []func(f *figure){
		func(f *figure) { f.Key = "../x" }, func(f *figure) { f.Row = 0 }, func(f *figure) { f.Goal = "" }, func(f *figure) { f.Command = "" },
	} {
		f := a
		wrong(&f)
		require.Error(t, f.save(dir))
	}
	require.NoError(t, os.Rename(filepath.Join(dir, "a-one.json"), filepath.Join(dir, "other.json")))
	_, err = load(dir)
	require.ErrorContains(t, err, "its key is a-one")
}

// checkout makes a folder that the command can write to.
func checkout(t *testing.T) string {
	root := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(root, "fuzz", "results"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(root, "README.md"), []byte("a\n<!-- figures:begin -->\nold\n<!-- figures:end -->\nb\n"), 0o600))
	return root
}

func TestNote(t *testing.T) {
	root := checkout(t)
	require.Error(t, command([]string{"-root", root, "-note", "x"}))
	require.Error(t, command([]string{"-root", root, "what"}))
	require.Error(t, command([]string{"-root", root, "-rows", "none"}))
	require.NoError(t, command([]string{"-root", root, "-note", "fuzz-skip", "-row", "1", "-name", "skip", "-goal", "≥ 3", "-figure", "4", "-met", "-command", "make fuzz", "-seed", "5"}))
	all, err := load(filepath.Join(root, "fuzz", "results"))
	require.NoError(t, err)
	require.Len(t, all, 1)
	require.EqualValues(t, 5, all[0].Seed)
	require.NotEmpty(t, all[0].Date)
	b, err := os.ReadFile(filepath.Join(root, "README.md"))
	require.NoError(t, err)
	require.Contains(t, string(b), "| skip | ≥ 3 | 4 |")
	require.NotContains(t, string(b), "old")
}

// TestTables: the tables in the checkout are those of the fragments in it.
func TestTables(t *testing.T) {
	all, err := load("../results")
	require.NoError(t, err)
	page, err := os.ReadFile(filepath.Join("../results", page))
	require.NoError(t, err)
	require.Equal(t, string(fullTable(all)), string(page), "go run ./fuzz/figures -render")
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	require.Contains(t, string(readme), "<!-- figures:begin -->\n"+shortTable(all)+"<!-- figures:end -->", "go run ./fuzz/figures -render")
}

func TestMachine(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cpuinfo")
	require.NoError(t, os.WriteFile(file, []byte("processor : 0\nmodel name\t: A CPU @ 3 GHz\n"), 0o600))
	require.Equal(t, "A CPU @ 3 GHz", cpuName(file))
	require.Equal(t, "unknown", cpuName(file+"x"))
	require.Equal(t, "unknown", commit(t.TempDir()))
	require.Contains(t, thisMachine().String(), "go1")
	require.Equal(t, "1,234,567 things", plural(1234567, "thing"))
	require.Equal(t, "1 thing", plural(1, "thing"))
	require.Equal(t, "4 MiB", size(4<<20))
	require.Equal(t, "3 bytes", size(3))
}
