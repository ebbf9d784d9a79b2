package rpc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/miserwire/miser/bench/harness"
	"github.com/miserwire/miser/bench/report"
)

// Run is one run of cmd/rpcrun: where, how, and all that it measured.
type Run struct {
	Machine  harness.Machine   `json:"machine"`
	Date     string            `json:"date"`
	Method   string            `json:"method"`
	Goals    []Goal            `json:"goals"`
	Results  []*Result         `json:"results"`
	Binaries []*harness.Result `json:"binaries"` // of history.ReadBytes and history.WriteReadBinary
}

// Write writes rpc.json and rpc.md into dir.
func (r *Run) Write(dir string) error {
	b, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "rpc.json"), append(b, '\n'), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "rpc.md"), []byte(r.Text()), 0o644)
}

// Load reads rpc.json from dir.
func Load(dir string) (*Run, error) {
	b, err := os.ReadFile(filepath.Join(dir, "rpc.json"))
	if err != nil {
		return nil, err
	}
	r := new(Run)
	return r, json.Unmarshal(b, r)
}

// Text returns the run as Markdown: every scenario with every server, the
// goals, and the binaries.
func (r *Run) Text() string {
	var out bytes.Buffer
	m := &r.Machine
	fmt.Fprintf(&out, "# RPC on loopback, and reading binaries\n\n%s %s, %d cores, GOMAXPROCS=%d, %s %s/%s %s, assembly: %s, servers with %s.\n"+
		"Commit %s; others had %v of the cores before the run. %s: `cd bench && %s`\n\n%s\n",
		m.CPU, m.Family, m.Cores, m.GOMAXPROCS, m.Go, m.OS, m.Arch, m.Level, m.Levels, m.GC, m.Commit, m.Before, r.Date, m.Command, r.Method)
	for _, s := range Servers() {
		fmt.Fprintf(&out, "\n- `%s`: %s", s.Name, s.Doc)
	}
	fmt.Fprintf(&out, "\n\n## Goals\n\n%s.\n\n| scenario | goal | | measured | |\n|---|---|--:|--:|---|\n", verdict(r.Goals))
	for _, g := range r.Goals {
		sign, met := "≤", "**missed**"
		if g.Least {
			sign = "≥"
		}
		if g.Met {
			met = "met"
		}
		fmt.Fprintf(&out, "| %s | %s | %s %g | %s | %s |\n", g.Row, g.What, sign, g.Limit, inFull(g.Measured), met)
	}
	for _, s := range r.Results {
		fmt.Fprintf(&out, "\n## %s\n\nA call has %d bytes in Binary; %d rounds. Medians with quartiles, times in µs.\n\n", s.Name(), s.Size, s.Rounds)
		fmt.Fprintf(&out, "| server | requests/s | p50 | p99 | CPU of a request | allocs | bytes | requests/s of miser to it | p99 | CPU |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
		for _, c := range s.Servers {
			ratios := "| | |"
			if a := s.To(c.Server); a != nil {
				ratios = fmt.Sprintf("%s | %s | %s |", inFull(a.RPS), inFull(a.P99), inFull(a.CPU))
			}
			fmt.Fprintf(&out, "| %s | %s | %s | %s | %s | %s | %s | %s\n", c.Server, inFull(c.RPS), inFull(c.P50), inFull(c.P99), inFull(c.CPU),
				count(c.Allocs.Median), count(c.Bytes.Median), ratios)
		}
	}
	fmt.Fprintf(&out, "\n## Reading binaries\n\n%s", r.BinaryTable())
	return out.String()
}

// Table returns the table of the README: our server, and its ratios to the
// peers.
func (r *Run) Table() string {
	var out bytes.Buffer
	fmt.Fprintf(&out, "| echo of | requests/s | to Apache | to kitex | p99 | to Apache | to kitex | server CPU | to Apache | to kitex | allocs: miser, Apache, kitex |\n"+
		"|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, s := range r.Results {
		own, peers := s.Find(Miser), [2]*Against{s.To(Apache), s.To(Kitex)}
		allocs := []string{count(own.Allocs.Median)}
		for i, a := range peers {
			if a == nil { // a server that this run did not have
				peers[i] = new(Against)
				continue
			}
			allocs = append(allocs, count(s.Find(a.Server).Allocs.Median))
		}
		a, k := peers[0], peers[1]
		fmt.Fprintf(&out, "| %s | %.0f | %s | %s | %.0f µs | %s | %s | %.1f µs | %s | %s | %s |\n", s.Name(), own.RPS.Median, inShort(a.RPS), inShort(k.RPS),
			own.P99.Median, inShort(a.P99), inShort(k.P99), own.CPU.Median, inShort(a.CPU), inShort(k.CPU), strings.Join(allocs, ", "))
	}
	fmt.Fprintf(&out, "\nMedians over the rounds; ratios with quartiles. %s. %s", verdict(r.Goals), r.caption())
	return out.String()
}

// BinaryTable returns the table of reading binaries: time, allocations and
// bytes.
func (r *Run) BinaryTable() string {
	var out bytes.Buffer
	names := []string{}
	if len(r.Binaries) > 0 {
		for _, c := range r.Binaries[0].Contestants {
			names = append(names, c.Name)
		}
	}
	fmt.Fprintf(&out, "| binary | %s |\n|---|%s\n", strings.Join(names, " | "), strings.Repeat("--:|", len(names)))
	for _, b := range r.Binaries {
		fmt.Fprintf(&out, "| %s %s %s |", b.Work, b.Proto, b.Op)
		for _, name := range names {
			cell := "–"
			if c := b.Find(name); c != nil {
				cell = fmt.Sprintf("%d B (%d), %s", c.Bytes, c.Allocs, report.Time(c.Median))
			}
			fmt.Fprintf(&out, " %s |", cell)
		}
		fmt.Fprintln(&out)
	}
	fmt.Fprintf(&out, "\nBytes allocated (allocations), and time, of one operation. %s", r.caption())
	return out.String()
}

// caption says where the figures come from.
func (r *Run) caption() string {
	m := &r.Machine
	return fmt.Sprintf("%s, %d cores, %s, %s, commit %s; others had %v of the cores before. `cd bench && %s`, %s.\n",
		m.CPU, m.Cores, m.Go, m.GC, m.Commit, m.Before, m.Command, r.Date)
}

func inFull(s Spread) string {
	return fmt.Sprintf("%s (%s–%s)", digits(s.Median), digits(s.P25), digits(s.P75))
}

// digits returns v without an exponent.
func digits(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func inShort(s Spread) string {
	if s == (Spread{}) {
		return "–"
	}
	return fmt.Sprintf("%.2f (%.2f–%.2f)", s.Median, s.P25, s.P75)
}

// count returns a number of allocations or bytes for one call.
func count(v float64) string {
	if v < noAllocs {
		return "0"
	}
	return fmt.Sprintf("%.3g", v)
}
