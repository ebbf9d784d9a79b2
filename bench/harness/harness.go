// Package harness times contestants at the same work side by side.
//
// On a shared machine the noise of one second is not that of the next, so the
// contestants of a case take turns in windows of half a millisecond: what
// disturbs one disturbs its neighbours alike. A round is one window of each;
// a ratio is of the medians over all rounds, and its spread is the quartiles
// of the ratios round by round.
//
// It knows nothing of Thrift. Start with [Case] and [Measure].
package harness

import (
	"runtime"
	"slices"
	"time"
)

// Contestant is one way of doing a piece of work.
type Contestant struct {
	Name string
	Size int         // bytes of one operation's encoding, for ns per byte
	Run  func(n int) // does the work n times
}

// Case is one piece of work with those who do it.
type Case struct {
	Work  string // the workload: media-fixed
	Proto string // binary, compact; protobuf stands beside binary
	Op    string // encode, append-nil, decode, decode-reuse, skip, ...
	Size  int    // bytes of one message, the mean of varied ones

	Contestants []Contestant

	// Prepare, if set, runs before the case and returns what to run after it.
	Prepare func() (restore func())
}

// Name returns work/proto/op.
func (c *Case) Name() string { return c.Work + "/" + c.Proto + "/" + c.Op }

// Find returns the contestant of that name, nil if there is none.
func (c *Case) Find(name string) *Contestant {
	for i := range c.Contestants {
		if c.Contestants[i].Name == name {
			return &c.Contestants[i]
		}
	}
	return nil
}

// Options say how long to measure. The zero value is for a quick look.
type Options struct {
	Rounds int           // turns of each contestant; default 40
	Window time.Duration // one turn; default 500 µs
	Warm   time.Duration // work before the first turn, each; default 4 ms
	Budget time.Duration // of one case: fewer rounds, at least Least, when it would take longer; 0: none
	Least  int           // default 7
}

func (o Options) filled() Options {
	set := func(p *int, v int) {
		if *p == 0 {
			*p = v
		}
	}
	set(&o.Rounds, 40)
	set(&o.Least, 7)
	if o.Window == 0 {
		o.Window = 500 * time.Microsecond
	}
	if o.Warm == 0 {
		o.Warm = 4 * time.Millisecond
	}
	return o
}

// Measure lets the contestants of c take turns. The result's first contestant
// is the base of its ratios.
func Measure(c *Case, o Options) *Result {
	o = o.filled()
	if c.Prepare != nil {
		defer c.Prepare()()
	}
	runtime.GC()
	calls := make([]int, len(c.Contestants))
	var round time.Duration
	for i, p := range c.Contestants {
		per := warm(p.Run, o.Warm)
		calls[i] = int(max(1, o.Window/max(1, per)))
		round += time.Duration(calls[i]) * per
	}
	rounds := o.Rounds
	if o.Budget > 0 {
		rounds = min(rounds, max(o.Least, int(o.Budget/max(1, round))))
	}
	r := &Result{Work: c.Work, Proto: c.Proto, Op: c.Op, Size: c.Size, Rounds: rounds}
	for _, p := range c.Contestants {
		m := Measured{Name: p.Name, Size: p.Size, times: make([]float64, 0, rounds)}
		m.Allocs, m.Bytes = allocations(p.Run)
		r.Contestants = append(r.Contestants, m)
	}
	for n := range rounds {
		for k := range c.Contestants {
			i := (k + n) % len(c.Contestants) // nobody always follows the same neighbour's garbage
			m := &r.Contestants[i]
			start := time.Now()
			c.Contestants[i].Run(calls[i])
			m.times = append(m.times, float64(time.Since(start))/float64(calls[i]))
		}
	}
	r.summarize()
	return r
}

// warm runs for about d and returns the time of one operation. The first call,
// which may build plans and caches, does not count, and a batch that something
// else disturbed only makes the warm-up longer.
func warm(run func(int), d time.Duration) time.Duration {
	run(1)
	best := time.Duration(1 << 62)
	for n := 1; ; n *= 2 {
		start := time.Now()
		run(n)
		best = max(1, min(best, time.Since(start)/time.Duration(n)))
		if time.Duration(n)*best >= d/2 {
			return best
		}
	}
}

// allocations returns the allocations and bytes of one operation, of a warm
// contestant: the least of three tries, rounded down, since the runtime
// allocates a little too.
func allocations(run func(int)) (allocs, bytes uint64) {
	n := 1
	start := time.Now()
	run(1)
	if took := time.Since(start); took < 10*time.Microsecond {
		n = 64
	}
	allocs, bytes = 1<<63, 1<<63
	for range 3 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		run(n)
		runtime.ReadMemStats(&after)
		allocs = min(allocs, (after.Mallocs-before.Mallocs)/uint64(n))
		bytes = min(bytes, (after.TotalAlloc-before.TotalAlloc)/uint64(n))
	}
	return allocs, bytes
}

// Quantile returns the q-quantile of sorted values, of which there is one at
// least.
func Quantile(sorted []float64, q float64) float64 {
	return sorted[int(q*float64(len(sorted)-1)+0.5)]
}

func sortedCopy(v []float64) []float64 {
	v = slices.Clone(v)
	slices.Sort(v)
	return v
}
