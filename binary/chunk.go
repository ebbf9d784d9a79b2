package binary

import (
	"math"

	"github.com/miserwire/miser/layout"
)

// chunk is a part of a run, for assembly: 16 bytes of the struct, of which
// from takes some into a template of field headers.
type chunk struct {
	off  uint32 // of the 16 bytes in the struct
	size uint32 // bytes that go out; the store is of all 16
	from [chunkLen]byte
	tmpl [chunkLen]byte
}

const (
	chunkLen = 16
	fromNone = 0x80 // in from: no byte of the struct
)

// setChunks gives the run o, which is the fields [i, j), its chunks; none where
// the struct is too small for them.
func (o *op) setChunks(s *layout.Struct, nodes []*node, i, j int) {
	o.ends = j == len(s.Fields) && s.UnknownOff < 0
	most := int(s.Go.Size()) - chunkLen // the last offset of 16 bytes
	if !haveAssembly {
		return
	}
	if es := o.run.enums; len(es) > 0 {
		o.enum, o.enums = es[0].off, uint8(min(2, len(es)))
	}
	if most < 0 {
		return
	}
	var tmplRoom [128]byte
	var srcRoom [128]int
	tmpl := tmplRoom[:0]
	src := srcRoom[:0] // offset of each byte in the struct, -1 in headers
	for ; i < j; i++ {
		f := &s.Fields[i]
		h := headerOf(nodes[i].wire, f.ID)
		tmpl = append(tmpl, byte(h), byte(h>>8), byte(h>>16))
		src = append(src, -1, -1, -1)
		for k := runWidth(f, nodes[i]) - 1; k >= 0; k-- { // the wire is most significant byte first
			tmpl = append(tmpl, 0)
			src = append(src, int(f.Off)+k)
		}
	}
	if o.ends {
		tmpl = append(tmpl, byte(TypeStop))
		src = append(src, -1)
	}
	var cs []chunk
	for len(src) > 0 {
		n, off := chunkOf(src, most)
		c := chunk{off: uint32(off), size: uint32(n)}
		for k := range c.from {
			c.from[k] = fromNone
			if k < n && src[k] >= 0 {
				c.from[k] = byte(src[k] - off)
			}
		}
		copy(c.tmpl[:], tmpl[:n])
		cs = append(cs, c)
		tmpl, src = tmpl[n:], src[n:]
	}
	if len(cs) <= math.MaxUint16 {
		o.chunk, o.chunks = &cs[0], uint16(len(cs))
	}
}

// chunkOf returns how many of the next bytes can come from 16 bytes of the
// struct, and the offset of those, at most most.
func chunkOf(src []int, most int) (n, off int) {
	lo, hi := math.MaxInt, -1
	for n = 0; n < min(chunkLen, len(src)); n++ {
		at := src[n]
		if at < 0 {
			continue
		}
		if max(hi, at)-min(lo, at) >= chunkLen {
			break
		}
		lo, hi = min(lo, at), max(hi, at)
	}
	return n, min(lo, most)
}
