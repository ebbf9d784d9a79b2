// Package report writes what a run measured: as data, as text, as the tables
// of the READMEs, as a chart, and as the verdict on the goals.
package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/miserwire/miser/bench/goals"
	"github.com/miserwire/miser/bench/harness"
	"github.com/miserwire/miser/bench/plans"
)

// Run is one run of the command: where, how, and all that it measured.
type Run struct {
	Machine harness.Machine   `json:"machine"`
	Date    string            `json:"date"`
	Method  string            `json:"method"`
	Peers   []string          `json:"peers"` // with their versions
	Plan    *plans.Result     `json:"plan,omitempty"`
	Results []*harness.Result `json:"results"`
	Goals   []goals.Line      `json:"goals"`
}

// Find returns the result of a case, nil if it was not run.
func (r *Run) Find(name string) *harness.Result {
	for _, c := range r.Results {
		if c.Name() == name {
			return c
		}
	}
	return nil
}

// Pure reports whether the build had no executors.
func (r *Run) Pure() bool { return strings.Contains(r.Machine.Tags, "purego") }

// Write writes the run's data and text into dir.
func (r *Run) Write(dir string) error {
	b, err := r.data()
	if err != nil {
		return err
	}
	name := filepath.Join(dir, r.Machine.Slug())
	if err := os.WriteFile(name+".json", b, 0o644); err != nil {
		return err
	}
	return os.WriteFile(name+".txt", []byte(r.Text()), 0o644)
}

// data returns the run as JSON, a line for each case and each goal.
func (r *Run) data() ([]byte, error) {
	b, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	for _, start := range []string{`{"work":`, `{"row":`, `"results":`, `"goals":`, `"plan":`, `"date":`} {
		b = bytes.ReplaceAll(b, []byte(start), []byte("\n"+start))
	}
	return append(b, '\n'), nil
}

// ErrOld is the error of data that lack what tables are made of.
var ErrOld = errors.New("no ratios round by round: an older benchrun wrote this, so measure again")

// Load reads the data of a run.
func Load(file string) (*Run, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r := new(Run)
	if err := json.Unmarshal(b, r); err != nil {
		return nil, err
	}
	for _, c := range r.Results {
		if !c.Complete() {
			return nil, fmt.Errorf("%s: %w", c.Name(), ErrOld)
		}
	}
	return r, nil
}

// Text returns the run as text: every case with every contestant.
func (r *Run) Text() string {
	var out bytes.Buffer
	m := &r.Machine
	fmt.Fprintf(&out, "%s\n%s %s, %d cores, GOMAXPROCS=%d, features %s\n", r.Date, m.CPU, m.Family, m.Cores, m.GOMAXPROCS, strings.Join(m.Features, " "))
	fmt.Fprintf(&out, "%s %s/%s %s, build tags %q, %s, assembly: %s\n", m.Go, m.OS, m.Arch, m.Level, m.Tags, m.GC, m.Levels)
	fmt.Fprintf(&out, "commit %s, load averages before the run %s; %s\n$ cd bench && %s\n%s\n", m.Commit, m.Load, m.Others(), m.Command, r.Method)
	fmt.Fprintf(&out, "peers: %s\n", strings.Join(r.Peers, ", "))
	for _, c := range r.Results {
		fmt.Fprintf(&out, "\n%s: %d bytes, %d rounds\n", c.Name(), c.Size, c.Rounds)
		w := tabwriter.NewWriter(&out, 0, 0, 2, ' ', tabwriter.AlignRight)
		for _, p := range c.Contestants {
			size := ""
			if p.Size > 0 {
				size = fmt.Sprintf("%d bytes", p.Size)
			}
			q := c.Compare(p.Name, c.Contestants[0].Name)
			fmt.Fprintf(w, "%s\t%s\t%s to %s\t%.2f\t%.2f to %.2f\t%v allocs\t%d B\t%s\t\n", p.Name, Time(p.Median), Time(p.P25), Time(p.P75),
				q.Median, q.P25, q.P75, p.Allocs, p.Bytes, size)
		}
		_ = w.Flush()
	}
	if p := r.Plan; p != nil {
		fmt.Fprintf(&out, "\nfirst use of a type like MediaContent: %s (%s to %s); of one of 100 struct types %s, of 1,000 %s\n",
			Time(p.Media), Time(p.MediaP25), Time(p.MediaP75), Time(p.Per100), Time(p.Per1000))
	}
	lines := strings.Split(out.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// Time returns nanoseconds for people.
func Time(ns float64) string {
	switch {
	case ns >= 1e6:
		return fmt.Sprintf("%.2f ms", ns/1e6)
	case ns >= 1e4:
		return fmt.Sprintf("%.1f µs", ns/1e3)
	case ns >= 100:
		return fmt.Sprintf("%.0f ns", ns)
	}
	return fmt.Sprintf("%.1f ns", ns)
}
