package peers

import (
	"github.com/cloudwego/frugal"
	"github.com/cloudwego/gopkg/protocol/thrift"
)

// Names of cloudwego's contestants, which know Binary only.
const (
	Fastgo     = "fastgo"      // FastAppend; FastRead
	FastgoSize = "fastgo+size" // BLength first, as kitex has to
	FastgoSpan = "fastgo-span" // FastRead with gopkg's span cache for strings
	Marshal    = "fastmarshal" // gopkg's FastMarshal: size, allocate, write
	Frugal     = "frugal"      // EncodeObject; DecodeObject
	FrugalSize = "frugal+size" // EncodedSize first, as frugal's users have to
)

// FastStruct is a pointer to a T that thriftgo's fastgo generated.
type FastStruct[T any] interface {
	*T
	thrift.FastCodec
	FastAppend(b []byte) []byte
}

// AddCloudwego adds the generated code of kitex and frugal, on the objects that
// miser has.
func AddCloudwego[T, E any, P FastStruct[T], Q FastStruct[E]](s *Set, vs []*T) {
	addFastgoEncode[T, P](s, vs)
	addFastgoDecode[T, P](s)
	addFrugalEncode(s, vs)
	addFrugalDecode[T](s)
	wire := s.Wire[Binary]
	f := turn{n: len(wire)}
	s.add(Binary, Skip, Fastgo, func(n int) {
		for range n {
			v := Q(new(E))
			m, err := v.FastRead(wire[f.next()])
			must(err)
			Sink, SinkInt = v, m
		}
	}, s.used(Binary))
	t := turn{n: len(wire)}
	s.add(Binary, Skip, Frugal, func(n int) {
		for range n {
			v := new(E)
			m, err := frugal.DecodeObject(wire[t.next()], v)
			must(err)
			Sink, SinkInt = v, m
		}
	}, s.used(Binary))
}

func addFastgoEncode[T any, P FastStruct[T]](s *Set, vs []*T) {
	buf := make([]byte, 0, 2*longest(s.Wire[Binary]))
	check := s.wrote(Binary, sunk)
	t := turn{n: len(vs)}
	s.add(Binary, Encode, Fastgo, func(n int) {
		for range n {
			SinkBytes = P(vs[t.next()]).FastAppend(buf)
		}
	}, check)
	z := turn{n: len(vs)}
	s.add(Binary, Encode, FastgoSize, func(n int) {
		for range n {
			v := P(vs[z.next()])
			if v.BLength() > cap(buf) {
				panic("fastgo: buffer too short")
			}
			SinkBytes = v.FastAppend(buf)
		}
	}, check)
	m := turn{n: len(vs)}
	s.add(Binary, AppendNil, Marshal, func(n int) {
		for range n {
			SinkBytes = thrift.FastMarshal(P(vs[m.next()]))
		}
	}, check)
	l := turn{n: len(vs)}
	s.add(Binary, Size, Fastgo, func(n int) {
		for range n {
			SinkInt = P(vs[l.next()]).BLength()
		}
	}, s.sized(Binary))
}

func addFastgoDecode[T any, P FastStruct[T]](s *Set) {
	wire := s.Wire[Binary]
	read := func(t *turn) func(int) {
		return func(n int) {
			for range n {
				v := new(T)
				_, err := P(v).FastRead(wire[t.next()])
				must(err)
				Sink = v
			}
		}
	}
	s.add(Binary, Decode, Fastgo, read(&turn{n: len(wire)}), readSunk[T](s, Binary))
	span := read(&turn{n: len(wire)})
	s.add(Binary, Decode, FastgoSpan, func(n int) {
		thrift.SetSpanCache(true)
		span(n)
		thrift.SetSpanCache(false)
	}, readSunk[T](s, Binary))
	t := turn{n: len(wire)}
	kept := new(T)
	s.add(Binary, DecodeReuse, Fastgo, func(n int) {
		for range n {
			_, err := P(kept).FastRead(wire[t.next()])
			must(err)
		}
	}, s.read(Binary, func() ([]byte, error) { return canon(kept) }))
}

func addFrugalEncode[T any](s *Set, vs []*T) {
	buf := make([]byte, 2*longest(s.Wire[Binary]))
	t := turn{n: len(vs)}
	s.add(Binary, Encode, Frugal, func(n int) {
		for range n {
			m, err := frugal.EncodeObject(buf, nil, vs[t.next()])
			must(err)
			SinkBytes = buf[:m]
		}
	}, s.wrote(Binary, sunk))
	z := turn{n: len(vs)}
	s.add(Binary, Encode, FrugalSize, func(n int) {
		for range n {
			v := vs[z.next()]
			if frugal.EncodedSize(v) > len(buf) {
				panic("frugal: buffer too short")
			}
			m, err := frugal.EncodeObject(buf, nil, v)
			must(err)
			SinkBytes = buf[:m]
		}
	}, s.wrote(Binary, sunk))
	l := turn{n: len(vs)}
	s.add(Binary, Size, Frugal, func(n int) {
		for range n {
			SinkInt = frugal.EncodedSize(vs[l.next()])
		}
	}, s.sized(Binary))
}

func addFrugalDecode[T any](s *Set) {
	wire := s.Wire[Binary]
	t := turn{n: len(wire)}
	s.add(Binary, Decode, Frugal, func(n int) {
		for range n {
			v := new(T)
			_, err := frugal.DecodeObject(wire[t.next()], v)
			must(err)
			Sink = v
		}
	}, readSunk[T](s, Binary))
}
