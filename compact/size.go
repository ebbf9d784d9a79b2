package compact

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
	n := 1 // stop field
	last := int16(0)
	for o := &p.ops[0]; ; o = o.next() {
		var k int
		switch o.code {
		case opStop:
			return n
		case opUnion:
			k = min(0, checkUnion(e, p, base, 0))
		case opUnknown:
			k = sizeUnknown(e, *base.At(uintptr(o.off)).Bytes(), depth, last)
		case opRun4, opRun8, opRunDouble:
			k = sizeRun(e, p, o, base, last)
			last = o.last
		default:
			k = sizeOp(e, o, base, depth)
			if k == absent {
				continue
			}
			if k >= 0 {
				k += o.head.sizeAfter(last)
				last = o.last
			}
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

// absent is the size of a field that is left out; a present bool has 0 bytes
// beside its header.
const absent = walk.Unlike

func (h *header) sizeAfter(last int16) int {
	if last == h.prev {
		return int(h.word >> countShift)
	}
	return SizeFieldHeader(h.id, last)
}

// plus returns k+n, or n when it is a code.
func plus(k, n int) int {
	if n < 0 {
		return n
	}
	return k + n
}

func sizeRun(e *walk.Encoder, p *Program, o *op, base unsafeio.Ptr, last int16) int {
	n := checkEnums(e, p, o.run, base, 0)
	if n < 0 {
		return n
	}
	for i := range o.run.fields {
		r := &o.run.fields[i]
		n += r.head.sizeAfter(last)
		last = r.head.id
		q := base.At(uintptr(r.off))
		switch o.code {
		case opRunDouble:
			n += 8
		case opRun8:
			n += SizeI64(*q.I64())
		default:
			n += SizeI32(*q.I32())
		}
	}
	return n
}

// sizeOp is the bytes of one field without its header, or absent.
func sizeOp(e *walk.Encoder, o *op, base unsafeio.Ptr, depth int) int {
	q, nd := base.At(uintptr(o.off)), o.node
	switch o.code {
	case opOptBytes, opOptString, opOptStruct, opOptBool, opOpt1, opOpt2, opOpt4, opOpt8, opOptDouble, opOptEnum:
		s := q.Ptr() // loaded once, since another goroutine may change it
		switch {
		case s.IsNil() && o.must:
			return e.Fail(walk.Missing, 0)
		case s.IsNil():
			return absent
		case nd.code == nodePtr:
			q, nd = s, nd.elem
		}
	case opList, opMap, opListText, opListStruct, opListValue, opListVarint, opListRaw:
		if o.omit && q.Ptr().IsNil() {
			return absent
		}
	case opField:
		var c int
		switch q, c = walk.Find(o.f, base); {
		case c == walk.Left:
			return absent
		case c < 0:
			return e.Fail(c, 0)
		}
	}
	if nd.wire == TypeBool {
		return 0
	}
	return sizeValue(e, nd, q, depth)
}

func sizeNested(e *walk.Encoder, p *Program, base unsafeio.Ptr, depth int) int {
	if depth <= 0 {
		return e.Fail(walk.Depth, 0)
	}
	return sizeStruct(e, p, base, depth-1)
}

// sizeText is the bytes of a length and l bytes.
func sizeText(e *walk.Encoder, l int) int {
	if l > maxLen {
		return e.Fail(walk.TooLong, 0)
	}
	return SizeVarint(uint64(l)) + l
}

func sizeUnknown(e *walk.Encoder, raw []byte, depth int, last int16) int {
	if len(raw) == 0 {
		return 0
	}
	s := walk.Scratch()
	defer walk.PutScratch(s)
	var k int
	if *s, _, k = AppendFieldsFromBinary(*s, raw, last, depth); k < 0 {
		return e.Fail(k, 0)
	}
	return len(*s)
}

func sizeValue(e *walk.Encoder, nd *node, q unsafeio.Ptr, depth int) int {
	switch nd.code {
	case node2:
		return SizeI16(*q.I16())
	case node4:
		return SizeI32(*q.I32())
	case node8:
		return SizeI64(*q.I64())
	case nodeConv:
		v := walk.LoadInt(nd.t.Mem, q)
		if nd.t.Kind != layout.I64 && int64(int32(v)) != v {
			return e.Fail(walk.Range, 0)
		}
		return SizeI64(v)
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
		return plus(SizeListHeader(s.Len), sizeElems(e, nd, s.Data, s.Len, depth))
	case nodeEntries:
		s := q.Slice()
		return plus(SizeMapHeader(s.Len), sizeEntries(e, nd, s.Data, s.Len, depth))
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
	switch el.code {
	case nodeBool, node1, nodeDouble, nodeUUID:
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
	size := nd.t.Map.Len(q)
	head := SizeMapHeader(size)
	if set {
		head = SizeListHeader(size)
	}
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
