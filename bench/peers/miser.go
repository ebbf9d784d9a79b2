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
	for _, p := range []struct {
		name string
		p    codec.Protocol
	}{{Binary, codec.Binary}, {Compact, codec.Compact}} {
		if s.Wire[p.name] == nil {
			continue
		}
		addMiserEncode(s, p.name, p.p, vs)
		addMiserDecode[T](s, p.name, p.p)
		addMiserSkip[E](s, p.name, p.p)
		c := codecOf[T](p.p, codec.Options{})
		s.prove(Proof{Peer: Miser, Proto: p.name,
			Encode: func(i int) ([]byte, error) { return c.Append(nil, vs[i]) },
			Decode: func(b []byte) ([]byte, error) {
				v := new(T)
				if _, err := c.Decode(b, v); err != nil {
					return nil, err
				}
				return canon(v)
			},
		})
		// The executor that reuses memory has its own ways to go wrong.
		reuse := codecOf[T](p.p, codec.Options{Strings: codec.Alias, Reuse: true})
		kept := new(T)
		s.prove(Proof{Peer: MiserReuse, Proto: p.name, Decode: func(b []byte) ([]byte, error) {
			if _, err := reuse.Decode(b, kept); err != nil {
				return nil, err
			}
			return canon(kept)
		}})
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
			_, err := c.Append(buf, vs[t.next()])
			must(err)
		}
	})
	s.add(proto, Encode, MiserEncode, func(n int) {
		for range n {
			_, err := c.Encode(buf[:cap(buf)], vs[t.next()])
			must(err)
		}
	})
	s.add(proto, AppendNil, Miser, func(n int) {
		for range n {
			b, err := c.Append(nil, vs[t.next()])
			must(err)
			SinkBytes = b
		}
	})
	s.add(proto, Size, Miser, func(n int) {
		for range n {
			_, err := c.Size(vs[t.next()])
			must(err)
		}
	})
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
		})
	}
	for _, m := range []struct {
		name string
		o    codec.Options
	}{
		{MiserReuse, codec.Options{Reuse: true, Strings: codec.Alias}},
		{MiserShared, codec.Options{Reuse: true}},
	} {
		c := codecOf[T](p, m.o)
		t := turn{n: len(wire)}
		v := new(T)
		s.add(proto, DecodeReuse, m.name, func(n int) {
			for range n {
				_, err := c.Decode(wire[t.next()], v)
				must(err)
			}
		})
	}
}

func addMiserSkip[E any](s *Set, proto string, p codec.Protocol) {
	addMiserInto[E](s, proto, p, Skip, Miser)
}

// addMiserInto decodes into another struct than the messages are of.
func addMiserInto[E any](s *Set, proto string, p codec.Protocol, op, name string) {
	c := codecOf[E](p, codec.Options{})
	wire := s.Wire[proto]
	t := turn{n: len(wire)}
	s.add(proto, op, name, func(n int) {
		for range n {
			v := new(E)
			_, err := c.Decode(wire[t.next()], v)
			must(err)
			Sink = v
		}
	})
}
