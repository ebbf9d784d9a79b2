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

// AddThriftrw adds thriftrw. Its structs have no thrift tags, so the checks
// read what it writes as a C, the struct that miser has.
func AddThriftrw[T, E, C any, P RWStruct[T], Q RWStruct[E], D FastStruct[C]](s *Set) {
	wires := s.Wire[Binary]
	vs := make([]P, len(wires))
	for i, b := range wires {
		vs[i] = new(T)
		must(rwRead(bytes.NewReader(b), vs[i]))
	}
	addThriftrwEncode(s, vs)
	check := s.read(Binary, func() ([]byte, error) {
		b, err := rwBytes(Sink.(P))
		if err != nil {
			return nil, err
		}
		c := new(C)
		if _, err := D(c).FastRead(b); err != nil {
			return nil, err
		}
		return canon(c)
	})
	s.add(Binary, Decode, Thriftrw, thriftrwRead[T, P](wires), check)
	rd := bytes.NewReader(nil)
	t := turn{n: len(wires)}
	s.add(Binary, Decode, ThriftrwWire, func(n int) {
		for range n {
			rd.Reset(wires[t.next()])
			w, err := binary.Default.Decode(rd, wire.TStruct)
			must(err)
			v := P(new(T))
			must(v.FromWire(w))
			Sink = v
		}
	}, check)
	s.add(Binary, Skip, Thriftrw, thriftrwRead[E, Q](wires), s.left(Binary, func(b []byte) (int, error) {
		rd := bytes.NewReader(b)
		err := rwRead(rd, Q(new(E)))
		return rd.Len(), err
	}))
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
	}, s.wrote(Binary, buf.Bytes))
	u := turn{n: len(vs)}
	s.add(Binary, Encode, ThriftrwWire, func(n int) {
		for range n {
			buf.Reset()
			w, err := vs[u.next()].ToWire()
			must(err)
			must(binary.Default.Encode(w, buf))
		}
	}, s.wrote(Binary, buf.Bytes))
}

func thriftrwRead[T any, P RWStruct[T]](wires [][]byte) func(int) {
	rd := bytes.NewReader(nil)
	t := turn{n: len(wires)}
	return func(n int) {
		for range n {
			rd.Reset(wires[t.next()])
			v := P(new(T))
			must(rwRead(rd, v))
			Sink = v
		}
	}
}

func rwRead(rd *bytes.Reader, v interface{ Decode(stream.Reader) error }) error {
	r := binary.Default.Reader(rd)
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
