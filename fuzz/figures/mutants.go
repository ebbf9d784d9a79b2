package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"sync"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// vector is a golden vector in one protocol and one form of its type.
type vector struct {
	name string
	p    codec.Protocol
	t    reflect.Type
	wire []byte
}

// vectors returns all of them, or one in so many.
func vectors(part int) (all []vector) {
	for i, v := range wiretest.Golden() {
		if part > 0 && i%part != 0 {
			continue
		}
		s := wiretest.Lookup(v.Type)
		for i, form := range []func() any{s.New, s.Entries, s.AsMap} {
			if form == nil {
				continue
			}
			t := reflect.TypeOf(form()).Elem()
			for k, b := range [][]byte{v.Binary, v.Compact} {
				if len(b) > 0 {
					name := fmt.Sprintf("%s/%s, %v, %s", v.File, v.Name, protocols[k], []string{"as generated", "entries", "sets as maps"}[i])
					all = append(all, vector{name, protocols[k], t, b})
				}
			}
		}
	}
	return all
}

// wholePrefixes is the length up to which every prefix is tried, whatever the count.
const wholePrefixes = 2 << 10

// mutants decodes count mutants of the golden vectors that end at an unreadable page. Where a vector has more mutants
// than its share, some are drawn, but every prefix of a vector of up to 2 KiB; where all have fewer, what is left of
// count are random ones.
func mutants(r *run) []figure {
	all := vectors(r.part)
	have := make([]int, len(all))
	for i := range all {
		d := newDamaged(all[i].wire)
		have[i] = d.len()
	}
	share := shares(r.count, have)
	whole := 0
	rest := r.count
	for i := range all {
		rest -= share[i]
		if share[i] == have[i] {
			whole++
		}
	}
	var total tally
	next := make(chan int)
	var feed sync.WaitGroup
	feed.Go(func() {
		for i := range all {
			next <- i
		}
		close(next)
	})
	r.together(func(int) {
		m := mutator{run: r, guard: wiretest.NewGuard(inCommand{}, 1<<18)}
		for i := range next {
			m.begin(&all[i], i)
			m.systematic(share[i])
			m.random(rest / len(all))
		}
		total.add(&m.tally)
	})
	feed.Wait()
	return []figure{r.figure(figure{
		Key: "mutants", Row: 5,
		Name:    "mutants of the golden vectors that end at an unreadable page: panics, faults, prefixes that are accepted",
		Goal:    "0 of ≥ 10^8",
		Figure:  fmt.Sprintf("%d of %.1f × 10^%d", r.failed, mantissa(total.all), exponent(total.all)),
		Met:     r.failed == 0 && (r.quick || total.all >= 100_000_000) && total.accepted > 0,
		Counted: fmt.Sprintf("%s of %s, %s with all of their mutants; %s are proper prefixes, %s are accepted", plural(total.all, "mutant"), plural(len(all), "row"), count(whole), count(total.prefixes), count(total.accepted)),
		Note: "A row is a vector in a protocol and a form of its Go type. Mutants: every prefix; every byte value at every offset, which includes every bit flip, and before it; " +
			"1 to 8 bytes deleted at every offset; 21 extreme sizes over what is at every offset, and instead of 4 bytes there. Each in one of 7 modes, in turn. " +
			"What is accepted must be skipped to the same length; of one in 8 the value must encode to its Size, or, where the input is refused, be zero.",
	})}
}

// mantissa and exponent are n in powers of ten.
func mantissa(n int) float64 {
	m := float64(n)
	for m >= 10 {
		m /= 10
	}
	return m
}

func exponent(n int) (e int) {
	for ; n >= 10; n /= 10 {
		e++
	}
	return e
}

// tally is what was tried.
type tally struct {
	mu                      sync.Mutex
	all, prefixes, accepted int
}

func (t *tally) add(u *tally) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.all += u.all
	t.prefixes += u.prefixes
	t.accepted += u.accepted
}

// mutator tries the mutants of one vector after the other.
type mutator struct {
	*run
	tally
	guard *wiretest.Guard
	*vector
	damaged
	seed   uint64
	coders []coder
	used   []any // by mode: what earlier inputs were decoded into
	b      []byte
}

func (m *mutator) begin(v *vector, i int) {
	m.vector, m.seed = v, m.run.seed+uint64(i)
	m.damaged = newDamaged(v.wire)
	m.coders = m.inMode(v.t, v.p, codec.Limits{})
	m.used = make([]any, len(m.coders))
}

// systematic tries n of the vector's mutants.
func (m *mutator) systematic(n int) {
	total := m.damaged.len()
	if n == total {
		for i := range total {
			m.one(i)
		}
		return
	}
	if prefixes := m.ends[cutOff]; prefixes <= wholePrefixes {
		for i := range prefixes {
			m.one(i)
		}
		n -= prefixes
	}
	step := stride(total)
	i := int(m.seed % uint64(total))
	for range n {
		m.one(i)
		i = (i + step) % total
	}
}

func (m *mutator) one(i int) {
	b, kind := m.mutant(m.b[:0], i)
	m.b = b
	if kind == cutOff {
		m.prefixes++
	}
	m.try(b, kind == cutOff)
}

// random tries n random mutants.
func (m *mutator) random(n int) {
	if n <= 0 {
		return
	}
	for b := range wiretest.Mutations(m.vector.wire, rand.NewPCG(m.seed, 5).Uint64(), n) {
		m.try(b, false)
	}
}

// try decodes one input in the mode whose turn it is.
func (m *mutator) try(b []byte, prefix bool) {
	turn := m.all % len(modes)
	m.all++
	defer func() {
		if p := recover(); p != nil {
			m.used[turn] = nil
			m.fault("%s, %s: %s, input %s", m.name, modes[turn].name, recovered(p), inHex(b))
		}
	}()
	c := m.coders[turn]
	v := m.target(turn)
	src := m.guard.Put(b)
	n, err := c.Decode(src, v)
	if prefix && !errors.Is(err, codec.ErrTruncated) {
		m.fault("%s, %s: a prefix of %d of %d bytes gives %d, %v", m.name, modes[turn].name, len(b), len(m.vector.wire), n, err)
	}
	often := m.all%8 == 0
	if err != nil {
		if n != 0 || often && !reflect.ValueOf(v).Elem().IsZero() {
			m.fault("%s, %s: Decode = %d, %v, with a value that is not zero, input %s", m.name, modes[turn].name, n, err, inHex(b))
		}
		return
	}
	m.accepted++
	if passed := skip(m.p, src, depth); n != passed {
		m.fault("%s, %s: Decode = %d, skipping gives %d, input %s", m.name, modes[turn].name, n, passed, inHex(b))
	}
	if often {
		m.again(c, v, b)
	}
}

// target is what an input is decoded into: fresh where strings alias it, since it changes with the next one.
func (m *mutator) target(turn int) any {
	if v := m.used[turn]; v != nil {
		return v
	}
	v := reflect.New(m.t).Interface()
	if modes[turn].o.Strings != codec.Alias {
		m.used[turn] = v
	} else if modes[turn].o.Reuse {
		_, _ = m.coders[turn].Decode(m.vector.wire, v)
	}
	return v
}

// again encodes what was decoded of b.
func (m *mutator) again(c coder, v any, b []byte) {
	size, sizeErr := c.Size(v)
	out, err := c.Append(nil, v)
	if errors.Is(err, codec.ErrUnion) && errors.Is(sizeErr, codec.ErrUnion) {
		return
	}
	if err != nil || sizeErr != nil || size != len(out) {
		m.fault("%s: what was accepted gives %d bytes, %v; Size = %d, %v, input %s", m.name, len(out), err, size, sizeErr, inHex(b))
	}
}
