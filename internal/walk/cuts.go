package walk

import (
	"cmp"
	"math"
	"slices"
	"sync"
)

// Cuts are the boundaries of entries that were encoded one after the other
// and are to be ordered. They come from a pool, with room for the sorting.
type Cuts struct {
	at      []int // where each entry begins, then where the last ends
	order   []int
	scratch []byte
}

// keptScratch bounds what the pool keeps of one sort.
const keptScratch = 64 << 10

var cutsPool = sync.Pool{New: func() any { return new(Cuts) }}

// NewCuts returns empty Cuts. Free gives them back.
func NewCuts() *Cuts {
	c := cutsPool.Get().(*Cuts)
	c.at = c.at[:0]
	return c
}

// Free returns c to the pool; c must not be used afterwards.
func (c *Cuts) Free() {
	if cap(c.scratch) <= keptScratch && cap(c.at) <= keptScratch/8 {
		cutsPool.Put(c)
	}
}

// Add marks the begin of the next entry.
func (c *Cuts) Add(n int) { c.at = append(c.at, n) }

// Sort orders the entries of b, the last of which ends at end, by compare,
// which is given each entry's bytes. It keeps nothing of b in c, since b may
// be on a stack.
func (c *Cuts) Sort(b []byte, end int, compare func(a, b []byte) int) {
	if len(c.at) < 2 {
		return
	}
	first := c.at[0]
	c.order = c.order[:0]
	for i := range c.at {
		c.order = append(c.order, i)
	}
	c.at = append(c.at, end)
	at := c.at
	slices.SortStableFunc(c.order, func(i, j int) int {
		return compare(b[at[i]:at[i+1]], b[at[j]:at[j+1]])
	})
	c.scratch = append(c.scratch[:0], b[first:end]...)
	n := first
	for _, i := range c.order {
		n += copy(b[n:], c.scratch[at[i]-first:at[i+1]-first])
	}
}

// CompareDouble orders doubles by value, and what is equal or not a number
// by its bits, so that the order is total.
func CompareDouble(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	x, y := int64(math.Float64bits(a)), int64(math.Float64bits(b))
	if x < 0 {
		x ^= math.MaxInt64
	}
	if y < 0 {
		y ^= math.MaxInt64
	}
	return cmp.Compare(x, y)
}
