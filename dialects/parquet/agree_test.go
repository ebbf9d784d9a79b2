package parquet_test

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/dialects/internal/readme"
)

// counts are those of one peer's structs of one kind.
type counts struct {
	all   int // vectors
	fails int // neither reads them
	back  int // what miser writes is what stood in the file
	same  int // what miser writes is what the peer writes
	value int // both read the same value
}

// TestVectors has every peer and miser decode every vector into the peer's structs,
// and encode it again.
func TestVectors(t *testing.T) {
	all := vectors(t)
	found := map[string]map[string]*counts{} // by kind and peer
	for _, kind := range kinds {
		found[kind] = map[string]*counts{}
	}
	loss := losses{}
	differ := map[string][]string{} // peers by file, kind and field
	for _, p := range peers {
		for _, v := range all {
			c := found[v.Kind][p.name]
			if c == nil {
				c = &counts{}
				found[v.Kind][p.name] = c
			}
			c.all++
			o := p.kinds[v.Kind](v)
			require.Equal(t, o.theirErr == nil, o.ourErr == nil, "%s: %s: the peer says %v, miser %v", p.name, v.Name, o.theirErr, o.ourErr)
			if o.ourErr != nil {
				c.fails++
				continue
			}
			require.Equal(t, o.ours, o.reused, "%s: %s: decoded into a used value", p.name, v.Name)
			if o.sameValue() {
				c.value++
			}
			if bytes.Equal(o.ourOut, v.src) {
				c.back++
			} else {
				loss.add(p.name, treeOf(v.Kind, v.src), treeOf(v.Kind, o.ourOut))
			}
			if bytes.Equal(o.ourOut, o.theirOut) {
				c.same++
				continue
			}
			fewer, more, other := compare(treeOf(v.Kind, o.theirOut), treeOf(v.Kind, o.ourOut))
			fields := slices.Concat(fewer, more, other)
			require.NotEmpty(t, fields, "%s: %s: the same fields, and other bytes", p.name, v.Name)
			for _, f := range fields {
				key := v.Name[:strings.Index(v.Name, "#")] + "\t" + f
				if !slices.Contains(differ[key], p.name) {
					differ[key] = append(differ[key], p.name)
				}
			}
		}
	}
	readme.Check(t, "README.md", "vectors", summary(t, found))
	readme.Check(t, "README.md", "losses", loss.table(t))
	checkFile(t, "testdata/differ.txt", differ)
}

// summary has a row for the peers that are alike in a kind.
func summary(t *testing.T, found map[string]map[string]*counts) readme.Table {
	table := readme.Table{Head: []string{"kind", "structs of", "in files", "read by neither", "read as equal values", "written as the peer does", "written as in the file"}}
	for _, kind := range kinds {
		at := map[counts]int{}
		for _, p := range peers {
			c := found[kind][p.name]
			require.NotNil(t, c, "no vector of %s", kind)
			if i, ok := at[*c]; ok {
				table.Rows[i][1] += ", " + p.name
				continue
			}
			at[*c] = len(table.Rows)
			row := []string{kind, p.name}
			for _, n := range []int{c.all, c.fails, c.value, c.same, c.back} {
				row = append(row, fmt.Sprint(n))
			}
			table.Rows = append(table.Rows, row)
		}
	}
	return table
}

// losses are the vectors of each peer that miser writes otherwise than they
// stood in the file, by what became of which field.
type losses map[loss]map[string]int

type loss struct{ field, how string }

const (
	leftOut   = "left out"
	added     = "added"
	otherForm = "in another form"
)

func (l losses) add(peer string, file, written tree) {
	fewer, more, other := compare(file, written)
	for how, fields := range map[string][]string{leftOut: fewer, added: more, otherForm: other} {
		for _, f := range fields {
			k := loss{f, how}
			if l[k] == nil {
				l[k] = map[string]int{}
			}
			l[k][peer]++
		}
	}
}

// table has a row for each loss, which has to have a reason, as each reason has
// to have a loss.
func (l losses) table(t *testing.T) readme.Table {
	table := readme.Table{Head: []string{"field", "is", "by the structs of (in so many)", "why"}}
	for _, k := range slices.SortedFunc(maps.Keys(l), func(a, b loss) int {
		return cmp.Or(cmp.Compare(a.field, b.field), cmp.Compare(a.how, b.how))
	}) {
		require.Contains(t, reasons, k, "no reason is known")
		var by []string
		for _, p := range peers {
			if n := l[k][p.name]; n > 0 {
				by = append(by, fmt.Sprintf("%s (%d)", p.name, n))
			}
		}
		table.Rows = append(table.Rows, []string{"`" + k.field + "`", k.how, strings.Join(by, ", "), reasons[k]})
	}
	for k := range reasons {
		require.Contains(t, l, k, "the reason is of nothing")
	}
	return table
}

// checkFile compares the file with a line for each key, or writes it.
func checkFile(t *testing.T, name string, differ map[string][]string) {
	t.Helper()
	var b strings.Builder
	b.WriteString("# Written by go test -update: the files, and the fields in them, that miser writes otherwise than these peers do.\n")
	for _, key := range slices.Sorted(maps.Keys(differ)) {
		fmt.Fprintf(&b, "%s\t%s\n", key, strings.Join(differ[key], ", "))
	}
	if flag.Lookup("update").Value.String() == "true" {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String(), "go test -update writes %s", name)
}
