package walk

import "sync/atomic"

// Odds remembers whether trying something paid, for all goroutines: what
// mostly failed is tried only now and then. The zero Odds are good. They are
// written rarely once they are settled.
type Odds struct{ against atomic.Uint32 }

const (
	oddsLoss = 4  // what a failure weighs, a success 1
	oddsBad  = 32 // from here on one in oddsDice is tried
	oddsMost = 64
	oddsDice = 8
)

// Try reports whether it is worth a try. The low bits of dice should differ
// from one time to the next.
func (o *Odds) Try(dice int) bool {
	return o.against.Load() < oddsBad || dice&(oddsDice-1) == 0
}

// Lost and Won say what became of a try.
func (o *Odds) Lost() {
	if n := o.against.Load(); n < oddsMost {
		o.against.CompareAndSwap(n, min(n+oddsLoss, oddsMost))
	}
}

// Won is told of success.
func (o *Odds) Won() {
	if n := o.against.Load(); n > 0 {
		o.against.CompareAndSwap(n, n-1)
	}
}
