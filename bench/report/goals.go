package report

import (
	"bytes"
	"fmt"

	"github.com/miserwire/miser/bench/goals"
)

// Goals returns the table of goals: what was to be reached, and what was, in
// the build with executors and in the one without. Either may be nil.
func Goals(full, pure *Run) string {
	var out bytes.Buffer
	fmt.Fprintf(&out, "# Goals and what was measured\n\nMedians of the ratios round by round, with their quartiles, to the named peer in the same run; lower is faster.\n")
	for _, r := range []*Run{full, pure} {
		if r != nil {
			fmt.Fprintf(&out, "\n- build tags %q: %s", r.Machine.Tags, r.caption())
		}
	}
	if full != nil && pure != nil && full.Machine.Commit != pure.Machine.Commit {
		fmt.Fprintf(&out, "\n**The two builds are of different commits.**\n")
	}
	fmt.Fprintf(&out, "\n%s\n", summary(full, pure))
	section := ""
	for _, p := range pairs(full, pure) {
		if p.line.Row != section {
			section = p.line.Row
			fmt.Fprintf(&out, "\n## %s\n\n| case | against | goal | measured | | pure Go goal | measured | |\n|---|---|--:|--:|---|--:|--:|---|\n", section)
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", p.line.What, against(p),
			limit(p.full), measured(p.full), verdict(p.full), limit(p.pure), measured(p.pure), verdict(p.pure))
	}
	return out.String()
}

// pair is a goal in both builds; line is the one that is there.
type pair struct{ line, full, pure *goals.Line }

func pairs(full, pure *Run) (all []pair) {
	byWhat := map[string]int{}
	add := func(r *Run, set func(*pair, *goals.Line)) {
		if r == nil {
			return
		}
		for i := range r.Goals {
			l := &r.Goals[i]
			at, ok := byWhat[l.Row+l.What]
			if !ok {
				at = len(all)
				byWhat[l.Row+l.What] = at
				all = append(all, pair{line: l})
			}
			set(&all[at], l)
		}
	}
	add(full, func(p *pair, l *goals.Line) { p.full = l })
	add(pure, func(p *pair, l *goals.Line) { p.pure = l })
	return all
}

// against names the peer of both builds, which may differ.
func against(p pair) string {
	s := p.line.Against
	if p.full != nil && p.pure != nil && p.full.Against != p.pure.Against {
		s += "; pure Go: " + p.pure.Against
	}
	return s
}

func summary(full, pure *Run) string {
	count := func(r *Run) string {
		met, missed, missing := 0, 0, 0
		for i := range r.Goals {
			switch l := &r.Goals[i]; {
			case l.Missing != "":
				missing++
			case !l.Judged():
			case l.Met:
				met++
			default:
				missed++
			}
		}
		return fmt.Sprintf("%d met, %d missed, %d not measured", met, missed, missing)
	}
	s := ""
	if full != nil {
		s += "With executors: " + count(full) + ". "
	}
	if pure != nil {
		s += "Pure Go: " + count(pure) + "."
	}
	return s
}

func limit(l *goals.Line) string {
	if l == nil {
		return ""
	}
	s := ""
	if l.Limit > 0 {
		s = fmt.Sprintf("≤ %.2f%s", l.Limit, unit(l))
	}
	if l.Most != nil {
		if s != "" {
			s += ", "
		}
		s += fmt.Sprintf("≤ %d allocs", *l.Most)
	}
	return s
}

func unit(l *goals.Line) string {
	if l.Unit == "" {
		return ""
	}
	return " " + l.Unit
}

func measured(l *goals.Line) string {
	if l == nil {
		return ""
	}
	if l.Missing != "" {
		return l.Missing
	}
	s := fmt.Sprintf("%.2f%s", l.Measured.Median, unit(l))
	if q := l.Measured; q.P25 != q.P75 {
		s += fmt.Sprintf(" (%.2f–%.2f)", q.P25, q.P75)
	}
	if l.Ns > 0 {
		s += fmt.Sprintf(", %s, %v allocs", Time(l.Ns), l.Allocs)
	}
	if l.Note != "" {
		s += "; " + l.Note
	}
	return s
}

func verdict(l *goals.Line) string {
	switch {
	case l == nil || !l.Judged():
		return ""
	case l.Met:
		return "met"
	}
	return "**missed**"
}
