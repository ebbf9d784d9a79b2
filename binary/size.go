package binary

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// Size returns exactly the bytes that Encode would write for the struct at
// base, or a code with the fault in e. Its twin is Encode itself.
func (p *Program) Size(e *walk.Encoder, base unsafeio.Ptr) int {
	if unsafeio.Checked {
		base = base.Lend(p.plan.Go, false)
		defer base.End()
	}
	return sizeStruct(e, p, base, e.Depth)
}

func sizeStruct(e *walk.Encoder, p *Program, base unsafeio.Ptr, depth int) int {
	if unsafeio.Checked {
		base = base.Is(p.plan.Go)
	}
	n := p.least
	for i := range p.sizes {
		z := &p.sizes[i]
		q := base.At(uintptr(z.off))
		k := 0
		// The first ones by comparison: they are the most frequent, and a jump
		// through a table waits for the table.
		if z.code <= sizeOptString {
			if z.code != sizeString {
				if q = q.Ptr(); q.IsNil() {
					if z.must {
						return noSize(e, z, walk.Missing)
					}
					continue
				}
				n += int(z.least)
				if z.code == sizeOptFixed {
					continue
				}
			}
			if k = len(*q.String()); k > maxLen-16 || n+k < 0 {
				return noSize(e, z, walk.TooLong)
			}
			n += k
			continue
		}
		switch z.code {
		case sizeOptStruct:
			if q = q.Ptr(); q.IsNil() {
				if z.must {
					return noSize(e, z, walk.Missing)
				}
				continue
			}
			k = plus(3, sizeNested(e, z.sub, q, depth))
		case sizeOptBytes:
			if b := q.Slice(); !b.Data.IsNil() {
				k = plus(3, sizeText(e, b.Len))
			}
		case sizeInner:
			k = sizeNested(e, z.sub, q, depth)
		case sizeList:
			if s := q.Slice(); !z.omit || !s.Data.IsNil() {
				k = plus(8, sizeElems(e, z.node, s.Data, s.Len, depth))
			}
		case sizeEnum:
			if x := *q.I64(); int64(int32(x)) != x {
				k = e.Fail(walk.Range, 0)
			}
		case sizeUnion:
			if c := checkUnion(e, p, base, 0); c < 0 {
				return c
			}
		case sizeRetained:
			if k = sizeUnknown(e, *q.Bytes(), depth); k < 0 {
				return k
			}
		default:
			k = sizeField(e, z, base, depth)
		}
		if k < 0 {
			return e.Field(k, z.f.GoName)
		}
		if n += k; n < 0 { // an int of 32 bits
			return e.Fail(walk.TooLong, 0)
		}
	}
	return n
}

// noSize fails for z.
//
//go:noinline
func noSize(e *walk.Encoder, z *sizer, code int) int {
	return e.Field(e.Fail(code, 0), z.f.GoName)
}

// plus returns k+n, or n when it is a code.
func plus(k, n int) int {
	if n < 0 {
		return n
	}
	return k + n
}

func sizeNested(e *walk.Encoder, p *Program, base unsafeio.Ptr, depth int) int {
	if depth <= 0 {
		return e.Fail(walk.Depth, 0)
	}
	return sizeStruct(e, p, base, depth-1)
}

// sizeText is the bytes of a length and l bytes.
func sizeText(e *walk.Encoder, l int) int {
	if l > maxLen-16 {
		return e.Fail(walk.TooLong, 0)
	}
	return 4 + l
}

func sizeUnknown(e *walk.Encoder, raw []byte, depth int) int {
	if len(raw) == 0 {
		return 0
	}
	if k := ValidFields(raw, depth); k < 0 {
		return e.Fail(k, 0)
	}
	return len(raw)
}

func sizeField(e *walk.Encoder, z *sizer, base unsafeio.Ptr, depth int) int {
	q, c := walk.Find(z.f, base)
	switch {
	case c == walk.Left:
		return 0
	case c < 0:
		return e.Fail(c, 0)
	}
	return plus(3, sizeValue(e, z.node, q, depth))
}

func sizeValue(e *walk.Encoder, nd *node, q unsafeio.Ptr, depth int) int {
	switch nd.code {
	case nodeConv:
		if v := walk.LoadInt(nd.t.Mem, q); nd.t.Kind != layout.I64 && int64(int32(v)) != v {
			return e.Fail(walk.Range, 0)
		}
		return nd.min
	case nodeString, nodeBytes:
		return sizeText(e, len(*q.String()))
	case nodeStruct:
		return sizeNested(e, nd.prog, q, depth)
	case nodePtr:
		q = q.Ptr()
		if q.IsNil() {
			return sizeZero(e, nd.elem, depth)
		}
		return sizeValue(e, nd.elem, q, depth)
	case nodeList:
		s := q.Slice()
		return plus(5, sizeElems(e, nd, s.Data, s.Len, depth))
	case nodeEntries:
		s := q.Slice()
		return plus(6, sizeEntries(e, nd, s.Data, s.Len, depth))
	case nodeMap, nodeSetMap:
		return sizeMap(e, nd, q, depth)
	}
	return nd.min
}

// sizeZero is the bytes of what a nil pointer in a container stands for.
func sizeZero(e *walk.Encoder, nd *node, depth int) int {
	for nd.code == nodePtr {
		nd = nd.elem
	}
	if nd.code == nodeStruct && depth <= 0 {
		return e.Fail(walk.Depth, 0)
	}
	return nd.min
}

// sizeElems is the bytes of the size elements at data.
func sizeElems(e *walk.Encoder, nd *node, data unsafeio.Ptr, size, depth int) int {
	if size == 0 {
		return 0
	}
	if size > maxLen {
		return e.Fail(walk.TooLong, 0)
	}
	if depth <= 0 {
		return e.Fail(walk.Depth, 0)
	}
	el := nd.elem
	if el.fixed() && el.code != nodeConv {
		return size * el.min
	}
	n := 0
	switch el.code {
	case nodeString, nodeBytes:
		n = sizeTexts(data, el.size, size)
	case nodePtr:
		if el.elem.code == nodeStruct {
			return sizePointees(e, el.elem.prog, data, size, depth-1)
		}
	}
	if n > 0 {
		return n
	}
	for i := 0; ; data = data.At(el.size) {
		k := sizeValue(e, el, data, depth-1)
		if k < 0 {
			return e.Index(k, i)
		}
		if n += k; n < 0 {
			return e.Fail(walk.TooLong, 0)
		}
		if i++; i == size {
			return n
		}
	}
}

// sizeTexts is the bytes of size strings or binaries, stride bytes apart; 0
// when some are too long.
func sizeTexts(data unsafeio.Ptr, stride uintptr, size int) int {
	n := 4 * size
	for i := 0; ; data = data.At(stride) {
		l := len(*data.String())
		if n += l; l > maxLen-16 || n < 0 {
			return 0
		}
		if i++; i == size {
			return n
		}
	}
}

// sizePointees is the bytes of structs held by pointer.
func sizePointees(e *walk.Encoder, p *Program, data unsafeio.Ptr, size, depth int) int {
	if depth <= 0 {
		return e.Index(e.Fail(walk.Depth, 0), 0)
	}
	n := 0
	for i := 0; ; data = data.At(ptrSize) {
		if q := data.Ptr(); q.IsNil() {
			n++
		} else if k := sizeStruct(e, p, q, depth-1); k < 0 {
			return e.Index(k, i)
		} else if n += k; n < 0 {
			return e.Fail(walk.TooLong, 0)
		}
		if i++; i == size {
			return n
		}
	}
}

func sizeEntries(e *walk.Encoder, nd *node, data unsafeio.Ptr, size, depth int) int {
	if size == 0 {
		return 0
	}
	if size > maxLen {
		return e.Fail(walk.TooLong, 0)
	}
	if depth <= 0 {
		return e.Fail(walk.Depth, 0)
	}
	m := mapSize{e: e, nd: nd, depth: depth - 1}
	sizePairs(unsafeio.Of(&m), data, size)
	return m.n
}

// mapSize is the state of one map's sizing.
type mapSize struct {
	e     *walk.Encoder
	nd    *node
	n     int
	depth int
	i     int
}

func (m *mapSize) add(k, v unsafeio.Ptr) bool {
	a := sizeValue(m.e, m.nd.key, k, m.depth)
	if a < 0 {
		m.n = m.e.Key(a, m.i)
		return false
	}
	b := sizeValue(m.e, m.nd.elem, v, m.depth)
	if b < 0 {
		m.n = m.e.Value(b, m.i)
		return false
	}
	if m.n += a + b; m.n < 0 {
		m.n = m.e.Fail(walk.TooLong, 0)
		return false
	}
	m.i++
	return true
}

// sizeMap is the bytes of the map at q with its header.
func sizeMap(e *walk.Encoder, nd *node, q unsafeio.Ptr, depth int) int {
	set := nd.code == nodeSetMap
	head := 6
	if set {
		head = 5
	}
	size := nd.t.Map.Len(q)
	if size == 0 {
		return head
	}
	if depth <= 0 {
		return e.Fail(walk.Depth, 0)
	}
	m := mapSize{e: e, nd: nd, depth: depth - 1}
	visit := sizePairs
	if set {
		visit = sizeInMap
	}
	nd.t.Map.Range(q, unsafeio.Of(&m), visit)
	return plus(head, m.n)
}

func sizePairs(ctx, pairs unsafeio.Ptr, size int) bool {
	m := unsafeio.As[mapSize](ctx)
	for i := range size {
		q := pairs.At(uintptr(i) * m.nd.stride)
		if !m.add(q.At(m.nd.keyOff), q.At(m.nd.valueOff)) {
			return false
		}
	}
	return true
}

func sizeInMap(ctx, pairs unsafeio.Ptr, size int) bool {
	m := unsafeio.As[mapSize](ctx)
	for i := range size {
		a := sizeValue(m.e, m.nd.elem, pairs.At(uintptr(i)*m.nd.stride), m.depth)
		if a < 0 {
			m.n = m.e.Index(a, m.i)
			return false
		}
		if m.n += a; m.n < 0 {
			m.n = m.e.Fail(walk.TooLong, 0)
			return false
		}
		m.i++
	}
	return true
}
