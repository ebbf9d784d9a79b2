package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"
)

// facts are where and when a hunt took place.
type facts struct{ commit, date, machine string }

func describe(ctx context.Context, c *config) facts {
	git := func(args ...string) string {
		out, err := exec.CommandContext(ctx, "git", append([]string{"-C", c.root}, args...)...).Output()
		if err != nil {
			return ""
		}
		return strings.TrimSpace(string(out))
	}
	f := facts{commit: git("rev-parse", "--short", "HEAD"), date: time.Now().UTC().Format(time.DateOnly)}
	if f.commit == "" {
		f.commit = "unknown"
	}
	if git("status", "--porcelain", "--untracked-files=no") != "" {
		f.commit += " with changes"
	}
	f.machine = fmt.Sprintf("%s, %d CPUs, %s, %s/%s", model(), runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return f
}

// model returns what the system calls its CPU.
func model() string {
	b, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(b)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown CPU"
}

// tally counts the faults that were judged and those of them that were killed.
type tally struct{ faults, killed int }

func (t tally) String() string {
	if t.faults == 0 {
		return "–"
	}
	return fmt.Sprintf("%d/%d", t.killed, t.faults)
}

// percent is the part that was killed.
func (t tally) percent() string {
	if t.faults == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(t.killed)/float64(t.faults))
}

// count returns the tally of the results that fit.
func (h *hunt) tally(fits func(*mutant) bool) (t tally) {
	for _, r := range h.results {
		if !fits(r.mutant) {
			continue
		}
		switch r.Verdict {
		case killed:
			t.killed++
			t.faults++
		case survived:
			t.faults++
		}
	}
	return t
}

func (h *hunt) with(verdict string) (list []result) {
	for _, r := range h.results {
		if r.Verdict == verdict {
			list = append(list, r)
		}
	}
	slices.SortStableFunc(list, func(a, b result) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		return a.Line - b.Line
	})
	return list
}

// report renders what came of it.
func (h *hunt) report(about facts) string {
	var b strings.Builder
	all := h.tally(func(*mutant) bool { return true })
	fmt.Fprintf(&b, "# Seeded faults\n\n")
	fmt.Fprintf(&b, "Written by `make mutate N=%d SEED=%d`. What the kinds are, and how a fault is judged, stands in the comments of the command `mutate`.\n\n", h.count, h.seed)
	fmt.Fprintf(&b, "| | |\n|---|---|\n| commit | %s |\n| date | %s |\n| machine | %s |\n| seed | %d |\n", about.commit, about.date, about.machine, h.seed)
	fmt.Fprintf(&b, "| faults | %d |\n| killed | %d, %s |\n| survived | %d |\n", all.faults, all.killed, all.percent(), all.faults-all.killed)
	fmt.Fprintf(&b, "| replaced by others | %d that do not compile, %d that leave every test binary as it is, %d that %s explains |\n\n",
		len(h.with(broken)), len(h.with(same)), len(h.with(listed)), listedName)
	h.table(&b, all)
	fmt.Fprintf(&b, "\nKilled of seeded. The kinds: ")
	for i, k := range kinds {
		if i > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "**%s**, %s", k.name, k.what)
	}
	b.WriteString(".\n")
	h.section(&b, "Survived", survived, func(result) string { return "" })
	h.section(&b, "Explained in "+listedName, listed, func(r result) string { return "    " + r.Why + "\n" })
	h.section(&b, "Killed", killed, func(r result) string { return fmt.Sprintf("    %s, %s\n", r.Killer, r.Where) })
	return b.String()
}

// table has a row for each package and a column for each kind.
func (h *hunt) table(b *strings.Builder, all tally) {
	b.WriteString("| package |")
	for _, k := range kinds {
		fmt.Fprintf(b, " %s |", k.name)
	}
	b.WriteString(" all | |\n|---|" + strings.Repeat("--:|", len(kinds)+2) + "\n")
	row := func(name string, of func(*mutant) bool, sum tally) {
		fmt.Fprintf(b, "| %s |", name)
		for _, k := range kinds {
			fmt.Fprintf(b, " %s |", h.tally(func(m *mutant) bool { return m.Kind == k.name && of(m) }))
		}
		fmt.Fprintf(b, " %s | %s |\n", sum, sum.percent())
	}
	for _, c := range suite {
		of := func(m *mutant) bool { return m.Pkg == c.pkg }
		row(c.pkg, of, h.tally(of))
	}
	row("all", func(*mutant) bool { return true }, all)
}

// section lists the mutants of a verdict in a block, in which code needs no
// quoting.
func (h *hunt) section(b *strings.Builder, title, verdict string, more func(result) string) {
	list := h.with(verdict)
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n```text\n", title)
	for _, r := range list {
		fmt.Fprintf(b, "%s:%d %s %s\n    %s\n    %s\n%s", r.File, r.Line, r.Func, r.Kind, r.Old, r.New, more(r))
	}
	b.WriteString("```\n")
}
