package interop

import (
	"fmt"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/stretchr/testify/require"
)

// A combination is one connection's peer and how it is used.
type combination struct {
	peer, role string
	wire
}

// A table says of each combination whether it ran.
type table struct {
	rows    []combination
	outcome map[combination]string // "" for what did not run
	missing map[string][]string    // of a peer, what is not installed
}

const (
	passed = "ok"
	failed = "FAILED"
)

// expect adds the combinations of a peer.
func (t *table) expect(p *peer, missing []string) {
	if t.missing == nil {
		t.missing, t.outcome = map[string][]string{}, map[combination]string{}
	}
	t.rows = append(t.rows, p.combinations()...)
	t.missing[p.name] = missing
}

// end notes how the test of a combination ended.
func (t *table) end(test *testing.T, c combination) {
	switch {
	case test.Failed():
		t.outcome[c] = failed
	case !test.Skipped():
		t.outcome[c] = passed
	}
}

// lacking returns the combinations that did not run although their peer is
// installed.
func (t *table) lacking() (list []string) {
	for _, c := range t.rows {
		if t.outcome[c] == "" && len(t.missing[c.peer]) == 0 {
			list = append(list, strings.Join([]string{c.peer, c.role, c.transport, c.protocol}, "/"))
		}
	}
	return list
}

// String draws the table.
func (t *table) String() string {
	b := new(strings.Builder)
	fmt.Fprintf(b, "each connection: %s\n", strings.Join(Checks, ", "))
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "peer\tits role\ttransport\tprotocol\toutcome")
	ran := 0
	for _, c := range t.rows {
		outcome := t.outcome[c]
		switch {
		case outcome != "":
			ran++
		case len(t.missing[c.peer]) > 0:
			outcome = "skipped: " + strings.Join(t.missing[c.peer], ", ") + " not installed"
		default:
			outcome = "did not run"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", c.peer, c.role, c.transport, c.protocol, outcome)
	}
	w.Flush()
	fmt.Fprintf(b, "%d of %d combinations ran\n", ran, len(t.rows))
	return b.String()
}

// howToInstall says what to do about missing packages.
func howToInstall(missing []string) string {
	return fmt.Sprintf("not installed: %s; as root: apt-get install -y %s",
		strings.Join(missing, ", "), strings.Join(missing, " "))
}

// The table misses what did not run, yet not what cannot.
func TestTable(t *testing.T) {
	here := &peer{name: "here", protocols: []string{binary}}
	away := &peer{name: "away", protocols: []string{binary, compact}}
	all := new(table)
	all.expect(here, nil)
	all.expect(away, []string{"away-dev"})
	list := here.combinations()
	require.Len(t, list, 4)
	require.Len(t, all.lacking(), 4, "nothing ran")

	for _, c := range list[:3] {
		t.Run("passes", func(t *testing.T) { all.end(t, c) })
	}
	t.Run("skips", func(t *testing.T) {
		defer all.end(t, list[3])
		t.Skip("so that the table lacks it")
	})
	require.Equal(t, []string{"here/server/buffered/binary"}, all.lacking())
	text := all.String()
	require.Contains(t, text, "3 of 12 combinations ran")
	require.Contains(t, text, "did not run")
	require.Equal(t, 8, strings.Count(text, "skipped: away-dev not installed"))
	require.Equal(t, 3, strings.Count(text, passed+"\n"))
}
