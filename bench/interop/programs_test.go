package interop

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
)

const idl = "../idl/interop.thrift"

// buildTime bounds each command that makes a program.
const buildTime = 3 * time.Minute

// program is a peer that is a program of its own, made from a source in
// testdata:
//
//	command client|server HOST:PORT framed|buffered PROTOCOL
//
// As a client it prints "ok CHECK" for each check, and fails at the first that
// does not hold. As a server it prints "listening HOST:PORT".
type program struct{ command []string }

// with returns the command of the program with arguments. It is killed when the
// context ends.
func (p *program) with(ctx context.Context, args ...string) *exec.Cmd {
	args = append(p.command[1:len(p.command):len(p.command)], args...)
	cmd := exec.CommandContext(ctx, p.command[0], args...)
	cmd.WaitDelay = grace
	return cmd
}

func (p *program) client(t *testing.T, addr string, w wire) (done []string) {
	ctx, cancel := context.WithTimeout(context.Background(), lifetime)
	defer cancel()
	cmd := p.with(ctx, asClient, addr, w.transport, w.protocol)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.Output()
	require.NoError(t, err, "%s\n%s%s", cmd, stdout, &stderr)
	for line := range strings.Lines(string(stdout)) {
		check, ok := strings.CutPrefix(strings.TrimSpace(line), "ok ")
		require.True(t, ok, "%s printed %q", cmd, line)
		done = append(done, check)
	}
	return done
}

func (p *program) server(t *testing.T, w wire) (addr string) {
	ctx, cancel := context.WithTimeout(context.Background(), lifetime)
	cmd := p.with(ctx, asServer, "127.0.0.1:0", w.transport, w.protocol)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		running := ctx.Err() == nil
		cancel()
		_ = cmd.Wait() // killed
		if !running || t.Failed() {
			t.Errorf("%s printed:\n%s", cmd, &stderr)
		}
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	require.NoError(t, err, "%s printed %q", cmd, line)
	addr, ok := strings.CutPrefix(strings.TrimSpace(line), "listening ")
	require.True(t, ok, "%s printed %q", cmd, line)
	return addr
}

// build runs a command that makes a program.
func build(t *testing.T, name string, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), buildTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.WaitDelay = grace
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s\n%s", cmd, out)
}

// succeeds reports whether a command does: whether something is installed.
func succeeds(name string, args ...string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), lifetime)
	defer cancel()
	return exec.CommandContext(ctx, name, args...).Run() == nil
}

func noCompiler() []string {
	if succeeds("thrift", "--version") {
		return nil
	}
	return []string{"thrift-compiler"}
}

// python is Debian's own: the package is there for no other.
const python = "/usr/bin/python3"

// newPython is Debian's python3-thrift.
func newPython() *peer {
	var p program
	return &peer{
		name:      "python",
		protocols: []string{binary, binaryOld, binaryAccelerated, compact, compactAccelerated},
		missing: func() []string {
			missing := noCompiler()
			if !succeeds(python, "-c", "import thrift.protocol.fastbinary, six") {
				missing = append(missing, "python3-thrift")
			}
			return missing
		},
		prepare: func(t *testing.T) {
			dir := t.TempDir()
			build(t, "thrift", "--gen", "py", "--out", dir, idl)
			p.command = []string{python, "-I", "testdata/peer.py", dir}
		},
		client:   p.client,
		server:   p.server,
		internal: codec.ExceptionInternalError,
	}
}

// newCPP is Debian's libthrift-dev.
func newCPP() *peer {
	var p program
	return &peer{
		name:      "c++",
		protocols: []string{binary, binaryOld, compact},
		missing: func() []string {
			missing := noCompiler()
			if !succeeds("g++", "--version") {
				return append(missing, "g++", "libthrift-dev", "libboost-dev")
			}
			for _, need := range []struct{ pkg, header string }{
				{"libthrift-dev", "thrift/config.h"},
				{"libboost-dev", "boost/version.hpp"}, // Thrift's headers include Boost's, yet its package does not ask for it
			} {
				if !succeeds("g++", "-E", "-x", "c++", "-include", need.header, os.DevNull) {
					missing = append(missing, need.pkg)
				}
			}
			return missing
		},
		prepare: func(t *testing.T) {
			dir := t.TempDir()
			build(t, "thrift", "--gen", "cpp:no_skeleton", "--out", dir, idl)
			sources, err := filepath.Glob(filepath.Join(dir, "*.cpp"))
			require.NoError(t, err)
			p.command = []string{filepath.Join(dir, "peer")}
			args := append([]string{"-O0", "-std=c++17", "-I", dir, "-o", p.command[0], "testdata/peer.cpp"}, sources...)
			build(t, "g++", append(args, "-lthrift", "-pthread")...)
		},
		client: p.client,
		server: p.server,
		// Its generated code leaves the type of what a handler throws at 0.
		internal: codec.ExceptionUnknown,
	}
}
