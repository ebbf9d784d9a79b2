package walk

import "sync"

var scratchPool = sync.Pool{New: func() any { return new([]byte) }}

// Scratch returns an empty slice from a pool, for bytes that are measured and
// then forgotten. PutScratch gives it back.
func Scratch() *[]byte { return scratchPool.Get().(*[]byte) }

// PutScratch returns b to the pool, unless it has become large.
func PutScratch(b *[]byte) {
	if cap(*b) <= keptScratch {
		*b = (*b)[:0]
		scratchPool.Put(b)
	}
}
