package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// modulePath leads the file names of a profile.
const modulePath = "github.com/miserwire/miser/"

// A block is a row of statements that run together.
type block struct {
	file       string // below the module's root
	begin, end position
}

type position struct{ line, column int }

// A profile says of each block how many statements it has, and whether any test
// in any build ran it.
type profile map[block]*state

type state struct {
	statements int
	ran        bool
}

// read adds a profile of go test.
func (p profile) read(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		if strings.HasPrefix(lines.Text(), "mode: ") {
			continue
		}
		if err = p.line(lines.Text()); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	return lines.Err()
}

// line adds one line: file:line.column,line.column statements count.
func (p profile) line(s string) error {
	file, rest, _ := strings.Cut(s, ":")
	var b block
	var statements, count int
	if _, err := fmt.Sscanf(rest, "%d.%d,%d.%d %d %d", &b.begin.line, &b.begin.column, &b.end.line, &b.end.column, &statements, &count); err != nil {
		return err
	}
	b.file = strings.TrimPrefix(file, modulePath)
	if p[b] == nil {
		p[b] = &state{statements: statements}
	}
	p[b].ran = p[b].ran || count > 0
	return nil
}

// part counts statements.
type part struct{ all, ran int }

func (t part) String() string {
	return fmt.Sprintf("%d | %d | %.1f %%", t.all, t.all-t.ran, 100*float64(t.ran)/float64(max(t.all, 1)))
}

// of sums up a package.
func (p profile) of(pkg string) (t part) {
	for b, s := range p {
		if folder(b.file) != pkg {
			continue
		}
		t.all += s.statements
		if s.ran {
			t.ran += s.statements
		}
	}
	return t
}

func folder(file string) string { return file[:max(0, strings.LastIndexByte(file, '/'))] }

// missed returns the lines of the statements that did not run, by file, as
// ranges.
func (p profile) missed() (lines []string) {
	var blocks []block
	for b, s := range p {
		if !s.ran && s.statements > 0 {
			blocks = append(blocks, b)
		}
	}
	slices.SortFunc(blocks, func(a, b block) int {
		if c := strings.Compare(a.file, b.file); c != 0 {
			return c
		}
		return a.begin.line - b.begin.line
	})
	last := ""
	for _, b := range blocks {
		at := strconv.Itoa(b.begin.line)
		if b.end.line != b.begin.line {
			at += "-" + strconv.Itoa(b.end.line)
		}
		if b.file == last {
			lines[len(lines)-1] += ", " + at
			continue
		}
		lines = append(lines, b.file+": "+at)
		last = b.file
	}
	return lines
}

// report renders the table.
func report(p profile, commit string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Statement coverage\n\nWritten by `make cover`: the tests of all packages, with assembly and without, merged. Commit %s, %s.\n\n",
		commit, time.Now().UTC().Format(time.DateOnly))
	b.WriteString("| package | statements | not run | covered |\n|---|--:|--:|--:|\n")
	var sum part
	for _, pkg := range covered {
		t := p.of(pkg)
		sum.all, sum.ran = sum.all+t.all, sum.ran+t.ran
		fmt.Fprintf(&b, "| %s | %s |\n", pkg, t)
	}
	fmt.Fprintf(&b, "| all | %s |\n\nNot run, by lines:\n\n```text\n%s\n```\n", sum, strings.Join(p.missed(), "\n"))
	return b.String()
}
