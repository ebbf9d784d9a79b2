package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/miserwire/miser/bench/harness"
	"github.com/miserwire/miser/bench/peers"
)

// contract is what the contestants of a row promise alike: whether what was
// decoded is the reader's own or points into the input.
type contract struct {
	suffix string // of the row's name
	own    string
	// rivals are libraries for Thrift that take part under this contract,
	// yardsticks those of Protocol Buffers.
	rivals, yardsticks []string
}

// Rivals that copy, or encode.
var (
	copiers = []string{
		peers.Apache, peers.ApacheSerializer, peers.ApachePool, peers.Fastgo, peers.FastgoSpan, peers.Frugal, peers.Marshal,
		peers.Segmentio, peers.ParquetGo, peers.FooterDecoder, peers.Arrow, peers.Thriftrw, peers.ThriftrwWire,
	}
	protobufs = []string{peers.ProtobufGo, peers.VTProto, peers.Hyperpb}
)

// The contracts. Aliasing stands in rows of its own.
var (
	plain      = contract{"", peers.Miser, copiers, protobufs}
	alias      = contract{"-alias", peers.MiserAlias, []string{peers.ParquetGoAlias}, []string{peers.VTProtoAlias}}
	reuse      = contract{"", peers.MiserShared, copiers, protobufs}
	reuseAlias = contract{"-alias", peers.MiserReuse, nil, []string{peers.HyperpbReuse}}
)

// contracts returns those of a direction.
func contracts(op string) []contract {
	switch op {
	case peers.Size:
		return nil
	case peers.Decode:
		return []contract{plain, alias}
	case peers.DecodeReuse:
		return []contract{reuse, reuseAlias}
	}
	return []contract{plain}
}

// row is a line of a table.
type row struct {
	label string
	name  string // of the case
	contract
}

// standing is a row with who takes part; best and yard may be nil.
type standing struct {
	row
	*harness.Result
	own, best, yard *harness.Measured
}

// stand returns the row's standing, false where miser takes no part.
func (r *Run) stand(line row) (s standing, ok bool) {
	s = standing{row: line, Result: r.Find(line.name)}
	if s.Result == nil {
		return s, false
	}
	s.own, s.best, s.yard = s.Result.Find(line.contract.own), fastest(s.Result, line.rivals), fastest(s.Result, line.yardsticks)
	return s, s.own != nil
}

// ratio returns that of our time to the fastest rival's.
func (s *standing) ratio() harness.Ratio { return s.Compare(s.own.Name, s.best.Name) }

// rows returns all rows: each direction of each workload under each contract.
// Aliasing has a row where a library besides ours aliases, or we reuse memory.
func (r *Run) rows() (all []standing) {
	for _, c := range r.Results {
		for _, k := range contracts(c.Op) {
			s, ok := r.stand(row{strings.ReplaceAll(c.Name(), "/", " ") + k.suffix, c.Name(), k})
			if ok && (k.suffix == "" || c.Op == peers.DecodeReuse || s.best != nil) {
				all = append(all, s)
			}
		}
	}
	return all
}

// slower returns the rows in which the fastest rival is faster than we, and how
// many have a rival.
func (r *Run) slower() (rows []standing, of int) {
	for _, s := range r.rows() {
		if s.best == nil {
			continue
		}
		of++
		if s.ratio().Median > 1 {
			rows = append(rows, s)
		}
	}
	return rows, of
}

// Slower returns the list of rows in which a Thrift peer is faster than miser,
// for both builds, of which either may be nil.
func Slower(full, pure *Run) string {
	var out strings.Builder
	fmt.Fprintf(&out, "# Where a peer is faster\n\nThe rows of the full table in which the fastest Thrift peer under the same contract takes less time than miser, the worst first.\n")
	for _, r := range []*Run{full, pure} {
		if r == nil {
			continue
		}
		rows, of := r.slower()
		slices.SortStableFunc(rows, func(a, b standing) int {
			if a.ratio().Median > b.ratio().Median {
				return -1
			}
			return 1
		})
		fmt.Fprintf(&out, "\n## Build tags %q: %d of %d rows\n\n| work | miser | fastest Thrift peer | ratio (quartiles) |\n|---|--:|--:|--:|\n", r.Machine.Tags, len(rows), of)
		for _, s := range rows {
			fmt.Fprintf(&out, "| %s | %s | %s %s | %s |\n", s.label, cell(s.own), s.best.Name, s.cell(s.best), ratio(s.ratio()))
		}
		fmt.Fprintf(&out, "\n%s", r.caption())
	}
	return out.String()
}

func fastest(c *harness.Result, names []string) (best *harness.Measured) {
	for _, name := range names {
		if m := c.Find(name); m != nil && (best == nil || m.Median < best.Median) {
			best = m
		}
	}
	return best
}
