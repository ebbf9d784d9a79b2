package peers

import (
	"bytes"
	stdbinary "encoding/binary"
	"errors"
	"slices"

	"github.com/miserwire/miser/bench/hand"
	genstyle "github.com/miserwire/miser/internal/hand"
	"github.com/miserwire/miser/internal/wiretest"
)

// Names of what is no library but a measure.
const (
	Memmove   = "memmove"      // a copy of as many bytes
	ByteLoop  = "byte-loop"    // varints a byte at a time: the list's body alone
	Generated = "generated"    // append-style code as a generator would write it
	Hand      = "hand-written" // straight-line code that aliases and reuses
)

// AddMemmove copies as many bytes as the encoding has.
func AddMemmove(s *Set) {
	for _, proto := range []string{Binary, Compact} {
		src := s.Wire[proto][0]
		dst := make([]byte, len(src))
		run := func(n int) {
			for range n {
				copy(dst, src)
			}
		}
		check := s.wrote(proto, func() []byte { return dst })
		s.add(proto, Encode, Memmove, run, check)
		s.add(proto, DecodeReuse, Memmove, run, check)
	}
}

// AddByteLoop writes and reads the numbers as zigzag varints, a byte at a time.
func AddByteLoop[T int32 | int64](s *Set, list []T) {
	var body []byte
	write := func(b []byte) []byte {
		for _, v := range list {
			u := uint64(v)<<1 ^ uint64(int64(v)>>63)
			for u >= 0x80 {
				b = append(b, byte(u)|0x80)
				u >>= 7
			}
			b = append(b, byte(u))
		}
		return b
	}
	body = write(nil)
	buf := make([]byte, 0, len(body))
	s.add(Compact, Encode, ByteLoop, func(n int) {
		for range n {
			SinkBytes = write(buf)
		}
	}, func(i int) error {
		if wire := s.Wire[Compact][i]; len(wire) > len(body)+8 || !bytes.Contains(wire, SinkBytes) {
			return errors.New("writes what is not the list's body")
		}
		return nil
	})
	out := make([]T, len(list))
	s.add(Compact, DecodeReuse, ByteLoop, func(n int) {
		for range n {
			b := body
			for i := range out {
				u, n := stdbinary.Uvarint(b)
				if n <= 0 {
					panic("byte-loop: bad varint")
				}
				b = b[n:]
				out[i] = T(int64(u>>1) ^ -int64(u&1))
			}
		}
	}, func(int) error {
		if !slices.Equal(out, list) {
			return errors.New("reads other numbers")
		}
		return nil
	})
}

// AddHand adds the code written by hand for MediaContent, on the same values.
func AddHand(s *Set, vs []*wiretest.MediaContent) {
	for _, p := range []struct {
		proto     string
		append    func([]byte, *wiretest.MediaContent) []byte
		decode    func([]byte, *wiretest.MediaContent) error
		decodeRun func([]byte, *wiretest.MediaContent) bool
	}{
		{Binary, genstyle.AppendBinary, genstyle.DecodeBinary, hand.DecodeBinary},
		{Compact, genstyle.AppendCompact, genstyle.DecodeCompact, hand.DecodeCompact},
	} {
		wire := s.Wire[p.proto]
		buf := make([]byte, 0, 2*longest(wire))
		t := turn{n: len(vs)}
		s.add(p.proto, Encode, Generated, func(n int) {
			for range n {
				SinkBytes = p.append(buf, vs[t.next()])
			}
		}, s.wrote(p.proto, sunk))
		d := turn{n: len(vs)}
		s.add(p.proto, Decode, Generated, func(n int) {
			for range n {
				v := new(wiretest.MediaContent)
				must(p.decode(wire[d.next()], v))
				Sink = v
			}
		}, readSunk[wiretest.MediaContent](s, p.proto))
		k := turn{n: len(vs)}
		kept := new(wiretest.MediaContent)
		s.add(p.proto, DecodeReuse, Hand, func(n int) {
			for range n {
				if !p.decodeRun(wire[k.next()], kept) {
					panic("hand: refused")
				}
			}
		}, s.read(p.proto, func() ([]byte, error) { return canon(kept) }))
	}
}
