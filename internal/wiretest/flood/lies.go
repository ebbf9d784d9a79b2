package flood

import (
	"iter"
	"math"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/layout"
)

// tails are how many bytes follow a size that is not true.
var tails = []int{0, 1, 9, 300}

// claims are sizes to declare, beside the least that the bytes cannot cover.
var claims = []int{1 << 12, 1 << 16, 1 << 20, 16_384_000, 1 << 28, math.MaxInt32}

// Lies yields structs of s that declare a size which their bytes cannot cover: each container and each text that a
// field of s leads to without another struct, and such as s does not know. What they are inside of has one element.
// An input is good until the next one.
func Lies(p codec.Protocol, s *layout.Struct) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := range s.Fields {
			w := writer{p: p}
			if w.header(&s.Fields[i]) && !w.lies(s.Fields[i].Type, yield) {
				return
			}
		}
		for _, f := range Strangers {
			w := writer{p: p}
			f.ID = unusedID(s)
			if w.header(&f) && !w.lies(f.Type, yield) {
				return
			}
		}
	}
}

// unusedID is an id that no field of s has.
func unusedID(s *layout.Struct) int16 {
	id := int16(1)
	for s.Lookup(id) >= 0 {
		id++
	}
	return id
}

// lies yields what w has, followed by a t with such a size, for t and what it holds. It reports whether to go on.
func (w *writer) lies(t *layout.Type, yield func([]byte) bool) bool {
	t = target(t)
	begin := len(w.b)
	switch {
	case t.Kind == layout.String || t.Kind == layout.Binary:
		return w.claim(1, yield, func(n int) {
			if w.p == codec.Binary {
				w.b = binary.AppendI32(w.b, int32(n))
			} else {
				w.b = compact.AppendVarint(w.b, uint64(n))
			}
		})
	case isContainer(t):
		if !w.claim(w.leastOf(t), yield, func(n int) { w.size(t, n) }) {
			return false
		}
		w.size(t, 1)
		if key := keyOf(t); key != nil {
			if !w.lies(key, yield) {
				return false
			}
			w.key(key, 0)
		}
		if t.Mem != layout.MemSetMap && !w.lies(t.Elem, yield) {
			return false
		}
	}
	w.b = w.b[:begin]
	return true
}

// claim yields what w has, followed by what header makes of each size that the tail cannot cover with elements of so
// many bytes each, and by that tail. It leaves w as it is.
func (w *writer) claim(each int, yield func([]byte) bool, header func(n int)) bool {
	begin := len(w.b)
	defer func() { w.b = w.b[:begin] }()
	for _, tail := range tails {
		for i := range len(claims) + 1 {
			n := tail/each + 1
			if i < len(claims) {
				n = claims[i]
			}
			w.b = w.b[:begin]
			header(n)
			w.b = append(w.b, make([]byte, tail)...)
			if !yield(w.b[:len(w.b):len(w.b)]) {
				return false
			}
		}
	}
	return true
}
