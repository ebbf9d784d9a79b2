package report

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/miserwire/miser/bench/harness"
	"github.com/miserwire/miser/bench/peers"
)

// front are the lines of the front page: what is done most, and where we are
// behind.
var front = []row{
	{"encode Binary, MediaContent", "media-fixed/binary/encode", plain},
	{"encode Binary, 1,024 varied", "media-varied/binary/encode", plain},
	{"the same, appended to nil", "media-varied/binary/append-nil", plain},
	{"encode Binary, nested maps of structs", "holder/binary/encode", plain},
	{"decode Binary, 1,024 varied", "media-varied/binary/decode", plain},
	{"the same into used memory", "media-varied/binary/decode-reuse", reuse},
	{"skip in Binary, 1,024 varied", "media-varied/binary/skip", plain},
	{"encode Compact, 1,024 varied", "media-varied/compact/encode", plain},
	{"decode Compact, 1,024 varied", "media-varied/compact/decode", plain},
	{"the same into used memory, aliasing", "media-varied/compact/decode-reuse", reuseAlias},
	{"encode Binary, a wide request", "wide/binary/encode", plain},
	{"decode Binary, a wide request", "wide/binary/decode", plain},
	{"decode a Parquet footer of 2 MB", "footer-2mb/compact/decode", plain},
	{"the same into used memory", "footer-2mb/compact/decode-reuse", reuse},
	{"the same into used memory, aliasing", "footer-2mb/compact/decode-reuse", reuseAlias},
}

// FrontTable returns the table of the project's README.
func (r *Run) FrontTable() string {
	var rows []standing
	for _, line := range front {
		if s, ok := r.stand(line); ok {
			rows = append(rows, s)
		}
	}
	return r.table(rows) + fmt.Sprintf("\nSlower than the fastest Thrift peer in %s of the [full table](bench/README.md#results), listed in [bench/results/slower.md](bench/results/slower.md).\n",
		r.slowerCount())
}

// FullTable returns a table of every workload.
func (r *Run) FullTable() string {
	return r.table(r.rows()) + fmt.Sprintf("\nSlower than the fastest Thrift peer in %s: [results/slower.md](results/slower.md).\n", r.slowerCount())
}

func (r *Run) slowerCount() string {
	rows, of := r.slower()
	return fmt.Sprintf("%d of %d rows", len(rows), of)
}

func (r *Run) table(rows []standing) string {
	var out bytes.Buffer
	fmt.Fprintf(&out, "| work | bytes | miser | fastest Thrift peer | ratio (quartiles) | Apache | Protocol Buffers |\n|---|--:|--:|--:|--:|--:|--:|\n")
	for _, s := range rows {
		size, best, quotient, yard := "–", "–", "–", "–"
		if s.Size > 0 {
			size = fmt.Sprint(s.Size)
		}
		if s.best != nil {
			best, quotient = s.best.Name+" "+s.cell(s.best), ratio(s.ratio())
		}
		if s.yard != nil {
			yard = s.yard.Name + " " + s.cell(s.yard)
		}
		apache := "–"
		if s.rivals != nil {
			apache = cell(fastest(s.Result, []string{peers.Apache}))
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s | %s | %s |\n", s.label, size, cell(s.own), best, quotient, apache, yard)
	}
	fmt.Fprintf(&out, "\nMedian time of one operation (allocations; bytes where a peer writes another number of them); lower ratios are faster. %s.\n%s", r.machine(), r.fenced())
	return out.String()
}

// caption says where the figures come from, in a line.
func (r *Run) caption() string {
	return fmt.Sprintf("%s: `cd bench && %s`\n", r.machine(), r.Machine.Command)
}

// fenced is what makes the figures, to be copied; make bench-results does it
// for both builds.
func (r *Run) fenced() string {
	return fmt.Sprintf("\n```sh\ncd bench && %s    # or, for both builds: make bench-results\n```\n", r.Machine.Command)
}

// machine says where and when the figures were measured.
func (r *Run) machine() string {
	m := &r.Machine
	words := []string{m.CPU}
	if m.Family != "" {
		words[0] += " (" + m.Family + ")"
	}
	words = append(words, fmt.Sprintf("%d cores", m.Cores), m.Go)
	for _, w := range []string{m.Level, m.GC, "commit " + m.Commit} {
		if w != "" {
			words = append(words, w)
		}
	}
	return fmt.Sprintf("%s; assembly: %s; %s; %s", strings.Join(words, ", "), m.Levels, m.Others(), r.Date)
}

func ratio(q harness.Ratio) string { return fmt.Sprintf("%.2f (%.2f–%.2f)", q.Median, q.P25, q.P75) }

func cell(m *harness.Measured) string {
	if m == nil {
		return "–"
	}
	return fmt.Sprintf("%s (%v)", Time(m.Median), m.Allocs)
}

// cell is that of a peer, with the length of its encoding if it is another.
func (s *standing) cell(m *harness.Measured) string {
	if m.Size == 0 || m.Size == s.Size {
		return cell(m)
	}
	return fmt.Sprintf("%s (%v; %d bytes)", Time(m.Median), m.Allocs, m.Size)
}

// Splice replaces what stands between the marks of that name in a file: a
// README's table.
func Splice(file, name, table string) error {
	begin, end := "<!-- "+name+":begin -->", "<!-- "+name+":end -->"
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	head, rest, ok := strings.Cut(string(b), begin)
	_, tail, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return fmt.Errorf("%s has no %s ... %s", file, begin, end)
	}
	return os.WriteFile(file, []byte(head+begin+"\n"+table+end+tail), 0o644)
}
