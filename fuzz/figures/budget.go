package main

import (
	"fmt"
	"slices"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest/flood"
	"github.com/miserwire/miser/layout"
)

// budgets are values of Limits.Alloc.
var budgets = []int64{1, 1 << 16, 1 << 20}

// longFlood is longer than what any of them lets through.
const longFlood = 1 << 17

// mostOver is what the error of a decode may take, which is not charged.
const mostOver = 4 << 10

// budget measures what floods allocate under Limits.Alloc. One in count of the inputs is decoded, in all modes.
func budget(r *run) []figure {
	m := deluge{one: r.count}
	worst, ended, at := int64(0), 0, ""
	for _, s := range flood.Plans() {
		if slices.ContainsFunc(s.All(), func(s *layout.Struct) bool { return s.Init != nil }) {
			continue // what InitDefault allocates is not counted
		}
		m.each(s, []int{longFlood}, func(in input) {
			for _, most := range budgets {
				for i, c := range r.inMode(in.root.Go, in.p, codec.Limits{Alloc: most}) {
					got := m.takes(r, in, i, c)
					if got-most > mostOver {
						got = min(got, m.takes(r, in, i, c)) // the first time, types of arrays are made and pools filled
					}
					if got > most/2 {
						ended++
					}
					if over := got - most; over > worst {
						worst, at = over, fmt.Sprintf("%s, %s, with a limit of %s: %s bytes for an input of %s", in.what(), modes[i].name, count(int(most)), count(int(got)), count(len(in.src)))
					}
				}
			}
		})
	}
	return []figure{r.figure(figure{
		Key: "memory-limit", Row: 2,
		Name:    "memory beyond Limits.Alloc, but for the error",
		Goal:    "none",
		Figure:  fmt.Sprintf("%s bytes at most, the error included", count(int(worst))),
		Met:     worst <= mostOver && ended > 0,
		Counted: fmt.Sprintf("%s, of which %s took more than half of the limit", plural(m.decodes, "decode"), count(ended)),
		Note:    fmt.Sprintf("Limits of %v bytes; types without InitDefault, which is not counted. The error may take %s. Most: %s.", budgets, size(mostOver), at),
	})}
}
