package peers

import (
	"bytes"
	"context"

	"github.com/apache/thrift/lib/go/thrift"
)

// Names of Apache's contestants.
const (
	Apache           = "apache"            // one protocol over one TMemoryBuffer, reset
	ApacheSerializer = "apache-serializer" // TSerializer and TDeserializer
	ApachePool       = "apache-pool"       // TSerializerPool and TDeserializerPool
)

// Struct is a pointer to a T that Apache's compiler generated.
type Struct[T any] interface {
	*T
	thrift.TStruct
}

var background = context.Background()

// ApacheBytes returns v as Apache Thrift writes it.
func ApacheBytes(proto string, v thrift.TStruct) ([]byte, error) {
	t := thrift.NewTMemoryBuffer()
	if err := v.Write(background, apacheFactory(proto).GetProtocol(t)); err != nil {
		return nil, err
	}
	return bytes.Clone(t.Bytes()), nil
}

// ApacheRead reads b into v.
func ApacheRead(proto string, b []byte, v thrift.TStruct) error {
	t := &thrift.TMemoryBuffer{Buffer: bytes.NewBuffer(b)}
	return v.Read(background, apacheFactory(proto).GetProtocol(t))
}

func apacheFactory(proto string) thrift.TProtocolFactory {
	if proto == Binary {
		return thrift.NewTBinaryProtocolFactoryConf(nil)
	}
	return thrift.NewTCompactProtocolFactoryConf(nil)
}

// AddApache adds apache/thrift: its generated Read and Write over its
// protocols, by the three ways that its library offers to bytes in memory. The
// proof reads what Apache writes as a C, the struct that miser has.
func AddApache[T, E, C any, P Struct[T], Q Struct[E], D FastStruct[C]](s *Set) {
	for _, proto := range []string{Binary, Compact} {
		wire := s.Wire[proto]
		if wire == nil {
			continue
		}
		vs := make([]P, len(wire))
		for i, b := range wire {
			vs[i] = new(T)
			must(ApacheRead(proto, b, vs[i]))
		}
		addApacheEncode(s, proto, vs)
		addApacheDecode[T, P](s, proto)
		s.add(proto, Skip, Apache, apacheRead[E, Q](proto, wire))
		s.prove(Proof{Peer: Apache, Proto: proto,
			Encode: func(i int) ([]byte, error) { return ApacheBytes(proto, vs[i]) },
			Decode: func(b []byte) ([]byte, error) {
				v := P(new(T))
				if err := ApacheRead(proto, b, v); err != nil {
					return nil, err
				}
				b, err := ApacheBytes(Binary, v)
				if err != nil {
					return nil, err
				}
				c := D(new(C))
				if _, err := c.FastRead(b); err != nil {
					return nil, err
				}
				return canon((*C)(c))
			},
		})
	}
}

func addApacheEncode[T any, P Struct[T]](s *Set, proto string, vs []P) {
	wire, factory := s.Wire[proto], apacheFactory(proto)
	mem := thrift.NewTMemoryBufferLen(longest(wire))
	p := factory.GetProtocol(mem)
	t := turn{n: len(vs)}
	s.add(proto, Encode, Apache, func(n int) {
		for range n {
			mem.Reset()
			must(vs[t.next()].Write(background, p))
		}
	})
	buf := thrift.NewTMemoryBufferLen(longest(wire))
	ser := &thrift.TSerializer{Transport: buf, Protocol: factory.GetProtocol(buf)}
	s.add(proto, AppendNil, ApacheSerializer, func(n int) {
		for range n {
			b, err := ser.Write(background, vs[t.next()])
			must(err)
			SinkBytes = b
		}
	})
	pool := thrift.NewTSerializerPoolSizeFactory(longest(wire), factory)
	s.add(proto, AppendNil, ApachePool, func(n int) {
		for range n {
			b, err := pool.Write(background, vs[t.next()])
			must(err)
			SinkBytes = b
		}
	})
}

func addApacheDecode[T any, P Struct[T]](s *Set, proto string) {
	wire, factory := s.Wire[proto], apacheFactory(proto)
	s.add(proto, Decode, Apache, apacheRead[T, P](proto, wire))
	buf := thrift.NewTMemoryBufferLen(longest(wire))
	des := &thrift.TDeserializer{Transport: buf, Protocol: factory.GetProtocol(buf)}
	t := turn{n: len(wire)}
	s.add(proto, Decode, ApacheSerializer, func(n int) {
		for range n {
			v := P(new(T))
			must(des.Read(background, v, wire[t.next()]))
			Sink = v
		}
	})
	pool := thrift.NewTDeserializerPoolSizeFactory(longest(wire), factory)
	s.add(proto, Decode, ApachePool, func(n int) {
		for range n {
			v := P(new(T))
			must(pool.Read(background, v, wire[t.next()]))
			Sink = v
		}
	})
}

// apacheRead reads by one protocol, whose buffer is set anew for each message.
func apacheRead[T any, P Struct[T]](proto string, wire [][]byte) func(int) {
	mem := thrift.NewTMemoryBufferLen(0)
	p := apacheFactory(proto).GetProtocol(mem)
	t := turn{n: len(wire)}
	return func(n int) {
		for range n {
			mem.Buffer = bytes.NewBuffer(wire[t.next()])
			v := P(new(T))
			must(v.Read(background, p))
			Sink = v
		}
	}
}
