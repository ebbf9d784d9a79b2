package report

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/miserwire/miser/bench/harness"
	"github.com/miserwire/miser/bench/peers"
)

// row is a line of a README's table.
type row struct {
	label, name, peer string
}

// front are the lines of the front page.
var front = []row{
	{"encode Binary, MediaContent", "media-fixed/binary/encode", peers.Miser},
	{"encode Binary, 1,024 varied", "media-varied/binary/encode", peers.Miser},
	{"decode Binary, 1,024 varied", "media-varied/binary/decode", peers.Miser},
	{"encode Compact, 1,024 varied", "media-varied/compact/encode", peers.Miser},
	{"decode Compact, 1,024 varied", "media-varied/compact/decode", peers.Miser},
	{"decode Compact, alias and reuse", "media-varied/compact/decode-reuse", peers.MiserReuse},
	{"encode Binary, a wide request", "wide/binary/encode", peers.Miser},
	{"decode Binary, a wide request", "wide/binary/decode", peers.Miser},
	{"decode a Parquet footer of 2 MB", "footer-2mb/compact/decode", peers.Miser},
	{"the same into reused memory", "footer-2mb/compact/decode-reuse", peers.MiserReuse},
}

// rivals are the peers of a table: libraries for Thrift that do the same work
// under the same contract. Those that alias the input are in the full results.
var rivals = []string{
	peers.Apache, peers.ApacheSerializer, peers.ApachePool, peers.Fastgo, peers.FastgoSpan, peers.Frugal, peers.Marshal,
	peers.Segmentio, peers.ParquetGo, peers.FooterDecoder, peers.Arrow, peers.Thriftrw, peers.ThriftrwWire,
}

// yardsticks are those of Protocol Buffers.
var yardsticks = []string{peers.ProtobufGo, peers.VTProto, peers.Hyperpb}

// FrontTable returns the table of the project's README.
func (r *Run) FrontTable() string { return r.table(front) }

// FullTable returns a table of every workload.
func (r *Run) FullTable() string {
	var rows []row
	for _, c := range r.Results {
		peer := peers.Miser
		if c.Op == peers.DecodeReuse {
			peer = peers.MiserReuse
		}
		if c.Find(peer) != nil && c.Op != peers.Size {
			rows = append(rows, row{strings.ReplaceAll(c.Name(), "/", " "), c.Name(), peer})
		}
	}
	return r.table(rows)
}

func (r *Run) table(rows []row) string {
	var out bytes.Buffer
	fmt.Fprintf(&out, "| work | bytes | miser | fastest Thrift peer | ratio (quartiles) | Apache | Protocol Buffers |\n|---|--:|--:|--:|--:|--:|--:|\n")
	for _, line := range rows {
		c := r.Find(line.name)
		if c == nil {
			continue
		}
		own := c.Find(line.peer)
		if own == nil {
			continue
		}
		peer, ratio := "–", "–"
		if best := fastest(c, rivals); best != nil {
			q := harness.Compare(own, best)
			peer, ratio = best.Name+" "+cell(best), fmt.Sprintf("%.2f (%.2f–%.2f)", q.Median, q.P25, q.P75)
		}
		yard := "–"
		if best := fastest(c, yardsticks); best != nil {
			yard = best.Name + " " + cell(best)
		}
		fmt.Fprintf(&out, "| %s | %d | %s | %s | %s | %s | %s |\n", line.label, c.Size, cell(own), peer, ratio,
			cell(fastest(c, []string{peers.Apache})), yard)
	}
	fmt.Fprintf(&out, "\nMedian time (allocations) of one operation; lower ratios are faster. %s", r.caption())
	return out.String()
}

// caption says where the figures come from.
func (r *Run) caption() string {
	m := &r.Machine
	return fmt.Sprintf("%s, %d cores, %s, %s, %s: `%s` (`make bench-results`), %s.\n", m.CPU, m.Cores, m.Go, m.Level, m.GC, strings.ReplaceAll(m.Command, "./cmd/", "./bench/cmd/"), r.Date)
}

func cell(m *harness.Measured) string {
	if m == nil {
		return "–"
	}
	return fmt.Sprintf("%s (%d)", Time(m.Median), m.Allocs)
}

func fastest(c *harness.Result, names []string) (best *harness.Measured) {
	for _, name := range names {
		if m := c.Find(name); m != nil && (best == nil || m.Median < best.Median) {
			best = m
		}
	}
	return best
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
