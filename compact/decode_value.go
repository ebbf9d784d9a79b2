package compact

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// decodeOther decodes the fields that are not worth a place in decodeStruct.
// b is the header byte; again says that the field came before in this struct.
// It returns the offset after the field, or a code.
func decodeOther(d *walk.Decoder, f *dfield, base unsafeio.Ptr, b byte, buf unsafeio.Ptr, n, lim, depth int, again, used bool) int {
	q := base.At(f.off)
	reuse := used && f.keep
	if f.code == decStruct {
		if depth <= 0 {
			return d.Fail(walk.Depth, n)
		}
		if !reuse && (again || !f.keep || f.sub.fresh) {
			walk.Renew(f.sub.plan, q)
		} else if reuse && f.sub.begin {
			d.Begin(f.sub.plan, q)
		}
		return decodeStruct(d, f.sub, q, unsafeio.Ptr{}, buf, n, lim, depth-1, reuse)
	}
	held := f.f.Type.Held()
	if (again || held || len(f.f.Hops) > 0) && f.node.container() {
		return decodeApart(d, f, base, buf, n, lim, depth)
	}
	if len(f.f.Hops) > 0 {
		var ok bool
		if q, ok = d.ReachNew(f.f, base); !ok {
			return d.Fail(walk.Alloc, n)
		}
		if reuse = false; again {
			unsafeio.Zero(f.f.Type.Go, q)
		}
	}
	v := q
	if held {
		v, reuse = walk.Hold(f.f.Type, q, reuse && !again)
	}
	if f.wire == TypeBool {
		n = decodeBool(d, f.node, v, reuse, b, n)
	} else {
		n = decodeValue(d, f.node, v, reuse, buf, n, lim, depth)
	}
	if held && n >= 0 {
		f.f.Type.SetIt(q)
	}
	return n
}

// decodeBool decodes a bool field, whose value is in its header byte b.
func decodeBool(d *walk.Decoder, nd *node, q unsafeio.Ptr, reuse bool, b byte, n int) int {
	for ; nd.code == nodePtr; nd = nd.elem {
		s := q.Ptr()
		if !reuse || s.IsNil() {
			if s, reuse = d.NewBlock(nd.t.New), false; s.IsNil() {
				return d.Fail(walk.Alloc, n)
			}
			q.SetPtr(s)
		}
		q = s
	}
	*q.Bool() = b&0x0f == byte(TypeTrue)
	return n
}

// decodeValue decodes a value at offset n into q, which is zero, or under
// reuse holds an earlier value. It returns the offset after it, or a code.
func decodeValue(d *walk.Decoder, nd *node, q unsafeio.Ptr, reuse bool, buf unsafeio.Ptr, n, lim, depth int) int {
	m := n
	switch nd.code {
	case node2:
		*q.I16(), m = getI16(buf, n, lim)
	case node4:
		*q.I32(), m = getI32(buf, n, lim)
	case node8:
		*q.I64(), m = getI64(buf, n, lim)
	case nodeConv:
		m = decodeConv(d, nd, q, buf, n, lim)
	case nodeString, nodeBytes:
		t, l, end := decodeText(d, buf, n, lim)
		if end < 0 {
			return end
		}
		if nd.code == nodeString {
			*q.String() = unsafeio.StringAt(t, l)
		} else {
			*q.Bytes() = unsafeio.BytesAt(t, l)
		}
		return end
	case nodeStruct:
		return decodeNested(d, nd.prog, q, reuse, buf, n, lim, depth)
	case nodePtr:
		return decodePointer(d, nd, q, reuse, buf, n, lim, depth)
	case nodeList, nodeSetMap:
		return decodeList(d, nd, q, reuse, buf, n, lim, depth)
	case nodeEntries, nodeMap:
		return decodeMap(d, nd, q, reuse, buf, n, lim, depth)
	default:
		if lim-n < nd.min {
			return d.Fail(walk.Truncated, lim)
		}
		m = n + nd.min
		switch nd.code {
		case nodeBool:
			*q.Bool() = buf.Add(n).Byte() == boolTrue
		case node1:
			*q.U8() = buf.Add(n).Byte()
		case nodeDouble:
			*q.U64() = buf.Add(n).LE64()
		case nodeUUID:
			q.Copy16(buf.Add(n))
		}
	}
	if m < 0 {
		return d.Fail(m, n)
	}
	return m
}

// decodeConv decodes an integer whose width in memory is not that of its kind.
func decodeConv(d *walk.Decoder, nd *node, q, buf unsafeio.Ptr, n, lim int) int {
	var v int64
	var m int
	if nd.t.Kind == layout.I64 {
		v, m = getI64(buf, n, lim)
	} else {
		var w int32
		w, m = getI32(buf, n, lim)
		v = int64(w)
	}
	if m >= 0 && !walk.StoreInt(nd.t.Mem, q, v) {
		return walk.Range
	}
	return m
}

// decodeApart decodes a container into memory of its own, and moves it to its
// field once it is whole: what is skipped for the types of its elements must
// leave neither an earlier value half overwritten nor embedded structs behind.
func decodeApart(d *walk.Decoder, f *dfield, base, buf unsafeio.Ptr, n, lim, depth int) int {
	var h unsafeio.Var
	if n = decodeValue(d, f.node, h.At(f.node.t.Go), false, buf, n, lim, depth); n < 0 {
		return n
	}
	q, ok := d.ReachNew(f.f, base)
	if !ok {
		return d.Fail(walk.Alloc, n)
	}
	walk.Move(&h, f.f.Type, q)
	return n
}

// decodeNested decodes into the struct at q itself.
func decodeNested(d *walk.Decoder, p *Program, q unsafeio.Ptr, reuse bool, buf unsafeio.Ptr, n, lim, depth int) int {
	if depth <= 0 {
		return d.Fail(walk.Depth, n)
	}
	switch {
	case !reuse && d.Reuse:
		walk.Renew(p.plan, q) // what is there is not this value's own
	case !reuse:
		walk.Fresh(p.plan, q)
	case p.begin:
		d.Begin(p.plan, q)
	}
	return decodeStruct(d, p, q, unsafeio.Ptr{}, buf, n, lim, depth-1, reuse)
}

// decodePointer decodes into the pointee of the pointer at q, a fresh one
// unless reuse finds one there.
func decodePointer(d *walk.Decoder, nd *node, q unsafeio.Ptr, reuse bool, buf unsafeio.Ptr, n, lim, depth int) int {
	if nd.elem.code == nodeStruct {
		if depth <= 0 {
			return d.Fail(walk.Depth, n)
		}
		p := nd.elem.prog
		var slots unsafeio.Ptr
		s := q.Ptr()
		kept := reuse && !s.IsNil()
		if !kept {
			if s, slots = d.NewStruct(p.plan); s.IsNil() {
				return d.Fail(walk.Alloc, n)
			}
			q.SetPtr(s)
		} else if p.begin {
			d.Begin(p.plan, s)
		}
		return decodeStruct(d, p, s, slots, buf, n, lim, depth-1, kept)
	}
	s := q.Ptr()
	if !reuse || s.IsNil() {
		if s, reuse = d.NewBlock(nd.t.New), false; s.IsNil() {
			return d.Fail(walk.Alloc, n)
		}
		q.SetPtr(s)
	}
	return decodeValue(d, nd.elem, s, reuse, buf, n, lim, depth)
}

// decodeText reads a length l and finds its bytes a place to be kept. It
// returns the offset after them, or a code.
func decodeText(d *walk.Decoder, buf unsafeio.Ptr, n, lim int) (t unsafeio.Ptr, l, m int) {
	l, m = getSize(buf, n, lim)
	if m < 0 {
		return t, 0, d.Fail(m, n)
	}
	if l > lim-m || l > d.Bytes {
		return t, 0, d.Fail(tooLong(d, l, m, lim), n)
	}
	if l == 0 {
		return unsafeio.Nothing(), 0, m
	}
	if !d.Copy.IsNil() {
		return d.Copy.Add(m - d.Base), l, m + l
	}
	if t = d.Text(buf, m, l); t.IsNil() {
		return t, 0, d.Fail(walk.Alloc, m)
	}
	return t, l, m + l
}

// container reports whether nd is a list, set or map, or a pointer to one.
func (nd *node) container() bool {
	for nd.code == nodePtr {
		nd = nd.elem
	}
	return nd.code >= nodeList
}
