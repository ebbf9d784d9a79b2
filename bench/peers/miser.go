package peers

import "github.com/miserwire/miser/codec"

// Names of miser's contestants.
const (
	Miser       = "miser"        // Append; Decode with the default, Shared
	MiserEncode = "miser-encode" // Encode
	MiserOwn    = "miser-own"
	MiserAlias  = "miser-alias"
	MiserReuse  = "miser-reuse"        // Reuse and Alias
	MiserShared = "miser-reuse-shared" // Reuse and Shared
	MiserCopy   = "miser-reuse-copy"   // MiserReuse on a copy that the next call overwrites
	MiserFull   = "miser-full"         // Decode of all fields, beside a struct that names a few
)

// AddMiser adds this project. E is the struct that knows no field.
func AddMiser[T, E any](s *Set, vs []*T) {
	types[T](s)
	for _, p := range []struct {
		name string
		p    codec.Protocol
	}{{Binary, codec.Binary}, {Compact, codec.Compact}} {
		if s.Wire[p.name] == nil {
			continue
		}
		addMiserEncode(s, p.name, p.p, vs)
		addMiserDecode[T](s, p.name, p.p)
		addMiserReuse[T](s, p.name, p.p)
		addMiserSkip[E](s, p.name, p.p)
	}
}

func codecOf[T any](p codec.Protocol, o codec.Options) *codec.Codec[T] {
	return codec.Must(codec.New[T](p, o))
}

func addMiserEncode[T any](s *Set, proto string, p codec.Protocol, vs []*T) {
	c := codecOf[T](p, codec.Options{})
	t := turn{n: len(vs)}
	buf := make([]byte, 0, 2*longest(s.Wire[proto]))
	s.add(proto, Encode, Miser, func(n int) {
		for range n {
			b, err := c.Append(buf, vs[t.next()])
			must(err)
			SinkBytes = b
		}
	}, s.wrote(proto, sunk))
	e := turn{n: len(vs)}
	s.add(proto, Encode, MiserEncode, func(n int) {
		for range n {
			m, err := c.Encode(buf[:cap(buf)], vs[e.next()])
			must(err)
			SinkBytes = buf[:m]
		}
	}, s.wrote(proto, sunk))
	a := turn{n: len(vs)}
	s.add(proto, AppendNil, Miser, func(n int) {
		for range n {
			b, err := c.Append(nil, vs[a.next()])
			must(err)
			SinkBytes = b
		}
	}, s.wrote(proto, sunk))
	z := turn{n: len(vs)}
	s.add(proto, Size, Miser, func(n int) {
		for range n {
			m, err := c.Size(vs[z.next()])
			must(err)
			SinkInt = m
		}
	}, s.sized(proto))
}

func addMiserDecode[T any](s *Set, proto string, p codec.Protocol) {
	wire := s.Wire[proto]
	for _, m := range []struct {
		name string
		o    codec.Options
	}{
		{Miser, codec.Options{}},
		{MiserOwn, codec.Options{Strings: codec.Own}},
		{MiserAlias, codec.Options{Strings: codec.Alias}},
	} {
		c := codecOf[T](p, m.o)
		t := turn{n: len(wire)}
		s.add(proto, Decode, m.name, func(n int) {
			for range n {
				v := new(T)
				_, err := c.Decode(wire[t.next()], v)
				must(err)
				Sink = v
			}
		}, readSunk[T](s, proto))
	}
}

func addMiserReuse[T any](s *Set, proto string, p codec.Protocol) {
	wire := s.Wire[proto]
	for _, m := range []struct {
		name string
		o    codec.Options
	}{
		{MiserShared, codec.Options{Reuse: true}},
		{MiserReuse, codec.Options{Reuse: true, Strings: codec.Alias}},
	} {
		c := codecOf[T](p, m.o)
		t := turn{n: len(wire)}
		v := new(T)
		s.add(proto, DecodeReuse, m.name, func(n int) {
			for range n {
				_, err := c.Decode(wire[t.next()], v)
				must(err)
			}
		}, s.read(proto, func() ([]byte, error) { return canon(v) }))
	}
}

// addMiserCopy adds what makes MiserReuse safe from changes of the input, for
// as long as nothing else is decoded: the contract of FooterDecoder.
func addMiserCopy[T any](s *Set, proto string, p codec.Protocol) {
	wire := s.Wire[proto]
	c := codecOf[T](p, codec.Options{Reuse: true, Strings: codec.Alias})
	t := turn{n: len(wire)}
	v := new(T)
	var buf []byte
	s.add(proto, DecodeReuse, MiserCopy, func(n int) {
		for range n {
			buf = append(buf[:0], wire[t.next()]...)
			_, err := c.Decode(buf, v)
			must(err)
		}
	}, s.read(proto, func() ([]byte, error) { return canon(v) }))
}

func addMiserSkip[E any](s *Set, proto string, p codec.Protocol) {
	addMiserInto[E](s, proto, p, Skip, Miser, s.used(proto))
}

// addMiserInto decodes into another struct than the messages are of.
func addMiserInto[E any](s *Set, proto string, p codec.Protocol, op, name string, check func(int) error) {
	c := codecOf[E](p, codec.Options{})
	wire := s.Wire[proto]
	t := turn{n: len(wire)}
	s.add(proto, op, name, func(n int) {
		for range n {
			v := new(E)
			m, err := c.Decode(wire[t.next()], v)
			must(err)
			Sink, SinkInt = v, m
		}
	}, check)
}
