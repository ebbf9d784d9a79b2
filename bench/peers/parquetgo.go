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
	addParquetGoEncode(s, vs, 0, s.wrote)
	check := readSunk[T](s, Compact)
	s.add(Compact, Decode, ParquetGo, parquetGoRead[T](wire), check)
	s.add(Compact, Decode, ParquetGoAlias, parquetGoAlias[T](wire), check)
	addParquetGoSkip[E](s)
}

// addParquetGoEncode adds what writes vs, in size bytes on average if that is
// not the length of what Apache writes.
func addParquetGoEncode[T any](s *Set, vs []*T, size int, encoded wrote) {
	p := &thrift.CompactProtocol{}
	buf := bytes.NewBuffer(make([]byte, 0, 2*longest(s.Wire[Compact])))
	enc := thrift.NewEncoder(p.NewWriter(buf))
	t := turn{n: len(vs)}
	s.addSize(Compact, Encode, ParquetGo, size, func(n int) {
		for range n {
			buf.Reset()
			must(enc.Encode(vs[t.next()]))
		}
	}, encoded(Compact, buf.Bytes))
	u := turn{n: len(vs)}
	s.addSize(Compact, AppendNil, ParquetGo, size, func(n int) {
		for range n {
			b, err := thrift.Marshal(p, vs[u.next()])
			must(err)
			SinkBytes = b
		}
	}, encoded(Compact, sunk))
}

func addParquetGoSkip[E any](s *Set) {
	s.add(Compact, Skip, ParquetGo, parquetGoRead[E](s.Wire[Compact]), s.left(Compact, func(b []byte) (int, error) {
		r := (&thrift.CompactProtocol{}).NewReaderFromBytes(b)
		err := thrift.NewDecoder(r).Decode(new(E))
		return len(b) - r.BytesRead(), err
	}))
}

// parquetGoAlias reads what points into the input.
func parquetGoAlias[T any](wire [][]byte) func(int) {
	r := (&thrift.CompactProtocol{}).NewReaderFromBytes(nil)
	dec := thrift.NewDecoder(r)
	t := turn{n: len(wire)}
	return func(n int) {
		for range n {
			v := new(T)
			r.ResetBytes(wire[t.next()])
			must(dec.Decode(v))
			Sink = v
		}
	}
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
