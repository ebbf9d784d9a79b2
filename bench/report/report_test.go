package report

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/bench/goals"
	"github.com/miserwire/miser/bench/harness"
	"github.com/miserwire/miser/bench/plans"
)

// contestant took ns on median; its ratios to those before it are given, since
// they need not be those of the medians.
func contestant(name string, ns float64, ratios ...[3]float64) harness.Measured {
	return harness.Measured{Name: name, Median: ns, P25: ns - 1, P75: ns + 1, Ratios: ratios}
}

// sample is a run of three cases.
func sample() *Run {
	apache := contestant("apache", 1200, [3]float64{20, 19, 21}, [3]float64{12, 11, 13})
	apache.Allocs, apache.Bytes = 1.09, 64
	short := contestant("parquet-go", 50, [3]float64{.4, .3, .5})
	short.Size = 612
	r := &Run{
		Machine: harness.Machine{
			CPU: "Some <CPU>", Family: "Maker family 1", Levels: "Binary AVX2", Cores: 2, OS: "linux", Arch: "amd64", Go: "go1", GC: "GOGC=400",
			Commit: "0123456789", Command: "go run ./cmd/benchrun", Before: .01, During: .02,
		},
		Date: "2026-01-02", Method: "in turns", Peers: []string{"example.com/peer v1.2.3"},
		Plan: &plans.Result{Media: 40_000, Per100: 10, Per1000: 10},
		Results: []*harness.Result{
			{Work: "media-varied", Proto: "binary", Op: "encode", Size: 400, Rounds: 9, Contestants: []harness.Measured{
				contestant("miser", 60), contestant("fastgo", 100, [3]float64{1.6, 1.25, 2}), apache,
			}},
			{Work: "footer-2mb", Proto: "compact", Op: "encode", Size: 639, Rounds: 9, Contestants: []harness.Measured{
				contestant("miser", 125), short,
			}},
			{Work: "footer-2mb", Proto: "compact", Op: "decode-reuse", Size: 639, Rounds: 9, Contestants: []harness.Measured{
				contestant("miser-reuse-shared", 30), contestant("miser-reuse", 20, [3]float64{.66, .6, .7}),
				contestant("footerdecoder", 100, [3]float64{3.3, 3.2, 3.4}, [3]float64{5, 4, 10}),
				contestant("miser-reuse-copy", 30, [3]float64{1, 1, 1}, [3]float64{1.5, 1.5, 1.5}, [3]float64{.3, .29, .31}),
			}},
		},
	}
	r.Goals = goals.Evaluate(r.Results, r.Plan, false)
	return r
}

func TestWriteLoad(t *testing.T) {
	r, dir := sample(), t.TempDir()
	require.NoError(t, r.Write(dir))
	file := filepath.Join(dir, "linux-amd64.json")
	got, err := Load(file)
	require.NoError(t, err)
	require.Equal(t, r, got)
	require.Equal(t, r.FullTable(), got.FullTable(), "ratios and quartiles survive a reload")
	text, err := os.ReadFile(filepath.Join(dir, "linux-amd64.txt"))
	require.NoError(t, err)
	require.Contains(t, string(text), "media-varied/binary/encode: 400 bytes, 9 rounds")
	require.Contains(t, string(text), "peers: example.com/peer v1.2.3\n")

	b, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, bytes.ReplaceAll(b, []byte(`"ratios":`), []byte(`"old":`)), 0o600))
	_, err = Load(file)
	require.ErrorIs(t, err, ErrOld)
}

// TestTables: ratios are those measured round by round, seen from our side, and
// who reads into used memory stands beside those with the same contract.
func TestTables(t *testing.T) {
	r := sample()
	front, full := r.FrontTable(), r.FullTable()
	for _, want := range []string{
		"| encode Binary, 1,024 varied | 400 | 60.0 ns (0) | fastgo 100 ns (0) | 0.62 (0.50–0.80) | 1200 ns (1.1) | – |",
		"| the same into used memory | 639 | 30.0 ns (0) | footerdecoder 100 ns (0) | 0.30 (0.29–0.31) | – | – |",
		"| the same into used memory, aliasing | 639 | 20.0 ns (0) | – | – | – | – |",
		"Slower than the fastest Thrift peer in 1 of 3 rows of the [full table](bench/README.md#results)",
	} {
		require.Contains(t, front, want)
	}
	for _, want := range []string{
		"| footer-2mb compact encode | 639 | 125 ns (0) | parquet-go 50.0 ns (0; 612 bytes) | 2.50 (2.00–3.33) | – | – |",
		"| footer-2mb compact decode-reuse | 639 | 30.0 ns (0) |",
		"| footer-2mb compact decode-reuse-alias | 639 | 20.0 ns (0) |",
		"in 1 of 3 rows: [results/slower.md](results/slower.md)",
		"Some <CPU> (Maker family 1), 2 cores, go1, GOGC=400, commit 0123456789; assembly: Binary AVX2; " +
			"others had 1 % of the cores before and 2 % during the run; 2026-01-02.\n\n```sh\ncd bench && go run ./cmd/benchrun    # or, for both builds: make bench-results\n```\n",
	} {
		require.Contains(t, full, want)
	}
	slower := Slower(r, nil)
	require.Contains(t, slower, "1 of 3 rows")
	require.Contains(t, slower, "| footer-2mb compact encode | 125 ns (0) | parquet-go 50.0 ns (0; 612 bytes) | 2.50 (2.00–3.33) |")
	require.Contains(t, slower, "; 2026-01-02: `cd bench && go run ./cmd/benchrun`")
	require.NotContains(t, slower, "media-varied")
}

func TestGoals(t *testing.T) {
	full, pure := sample(), sample()
	pure.Machine.Tags = "purego"
	pure.Goals = goals.Evaluate(pure.Results, pure.Plan, true)
	text := Goals(full, pure)
	for _, want := range []string{
		"| media-varied/binary/encode miser | fastgo | ≤ 0.65 | 0.62 (0.50–0.80), 60.0 ns, 0 allocs | met | ≤ 1.05 | 0.62 (0.50–0.80), 60.0 ns, 0 allocs | met |",
		"| footer-2mb/compact/decode-reuse miser-reuse-copy | footerdecoder | ≤ 0.35 | 0.30 (0.29–0.31), 30.0 ns, 0 allocs | met |",
		"| footer-2mb/compact/decode-reuse miser-reuse | footerdecoder |  | 0.20 (0.10–0.25), 20.0 ns, 0 allocs |  |",
		"; parquet-go writes 612 bytes, not 639 | **missed** |",
		"≤ 2.00, ≤ 0 allocs | not run |",
	} {
		require.Contains(t, text, want)
	}
	require.NotContains(t, text, "different commits")
	pure.Machine.Commit = "another"
	require.Contains(t, Goals(full, pure), "different commits")
	require.Contains(t, Goals(nil, pure), "| media-varied/binary/encode miser | fastgo |  |  |  | ≤ 1.05 |")

	full.Goals = goals.Measured(full.Goals)
	require.NotContains(t, Goals(full, nil), "not run")
}

func TestSplice(t *testing.T) {
	file := filepath.Join(t.TempDir(), "README.md")
	require.NoError(t, os.WriteFile(file, []byte("a\n<!-- x:begin -->\nold\n<!-- x:end -->\nb\n"), 0o600))
	for range 2 { // the second time changes nothing
		require.NoError(t, Splice(file, "x", "new\n"))
		b, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Equal(t, "a\n<!-- x:begin -->\nnew\n<!-- x:end -->\nb\n", string(b))
	}
	require.NoError(t, os.WriteFile(file, []byte("no marks"), 0o600))
	require.Error(t, Splice(file, "x", "new"), "a file without marks")
}

// TestChart: the chart is well-formed and has a bar for each contestant drawn.
func TestChart(t *testing.T) {
	svg := sample().Chart()
	d := xml.NewDecoder(strings.NewReader(svg))
	bars := 0
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		if e, ok := tok.(xml.StartElement); ok && e.Name.Local == "rect" {
			bars++
		}
	}
	require.Equal(t, 3, bars, svg)
	require.Contains(t, svg, "prefers-color-scheme:dark")
}
