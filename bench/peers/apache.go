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
// checks read what Apache writes as a C, the struct that miser has.
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
		addApacheDecode[T, P](s, proto, s.read(proto, func() ([]byte, error) {
			b, err := ApacheBytes(Binary, Sink.(P))
			if err != nil {
				return nil, err
			}
			c := new(C)
			if _, err := D(c).FastRead(b); err != nil {
				return nil, err
			}
			return canon(c)
		}))
		s.add(proto, Skip, Apache, apacheRead[E, Q](proto, wire), s.left(proto, func(b []byte) (int, error) {
			mem := &thrift.TMemoryBuffer{Buffer: bytes.NewBuffer(b)}
			err := Q(new(E)).Read(background, apacheFactory(proto).GetProtocol(mem))
			return mem.Len(), err
		}))
	}
}

func addApacheEncode[T any, P Struct[T]](s *Set, proto string, vs []P) {
	run, out := apacheWrite[T](proto, s.Wire[proto], vs)
	s.add(proto, Encode, Apache, run, s.wrote(proto, out))
	factory := apacheFactory(proto)
	buf := thrift.NewTMemoryBufferLen(longest(s.Wire[proto]))
	ser := &thrift.TSerializer{Transport: buf, Protocol: factory.GetProtocol(buf)}
	t := turn{n: len(vs)}
	s.add(proto, AppendNil, ApacheSerializer, func(n int) {
		for range n {
			b, err := ser.Write(background, vs[t.next()])
			must(err)
			SinkBytes = b
		}
	}, s.wrote(proto, sunk))
	pool := thrift.NewTSerializerPoolSizeFactory(longest(s.Wire[proto]), factory)
	u := turn{n: len(vs)}
	s.add(proto, AppendNil, ApachePool, func(n int) {
		for range n {
			b, err := pool.Write(background, vs[u.next()])
			must(err)
			SinkBytes = b
		}
	}, s.wrote(proto, sunk))
}

// apacheWrite writes by one protocol over one buffer, and tells what it wrote.
func apacheWrite[T any, P Struct[T]](proto string, wire [][]byte, vs []P) (run func(int), out func() []byte) {
	mem := thrift.NewTMemoryBufferLen(longest(wire))
	p := apacheFactory(proto).GetProtocol(mem)
	t := turn{n: len(vs)}
	return func(n int) {
		for range n {
			mem.Reset()
			must(vs[t.next()].Write(background, p))
		}
	}, mem.Bytes
}

func addApacheDecode[T any, P Struct[T]](s *Set, proto string, check func(int) error) {
	wire, factory := s.Wire[proto], apacheFactory(proto)
	s.add(proto, Decode, Apache, apacheRead[T, P](proto, wire), check)
	buf := thrift.NewTMemoryBufferLen(longest(wire))
	des := &thrift.TDeserializer{Transport: buf, Protocol: factory.GetProtocol(buf)}
	t := turn{n: len(wire)}
	s.add(proto, Decode, ApacheSerializer, func(n int) {
		for range n {
			v := P(new(T))
			must(des.Read(background, v, wire[t.next()]))
			Sink = v
		}
	}, check)
	pool := thrift.NewTDeserializerPoolSizeFactory(longest(wire), factory)
	u := turn{n: len(wire)}
	s.add(proto, Decode, ApachePool, func(n int) {
		for range n {
			v := P(new(T))
			must(pool.Read(background, v, wire[u.next()]))
			Sink = v
		}
	}, check)
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
