// Package peers drives miser and every other library through the same work.
//
// Each file is one library: it adds its contestants to a [Set], the cases of
// one workload, and with each a proof of what it writes and reads, which the
// agreement test holds against the others. Every contestant has a loop of its
// own, so that none pays for an indirect call per message.
package peers

import (
	"github.com/miserwire/miser/bench/harness"
	"github.com/miserwire/miser/codec"
)

// The protocols and directions of a case.
const (
	Binary  = "binary"
	Compact = "compact"

	Encode      = "encode"       // into a buffer that is large enough
	AppendNil   = "append-nil"   // into memory of its own
	Size        = "size"         // the length alone
	Decode      = "decode"       // into a fresh object
	DecodeReuse = "decode-reuse" // into the object of the call before
	Skip        = "skip"         // into a struct that knows no field
	Project     = "project"      // into a struct that names three fields
)

// Sink keeps decoded objects from being optimised away.
var Sink any

// SinkBytes keeps encodings, SinkInt sums.
var (
	SinkBytes []byte
	SinkInt   int
)

// Proof is what one contestant makes of the messages of a workload.
type Proof struct {
	Peer, Proto string
	// Encode returns message i as this peer writes it.
	Encode func(i int) ([]byte, error)
	// Decode reads b and returns the value in the canonical Binary form.
	Decode func(b []byte) ([]byte, error)
	// Except reports the messages that this peer writes in other bytes, each
	// for a reason given where it is set.
	Except func(i int) bool
}

// Set is the cases of one workload. Wire holds the messages as Apache Thrift
// writes them, by protocol.
type Set struct {
	Work   string
	Wire   map[string][][]byte
	Cases  []*harness.Case
	Proofs []Proof
}

// add enters a contestant. Contestants of one case stand in the order in
// which they were added.
func (s *Set) add(proto, op, name string, run func(int)) {
	s.addSize(proto, op, name, 0, run)
}

// addSize is add for a peer whose encoding has another length.
func (s *Set) addSize(proto, op, name string, size int, run func(int)) {
	p := harness.Contestant{Name: name, Size: size, Run: run}
	for _, c := range s.Cases {
		if c.Proto == proto && c.Op == op {
			c.Contestants = append(c.Contestants, p)
			return
		}
	}
	c := &harness.Case{Work: s.Work, Proto: proto, Op: op, Size: mean(s.Wire[proto])}
	c.Contestants = append(c.Contestants, p)
	s.Cases = append(s.Cases, c)
}

func (s *Set) prove(p Proof) { s.Proofs = append(s.Proofs, p) }

func mean(wire [][]byte) int {
	sum := 0
	for _, b := range wire {
		sum += len(b)
	}
	return sum / max(1, len(wire))
}

func longest(wire [][]byte) int {
	n := 0
	for _, b := range wire {
		n = max(n, len(b))
	}
	return n
}

// turn goes round the messages of a workload.
type turn struct{ i, n int }

func (t *turn) next() int {
	i := t.i
	if t.i++; t.i == t.n {
		t.i = 0
	}
	return i
}

// canon returns v in the canonical Binary form: maps in the order of their keys.
func canon[T any](v *T) ([]byte, error) {
	c, err := codec.New[T](codec.Binary, codec.Options{Canonical: true})
	if err != nil {
		return nil, err
	}
	return c.Append(nil, v)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
