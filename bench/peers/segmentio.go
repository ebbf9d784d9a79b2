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
	}, s.wrote(Compact, buf.Bytes))
	u := turn{n: len(vs)}
	s.add(Compact, AppendNil, Segmentio, func(n int) {
		for range n {
			b, err := thrift.Marshal(p, vs[u.next()])
			must(err)
			SinkBytes = b
		}
	}, s.wrote(Compact, sunk))
	s.add(Compact, Decode, Segmentio, segmentioRead[T](wire), readSunk[T](s, Compact))
	s.add(Compact, Skip, Segmentio, segmentioRead[E](wire), s.left(Compact, func(b []byte) (int, error) {
		rd := bytes.NewReader(b)
		err := thrift.NewDecoder(p.NewReader(rd)).Decode(new(E))
		return rd.Len(), err
	}))
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
