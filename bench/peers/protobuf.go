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

// AddProtobuf adds the yardsticks on messages with the values of vs.
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
	size := mean(wire)
	add := func(op, name string, run func(int)) { s.addSize(Binary, op, name, size, run) }
	buf := make([]byte, 2*longest(wire)+64)
	t := turn{n: len(ms)}
	add(Encode, ProtobufGo, func(n int) {
		for range n {
			_, err := proto.MarshalOptions{}.MarshalAppend(buf[:0], ms[t.next()])
			must(err)
		}
	})
	add(Encode, VTProto, func(n int) {
		for range n {
			m := ms[t.next()]
			_, err := m.MarshalToSizedBufferVT(buf[:m.SizeVT()])
			must(err)
		}
	})
	add(AppendNil, ProtobufGo, func(n int) {
		for range n {
			b, err := proto.Marshal(ms[t.next()])
			must(err)
			SinkBytes = b
		}
	})
	add(AppendNil, VTProto, func(n int) {
		for range n {
			b, err := ms[t.next()].MarshalVT()
			must(err)
			SinkBytes = b
		}
	})
	add(Decode, ProtobufGo, func(n int) {
		for range n {
			m := P(new(M))
			must(proto.Unmarshal(wire[t.next()], m))
			Sink = m
		}
	})
	add(Decode, VTProto, func(n int) {
		for range n {
			m := P(new(M))
			must(m.UnmarshalVT(wire[t.next()]))
			Sink = m
		}
	})
	add(Decode, VTProtoAlias, func(n int) {
		for range n {
			m := P(new(M))
			must(m.UnmarshalVTUnsafe(wire[t.next()]))
			Sink = m
		}
	})
	addHyperpb(s, P(new(M)), wire, size)
}

// addHyperpb adds hyperpb, recompiled with a profile as its documentation
// recommends. It decodes only.
func addHyperpb(s *Set, m proto.Message, wire [][]byte, size int) {
	ty := hyperpb.CompileMessageDescriptor(m.ProtoReflect().Descriptor())
	prof := ty.NewProfile()
	for i := range 100 {
		must(hyperpb.NewMessage(ty).Unmarshal(wire[i%len(wire)], hyperpb.WithRecordProfile(prof, 1)))
	}
	ty = ty.Recompile(prof)
	shared := new(hyperpb.Shared)
	t := turn{n: len(wire)}
	s.addSize(Binary, Decode, Hyperpb, size, func(n int) {
		for range n {
			m := hyperpb.NewMessage(ty)
			must(m.Unmarshal(wire[t.next()]))
			Sink = m
		}
	})
	s.addSize(Binary, DecodeReuse, HyperpbReuse, size, func(n int) {
		for range n {
			m := shared.NewMessage(ty)
			must(m.Unmarshal(wire[t.next()], hyperpb.WithAllowAlias(true)))
			shared.Free()
		}
	})
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
