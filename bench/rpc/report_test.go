package rpc

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/bench/harness"
)

// sample is a run in which ours is twice as good as Apache's, and half as good
// as kitex in latency.
func sample() *Run {
	at := func(v float64) Spread { return Spread{Median: v, P25: v, P75: v} }
	r := &Result{Scenario: Scenario{media, 64, 1}, Size: 378, Rounds: 3,
		Servers: []*Measured{
			{Server: Miser, RPS: at(100000), P99: at(200), CPU: at(5)},
			{Server: Apache, RPS: at(50000), P99: at(400), CPU: at(11), Allocs: at(35)},
			{Server: Kitex, RPS: at(80000), P99: at(100), CPU: at(9), Allocs: at(28)},
		},
		Against: []*Against{
			{Apache, at(2), at(.5), at(.4545)},
			{Kitex, at(1.25), at(2), at(.5556)},
		}}
	deep := *r
	deep.Depth = 16
	results := []*Result{r, &deep}
	return &Run{Results: results, Goals: Goals(results), Binaries: []*harness.Result{{Work: "w", Proto: "binary", Op: "1MiB",
		Contestants: []harness.Measured{{Name: "read-bytes", Median: 1500, Allocs: 1, Bytes: 1 << 20}}}}}
}

// TestGoals: limits hold in the right direction, and only where one call at a
// time is under way.
func TestGoals(t *testing.T) {
	var missed []string
	r := sample()
	for _, g := range r.Goals {
		if !g.Met {
			missed = append(missed, g.What)
		}
	}
	require.Len(t, r.Goals, 6)
	require.Equal(t, []string{"p99 to kitex"}, missed)

	own := r.Results[0]
	own.Against[0].RPS.Median, own.Against[0].CPU.Median, own.Servers[0].Allocs.Median = .99, .51, 1
	require.Equal(t, "2 of 6 goals met", verdict(Goals(r.Results)))
}

// TestTables: what was measured is in the tables, also of a run that was read
// again.
func TestTables(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, sample().Write(dir))
	r, err := Load(dir)
	require.NoError(t, err)
	require.Equal(t, sample().Text(), r.Text())
	table := r.Table()
	require.Contains(t, table, "| media, 64 connections | 100000 | 2.00 (2.00–2.00) | 1.25 (1.25–1.25) | 200 µs |")
	require.Contains(t, table, "| 0, 35, 28 |")
	require.Contains(t, table, "5 of 6 goals met")
	require.Contains(t, r.BinaryTable(), "| w binary 1MiB | 1048576 B (1), 1500 ns |")
	text := r.Text()
	require.Equal(t, 1, strings.Count(text, "**missed**"))
	for _, s := range Servers() {
		require.Contains(t, text, s.Doc)
	}
	for _, line := range strings.Split(text, "\n") {
		require.NotContains(t, line, "%!", "a format that does not fit")
	}
}
