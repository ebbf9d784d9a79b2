package binary

import (
	"math"

	"github.com/miserwire/miser/layout"
)

// chunk is a part of a run, for assembly: two times 16 bytes of the struct, of
// which from takes some into a template of field headers.
type chunk struct {
	off  [2]uint32 // of 16 bytes in the struct, for each half
	size uint32    // bytes that go out; the store is of all 32
	from [2 * half]byte
	tmpl [2 * half]byte
}

const (
	half     = 16
	fromNone = 0x80 // in from: no byte of the struct
)

// setChunks gives the run o, which is the fields [i, j), its chunks; none where
// the struct is too small for them.
func (o *op) setChunks(s *layout.Struct, nodes []*node, i, j int) {
	most := int(s.Go.Size()) - half // the last offset of 16 bytes
	if !haveAssembly || most < 0 {
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
		var c chunk
		for k := range c.from {
			c.from[k] = fromNone
		}
		for i := range c.off {
			n, off := halfOf(src, most)
			c.off[i] = uint32(off)
			for k, at := range src[:n] {
				if at >= 0 {
					c.from[i*half+k] = byte(at - off)
				}
			}
			copy(c.tmpl[i*half:], tmpl[:n])
			c.size += uint32(n)
			if tmpl, src = tmpl[n:], src[n:]; n < half {
				break
			}
		}
		cs = append(cs, c)
	}
	if len(cs) <= math.MaxUint16 {
		o.chunk, o.chunks = &cs[0], uint16(len(cs))
	}
}

// halfOf returns how many of the next bytes can come from 16 bytes of the
// struct, and the offset of those, at most most.
func halfOf(src []int, most int) (n, off int) {
	lo, hi := math.MaxInt, -1
	for n = 0; n < min(half, len(src)); n++ {
		at := src[n]
		if at < 0 {
			continue
		}
		if max(hi, at)-min(lo, at) >= half {
			break
		}
		lo, hi = min(lo, at), max(hi, at)
	}
	return n, min(lo, most)
}
