// Package agree compares miser with a peer that reads and writes the same Go
// structs: its generated code, or its library.
//
// For random values of a type it asks that both write the same bytes, of which
// only the order of a map's entries is free, that miser foretells their number,
// and that each reads what the other wrote as the value that was sent. What may
// differ between what was sent and what arrives is listed at equal.Values.Arrived,
// and nothing may differ between what the peer and miser make of the same bytes.
//
// Half of the values have one entry at most in each map, so that all of their
// bytes are compared; of the others it compares lengths, how often each byte
// comes, and what both make of both forms.
//
// A failure says how to see it again. Flags: -values and -seed, of package random.
package agree

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/dialects/internal/random"
	"github.com/miserwire/miser/internal/fill"
	"github.com/miserwire/miser/layout"
)

// Values is how many values of each type a test makes without -values.
const Values = 250

// Peer writes and reads values. Both functions get a pointer to a struct, and are
// not called at once from several goroutines.
type Peer struct {
	Name string

	// Write appends v to dst.
	Write func(dst []byte, v any) ([]byte, error)

	// Read reads all of src into v, which New made.
	Read func(src []byte, v any) error

	// New returns a new value to read into, as users of the peer make it; nil stands
	// for reflect.New.
	New func(t reflect.Type) any

	// Rules are what the peer asks of values.
	Rules fill.Rules
}

// Run compares miser, in protocol p with schema, with the peer for values of each
// of the types. Each has a test of its own, whose seed is the same whichever of
// them run.
func Run(t *testing.T, peer Peer, p codec.Protocol, schema *layout.Schema, types []reflect.Type) {
	t.Helper()
	n := random.Count(Values)
	seed := random.Seed(t)
	var sum tally
	for _, typ := range types {
		t.Run(typ.String(), func(t *testing.T) {
			c, err := newCheck(peer, p, schema, typ)
			if err != nil {
				t.Fatal(err)
			}
			h := fnv.New64a()
			h.Write([]byte(typ.String()))
			r := rand.New(rand.NewPCG(seed, h.Sum64()))
			for i := range n {
				if err := c.value(r, i%2 == 0); err != nil {
					t.Fatalf("%s, %s, %s: value %d of -seed %d: %v", peer.Name, p, typ, i, seed, err)
				}
			}
			sum.add(&c.tally)
		})
	}
	t.Logf("%s, %s: %s", peer.Name, p, &sum)
}

// tally is what was compared.
type tally struct {
	types, values, exact int
	bytes                int64
}

func (a *tally) add(b *tally) {
	a.types++
	a.values += b.values
	a.exact += b.exact
	a.bytes += b.bytes
}

func (a *tally) String() string {
	return fmt.Sprintf("%d types, %d values, %d of them byte for byte, %d bytes", a.types, a.values, a.exact, a.bytes)
}
