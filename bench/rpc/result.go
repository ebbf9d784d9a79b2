package rpc

import (
	"slices"
	"time"

	"github.com/miserwire/miser/bench/harness"
)

// Result is a measured scenario.
type Result struct {
	Scenario
	Size    int         `json:"size"` // of a call's frame in Binary
	Rounds  int         `json:"rounds"`
	Servers []*Measured `json:"servers"`
	Against []*Against  `json:"against"`
}

// Spread is a median over the rounds with its quartiles.
type Spread = harness.Ratio

// Measured is what one server did. All but Calls and RPS is for one call.
type Measured struct {
	Server string `json:"server"`
	Calls  int    `json:"calls"`
	RPS    Spread `json:"rps"` // calls per second
	P50    Spread `json:"p50_us"`
	P99    Spread `json:"p99_us"`
	CPU    Spread `json:"cpu_us"` // of the server's process
	Allocs Spread `json:"allocs"`
	Bytes  Spread `json:"bytes"` // allocated
}

// Against is our server against another: ratios over the rounds.
type Against struct {
	Server string `json:"server"`
	RPS    Spread `json:"rps"`
	P99    Spread `json:"p99"`
	CPU    Spread `json:"cpu"`
}

// Find returns what a server did, nil if it was not there.
func (r *Result) Find(server string) *Measured {
	if i := slices.IndexFunc(r.Servers, func(m *Measured) bool { return m.Server == server }); i >= 0 {
		return r.Servers[i]
	}
	return nil
}

// To returns the ratios to a server, nil if it was not there.
func (r *Result) To(server string) *Against {
	if i := slices.IndexFunc(r.Against, func(a *Against) bool { return a.Server == server }); i >= 0 {
		return r.Against[i]
	}
	return nil
}

// rounds are the figures of a server, round by round.
type rounds struct{ rps, p50, p99, cpu, allocs, bytes []float64 }

// turns are those of one server in one scenario.
type turns struct {
	process *process
	callers callers
	calls   int
	rounds
}

// take measures one window.
func (t *turns) take(o Options) error {
	before, err := t.process.usage()
	if err != nil {
		return err
	}
	took, err := t.callers.window(o.Window, o.Least)
	if err != nil {
		return err
	}
	after, err := t.process.usage()
	if err != nil {
		return err
	}
	micros := t.callers.latencies()
	n := float64(len(micros))
	t.calls += len(micros)
	t.rps = append(t.rps, n/took.Seconds())
	t.p50 = append(t.p50, harness.Quantile(micros, .5))
	t.p99 = append(t.p99, harness.Quantile(micros, .99))
	t.cpu = append(t.cpu, float64(after.cpu-before.cpu)/float64(time.Microsecond)/n)
	t.allocs = append(t.allocs, float64(after.mallocs-before.mallocs)/n)
	t.bytes = append(t.bytes, float64(after.bytes-before.bytes)/n)
	return nil
}

// measured returns what all turns say.
func (t *turns) measured() *Measured {
	q := harness.Quartiles
	return &Measured{t.process.server.Name, t.calls, q(t.rps), q(t.p50), q(t.p99), q(t.cpu), q(t.allocs), q(t.bytes)}
}

// against returns the ratios of t to other.
func (t *turns) against(other *turns) *Against {
	q := harness.CompareRounds
	return &Against{other.process.server.Name, q(t.rps, other.rps), q(t.p99, other.p99), q(t.cpu, other.cpu)}
}
