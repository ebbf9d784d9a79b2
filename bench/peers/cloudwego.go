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
	addFastgo[T, P](s, vs)
	addFrugal(s, vs)
	wire := s.Wire[Binary]
	t := turn{n: len(wire)}
	s.add(Binary, Skip, Fastgo, func(n int) {
		for range n {
			v := Q(new(E))
			_, err := v.FastRead(wire[t.next()])
			must(err)
			Sink = v
		}
	})
	s.add(Binary, Skip, Frugal, func(n int) {
		for range n {
			v := new(E)
			_, err := frugal.DecodeObject(wire[t.next()], v)
			must(err)
			Sink = v
		}
	})
}

func addFastgo[T any, P FastStruct[T]](s *Set, vs []*T) {
	wire := s.Wire[Binary]
	buf := make([]byte, 0, 2*longest(wire))
	t := turn{n: len(vs)}
	s.add(Binary, Encode, Fastgo, func(n int) {
		for range n {
			SinkBytes = P(vs[t.next()]).FastAppend(buf)
		}
	})
	s.add(Binary, Encode, FastgoSize, func(n int) {
		for range n {
			v := P(vs[t.next()])
			if v.BLength() > cap(buf) {
				panic("fastgo: buffer too short")
			}
			SinkBytes = v.FastAppend(buf)
		}
	})
	s.add(Binary, AppendNil, Marshal, func(n int) {
		for range n {
			SinkBytes = thrift.FastMarshal(P(vs[t.next()]))
		}
	})
	s.add(Binary, Size, Fastgo, func(n int) {
		for range n {
			if P(vs[t.next()]).BLength() == 0 {
				panic("fastgo: no length")
			}
		}
	})
	read := func(n int) {
		for range n {
			v := P(new(T))
			_, err := v.FastRead(wire[t.next()])
			must(err)
			Sink = v
		}
	}
	s.add(Binary, Decode, Fastgo, read)
	s.add(Binary, Decode, FastgoSpan, func(n int) {
		thrift.SetSpanCache(true)
		read(n)
		thrift.SetSpanCache(false)
	})
	kept := P(new(T))
	s.add(Binary, DecodeReuse, Fastgo, func(n int) {
		for range n {
			_, err := kept.FastRead(wire[t.next()])
			must(err)
		}
	})
	s.prove(Proof{Peer: Fastgo, Proto: Binary,
		Encode: func(i int) ([]byte, error) { return P(vs[i]).FastAppend(nil), nil },
		Decode: func(b []byte) ([]byte, error) {
			v := P(new(T))
			if _, err := v.FastRead(b); err != nil {
				return nil, err
			}
			return canon((*T)(v))
		},
	})
}

func addFrugal[T any](s *Set, vs []*T) {
	wire := s.Wire[Binary]
	buf := make([]byte, 2*longest(wire))
	t := turn{n: len(vs)}
	s.add(Binary, Encode, Frugal, func(n int) {
		for range n {
			_, err := frugal.EncodeObject(buf, nil, vs[t.next()])
			must(err)
		}
	})
	s.add(Binary, Encode, FrugalSize, func(n int) {
		for range n {
			v := vs[t.next()]
			if frugal.EncodedSize(v) > len(buf) {
				panic("frugal: buffer too short")
			}
			_, err := frugal.EncodeObject(buf, nil, v)
			must(err)
		}
	})
	s.add(Binary, Size, Frugal, func(n int) {
		for range n {
			if frugal.EncodedSize(vs[t.next()]) == 0 {
				panic("frugal: no length")
			}
		}
	})
	s.add(Binary, Decode, Frugal, func(n int) {
		for range n {
			v := new(T)
			_, err := frugal.DecodeObject(wire[t.next()], v)
			must(err)
			Sink = v
		}
	})
	s.prove(Proof{Peer: Frugal, Proto: Binary,
		Encode: func(i int) ([]byte, error) {
			b := make([]byte, frugal.EncodedSize(vs[i]))
			n, err := frugal.EncodeObject(b, nil, vs[i])
			return b[:n], err
		},
		Decode: func(b []byte) ([]byte, error) {
			v := new(T)
			if _, err := frugal.DecodeObject(b, v); err != nil {
				return nil, err
			}
			return canon(v)
		},
	})
}
