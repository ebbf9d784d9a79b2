package walk

// Encoder is the state of one encode. It lives on the stack of codec's worker
// and is passed by pointer.
type Encoder struct {
	Fault
	Canonical bool // sort map and set entries
	Depth     int  // values that may nest below the root
	From      int  // the offset from which on assembly may begin: it gave up there
	Plain     bool // for tests: no assembly
}
