package goals

import (
	"strings"
	"testing"

	"github.com/miserwire/miser/bench"
	"github.com/miserwire/miser/bench/harness"
	"github.com/miserwire/miser/bench/plans"
)

// TestTable: every goal names a case and contestants that exist, so that none
// passes for want of a measurement.
func TestTable(t *testing.T) {
	cases := map[string]*harness.Case{}
	built := map[string]bool{}
	for _, g := range Table() {
		work, _, _ := strings.Cut(g.Case, "/")
		if !built[work] {
			built[work] = true
			w, ok := bench.Find(work)
			if !ok {
				t.Fatalf("no workload %s", work)
			}
			s, err := w.Build()
			if err != nil {
				t.Logf("%s is not at hand: %v", work, err)
				continue
			}
			for _, c := range s.Cases {
				cases[c.Name()] = c
			}
			cases[work+"//"] = nil
		}
		if _, have := cases[work+"//"]; !have {
			continue
		}
		c := cases[g.Case]
		if c == nil {
			t.Errorf("%s: no case %s", g.Row, g.Case)
			continue
		}
		if c.Find(g.Peer) == nil {
			t.Errorf("%s: no contestant %s", g.Case, g.Peer)
		}
		found := 0
		for _, base := range g.Bases {
			if c.Find(base) != nil {
				found++
			}
		}
		if found == 0 {
			t.Errorf("%s: none of %v takes part", g.Case, g.Bases)
		}
	}
}

func TestEvaluate(t *testing.T) {
	r := &harness.Result{Work: "media-fixed", Proto: "binary", Op: "encode", Contestants: []harness.Measured{
		{Name: "miser", Median: 60, P25: 58, P75: 62}, {Name: "fastgo", Median: 100, P25: 99, P75: 104},
	}}
	nil1 := &harness.Result{Work: "media-fixed", Proto: "binary", Op: "append-nil", Contestants: []harness.Measured{
		{Name: "miser", Median: 10, Allocs: 2}, {Name: "fastmarshal", Median: 100, Allocs: 1},
	}}
	lines := Evaluate([]*harness.Result{r, nil1}, &plans.Result{Media: 60_000, Per100: 10, Per1000: 11}, false)
	for _, l := range lines {
		switch l.What {
		case "media-fixed/binary/encode miser":
			if !l.Met || l.Measured.Median != .6 || l.Limit != .65 || l.Against != "fastgo" {
				t.Errorf("line is %+v", l)
			}
		case "media-fixed/binary/append-nil miser":
			if l.Met {
				t.Errorf("two allocations pass for one: %+v", l)
			}
		case "first use of MediaContent":
			if l.Met {
				t.Errorf("60 µs pass for 50: %+v", l)
			}
		case "one of 1,000 struct types":
			if !l.Met {
				t.Errorf("line is %+v", l)
			}
		default:
			if l.Missing == "" || l.Met {
				t.Errorf("a case that was not run has a verdict: %+v", l)
			}
		}
	}
}
