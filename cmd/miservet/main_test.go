package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const source = `package p

type T struct {
	A uint32 ` + "`thrift:\"a,1\"`" + `
	B int32  ` + "`thrift:\"b,2,optional\"`" + `
	C int32  ` + "`thrift:\"c\"`" + `
}
`

const (
	faultA = `p.go:4:2: thrift: p.T.A: tag "a,1": Go type uint32 has no Thrift type; use int32, or int64 for its whole range`
	hintB  = `p.go:5:11: thrift: p.T.B: tag "b,2,optional": the field is optional and held by value`
	faultC = `p.go:6:11: thrift: p.T.C: tag "c": there is no id; write thrift:"name,id"`
)

// TestBinary runs what go build makes, alone and under go vet.
func TestBinary(t *testing.T) {
	tool := filepath.Join(t.TempDir(), "miservet.exe")
	out, err := exec.Command("go", "build", "-o", tool, ".").CombinedOutput()
	require.NoError(t, err, string(out))

	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.org/p\n\ngo 1.26\n")
	write(t, dir, "p.go", source)
	clean := t.TempDir()
	write(t, clean, "go.mod", "module example.org/p\n\ngo 1.26\n")
	write(t, clean, "p.go", "package p\n")

	for _, tt := range []struct {
		name, dir string
		args      []string
		code      int
		want, not []string
	}{
		{"alone", dir, []string{tool, "./..."}, 3, []string{faultA, hintB, faultC}, nil},
		{"alone, no hints", dir, []string{tool, "-hints=false", "./..."}, 3, []string{faultA, faultC}, []string{hintB}},
		{"alone, clean", clean, []string{tool, "./..."}, 0, nil, []string{"thrift:"}},
		{"alone, no package", clean, []string{tool, "./none"}, 1, nil, []string{"thrift:"}},
		{"vet", dir, []string{"go", "vet", "-vettool=" + tool, "./..."}, 1, []string{faultA, hintB, faultC}, nil},
		{"vet, no hints", dir, []string{"go", "vet", "-vettool=" + tool, "-hints=false", "./..."}, 1, []string{faultA, faultC}, []string{hintB}},
		{"vet, clean", clean, []string{"go", "vet", "-vettool=" + tool, "./..."}, 0, nil, []string{"thrift:"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cmd := exec.Command(tt.args[0], tt.args[1:]...)
			cmd.Dir = tt.dir
			out, err := cmd.CombinedOutput()
			code := 0
			var exit *exec.ExitError
			if errors.As(err, &exit) {
				code = exit.ExitCode()
			} else {
				require.NoError(t, err)
			}
			require.Equal(t, tt.code, code, string(out))
			for _, want := range tt.want {
				require.Equal(t, 1, strings.Count(string(out), want), "%s\nin\n%s", want, out)
			}
			for _, not := range tt.not {
				require.NotContains(t, string(out), not)
			}
		})
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
}
