// Package peers drives miser and every other library through the same work.
//
// Each file is one library: it adds its contestants to a [Set], the cases of
// one workload, each with a check of what it has just written or read, which
// the agreement test runs. Every contestant has a loop of its own, so that none
// pays for an indirect call per message.
package peers

import "github.com/miserwire/miser/bench/harness"

// The protocols and directions of a case.
const (
	Binary   = "binary"
	Compact  = "compact"
	Protobuf = "protobuf" // stands beside Binary, in a Set's Wire alone

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

// SinkBytes keeps encodings, SinkInt sums, lengths and bytes used.
var (
	SinkBytes []byte
	SinkInt   int
)

// Aliasing are the contestants whose values point into their input.
var Aliasing = []string{MiserAlias, MiserReuse, ParquetGoAlias, VTProtoAlias, HyperpbReuse, Hand}

// Set is the cases of one workload. Wire holds the messages as Apache Thrift
// writes them, by protocol, and those of Protocol Buffers.
type Set struct {
	Work  string
	Wire  map[string][][]byte
	Cases []*harness.Case

	maps   bool // there are maps, whose order is anyone's choice
	value  func(proto string, b []byte) ([]byte, error)
	values map[string][][]byte // of Wire, as far as anyone asked
}

// add enters a contestant with a check of its work. Contestants of one case
// stand in the order in which they were added.
func (s *Set) add(proto, op, name string, run func(int), check func(i int) error) {
	s.addSize(proto, op, name, 0, run, check)
}

// addSize is add for a peer whose encoding has another length.
func (s *Set) addSize(proto, op, name string, size int, run func(int), check func(i int) error) {
	p := harness.Contestant{Name: name, Size: size, Run: run, Check: check}
	for _, c := range s.Cases {
		if c.Proto == proto && c.Op == op {
			c.Contestants = append(c.Contestants, p)
			return
		}
	}
	c := &harness.Case{Work: s.Work, Proto: proto, Op: op, Size: mean(s.Wire[proto]), Messages: len(s.Wire[proto])}
	c.Contestants = append(c.Contestants, p)
	s.Cases = append(s.Cases, c)
}

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

func must(err error) {
	if err != nil {
		panic(err)
	}
}
