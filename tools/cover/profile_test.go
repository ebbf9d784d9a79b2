package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Two builds have the same file, one of them alone a second one: a statement
// counts once, and is covered when either build ran it.
func TestMerge(t *testing.T) {
	const plain = "mode: set\n" +
		modulePath + "codec/a.go:3.10,5.2 2 1\n" +
		modulePath + "codec/a.go:7.10,9.2 3 0\n" +
		modulePath + "codec/a.go:11.1,11.9 1 0\n" +
		modulePath + "codec/b_amd64.go:1.1,1.9 4 1\n"
	const purego = "mode: set\n" +
		modulePath + "codec/a.go:3.10,5.2 2 0\n" +
		modulePath + "codec/a.go:7.10,9.2 3 1\n" +
		modulePath + "codec/a.go:11.1,11.9 1 0\n" +
		modulePath + "layout/c.go:2.1,4.2 1 0\n"
	dir := t.TempDir()
	p := profile{}
	for name, text := range map[string]string{"plain": plain, "purego": purego} {
		name = filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
		require.NoError(t, p.read(name))
	}
	require.Equal(t, part{10, 9}, p.of("codec"))
	require.Equal(t, part{1, 0}, p.of("layout"))
	require.Equal(t, part{}, p.of("binary"))
	require.Equal(t, []string{"codec/a.go: 11", "layout/c.go: 2-4"}, p.missed())
	text := report(p, "abc")
	for _, want := range []string{"| codec | 10 | 1 | 90.0 % |", "| layout | 1 | 1 | 0.0 % |", "| all | 11 | 2 | 81.8 % |", "Commit abc"} {
		require.Contains(t, text, want)
	}
	require.Error(t, p.line("codec/a.go:1.1 1 1"))
}
