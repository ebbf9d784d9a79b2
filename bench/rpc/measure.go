package rpc

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Scenario is a workload with the way that the client calls.
type Scenario struct {
	Work  string `json:"work"` // of a Workload
	Conns int    `json:"conns"`
	Depth int    `json:"depth"` // calls under way on each connection
}

// Scenarios returns what is measured.
func Scenarios() []Scenario {
	return []Scenario{
		{media, 1, 1},
		{media, 64, 1},
		{small, 1, 1},
		{small, 64, 1},
		{mediaVaried, 64, 1},
		{media, 1, 16},
		{small, 1, 16},
	}
}

// Options say how long to measure.
type Options struct {
	Rounds  int           // turns of each server in each scenario
	Window  time.Duration // one turn
	Warm    time.Duration // before the first turn
	Least   int           // calls of each connection in a turn, however long they take
	GOGC    int           // of the servers
	Profile string        // where the CPU profile of our own server goes, if anywhere

	// Progress, if set, is told about each scenario.
	Progress func(*Result)
}

// Measure starts all servers and lets them take turns in every scenario: a
// round is a window of each, and every round begins with another one. A wrong
// reply is an error.
func Measure(ctx context.Context, o Options) (results []*Result, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the processes that stop did not
	var running []*process
	defer func() {
		for _, p := range running {
			err = errors.Join(err, p.stop())
		}
	}()
	for _, s := range Servers() {
		profile := ""
		if s.Name == Miser {
			profile = o.Profile
		}
		p, err := start(ctx, s, o.GOGC, profile)
		if err != nil {
			return nil, err
		}
		running = append(running, p)
	}
	for _, s := range Scenarios() {
		r, err := s.measure(running, o)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name(), err)
		}
		results = append(results, r)
		if o.Progress != nil {
			o.Progress(r)
		}
	}
	return results, nil
}

// Name returns the scenario in words.
func (s Scenario) Name() string {
	name := fmt.Sprintf("%s, %d connections", s.Work, s.Conns)
	if s.Conns == 1 {
		name = s.Work + ", 1 connection"
	}
	if s.Depth > 1 {
		name += fmt.Sprintf(", %d calls at once", s.Depth)
	}
	return name
}

// measure lets the servers take turns.
func (s Scenario) measure(running []*process, o Options) (*Result, error) {
	w := find(s.Work)
	r := &Result{Scenario: s, Size: w.Size(), Rounds: o.Rounds}
	var all []*turns
	for _, p := range running {
		cs, err := dial(p.addr, w, p.server.Protocol, s.Conns, s.Depth)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.server.Name, err)
		}
		defer cs.close()
		if _, err := cs.window(o.Warm, max(o.Least, len(w.wires[p.server.Protocol].exchanges))); err != nil {
			return nil, fmt.Errorf("%s: %w", p.server.Name, err)
		}
		all = append(all, &turns{process: p, callers: cs})
	}
	for n := range o.Rounds {
		for k := range all {
			t := all[(k+n)%len(all)] // nobody always follows the same neighbour
			if err := t.take(o); err != nil {
				return nil, fmt.Errorf("%s: %w", t.process.server.Name, err)
			}
		}
	}
	for i, t := range all {
		if r.Servers = append(r.Servers, t.measured()); i > 0 {
			r.Against = append(r.Against, all[0].against(t)) // ours is the first
		}
	}
	return r, nil
}
