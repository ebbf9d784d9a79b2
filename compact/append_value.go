package compact

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// appendOther encodes the ops that are not worth a place in appendStruct. It
// returns the offset after them, or a code, and the last field id written.
func appendOther(e *walk.Encoder, o *op, base, buf unsafeio.Ptr, n, lim, depth int, last int16) (int, int16) {
	q := base.At(uintptr(o.off))
	switch o.code {
	case opRunDouble:
		for i := range o.run.fields {
			r := &o.run.fields[i]
			h, k := r.head.after(last).split()
			last = r.head.id
			if n = putField8(buf, n, lim, h, k, *base.At(uintptr(r.off)).U64()); n < 0 {
				return n, last
			}
		}
		return n, last
	case opUnion:
		return checkUnion(e, o.run.prog, base, n), last
	case opUnknown:
		return appendUnknown(e, *q.Bytes(), buf, n, lim, depth, last), last
	case opField, opOptEnum:
		return appendField(e, o, base, buf, n, lim, depth, last)
	case opList, opMap, opListValue, opListVarint, opListRaw:
		if o.omit && q.Ptr().IsNil() {
			return n, last
		}
	case opOptDouble, opOpt1, opOpt2:
		if q = q.Ptr(); q.IsNil() {
			if o.must {
				return e.Fail(walk.Missing, n), last
			}
			return n, last
		}
	}
	h, k := o.head.after(last).split()
	switch o.code {
	case op1, opOpt1:
		n = putWord(buf, n, lim, h|uint64(*q.U8())<<(8*k), k+1)
	case op2, opOpt2:
		n = putField32(buf, n, lim, h, k, zigzag32(int32(*q.I16())))
	case opOptDouble:
		n = putField8(buf, n, lim, h, k, *q.U64())
	default:
		if n = putWord(buf, n, lim, h, k); n >= 0 {
			n = appendValue(e, o.node, q, buf, n, lim, depth)
		}
	}
	return n, o.last
}

// putField8 writes a header of k bytes and the 8 bytes of v, least
// significant first.
func putField8(buf unsafeio.Ptr, n, lim int, h uint64, k int, v uint64) int {
	if lim-n < k+8 {
		return walk.Short
	}
	buf.Add(n).PutLE64(h)
	buf.Add(n + k).PutLE64(v)
	return n + k + 8
}

// appendField encodes any field: presence, header, value.
func appendField(e *walk.Encoder, o *op, base, buf unsafeio.Ptr, n, lim, depth int, last int16) (int, int16) {
	q, c := walk.Find(o.f, base)
	switch {
	case c == walk.Left:
		return n, last
	case c < 0:
		return e.Fail(c, n), last
	}
	h, k := o.head.after(last).split()
	if o.node.wire == TypeBool {
		// The header carries the value: find it behind any pointers.
		nd := o.node
		for nd.code == nodePtr && !q.IsNil() {
			q, nd = q.Ptr(), nd.elem
		}
		if q.IsNil() || !*q.Bool() {
			h ^= uint64(TypeTrue ^ TypeFalse)
		}
		return putWord(buf, n, lim, h, k), o.last
	}
	if n = putWord(buf, n, lim, h, k); n < 0 {
		return n, last
	}
	return appendValue(e, o.node, q, buf, n, lim, depth), o.last
}

// checkUnion returns n when exactly one field of the union at base is set.
func checkUnion(e *walk.Encoder, p *Program, base unsafeio.Ptr, n int) int {
	if !walk.UnionFits(p.plan, base) {
		return e.Fail(walk.Union, n)
	}
	return n
}

// appendUnknown writes retained fields, which are kept in Binary form.
func appendUnknown(e *walk.Encoder, raw []byte, buf unsafeio.Ptr, n, lim, depth int, last int16) int {
	if len(raw) == 0 {
		return n
	}
	out, _, k := AppendFieldsFromBinary(unsafeio.HiddenAt(buf, lim)[:n], raw, last, depth)
	switch {
	case k < 0:
		return e.Fail(k, n)
	case len(out) > lim:
		return walk.Short // out is not in buf any more
	}
	return len(out)
}

// appendValue encodes the value at q as an element: a bool is a byte.
func appendValue(e *walk.Encoder, nd *node, q, buf unsafeio.Ptr, n, lim, depth int) int {
	switch nd.code {
	case nodeBool:
		if n >= lim {
			return walk.Short
		}
		buf.Add(n).PutByte(boolFalse - *q.U8())
		return n + 1
	case node1:
		if n >= lim {
			return walk.Short
		}
		buf.Add(n).PutByte(*q.U8())
		return n + 1
	case node2:
		return putVarint(buf, n, lim, uint64(zigzag32(int32(*q.I16()))))
	case node4:
		return putVarint(buf, n, lim, uint64(zigzag32(*q.I32())))
	case node8:
		return putVarint(buf, n, lim, Zigzag(*q.I64()))
	case nodeDouble:
		if lim-n < 8 {
			return walk.Short
		}
		buf.Add(n).PutLE64(*q.U64())
		return n + 8
	case nodeConv:
		v := walk.LoadInt(nd.t.Mem, q)
		if nd.t.Kind != layout.I64 && int64(int32(v)) != v {
			return e.Fail(walk.Range, n)
		}
		return putVarint(buf, n, lim, Zigzag(v))
	case nodeString, nodeBytes:
		_, n = putTexts(e, q, 0, 1, buf, n, lim)
		return n
	case nodeUUID:
		if lim-n < 16 {
			return walk.Short
		}
		buf.Add(n).Copy16(q)
		return n + 16
	case nodeStruct:
		if depth <= 0 {
			return e.Fail(walk.Depth, n)
		}
		return appendStruct(e, nd.prog, q, buf, n, lim, depth-1)
	case nodePtr:
		q = q.Ptr()
		if q.IsNil() {
			return appendZero(e, nd.elem, buf, n, lim, depth)
		}
		return appendValue(e, nd.elem, q, buf, n, lim, depth)
	case nodeList, nodeEntries:
		return appendSlice(e, nd, q, buf, n, lim, depth)
	default:
		return appendMap(e, nd, q, buf, n, lim, depth)
	}
}

// appendZero encodes what a nil pointer in a container stands for: the
// pointee's zero value, a struct without fields.
func appendZero(e *walk.Encoder, nd *node, buf unsafeio.Ptr, n, lim, depth int) int {
	for nd.code == nodePtr {
		nd = nd.elem
	}
	if nd.code == nodeStruct && depth <= 0 {
		return e.Fail(walk.Depth, n)
	}
	if lim-n < nd.min {
		return walk.Short
	}
	for i := range nd.min {
		buf.Add(n + i).PutByte(0)
	}
	switch nd.code {
	case nodeBool:
		buf.Add(n).PutByte(boolFalse)
	case nodeList, nodeSetMap:
		buf.Add(n).PutByte(byte(nd.elem.wire))
	}
	return n + nd.min
}
