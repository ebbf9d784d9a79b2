package peers

import (
	"bytes"

	"github.com/segmentio/encoding/thrift"
)

// Segmentio is the one contestant of segmentio/encoding. Its Binary protocol
// is not Apache's, so it takes part in Compact only, and not where doubles
// occur, which it writes in the wrong byte order.
const Segmentio = "segmentio"

// AddSegmentio adds segmentio/encoding on a struct of package seg.
func AddSegmentio[T, E any](s *Set) {
	wire := s.Wire[Compact]
	p := &thrift.CompactProtocol{}
	vs := make([]*T, len(wire))
	for i, b := range wire {
		vs[i] = new(T)
		must(thrift.Unmarshal(p, b, vs[i]))
	}
	buf := bytes.NewBuffer(make([]byte, 0, 2*longest(wire)))
	enc := thrift.NewEncoder(p.NewWriter(buf))
	t := turn{n: len(vs)}
	s.add(Compact, Encode, Segmentio, func(n int) {
		for range n {
			buf.Reset()
			must(enc.Encode(vs[t.next()]))
		}
	})
	s.add(Compact, AppendNil, Segmentio, func(n int) {
		for range n {
			b, err := thrift.Marshal(p, vs[t.next()])
			must(err)
			SinkBytes = b
		}
	})
	s.add(Compact, Decode, Segmentio, segmentioRead[T](wire))
	s.add(Compact, Skip, Segmentio, segmentioRead[E](wire))
	s.prove(Proof{Peer: Segmentio, Proto: Compact,
		Encode: func(i int) ([]byte, error) { return thrift.Marshal(p, vs[i]) },
		Decode: func(b []byte) ([]byte, error) {
			v := new(T)
			if err := thrift.Unmarshal(p, b, v); err != nil {
				return nil, err
			}
			return canon(v)
		},
	})
}

func segmentioRead[T any](wire [][]byte) func(int) {
	rd := bytes.NewReader(nil)
	dec := thrift.NewDecoder((&thrift.CompactProtocol{}).NewReader(rd))
	t := turn{n: len(wire)}
	return func(n int) {
		for range n {
			rd.Reset(wire[t.next()])
			v := new(T)
			must(dec.Decode(v))
			Sink = v
		}
	}
}
