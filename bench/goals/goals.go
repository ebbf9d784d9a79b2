// Package goals holds the table of goals and tells which were met. Each row is
// a piece of work against a named peer in the same run, as a ratio: lower is
// faster.
package goals

import (
	"fmt"
	"slices"

	"github.com/miserwire/miser/bench/harness"
	"github.com/miserwire/miser/bench/peers"
	"github.com/miserwire/miser/bench/plans"
)

// Goal is one cell of the table: one contestant at one case.
type Goal struct {
	Row   string // the row of the table
	Case  string // work/proto/op
	Peer  string // whose time: a contestant of miser's
	Bases []string
	Full  float64 // at most, with the executors for this CPU; 0: no goal, only shown
	Pure  float64 // at most, in the build without them; 0: no goal
	// Allocs is the most allocations, -1 for any number.
	Allocs int
}

// Line is a goal with what was measured. A line whose case was not run has no
// measurement, and no verdict.
type Line struct {
	Row      string        `json:"row"`
	What     string        `json:"what"`
	Against  string        `json:"against"`
	Note     string        `json:"note,omitempty"`
	Limit    float64       `json:"limit,omitempty"`
	Most     *int          `json:"most_allocs,omitempty"` // nil for any number
	Unit     string        `json:"unit,omitempty"`        // of limit and measured; a ratio has none
	Measured harness.Ratio `json:"measured"`
	Ns       float64       `json:"ns,omitempty"`
	Allocs   harness.Mean  `json:"allocs"`
	Missing  string        `json:"missing,omitempty"`
	Met      bool          `json:"met"`
}

// Judged reports whether there is a goal, and what it is about was measured.
func (l *Line) Judged() bool { return l.Missing == "" && (l.Limit > 0 || l.Most != nil) }

func (l *Line) judge() {
	l.Met = l.Judged() && (l.Limit == 0 || l.Measured.Median <= l.Limit) && (l.Most == nil || l.Allocs <= harness.Mean(*l.Most))
}

const notRun = "not run"

// Measured returns those of lines that have a measurement.
func Measured(lines []Line) []Line {
	return slices.DeleteFunc(slices.Clone(lines), func(l Line) bool { return l.Missing != "" })
}

// Evaluate returns every goal with its measurement. pure says that the build
// had no executors.
func Evaluate(results []*harness.Result, plan *plans.Result, pure bool) []Line {
	byName := map[string]*harness.Result{}
	for _, r := range results {
		byName[r.Name()] = r
	}
	var lines []Line
	for _, g := range Table() {
		lines = append(lines, g.evaluate(byName, pure))
	}
	lines = append(lines, planLines(plan, pure)...)
	return append(lines, growthLines(byName, pure)...)
}

func (g *Goal) evaluate(byName map[string]*harness.Result, pure bool) Line {
	l := Line{Row: g.Row, What: g.Case + " " + g.Peer, Limit: g.Full, Against: fmt.Sprint(g.Bases)}
	if pure {
		l.Limit = g.Pure
	}
	if g.Allocs >= 0 {
		l.Most = &g.Allocs
	}
	r := byName[g.Case]
	if r == nil {
		l.Missing = notRun
		return l
	}
	own, base := r.Find(g.Peer), fastest(r, g.Bases)
	if own == nil || base == nil {
		l.Missing = "no such contestant"
		return l
	}
	l.Against = base.Name
	if base.Size > 0 && base.Size != r.Size {
		l.Note = fmt.Sprintf("%s writes %d bytes, not %d", base.Name, base.Size, r.Size)
	}
	l.Measured, l.Ns, l.Allocs = r.Compare(own.Name, base.Name), own.Median, own.Allocs
	l.judge()
	return l
}

// fastest returns the fastest of the named contestants that took part.
func fastest(r *harness.Result, names []string) (best *harness.Measured) {
	for i := range r.Contestants {
		m := &r.Contestants[i]
		if slices.Contains(names, m.Name) && (best == nil || m.Median < best.Median) {
			best = m
		}
	}
	return best
}

// planLines are the goals of first use.
func planLines(p *plans.Result, pure bool) []Line {
	if p == nil {
		p = &plans.Result{}
	}
	first := Line{Row: rowPlan, What: "first use of MediaContent", Against: "50 µs", Limit: 50, Unit: "µs", Ns: p.Media,
		Measured: harness.Ratio{Median: p.Media / 1000, P25: p.MediaP25 / 1000, P75: p.MediaP75 / 1000}}
	many := Line{Row: rowPlan, What: "one of 1,000 struct types", Against: "one of 100", Limit: 1.3, Ns: p.Per1000}
	if pure {
		first.Limit, many.Limit = 0, 0
	}
	if p.Media == 0 {
		first.Missing, many.Missing = notRun, notRun
		return []Line{first, many}
	}
	ratio := p.Per1000 / p.Per100
	many.Measured = harness.Ratio{Median: ratio, P25: ratio, P75: ratio}
	first.judge()
	many.judge()
	return []Line{first, many}
}

// growthLines hold the longest of a shape against the shortest, per byte, and
// name the steps between.
func growthLines(byName map[string]*harness.Result, pure bool) (lines []Line) {
	for _, proto := range []string{peers.Binary, peers.Compact} {
		for _, op := range []string{peers.Encode, peers.Decode, peers.DecodeReuse} {
			lines = append(lines, growthLine(byName["growth/"+proto+"/"+op], proto+"/"+op, pure))
		}
	}
	return lines
}

func growthLine(r *harness.Result, what string, pure bool) Line {
	l := Line{Row: rowGrowth, What: "growth/" + what, Against: "the least of the lengths", Limit: 1.3}
	if pure {
		l.Limit = 0
	}
	if r == nil {
		l.Missing = notRun
		return l
	}
	perByte := func(m *harness.Measured) float64 { return m.Median / float64(m.Size) }
	low, high := &r.Contestants[0], &r.Contestants[0]
	steps := ""
	for i := range r.Contestants {
		m := &r.Contestants[i]
		if perByte(m) < perByte(low) {
			low = m
		}
		if perByte(m) > perByte(high) {
			high = m
		}
		steps += fmt.Sprintf(" %s %.3f", m.Name, perByte(m))
	}
	l.Note = "ns/byte:" + steps
	l.Measured = r.Compare(high.Name, low.Name).Times(float64(low.Size) / float64(high.Size))
	l.judge()
	return l
}
