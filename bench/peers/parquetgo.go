package peers

import (
	"bytes"

	"github.com/parquet-go/parquet-go/encoding/thrift"
)

// Names of the contestants of parquet-go's thrift package, Compact only.
const (
	ParquetGo      = "parquet-go"       // Encoder; Unmarshal, which copies the input once
	ParquetGoAlias = "parquet-go-alias" // strings point into the input
)

// AddParquetGo adds parquet-go's encoding/thrift on a struct of package seg.
func AddParquetGo[T, E any](s *Set) {
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
	s.add(Compact, Encode, ParquetGo, func(n int) {
		for range n {
			buf.Reset()
			must(enc.Encode(vs[t.next()]))
		}
	})
	s.add(Compact, AppendNil, ParquetGo, func(n int) {
		for range n {
			b, err := thrift.Marshal(p, vs[t.next()])
			must(err)
			SinkBytes = b
		}
	})
	s.add(Compact, Decode, ParquetGo, parquetGoRead[T](wire))
	s.add(Compact, Skip, ParquetGo, parquetGoRead[E](wire))
	r := p.NewReaderFromBytes(nil)
	dec := thrift.NewDecoder(r)
	s.add(Compact, Decode, ParquetGoAlias, func(n int) {
		for range n {
			v := new(T)
			r.ResetBytes(wire[t.next()])
			must(dec.Decode(v))
			Sink = v
		}
	})
	s.prove(Proof{Peer: ParquetGo, Proto: Compact,
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

func parquetGoRead[T any](wire [][]byte) func(int) {
	p := &thrift.CompactProtocol{}
	t := turn{n: len(wire)}
	return func(n int) {
		for range n {
			v := new(T)
			must(thrift.Unmarshal(p, wire[t.next()], v))
			Sink = v
		}
	}
}
