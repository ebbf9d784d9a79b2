package peers

import (
	"encoding/json"

	"buf.build/go/hyperpb"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// Names of the yardsticks from Protocol Buffers. They stand beside Binary.
const (
	ProtobufGo   = "protobuf-go"
	VTProto      = "vtprotobuf"
	VTProtoAlias = "vtprotobuf-alias"
	Hyperpb      = "hyperpb"
	HyperpbReuse = "hyperpb-reuse" // aliases the input, in memory shared by calls
)

// PBMessage is a pointer to a T that protoc-gen-go and vtprotobuf generated.
type PBMessage[T any] interface {
	*T
	proto.Message
	SizeVT() int
	MarshalVT() ([]byte, error)
	MarshalToSizedBufferVT([]byte) (int, error)
	UnmarshalVT([]byte) error
	UnmarshalVTUnsafe([]byte) error
}

// AddProtobuf adds the yardsticks on messages with the values of vs. Their
// checks hold what they write and read against vs, leaf by leaf.
func AddProtobuf[M, T any, P PBMessage[M]](s *Set, vs []*T) {
	ms := make([]P, len(vs))
	wire := make([][]byte, len(vs))
	for i, v := range vs {
		ms[i] = new(M)
		must(ToProto(v, ms[i]))
		b, err := proto.Marshal(ms[i])
		must(err)
		wire[i] = b
	}
	s.Wire[Protobuf] = wire
	isMessage := func(i int, m proto.Message) error {
		return same(leavesOfProto(m.ProtoReflect()), leavesOf(vs[i]))
	}
	addProtobufEncode[M](s, ms, func(i int) error {
		m := P(new(M))
		if err := proto.Unmarshal(SinkBytes, m); err != nil {
			return err
		}
		return isMessage(i, m)
	})
	addProtobufDecode[M, P](s, func(i int) error { return isMessage(i, Sink.(proto.Message)) })
	addHyperpb(s, P(new(M)), isMessage)
}

func addProtobufEncode[M any, P PBMessage[M]](s *Set, ms []P, check func(int) error) {
	size := mean(s.Wire[Protobuf])
	add := func(op, name string, run func(*turn, int)) {
		t := &turn{n: len(ms)}
		s.addSize(Binary, op, name, size, func(n int) { run(t, n) }, check)
	}
	buf := make([]byte, 2*longest(s.Wire[Protobuf])+64)
	add(Encode, ProtobufGo, func(t *turn, n int) {
		for range n {
			b, err := proto.MarshalOptions{}.MarshalAppend(buf[:0], ms[t.next()])
			must(err)
			SinkBytes = b
		}
	})
	add(Encode, VTProto, func(t *turn, n int) {
		for range n {
			m := ms[t.next()]
			b := buf[:m.SizeVT()]
			_, err := m.MarshalToSizedBufferVT(b)
			must(err)
			SinkBytes = b
		}
	})
	add(AppendNil, ProtobufGo, func(t *turn, n int) {
		for range n {
			b, err := proto.Marshal(ms[t.next()])
			must(err)
			SinkBytes = b
		}
	})
	add(AppendNil, VTProto, func(t *turn, n int) {
		for range n {
			b, err := ms[t.next()].MarshalVT()
			must(err)
			SinkBytes = b
		}
	})
}

func addProtobufDecode[M any, P PBMessage[M]](s *Set, check func(int) error) {
	wire := s.Wire[Protobuf]
	add := func(name string, run func(*turn, int)) {
		t := &turn{n: len(wire)}
		s.addSize(Binary, Decode, name, mean(wire), func(n int) { run(t, n) }, check)
	}
	add(ProtobufGo, func(t *turn, n int) {
		for range n {
			m := P(new(M))
			must(proto.Unmarshal(wire[t.next()], m))
			Sink = m
		}
	})
	add(VTProto, func(t *turn, n int) {
		for range n {
			m := P(new(M))
			must(m.UnmarshalVT(wire[t.next()]))
			Sink = m
		}
	})
	add(VTProtoAlias, func(t *turn, n int) {
		for range n {
			m := P(new(M))
			must(m.UnmarshalVTUnsafe(wire[t.next()]))
			Sink = m
		}
	})
}

// addHyperpb adds hyperpb, recompiled with a profile as its documentation
// recommends. It decodes only.
func addHyperpb(s *Set, m proto.Message, isMessage func(int, proto.Message) error) {
	wire := s.Wire[Protobuf]
	ty := hyperpb.CompileMessageDescriptor(m.ProtoReflect().Descriptor())
	prof := ty.NewProfile()
	for i := range 100 {
		must(hyperpb.NewMessage(ty).Unmarshal(wire[i%len(wire)], hyperpb.WithRecordProfile(prof, 1)))
	}
	ty = ty.Recompile(prof)
	t := turn{n: len(wire)}
	s.addSize(Binary, Decode, Hyperpb, mean(wire), func(n int) {
		for range n {
			m := hyperpb.NewMessage(ty)
			must(m.Unmarshal(wire[t.next()]))
			Sink = m
		}
	}, func(i int) error { return isMessage(i, Sink.(proto.Message)) })
	shared := new(hyperpb.Shared)
	must(shared.NewMessage(ty).Unmarshal(wire[0])) // so that there is a call before the first
	u := turn{n: len(wire)}
	s.addSize(Binary, DecodeReuse, HyperpbReuse, mean(wire), func(n int) {
		for range n {
			shared.Free() // of the call before
			m := shared.NewMessage(ty)
			must(m.Unmarshal(wire[u.next()], hyperpb.WithAllowAlias(true)))
			Sink = m
		}
	}, func(i int) error { return isMessage(i, Sink.(proto.Message)) })
}

// ToProto sets m to the values of v: the IDL and the .proto file name their
// fields alike.
func ToProto(v any, m proto.Message) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return protojson.Unmarshal(b, m)
}
