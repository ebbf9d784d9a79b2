package binary

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// appendOther encodes the ops that are not worth a place in appendStruct.
func appendOther(e *walk.Encoder, o *op, base, buf unsafeio.Ptr, n, lim, depth int) int {
	switch o.code {
	case opList, opListValue, opListNumber:
		s := base.At(uintptr(o.off)).Slice()
		data, size := s.Data, s.Len
		if o.omit && data.IsNil() {
			return n
		}
		if size > maxLen {
			return e.Fail(walk.TooLong, n)
		}
		if lim-n < 8 {
			return walk.Short
		}
		buf.Add(n).PutLE64(o.hdr | swap32(size)<<32)
		return appendElems(e, o.node, data, size, buf, n+8, lim, depth)
	case opMap:
		q := base.At(uintptr(o.off))
		if o.omit && q.Ptr().IsNil() {
			return n
		}
		if lim-n < 4 {
			return walk.Short
		}
		buf.Add(n).PutLE32(uint32(o.hdr))
		return appendMap(e, o.node, q, buf, n+3, lim, depth)
	case opUnion:
		return checkUnion(e, o.run.prog, base, n)
	case opUnknown:
		return appendUnknown(e, *base.At(uintptr(o.off)).Bytes(), buf, n, lim, depth)
	}
	return appendField(e, o, base, buf, n, lim, depth)
}

// appendField encodes any field: presence, header, value.
func appendField(e *walk.Encoder, o *op, base, buf unsafeio.Ptr, n, lim, depth int) int {
	q, c := walk.Find(o.f, base)
	switch {
	case c == walk.Left:
		return n
	case c < 0:
		return e.Fail(c, n)
	}
	if lim-n < 4 {
		return walk.Short
	}
	buf.Add(n).PutLE32(uint32(o.hdr))
	return appendValue(e, o.node, q, buf, n+3, lim, depth)
}

// checkUnion returns n when exactly one field of the union at base is set.
func checkUnion(e *walk.Encoder, p *Program, base unsafeio.Ptr, n int) int {
	if !walk.UnionFits(p.plan, base) {
		return e.Fail(walk.Union, n)
	}
	return n
}

// appendUnknown writes retained fields, which are kept as the wire has them.
func appendUnknown(e *walk.Encoder, raw []byte, buf unsafeio.Ptr, n, lim, depth int) int {
	if len(raw) == 0 {
		return n
	}
	if lim-n < len(raw) {
		return walk.Short
	}
	// Checked as it stands in dst, since raw may change meanwhile.
	buf.Add(n).Copy(unsafeio.BytesOf(raw), len(raw))
	if k := ValidFields(unsafeio.BytesAt(buf.Add(n), len(raw)), depth); k < 0 {
		return e.Fail(k, n)
	}
	return n + len(raw)
}

// appendValue encodes the value at q.
func appendValue(e *walk.Encoder, nd *node, q, buf unsafeio.Ptr, n, lim, depth int) int {
	switch nd.code {
	case nodeBool, node1:
		if n >= lim {
			return walk.Short
		}
		buf.Add(n).PutByte(*q.U8())
		return n + 1
	case node2:
		if lim-n < 2 {
			return walk.Short
		}
		buf.Add(n).PutBE16(*q.U16())
		return n + 2
	case node4:
		if lim-n < 4 {
			return walk.Short
		}
		buf.Add(n).PutBE32(*q.U32())
		return n + 4
	case node8:
		if lim-n < 8 {
			return walk.Short
		}
		buf.Add(n).PutBE64(*q.U64())
		return n + 8
	case nodeConv:
		return appendConv(e, nd, q, buf, n, lim)
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

// appendConv encodes an integer whose width in memory is not that on the wire.
func appendConv(e *walk.Encoder, nd *node, q, buf unsafeio.Ptr, n, lim int) int {
	v := walk.LoadInt(nd.t.Mem, q)
	if nd.t.Kind == layout.I64 {
		if lim-n < 8 {
			return walk.Short
		}
		buf.Add(n).PutBE64(uint64(v))
		return n + 8
	}
	if int64(int32(v)) != v {
		return e.Fail(walk.Range, n)
	}
	if lim-n < 4 {
		return walk.Short
	}
	buf.Add(n).PutBE32(uint32(v))
	return n + 4
}

// appendZero encodes what a nil pointer in a container stands for: the
// pointee's zero value, a struct without fields.
func appendZero(e *walk.Encoder, nd *node, buf unsafeio.Ptr, n, lim, depth int) int {
	var k int
	switch nd.code {
	case nodePtr:
		return appendZero(e, nd.elem, buf, n, lim, depth)
	case nodeStruct:
		if depth <= 0 {
			return e.Fail(walk.Depth, n)
		}
		k = 1
	case nodeList, nodeSetMap:
		k = 5
	case nodeEntries, nodeMap:
		k = 6
	default:
		k = nd.min
	}
	if lim-n < k {
		return walk.Short
	}
	for i := range k {
		buf.Add(n + i).PutByte(0)
	}
	switch k {
	case 5:
		putListHeader(buf.Add(n), nd, 0)
	case 6:
		putMapHeader(buf.Add(n), nd, 0)
	}
	return n + k
}
