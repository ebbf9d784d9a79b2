// Package goals holds the table of goals and tells which were met. Each row is
// a piece of work against a named peer in the same run, as a ratio: lower is
// faster.
package goals

import (
	"fmt"
	"math"
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
	Full  float64 // at most, with the executors for this CPU
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
	Limit    float64       `json:"limit,omitempty"`
	Unit     string        `json:"unit,omitempty"` // of limit and measured; a ratio has none
	Measured harness.Ratio `json:"measured"`
	Ns       float64       `json:"ns,omitempty"`
	Allocs   uint64        `json:"allocs"`
	Missing  string        `json:"missing,omitempty"`
	Met      bool          `json:"met"`
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
	r := byName[g.Case]
	if r == nil {
		l.Missing = "not run"
		return l
	}
	own, base := r.Find(g.Peer), fastest(r, g.Bases)
	if own == nil || base == nil {
		l.Missing = "no such contestant"
		return l
	}
	l.Against = base.Name
	l.Measured, l.Ns, l.Allocs = harness.Compare(own, base), own.Median, own.Allocs
	l.Met = l.Limit == 0 || l.Measured.Median <= l.Limit
	if g.Allocs >= 0 && own.Allocs > uint64(g.Allocs) {
		l.Met = false
	}
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
		first.Missing, many.Missing = "not run", "not run"
		return []Line{first, many}
	}
	ratio := p.Per1000 / p.Per100
	many.Measured = harness.Ratio{Median: ratio, P25: ratio, P75: ratio}
	for _, l := range []*Line{&first, &many} {
		l.Met = l.Limit == 0 || l.Measured.Median <= l.Limit
	}
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
		l.Missing = "not run"
		return l
	}
	low, high := math.Inf(1), 0.0
	steps := ""
	for _, m := range r.Contestants {
		per := m.Median / float64(m.Size)
		low, high = min(low, per), max(high, per)
		steps += fmt.Sprintf(" %s %.3f", m.Name, per)
	}
	l.What += ", ns/byte:" + steps
	l.Measured = harness.Ratio{Median: high / low, P25: high / low, P75: high / low}
	l.Met = l.Limit == 0 || l.Measured.Median <= l.Limit
	return l
}
