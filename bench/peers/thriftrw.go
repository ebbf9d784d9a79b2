package peers

import (
	"bytes"

	"go.uber.org/thriftrw/protocol/binary"
	"go.uber.org/thriftrw/protocol/stream"
	"go.uber.org/thriftrw/wire"
)

// Names of thriftrw's contestants, which know Binary only.
const (
	Thriftrw     = "thriftrw"      // the streaming interface
	ThriftrwWire = "thriftrw-wire" // by way of wire.Value
)

// RWStruct is a pointer to a T that thriftrw generated.
type RWStruct[T any] interface {
	*T
	Encode(stream.Writer) error
	Decode(stream.Reader) error
	ToWire() (wire.Value, error)
	FromWire(wire.Value) error
}

// AddThriftrw adds thriftrw. Its structs have no thrift tags, so the proof
// reads what it writes as a C, the struct that miser has.
func AddThriftrw[T, E, C any, P RWStruct[T], Q RWStruct[E], D FastStruct[C]](s *Set) {
	wires := s.Wire[Binary]
	vs := make([]P, len(wires))
	for i, b := range wires {
		vs[i] = new(T)
		must(rwRead(b, vs[i]))
	}
	addThriftrwEncode(s, vs)
	rd := bytes.NewReader(nil)
	t := turn{n: len(wires)}
	s.add(Binary, Decode, Thriftrw, thriftrwRead[T, P](wires))
	s.add(Binary, Decode, ThriftrwWire, func(n int) {
		for range n {
			rd.Reset(wires[t.next()])
			w, err := binary.Default.Decode(rd, wire.TStruct)
			must(err)
			v := P(new(T))
			must(v.FromWire(w))
			Sink = v
		}
	})
	s.add(Binary, Skip, Thriftrw, thriftrwRead[E, Q](wires))
	s.prove(Proof{Peer: Thriftrw, Proto: Binary,
		Encode: func(i int) ([]byte, error) { return rwBytes(vs[i]) },
		Decode: func(b []byte) ([]byte, error) {
			v := P(new(T))
			if err := rwRead(b, v); err != nil {
				return nil, err
			}
			b, err := rwBytes(v)
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

func addThriftrwEncode[T any, P RWStruct[T]](s *Set, vs []P) {
	buf := bytes.NewBuffer(make([]byte, 0, 2*longest(s.Wire[Binary])))
	t := turn{n: len(vs)}
	s.add(Binary, Encode, Thriftrw, func(n int) {
		for range n {
			buf.Reset()
			w := binary.Default.Writer(buf)
			must(vs[t.next()].Encode(w))
			must(w.Close())
		}
	})
	s.add(Binary, Encode, ThriftrwWire, func(n int) {
		for range n {
			buf.Reset()
			w, err := vs[t.next()].ToWire()
			must(err)
			must(binary.Default.Encode(w, buf))
		}
	})
}

func thriftrwRead[T any, P RWStruct[T]](wires [][]byte) func(int) {
	rd := bytes.NewReader(nil)
	t := turn{n: len(wires)}
	return func(n int) {
		for range n {
			rd.Reset(wires[t.next()])
			r := binary.Default.Reader(rd)
			v := P(new(T))
			must(v.Decode(r))
			must(r.Close())
			Sink = v
		}
	}
}

func rwRead(b []byte, v interface{ Decode(stream.Reader) error }) error {
	r := binary.Default.Reader(bytes.NewReader(b))
	if err := v.Decode(r); err != nil {
		return err
	}
	return r.Close()
}

func rwBytes(v interface{ Encode(stream.Writer) error }) ([]byte, error) {
	var buf bytes.Buffer
	w := binary.Default.Writer(&buf)
	if err := v.Encode(w); err != nil {
		return nil, err
	}
	err := w.Close()
	return buf.Bytes(), err
}
