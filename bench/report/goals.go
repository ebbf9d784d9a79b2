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
	fmt.Fprintf(&out, "# Goals and what was measured\n\nRatios of medians to the named peer in the same run, with the quartiles round by round; lower is faster.\n")
	for _, r := range []*Run{full, pure} {
		if r != nil {
			fmt.Fprintf(&out, "\n- %s, %d cores, %s, build tags %q, %s: `%s`, %s", r.Machine.CPU, r.Machine.Cores, r.Machine.Go,
				r.Machine.Tags, r.Machine.GC, r.Machine.Command, r.Date)
		}
	}
	fmt.Fprintf(&out, "\n\n%s\n", summary(full, pure))
	var ref, other []goals.Line
	switch {
	case full != nil:
		ref, other = full.Goals, lines(pure)
	case pure != nil:
		ref = pure.Goals
	}
	section := ""
	for i, l := range ref {
		if l.Row != section {
			section = l.Row
			fmt.Fprintf(&out, "\n## %s\n\n| case | against | goal | measured | | pure Go goal | measured | |\n|---|---|--:|--:|---|--:|--:|---|\n", section)
		}
		p := goals.Line{Missing: "not run"}
		if full == nil {
			p, l = l, goals.Line{Row: l.Row, What: l.What, Against: l.Against, Missing: "not run"}
		} else if i < len(other) {
			p = other[i]
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", l.What, l.Against,
			limit(l), measured(l), verdict(l), limit(p), measured(p), verdict(p))
	}
	return out.String()
}

func lines(r *Run) []goals.Line {
	if r == nil {
		return nil
	}
	return r.Goals
}

func summary(full, pure *Run) string {
	count := func(r *Run) string {
		met, missed, missing := 0, 0, 0
		for _, l := range lines(r) {
			switch {
			case l.Missing != "":
				missing++
			case l.Limit == 0:
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

func limit(l goals.Line) string {
	if l.Limit == 0 {
		return ""
	}
	return fmt.Sprintf("≤ %.2f%s", l.Limit, unit(l))
}

func unit(l goals.Line) string {
	if l.Unit == "" {
		return ""
	}
	return " " + l.Unit
}

func measured(l goals.Line) string {
	if l.Missing != "" {
		return l.Missing
	}
	s := fmt.Sprintf("%.2f%s", l.Measured.Median, unit(l))
	if q := l.Measured; q.P25 != q.P75 {
		s += fmt.Sprintf(" (%.2f–%.2f)", q.P25, q.P75)
	}
	if l.Ns > 0 {
		s += fmt.Sprintf(", %s, %d allocs", Time(l.Ns), l.Allocs)
	}
	return s
}

func verdict(l goals.Line) string {
	switch {
	case l.Missing != "" || l.Limit == 0:
		return ""
	case l.Met:
		return "met"
	}
	return "**missed**"
}
