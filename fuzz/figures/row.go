package main

import (
	"encoding/hex"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
)

// row is a line or a few of the table: what one function measures.
type row struct {
	name string
	run  func(*run) []figure
	// full and quick are how many of its things it counts to.
	full, quick int
}

// rows are all that this command measures, in the order of the table.
var rows = []row{
	{"uncovered", uncovered, 1, 7},
	{"floods", floods, 1, 61},
	{"budget", budget, 1, 29},
	{"growth", growth, 4 << 20, 1 << 17},
	{"worst", worst, 4 << 20, 1 << 16},
	{"levels", levels, 101, 11},
	{"mutants", mutants, 120_000_000, 1_000_000},
	{"bugcases", bugcases, 0, 0},
	{"encode", encode, 1_000_000, 10_000},
	{"torn", torn, 1_000_000, 50_000},
	{"keeps", keeps, 1_000_000, 10_000},
	{"firstuse", firstUse, 1_000, 20},
}

// run is what a row runs with.
type run struct {
	seed    uint64
	count   int
	workers int
	quick   bool
	codec   maker     // makes the coders that are measured
	root    string    // the checkout
	log     io.Writer // progress

	part int // where it is not 0: of the vectors one in so many, of the malformed inputs so many

	mu     sync.Mutex
	faults []string // the first few
	failed int      // all of them
}

// manyFaults is how many are told.
const manyFaults = 20

// fault notes what went wrong.
func (r *run) fault(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed++; r.failed > manyFaults {
		return
	}
	text := fmt.Sprintf(format, args...)
	r.faults = append(r.faults, text)
	fmt.Fprintln(r.log, "FAULT:", text)
}

// longHex is how much of an input a fault shows from either end.
const longHex = 2048

func inHex(b []byte) string {
	if len(b) <= 2*longHex {
		return hex.EncodeToString(b)
	}
	return fmt.Sprintf("%x … %x (%d bytes)", b[:longHex], b[len(b)-longHex:], len(b))
}

// guarded runs f, and notes a panic or a fault of memory in it with the input. It reports whether there was none.
func (r *run) guarded(what string, input []byte, f func()) (ok bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			r.fault("%s: %s, input %s\n%s", what, recovered(p), inHex(input), debug.Stack())
			ok = false
		}
	}()
	f()
	return true
}

// recovered tells what a panic is: of a fault of memory, with the address.
func recovered(p any) string {
	if at, ok := p.(interface{ Addr() uintptr }); ok {
		return fmt.Sprintf("fault at address %#x", at.Addr())
	}
	return fmt.Sprintf("panic: %v", p)
}

// together runs f in as many goroutines as there are workers.
func (r *run) together(f func(worker int)) {
	var all sync.WaitGroup
	for i := range r.workers {
		all.Go(func() {
			defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
			f(i)
		})
	}
	all.Wait()
}

// figure returns one with what the run found wrong: it is met only where nothing was.
func (r *run) figure(f figure) figure {
	f.Faults = r.faults
	if r.failed > 0 {
		f.Met = false
		f.Figure = fmt.Sprintf("%s; %d faults", f.Figure, r.failed)
	}
	return f
}
