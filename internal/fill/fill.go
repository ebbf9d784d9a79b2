// Package fill makes random values of struct types that are such as a Thrift
// program would hold, and so such as any peer can write: the plan of the type
// says what may be absent, which arm of a union, what an enum can be, and what a
// set must not hold twice.
//
// It makes zeros, defaults, extremes and absences more often than chance would,
// and now and then a large value. It always ends, also for types that hold
// themselves. What it makes depends on the source of chance alone.
//
// Read Make here, then structs.go and types.go; scalars.go has the leaves.
package fill

import (
	"fmt"
	"math/rand/v2"
	"reflect"

	"github.com/miserwire/miser/internal/equal"
	"github.com/miserwire/miser/layout"
)

// Rules say what a peer cannot write, or writes otherwise, beside what plans say.
type Rules struct {
	// NilStructs lets pointers to structs be nil where a field has default
	// requiredness, as well as where it is optional.
	NilStructs bool

	// Depth is how many structs and containers may nest, as far as required
	// fields leave a choice. 12 when 0.
	Depth int
}

// Filler makes values of one struct type. It is safe for concurrent use.
type Filler struct {
	rules   Rules
	plan    *layout.Struct
	values  *equal.Values
	structs map[*layout.Struct]*structFill
}

// New returns a Filler for the type of plan.
func New(plan *layout.Struct, rules Rules) (*Filler, error) {
	if rules.Depth == 0 {
		rules.Depth = 12
	}
	values, err := equal.Of(plan)
	if err != nil {
		return nil, err
	}
	f := &Filler{rules: rules, plan: plan, values: values, structs: map[*layout.Struct]*structFill{}}
	for _, s := range plan.All() {
		sf, err := f.newStruct(s)
		if err != nil {
			return nil, err
		}
		f.structs[s] = sf
	}
	f.settleHeights()
	for s, sf := range f.structs {
		if sf.height >= endless {
			return nil, fmt.Errorf("fill: no value of %s ends", s.Name)
		}
	}
	return f, nil
}

// Make returns a pointer to a new value whose maps have so many entries at most.
func (f *Filler) Make(r *rand.Rand, entries int) reflect.Value {
	m := &maker{Rand: r, Filler: f, entries: entries, budget: budget(r)}
	v := reflect.New(f.plan.Go)
	m.fillStruct(f.structs[f.plan], v.Elem(), 0)
	return v
}

// budget is about how many scalars a value will have.
func budget(r *rand.Rand) int {
	switch n := r.IntN(1000); {
	case n == 0:
		return 4000
	case n < 20:
		return 300
	case n < 200:
		return 60
	}
	return 12
}

// maker is the making of one value.
type maker struct {
	*rand.Rand
	*Filler
	entries int
	budget  int // what is left of it
	exact   int // inside of so many keys and sets, where == must tell values apart
}

// one returns true once in n times.
func (m *maker) one(n int) bool { return m.IntN(n) == 0 }

// tight reports whether a value at depth should be as small as it can be.
func (m *maker) tight(depth int) bool { return m.budget <= 0 || depth >= m.rules.Depth }
