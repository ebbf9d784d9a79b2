package main

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/layout"
)

// manyLevels is how deep the attack nests.
const manyLevels = 1_000_000

// mostDepth is what it may take.
const mostDepth = time.Millisecond

// levels measures the longest that an input of 10^6 levels takes, by the clock on the wall: the median of count runs.
func levels(r *run) []figure {
	longest, inputs := time.Duration(0), 0
	at := ""
	h := hostile{t: reflect.TypeFor[hostileChain]()}
	for _, p := range protocols {
		for _, attack := range []struct {
			name string
			fill func(w *wire)
		}{
			{"a struct in a struct", func(w *wire) { w.field(layout.KindStruct, 1) }},
			{"a struct in a list", func(w *wire) {
				w.field(layout.List, 2)
				w.list(layout.KindStruct, 1)
			}},
			{"an unknown struct in one", func(w *wire) { w.field(layout.KindStruct, 9) }},
			{"an unknown map in a struct", func(w *wire) {
				w.field(layout.Map, 9)
				w.entries(layout.I8, layout.KindStruct, 1)
				w.i8(1)
			}},
		} {
			w := newWire(p)
			for range manyLevels {
				attack.fill(w)
				w.last[0] = 0
			}
			for _, work := range works {
				inputs++
				what := fmt.Sprintf("%s, %v, %s", attack.name, p, work.name)
				r.guarded(what, w.b[:64], func() {
					f := work.do(r, &h, p, w.b)
					ts := make([]time.Duration, r.count)
					for i := range ts {
						start := time.Now()
						f()
						ts[i] = time.Since(start)
					}
					slices.Sort(ts)
					if t := ts[len(ts)/2]; t > longest {
						longest, at = t, what
					}
				})
			}
			for _, c := range r.inMode(h.t, p, codec.Limits{}) {
				if _, err := c.Decode(w.b, reflect.New(h.t).Interface()); err == nil {
					r.fault("%s, %v: 10^6 levels are accepted", attack.name, p)
				}
			}
		}
	}
	return []figure{r.figure(figure{
		Key: "time-levels", Row: 3,
		Name:    "time for an attack of 10^6 levels",
		Goal:    "< 1 ms",
		Figure:  fmt.Sprintf("%.1f µs", float64(longest)/float64(time.Microsecond)),
		Met:     longest < mostDepth && inputs > 0,
		Counted: fmt.Sprintf("%s, each the median of %d", plural(inputs, "attack"), r.count),
		Note:    fmt.Sprintf("By the clock on the wall. Longest: %s.", at),
	})}
}
