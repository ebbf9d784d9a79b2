package agree

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/dialects/internal/random"
	"github.com/miserwire/miser/internal/equal"
	"github.com/miserwire/miser/internal/fill"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
)

// damagedCopies is how many damaged copies are read of each value.
const damagedCopies = 10

// Reader reads a struct at the start of src into v, which New made, and returns
// how many bytes it took. It is not called at once from several goroutines.
type Reader func(src []byte, v any) (n int, err error)

// Outcome is what miser and a peer make of the same bytes.
type Outcome struct {
	Src          []byte
	Ours, Theirs error // why it was refused, nil where it was not
	N, TheirN    int
	Differ       string // where the values differ that both read

	// Retyped says that a container came with other elements than the plan's:
	// miser skips it as a field of another type.
	Retyped bool
	// Unfit says that what the peer read cannot be written: a union with several
	// fields, or none.
	Unfit bool
}

// Policy is a difference that is meant: it says of which outcomes.
type Policy struct {
	Name string
	Of   func(o *Outcome) bool
}

// Damaged compares what miser, in protocol p with schema, and the peer make of
// damaged bytes of random values: both refuse them, or both read the same value
// from as many bytes, unless a policy says otherwise. It returns how many
// outcomes each policy had.
func Damaged(t *testing.T, peer Peer, read Reader, p codec.Protocol, schema *layout.Schema, types []reflect.Type, policies []Policy) map[string]int {
	t.Helper()
	n := random.Count(Values / 50)
	seed := random.Seed(t)
	d := &damaged{peer: peer, read: read, policies: policies, counts: map[string]int{}}
	for _, typ := range types {
		t.Run(typ.String(), func(t *testing.T) {
			if err := d.start(p, schema, typ); err != nil {
				t.Fatal(err)
			}
			h := fnv.New64a()
			h.Write([]byte(typ.String()))
			r := rand.New(rand.NewPCG(seed, h.Sum64()))
			for i := range n {
				b, err := d.codec.Append(nil, d.filler.Make(r, 8).Interface())
				if err != nil {
					t.Fatal(err)
				}
				if len(b) > mostDamaged {
					continue
				}
				if src, err := d.copies(b, r.Uint64()); err != nil {
					t.Fatalf("%s, %s, %s: value %d of -seed %d: %v\n%x", peer.Name, p, typ, i, seed, err, src)
				}
			}
		})
	}
	t.Logf("%s, %s: %d types, %d damaged inputs, %d refused by both, %d read alike; %v", peer.Name, p, len(types), d.inputs, d.refused, d.alike, d.counts)
	return d.counts
}

// mostDamaged is the bytes of the longest value that is damaged.
const mostDamaged = 4 << 10

// damaged compares damaged bytes of one type after the other.
type damaged struct {
	peer     Peer
	read     Reader
	policies []Policy
	counts   map[string]int

	inputs, refused, alike int

	protocol codec.Protocol
	plan     *layout.Struct
	codec    *codec.Any
	filler   *fill.Filler
	equal    *equal.Values
}

func (d *damaged) start(p codec.Protocol, schema *layout.Schema, typ reflect.Type) error {
	c, err := newCheck(d.peer, p, schema, typ)
	if err != nil {
		return err
	}
	d.plan, d.codec, d.filler, d.equal = c.plan, c.codec, c.filler, c.equal
	d.protocol = p
	return nil
}

// copies compares damaged copies of b, up to one of which something else is made.
func (d *damaged) copies(b []byte, seed uint64) (src []byte, err error) {
	for src := range wiretest.Mutations(b, seed, damagedCopies) {
		if err := d.compare(src); err != nil {
			return src, err
		}
	}
	return nil, nil
}

func (d *damaged) compare(src []byte) error {
	d.inputs++
	theirs := (&check{peer: d.peer, plan: d.plan}).newValue()
	ours := reflect.New(d.plan.Go).Interface()
	o := Outcome{Src: src}
	o.N, o.Ours = d.codec.Decode(src, ours)
	o.TheirN, o.Theirs = d.reads(src, theirs)
	switch {
	case o.Ours != nil && o.Theirs != nil:
		d.refused++
		return nil
	case o.Ours == nil && o.Theirs == nil:
		o.Differ = d.equal.Same(reflect.ValueOf(ours).Elem(), reflect.ValueOf(theirs).Elem())
		if o.N == o.TheirN && o.Differ == "" {
			d.alike++
			return nil
		}
	}
	o.Retyped = retyped(d.protocol, d.plan, src)
	if o.Theirs == nil {
		_, err := d.codec.Append(nil, theirs)
		o.Unfit = errors.Is(err, codec.ErrUnion)
	}
	if i := slices.IndexFunc(d.policies, func(p Policy) bool { return p.Of(&o) }); i >= 0 {
		d.counts[d.policies[i].Name]++
		return nil
	}
	return fmt.Errorf("miser: %d, %v; the peer: %d, %v; the values differ at %q", o.N, o.Ours, o.TheirN, o.Theirs, o.Differ)
}

// reads is d.read, of which a panic is an error.
func (d *damaged) reads(src []byte, v any) (n int, err error) {
	defer func() {
		if p := recover(); p != nil {
			n, err = 0, fmt.Errorf("panic: %v", p)
		}
	}()
	return d.read(src, v)
}
