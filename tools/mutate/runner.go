package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A runner builds test binaries, with a fault or without one, and runs them.
type runner struct {
	*config
	dir     string // for what is made on the way
	caching string // the build cache
	keep    map[string]bool
	base    map[stage]baseline
	journal *journal
	w       io.Writer
}

// A baseline is what a test binary is without a fault.
type baseline struct {
	Hash string
	CPU  time.Duration
	Wall time.Duration
}

func newRunner(c *config, j *journal, w io.Writer) (*runner, error) {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	r := &runner{config: c, dir: dir, caching: c.cache, base: map[stage]baseline{}, journal: j, w: w}
	if r.caching == "" {
		r.caching = filepath.Join(dir, "cache")
	}
	return r, os.MkdirAll(filepath.Join(dir, "tmp"), 0o777)
}

func (r *runner) close() error { return os.RemoveAll(r.dir) }

func (r *runner) binary(s stage) string {
	return filepath.Join(r.dir, strings.ReplaceAll(s.Pkg, "/", "-")+"."+s.Build+".test")
}

// errBroken says that a fault does not compile.
var errBroken = errors.New("does not compile")

// build builds the tests of a stage and returns a hash of the binary. overlay is
// the file for the flag of that name, or empty.
func (r *runner) build(ctx context.Context, s stage, overlay string) (hash string, err error) {
	args := []string{"test", "-c", "-o", r.binary(s), "-ldflags=-s -w -buildid=", "-tags=" + tagsOf(s.Build)}
	if overlay != "" {
		args = append(args, "-overlay="+overlay)
	}
	cmd := exec.CommandContext(ctx, "go", append(args, "./"+s.Pkg)...)
	cmd.Dir = r.root
	cmd.Env = append(os.Environ(), "GOCACHE="+r.caching)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", errors.Join(ctx.Err(), fmt.Errorf("%s: %w: %s", s, errBroken, out))
	}
	b, err := os.ReadFile(r.binary(s))
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), nil
}

// overlay writes the file that has m in place of its source, and the one that
// tells the go command of it.
func (r *runner) overlay(m *mutant) (name string, err error) {
	changed := filepath.Join(r.dir, "changed.go")
	if err = os.WriteFile(changed, m.Source(), 0o666); err != nil {
		return "", err
	}
	b, err := json.Marshal(map[string]map[string]string{
		"Replace": {filepath.Join(r.root, filepath.FromSlash(m.File)): changed},
	})
	if err != nil {
		return "", err
	}
	name = filepath.Join(r.dir, "overlay.json")
	return name, os.WriteFile(name, b, 0o666)
}

// prepare builds and runs the stages without a fault. They have to pass.
func (r *runner) prepare(ctx context.Context, stages []stage) error {
	for _, s := range stages {
		hash, err := r.build(ctx, s, "")
		if err != nil {
			return err
		}
		if b, ok := r.journal.baseline(s); ok && b.Hash == hash {
			r.base[s] = b
			continue
		}
		r.base[s] = baseline{Hash: hash, CPU: time.Hour, Wall: time.Hour}
		o := r.test(ctx, s, "")
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if o.killer != "" {
			return fmt.Errorf("%s: %s fails without a fault:\n%s", s, o.killer, o.last)
		}
		r.base[s] = baseline{Hash: hash, CPU: o.cpu, Wall: o.wall}
		if err = r.journal.keepBaseline(s, r.base[s]); err != nil {
			return err
		}
		fmt.Fprintf(r.w, "without a fault: %s, %.0f s of CPU, %.0f s\n", s, o.cpu.Seconds(), o.wall.Seconds())
	}
	r.keep = map[string]bool{}
	return r.eachCached(func(name string) error {
		r.keep[name] = true
		return nil
	})
}

// tidy removes from the cache what was built with a fault.
func (r *runner) tidy() error {
	return r.eachCached(func(name string) error {
		if r.keep[name] {
			return nil
		}
		return os.Remove(name)
	})
}

func (r *runner) eachCached(do func(name string) error) error {
	return filepath.WalkDir(r.caching, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return do(name)
	})
}

// An outcome is what a run of tests came to. killer is empty when all passed.
type outcome struct {
	killer string
	sure   bool // another run would not pass
	cpu    time.Duration
	wall   time.Duration
	last   string // of what was printed
}

// Bounds of a run, beside multiples of what it takes without a fault.
const (
	moreCPU  = 10 * time.Second
	moreWall = 2 * time.Minute
)

// test runs the binary of a stage, or one test of it. A shell sets bounds of
// memory and of CPU time first: a fault in a limit may else take all of either.
func (r *runner) test(ctx context.Context, s stage, only string) outcome {
	base := r.base[s]
	wall := 4*base.Wall + moreWall
	ctx, cancel := context.WithTimeout(ctx, wall+time.Minute)
	defer cancel()
	const bounded = `ulimit -v "$1"; ulimit -t "$2"; shift 2; exec "$@"`
	args := []string{
		"-c", bounded, "sh", strconv.Itoa(r.memory << 10), strconv.Itoa(int((2*base.CPU + moreCPU).Seconds())),
		r.binary(s), "-test.v", "-test.failfast", "-test.timeout=" + wall.String(), "-test.short=" + strconv.FormatBool(r.short),
	}
	if only != "" {
		args = append(args, "-test.run=^"+only+"$")
	}
	cmd := exec.CommandContext(ctx, "sh", args...)
	cmd.Dir = filepath.Join(r.root, filepath.FromSlash(s.Pkg))
	cmd.Env = append(os.Environ(), "TMPDIR="+filepath.Join(r.dir, "tmp"), "GOCACHE="+r.caching)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 10 * time.Second
	p := new(protocol)
	cmd.Stdout, cmd.Stderr = p, p
	start := time.Now()
	err := cmd.Run()
	o := outcome{wall: time.Since(start), last: p.last()}
	if cmd.ProcessState != nil {
		o.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	if err != nil {
		o.killer, o.sure = p.killer()
	}
	return o
}

// A protocol is what a test binary prints, of which little is kept.
type protocol struct {
	rest    []byte
	lines   []string // the last ones
	running string
	failed  string
	how     string
}

// keptLines is how much of the output an error shows.
const keptLines = 40

func (p *protocol) Write(b []byte) (int, error) {
	p.rest = append(p.rest, b...)
	for {
		line, rest, ok := bytes.Cut(p.rest, []byte("\n"))
		if !ok {
			return len(b), nil
		}
		p.line(string(line))
		p.rest = append([]byte(nil), rest...)
	}
}

// what a line of a crash says, and how it is called in the results.
var crashes = []struct{ prefix, how string }{
	{"panic: test timed out", "hang"},
	{"SIGXCPU", "hang"},
	{"fatal error: runtime: out of memory", "memory"},
	{"fatal error: runtime: cannot allocate memory", "memory"},
	{"runtime: out of memory", "memory"},
	{"unexpected fault address", "fault"},
	{"SIGSEGV", "fault"},
	{"fatal error:", "fatal"},
	{"panic:", "panic"},
}

func (p *protocol) line(s string) {
	if p.lines = append(p.lines, s); len(p.lines) > keptLines {
		p.lines = p.lines[1:]
	}
	if name, ok := strings.CutPrefix(s, "=== RUN "); ok {
		p.running = topLevel(strings.TrimSpace(name))
	}
	if name, ok := strings.CutPrefix(strings.TrimSpace(s), "--- FAIL: "); ok && p.failed == "" {
		name, _, _ = strings.Cut(name, " ")
		p.failed = topLevel(name)
	}
	for _, c := range crashes {
		if p.how == "" && strings.HasPrefix(s, c.prefix) {
			p.how = c.how
		}
	}
}

// killer names the test that failed, and whether it would fail again.
func (p *protocol) killer() (name string, sure bool) {
	name = p.failed
	if name == "" {
		name = p.running
	}
	switch {
	case name == "":
		return "the test binary", true
	case p.how != "":
		return name + " (" + p.how + ")", true
	case p.failed == "":
		return name + " (killed)", true
	}
	return name, false
}

func (p *protocol) last() string { return strings.Join(p.lines, "\n") }

func topLevel(name string) string {
	name, _, _ = strings.Cut(name, "/")
	return name
}
