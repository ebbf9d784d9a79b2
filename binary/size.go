package binary

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// Size returns exactly the bytes that Encode would write for the struct at
// base, or a code with the fault in e. Its twin is Encode itself.
func (p *Program) Size(e *walk.Encoder, base unsafeio.Ptr) int {
	return sizeStruct(e, p, base, e.Depth)
}

func sizeStruct(e *walk.Encoder, p *Program, base unsafeio.Ptr, depth int) int {
	n := 1 // stop field
	for o := &p.ops[0]; ; o = o.next() {
		var k int
		switch o.code {
		case opStop:
			return n
		case opRun1, opRun2, opRun8:
			k = int(o.size)
		case opRun4, opRunMixed:
			k = int(o.size)
			if c := checkEnums(e, p, o.run, base, 0); c < 0 {
				k = c
			}
		case opString:
			k = sizeText(e, 3, len(*base.At(uintptr(o.off)).String()))
		case opOptBytes:
			if b := base.At(uintptr(o.off)).Slice(); !b.Data.IsNil() {
				k = sizeText(e, 3, b.Len)
			}
		case opOptString, opOpt1, opOpt2, opOpt4, opOpt8, opOptStruct:
			k = sizePointee(e, o, *base.At(uintptr(o.off)).Ptr(), depth)
		case opStruct:
			k = plus(3, sizeNested(e, o.sub, base.At(uintptr(o.off)), depth))
		case opList, opOptList, opListText, opListStruct:
			s := base.At(uintptr(o.off)).Slice()
			if !s.Data.IsNil() || o.code != opOptList {
				k = plus(8, sizeElems(e, o.node, s.Data, s.Len, depth))
			}
		case opMap, opOptMap:
			if q := base.At(uintptr(o.off)); o.code == opMap || !q.Ptr().IsNil() {
				k = plus(3, sizeMap(e, o.node, q, depth))
			}
		case opUnion:
			k = min(0, checkUnion(e, p, base, 0))
		case opUnknown:
			k = sizeUnknown(e, *base.At(uintptr(o.off)).Bytes(), depth)
		case opField:
			k = sizeField(e, o, base, depth)
		}
		if k < 0 {
			if o.f != nil {
				return e.Field(k, o.f.GoName)
			}
			return k
		}
		if n += k; n < 0 { // an int of 32 bits
			return e.Fail(walk.TooLong, 0)
		}
	}
}

// plus returns k+n, or n when it is a code.
func plus(k, n int) int {
	if n < 0 {
		return n
	}
	return k + n
}

// sizePointee is the bytes of a field held by the pointer q.
func sizePointee(e *walk.Encoder, o *op, q unsafeio.Ptr, depth int) int {
	switch {
	case q.IsNil() && o.must:
		return e.Fail(walk.Missing, 0)
	case q.IsNil():
		return 0
	case o.code == opOptString:
		return sizeText(e, 3, len(*q.String()))
	case o.code == opOptStruct:
		return plus(3, sizeNested(e, o.sub, q, depth))
	}
	return 3 + o.node.elem.min
}

func sizeNested(e *walk.Encoder, p *Program, base unsafeio.Ptr, depth int) int {
	if depth <= 0 {
		return e.Fail(walk.Depth, 0)
	}
	return sizeStruct(e, p, base, depth-1)
}

// sizeText is the bytes of a header, a length and l bytes.
func sizeText(e *walk.Encoder, header, l int) int {
	if l > maxLen-16 {
		return e.Fail(walk.TooLong, 0)
	}
	return header + 4 + l
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

func sizeField(e *walk.Encoder, o *op, base unsafeio.Ptr, depth int) int {
	q, ok := walk.Reach(o.f, base)
	if !ok || walk.Absent(o.f, q) {
		return 0
	}
	if o.f.Presence == layout.Must && q.Ptr().IsNil() {
		return e.Fail(walk.Missing, 0)
	}
	return plus(3, sizeValue(e, o.node, q, depth))
}

func sizeValue(e *walk.Encoder, nd *node, q unsafeio.Ptr, depth int) int {
	switch nd.code {
	case nodeConv:
		if v := walk.LoadInt(nd.t.Mem, q); nd.t.Kind != layout.I64 && int64(int32(v)) != v {
			return e.Fail(walk.Range, 0)
		}
		return nd.min
	case nodeString, nodeBytes:
		return sizeText(e, 0, len(*q.String()))
	case nodeStruct:
		return sizeNested(e, nd.prog, q, depth)
	case nodePtr:
		q = *q.Ptr()
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
