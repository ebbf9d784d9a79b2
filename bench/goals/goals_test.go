package goals

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/bench"
	"github.com/miserwire/miser/bench/harness"
	"github.com/miserwire/miser/bench/plans"
)

// TestTable: every goal names a case and contestants that exist, so that none
// passes for want of a measurement, and no goal stands twice.
func TestTable(t *testing.T) {
	cases := map[string]*harness.Case{}
	for _, w := range bench.Workloads() {
		s, err := w.Build()
		require.NoError(t, err, w.Name)
		for _, c := range s.Cases {
			cases[c.Name()] = c
		}
	}
	seen := map[string]bool{}
	for _, g := range Table() {
		c := cases[g.Case]
		require.NotNil(t, c, "%s: no case %s", g.Row, g.Case)
		require.NotNil(t, c.Find(g.Peer), "%s: no contestant %s", g.Case, g.Peer)
		found := 0
		for _, base := range g.Bases {
			if c.Find(base) != nil {
				found++
			}
		}
		require.NotZero(t, found, "%s: none of %v takes part", g.Case, g.Bases)
		key := g.Row + g.Case + g.Peer
		require.False(t, seen[key], "%s stands twice", key)
		seen[key] = true
	}
}

// result is a case with contestants of which each takes the ratio to miser.
func result(name, op string, allocs harness.Mean, ns, ratio float64) *harness.Result {
	return &harness.Result{Work: "media-fixed", Proto: "binary", Op: op, Contestants: []harness.Measured{
		{Name: "miser", Median: ns, Allocs: allocs}, {Name: name, Median: 1000, Ratios: [][3]float64{{ratio, ratio, ratio}}},
	}}
}

func find(t *testing.T, lines []Line, what string) Line {
	t.Helper()
	for _, l := range lines {
		if l.What == what {
			return l
		}
	}
	t.Fatalf("no line %q", what)
	return Line{}
}

// TestEvaluate: it is the ratio round by round that is judged, and the mean
// number of allocations.
func TestEvaluate(t *testing.T) {
	lines := Evaluate([]*harness.Result{
		result("fastgo", "encode", 0, 700, 2), // by the medians it would be 0.7
		result("fastmarshal", "append-nil", 1.02, 100, 4),
	}, &plans.Result{Media: 60_000, Per100: 10, Per1000: 11}, false)

	l := find(t, lines, "media-fixed/binary/encode miser")
	require.True(t, l.Met, "%+v", l)
	require.Equal(t, .5, l.Measured.Median)
	require.Equal(t, "fastgo", l.Against)
	l = find(t, lines, "media-fixed/binary/append-nil miser")
	require.True(t, l.Judged())
	require.False(t, l.Met, "1.02 allocations pass for one")
	require.False(t, find(t, lines, "first use of MediaContent").Met, "60 µs pass for 50")
	require.True(t, find(t, lines, "one of 1,000 struct types").Met)
	for _, l := range lines {
		if strings.HasPrefix(l.What, "holder") {
			require.NotEmpty(t, l.Missing)
			require.False(t, l.Met || l.Judged(), "a case that was not run has a verdict: %+v", l)
		}
	}
	require.Len(t, Measured(lines), 4)

	pure := Evaluate([]*harness.Result{result("fastmarshal", "append-nil", 2, 100, .1)}, nil, true)
	l = find(t, pure, "media-fixed/binary/append-nil miser")
	require.True(t, l.Judged() && !l.Met, "no goal for time, but one for allocations")
}

// TestGrowth: the lengths with the least and the most time per byte are held
// against each other, round by round.
func TestGrowth(t *testing.T) {
	r := &harness.Result{Work: "growth", Proto: "binary", Op: "encode", Contestants: []harness.Measured{
		{Name: "1KB", Size: 1000, Median: 1000},
		{Name: "10KB", Size: 10000, Median: 9000, Ratios: [][3]float64{{9, 8, 10}}},
		{Name: "100KB", Size: 100000, Median: 135000, Ratios: [][3]float64{{135, 130, 140}, {15, 14, 16}}},
	}}
	l := find(t, Evaluate([]*harness.Result{r}, nil, false), "growth/binary/encode")
	require.Equal(t, harness.Ratio{Median: 1.5, P25: 1.4, P75: 1.6}, l.Measured)
	require.False(t, l.Met)
	require.Equal(t, "ns/byte: 1KB 1.000 10KB 0.900 100KB 1.350", l.Note)
}
