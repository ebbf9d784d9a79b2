package walk

// Encoder is the state of one encode. It lives on the stack of codec's worker
// and is passed by pointer.
type Encoder struct {
	Fault
	Canonical bool // sort map and set entries
	Depth     int  // values that may nest below the root
	Vain      int  // bytes that assembly wrote before it gave up
	Plain     bool // for tests: no assembly
}

// Fast reports whether assembly may be tried at offset n: what it wrote in vain
// stays in proportion to what was written.
func (e *Encoder) Fast(n int) bool { return !e.Plain && e.Vain <= 2*n+vainBytes }

// vainBytes is what may be in vain at the start.
const vainBytes = 4 << 10
