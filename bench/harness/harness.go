// Package harness times contestants at the same work side by side.
//
// On a shared machine the noise of one second is not that of the next, so the
// contestants of a case take turns in windows of half a millisecond: what
// disturbs one disturbs its neighbours alike. A round is one window of each.
// A time is the median over the rounds; a ratio is the median of the ratios
// round by round. Both have quartiles.
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
	Size int         // bytes of one operation's encoding where it is not the case's
	Run  func(n int) // does the work n times
	// Check tells what is wrong with what Run(1) has just left of message i. A
	// contestant that has not run before begins with message 0.
	Check func(i int) error
}

// Case is one piece of work with those who do it.
type Case struct {
	Work  string // the workload: media-fixed
	Proto string // binary, compact; protobuf stands beside binary
	Op    string // encode, append-nil, decode, decode-reuse, skip, ...
	Size  int    // bytes of one message, the mean of varied ones; 0 where nothing is encoded

	// Messages is how many different ones a contestant takes in turn; 0 is one.
	Messages int

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

// Measure lets the contestants of c take turns. A turn is of whole rounds of
// the messages, so that all are measured at the same ones.
func Measure(c *Case, o Options) *Result {
	o = o.filled()
	if c.Prepare != nil {
		defer c.Prepare()()
	}
	runtime.GC()
	r := &Result{Work: c.Work, Proto: c.Proto, Op: c.Op, Size: c.Size}
	calls := make([]int, len(c.Contestants))
	var round time.Duration
	for i, p := range c.Contestants {
		per := warm(p.Run, o.Warm)
		calls[i] = whole(int(o.Window/per), c.Messages)
		round += time.Duration(calls[i]) * per
		m := Measured{Name: p.Name, Size: p.Size}
		m.Allocs, m.Bytes = allocations(p.Run, per, c.Messages)
		r.Contestants = append(r.Contestants, m)
	}
	r.Rounds = o.Rounds
	if o.Budget > 0 {
		r.Rounds = min(r.Rounds, max(o.Least, int(o.Budget/max(1, round))))
	}
	for n := range r.Rounds {
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

// whole returns n, or what is needed more to take each message equally often.
func whole(n, messages int) int {
	messages = max(1, messages)
	return max(1, (n+messages-1)/messages) * messages
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

// How long, and of how many operations, one count of allocations is at most,
// but for the whole messages.
const (
	countTime = 2 * time.Millisecond
	countMost = 256
)

// allocations returns the mean allocations and bytes of one operation over
// whole rounds of the messages, by a warm contestant that takes per for one.
// The runtime allocates a little too, so it is the least of three such means,
// each of the same messages.
func allocations(run func(int), per time.Duration, messages int) (allocs Mean, bytes uint64) {
	n := whole(min(countMost, int(countTime/per)), messages)
	leastAllocs, leastBytes := uint64(1<<63), uint64(1<<63)
	for range 3 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		run(n)
		runtime.ReadMemStats(&after)
		leastAllocs = min(leastAllocs, after.Mallocs-before.Mallocs)
		leastBytes = min(leastBytes, after.TotalAlloc-before.TotalAlloc)
	}
	return meanOf(leastAllocs, n), (leastBytes + uint64(n)/2) / uint64(n)
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
