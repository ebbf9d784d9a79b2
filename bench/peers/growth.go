package peers

import (
	"fmt"

	"github.com/miserwire/miser/bench/data"
	"github.com/miserwire/miser/bench/gen/apache"
	"github.com/miserwire/miser/bench/gen/fast"
	"github.com/miserwire/miser/codec"
)

// GrowthSizes are the lengths of one shape, in bytes of Binary.
var GrowthSizes = []int{1 << 10, 10 << 10, 100 << 10, 1 << 20, 10 << 20}

// NewGrowth lets miser's own passes over pages of growing length take turns;
// each contestant is one length.
//
// From about 1 MB on the objects, three times as large as their bytes, are no
// longer in the second-level cache. In decoding, fresh memory costs most: by the
// byte, a short message pays more for each allocation.
func NewGrowth(work string) *Set {
	s := &Set{Work: work}
	for _, size := range GrowthSizes {
		v := data.Page(size)
		name := GrowthName(size)
		for proto, p := range map[string]codec.Protocol{Binary: codec.Binary, Compact: codec.Compact} {
			addGrowth(s, proto, p, name, v)
		}
	}
	return s
}

// GrowthName names the contestant of a length.
func GrowthName(size int) string {
	if size < 1<<20 {
		return fmt.Sprintf("%dKB", size>>10)
	}
	return fmt.Sprintf("%dMB", size>>20)
}

func addGrowth(s *Set, proto string, p codec.Protocol, name string, v *fast.Page) {
	c := codecOf[fast.Page](p, codec.Options{})
	reuse := codecOf[fast.Page](p, codec.Options{Reuse: true, Strings: codec.Alias})
	wire, err := c.Append(nil, v)
	must(err)
	buf := make([]byte, 0, len(wire)+64)
	s.addSize(proto, Encode, name, len(wire), func(n int) {
		for range n {
			b, err := c.Append(buf, v)
			must(err)
			SinkBytes = b
		}
	}, func(int) error {
		a := new(apache.Page)
		if err := ApacheRead(Binary, v.FastAppend(nil), a); err != nil {
			return err
		}
		want, err := ApacheBytes(proto, a)
		if err != nil {
			return err
		}
		return equalBytes("what it writes", SinkBytes, want)
	})
	page := v.FastAppend(nil)
	read := func(v *fast.Page) error { return equalBytes("what it reads", v.FastAppend(nil), page) }
	s.addSize(proto, Decode, name, len(wire), func(n int) {
		for range n {
			v := new(fast.Page)
			_, err := c.Decode(wire, v)
			must(err)
			Sink = v
		}
	}, func(int) error { return read(Sink.(*fast.Page)) })
	kept := new(fast.Page)
	s.addSize(proto, DecodeReuse, name, len(wire), func(n int) {
		for range n {
			_, err := reuse.Decode(wire, kept)
			must(err)
		}
	}, func(int) error { return read(kept) })
}
