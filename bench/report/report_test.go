package report

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/miserwire/miser/bench/goals"
	"github.com/miserwire/miser/bench/harness"
	"github.com/miserwire/miser/bench/plans"
)

// sample is a run of one case with three contestants.
func sample() *Run {
	r := &Run{
		Machine: harness.Machine{CPU: "Some <CPU>", OS: "linux", Arch: "amd64", Go: "go1", GC: "GOGC=400", Command: "go run"},
		Date:    "2026-01-02", Method: "in turns",
		Plan: &plans.Result{Media: 40_000, Per100: 10, Per1000: 10},
		Results: []*harness.Result{{Work: "media-varied", Proto: "binary", Op: "encode", Size: 400, Rounds: 9, Contestants: []harness.Measured{
			{Name: "miser", Median: 60, P25: 59, P75: 61, Ratio: harness.Ratio{Median: 1, P25: 1, P75: 1}},
			{Name: "fastgo", Median: 100, P25: 98, P75: 103, Ratio: harness.Ratio{Median: 1.667, P25: 1.6, P75: 1.7}},
			{Name: "apache", Median: 1200, P25: 1100, P75: 1300, Allocs: 1, Bytes: 64},
		}}},
	}
	r.Goals = goals.Evaluate(r.Results, r.Plan, false)
	return r
}

func TestWriteLoad(t *testing.T) {
	r, dir := sample(), t.TempDir()
	if err := r.Write(dir); err != nil {
		t.Fatal(err)
	}
	got, err := Load(filepath.Join(dir, "linux-amd64.json"))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, r) {
		t.Errorf("read back\n%+v, want\n%+v", got, r)
	}
	text, err := os.ReadFile(filepath.Join(dir, "linux-amd64.txt"))
	if err != nil || !strings.Contains(string(text), "media-varied/binary/encode: 400 bytes, 9 rounds") {
		t.Errorf("text is %s (%v)", text, err)
	}
}

func TestTables(t *testing.T) {
	r := sample()
	want := "| encode Binary, 1,024 varied | 400 | 60.0 ns (0) | fastgo 100 ns (0) | 0.60 (0.57–0.62) | 1200 ns (1) | – |"
	if got := r.FrontTable(); !strings.Contains(got, want) {
		t.Errorf("table is\n%s, want the row\n%s", got, want)
	}
	if got := Goals(r, nil); !strings.Contains(got, "| media-varied/binary/encode miser | fastgo | ≤ 0.65 | 0.60 (0.57–0.62), 60.0 ns, 0 allocs | met |") {
		t.Errorf("goals are\n%s", got)
	}
}

func TestSplice(t *testing.T) {
	file := filepath.Join(t.TempDir(), "README.md")
	if err := os.WriteFile(file, []byte("a\n<!-- x:begin -->\nold\n<!-- x:end -->\nb\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time changes nothing
		if err := Splice(file, "x", "new\n"); err != nil {
			t.Fatal(err)
		}
		if b, _ := os.ReadFile(file); string(b) != "a\n<!-- x:begin -->\nnew\n<!-- x:end -->\nb\n" {
			t.Errorf("file is %q", b)
		}
	}
	if err := os.WriteFile(file, []byte("no marks"), 0o600); err != nil {
		t.Fatal(err)
	}
	if Splice(file, "x", "new") == nil {
		t.Error("a file without marks is no error")
	}
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
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := tok.(xml.StartElement); ok && e.Name.Local == "rect" {
			bars++
		}
	}
	if bars != 3 || !strings.Contains(svg, "prefers-color-scheme:dark") {
		t.Errorf("%d bars, want 3:\n%s", bars, svg)
	}
}
