package main

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"slices"
	"time"

	"github.com/miserwire/miser/codec"
)

// The lengths that growth begins with, and the time below which one is too short to compare.
const (
	firstLength = 1 << 16
	leastTime   = 2 * time.Millisecond
)

// mostGrowth is the goal for t(2n)/t(n).
const mostGrowth = 2.3

// attempts are how often more a pair of lengths is measured that seems to grow too much. Then the least times are
// compared: what else the machine does only ever adds to them.
const attempts = 4

// work is one thing to be done to hostile inputs.
type work struct {
	name string
	// do returns what does it to src; t is the type that it is of.
	do func(r *run, h *hostile, p codec.Protocol, src []byte) func()
}

// works are all things that are done to an input.
var works = []work{
	{"decode", decodeIn(0)},
	{"decode own", decodeIn(1)},
	{"decode reuse alias", decodeIn(5)},
	{"skip", func(_ *run, h *hostile, p codec.Protocol, src []byte) func() {
		return func() { skip(p, src, max(depth, h.depth)) }
	}},
	{"stream", func(_ *run, h *hostile, p codec.Protocol, src []byte) func() {
		return func() {
			in := codec.NewReader(onlyReader{bytes.NewReader(src)}, codec.Limits{Depth: h.depth})
			_, _ = in.Struct(p)
		}
	}},
}

// onlyReader hides what else a reader can do.
type onlyReader struct{ io.Reader }

func decodeIn(mode int) func(*run, *hostile, codec.Protocol, []byte) func() {
	return func(r *run, h *hostile, p codec.Protocol, src []byte) func() {
		o := modes[mode].o
		o.Limits.Depth = h.depth
		c := r.codec(h.t, p, o)
		v := reflect.New(h.t).Interface()
		return func() {
			if !o.Reuse {
				v = reflect.New(h.t).Interface()
			}
			_, _ = c.Decode(src, v)
		}
	}
}

// growth measures by what the time grows when a hostile input of up to count bytes doubles.
func growth(r *run) []figure {
	g := grown{run: r}
	for i := range hostiles {
		h := &hostiles[i]
		for _, p := range protocols {
			for _, w := range works {
				g.double(h, p, w)
			}
		}
	}
	return []figure{r.figure(figure{
		Key: "time-growth", Row: 3,
		Name:    fmt.Sprintf("time for twice the input, %d hostile generators up to %s", len(hostiles), size(r.count)),
		Goal:    fmt.Sprintf("≤ %.1f times", mostGrowth),
		Figure:  fmt.Sprintf("%.2f times at most", g.worst),
		Met:     g.worst <= mostGrowth && g.pairs > 0,
		Counted: fmt.Sprintf("%s of lengths", plural(g.pairs, "pair")),
		Note: fmt.Sprintf("Time of the process on all cores, the collector's included: medians of interleaved runs. Most: %s. "+
			"Of a pair that grows by more, the least times of up to %d more runs are compared; there were %d.", g.at, 5*attempts, g.again),
	})}
}

type grown struct {
	*run
	worst        float64
	at           string
	pairs, again int
}

// double measures one work for one generator, at lengths that double.
func (g *grown) double(h *hostile, p codec.Protocol, w work) {
	most := g.count
	if h.most > 0 {
		most = min(most, h.most)
	}
	for n := firstLength; 2*n <= most; n *= 2 {
		what := fmt.Sprintf("%s, %v, %s, %s", h.name, p, w.name, size(2*n))
		once, twice := h.input(newWire(p), n), h.input(newWire(p), 2*n)
		fs := []func(){w.do(g.run, h, p, once), w.do(g.run, h, p, twice)}
		ok := g.guarded(what, twice, func() {
			g.pairs++
			if got := g.ratio(fs, once, twice); got > g.worst {
				g.worst, g.at = got, what
			}
		})
		if !ok {
			return
		}
	}
}

// ratio returns t(2n)/t(n) for the lengths that the inputs really have.
func (g *grown) ratio(fs []func(), once, twice []byte) float64 {
	runtime.GC()
	for _, f := range fs {
		f()
	}
	often := 1
	if t := took(fs[0]); t < leastTime {
		often = int(leastTime/max(t, time.Microsecond)) + 1
	}
	row := make([]func(), len(fs))
	for i, f := range fs {
		row[i] = func() {
			for range often {
				f()
			}
		}
	}
	of := func(ts []time.Duration) float64 {
		return float64(ts[1]) / float64(max(ts[0], 1)) * 2 * float64(len(once)) / float64(len(twice))
	}
	got := of(medians(alternate(5, row...)))
	if got <= mostGrowth {
		return got
	}
	g.again++
	all := make([][]time.Duration, len(row))
	for i := 0; i < attempts && got > mostGrowth; i++ {
		for k, ts := range alternate(5, row...) {
			all[k] = append(all[k], ts...)
		}
		got = of([]time.Duration{slices.Min(all[0]), slices.Min(all[1])})
	}
	return got
}

// size is a number of bytes for people.
func size(n int) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return plural(n, "byte")
}
