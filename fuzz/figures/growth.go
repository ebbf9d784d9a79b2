package main

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/miserwire/miser/codec"
)

// The length that growth begins with, the time below which one is too short to compare, and the time for each byte
// below which it is the memory that is measured.
const (
	firstLength = 1 << 16
	leastTime   = 2 * time.Millisecond
	leastByte   = 2 // ns
)

// mostGrowth is the goal for t(2n)/t(n).
const mostGrowth = 2.3

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
		Note: fmt.Sprintf("From %s on. Time of the process on all cores, the collector waiting meanwhile; the short input is done twice, so that both sides take as much memory; "+
			"less than 2 ns for a byte count as that. Medians of the quotients of 5 rounds, or 105 where these are above the goal. Most: %s. "+
			"A map of many keys is compared with one that plain Go fills, where it grows by more: %s.", size(firstLength), g.at, plural(g.plain, "pair")),
	})}
}

type grown struct {
	*run
	worst        float64
	at           string
	pairs, plain int
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
		short := []func(){w.do(g.run, h, p, once), w.do(g.run, h, p, bytes.Clone(once))}
		long := []func(){w.do(g.run, h, p, twice)}
		ok := g.guarded(what, twice, func() {
			g.pairs++
			got := g.ratio(short, long, once, twice)
			if h.plain != nil && got > mostGrowth {
				g.plain++
				one, other := h.plain(newWire(p), n), h.plain(newWire(p), n)
				got /= max(1, g.ratio([]func(){one, other}, []func(){h.plain(newWire(p), 2*n)}, once, twice)/2)
			}
			if got > g.worst {
				g.worst, g.at = got, what
			}
		})
		if !ok {
			return
		}
	}
}

// ratio returns t(2n)/t(n) for the lengths that the inputs really have. The short one is done twice, from two places and
// into two, so that both sides take as much memory: what a cache can hold does not show, nor what the system is asked for.
func (g *grown) ratio(short, long []func(), once, twice []byte) float64 {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // short inputs would never meet the collector
	inTurn(short, 1)()
	inTurn(long, 1)()
	often := 1
	if t := took(inTurn(long, 1)); t < leastTime {
		often = int(leastTime/max(t, time.Microsecond)) + 1
	}
	sides := []func(){inTurn(short, often), inTurn(long, often)}
	each := func(t time.Duration, n int) float64 { return max(leastByte, float64(t)/float64(often)/float64(n)) }
	var ratios []float64
	for _, rounds := range []int{5, 20, 80} {
		ts := alternate(rounds, runtime.GC, sides...)
		for i := range rounds {
			ratios = append(ratios, 2*each(ts[1][i], len(twice))/each(ts[0][i], 2*len(once)))
		}
		slices.Sort(ratios)
		if got := ratios[len(ratios)/2]; got <= mostGrowth {
			return got
		}
	}
	return ratios[len(ratios)/2]
}

// inTurn returns what does all of fs in turn, so often, each on a stack of its own, which is to grow anew.
func inTurn(fs []func(), often int) func() {
	return func() {
		for range often {
			for _, f := range fs {
				var done sync.WaitGroup
				done.Go(f)
				done.Wait()
			}
		}
	}
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
