// Package hand is MediaContent encoded and decoded by hand: plain Go without
// unsafe, as a generator of specialised code would write it. It is the measure
// for the walkers in codec's benchmarks, and knows nothing of plans.
//
// It trusts its input no more than the walkers do, but supports only what the
// object needs: fields may come in any order, unknown ones are refused.
package hand
