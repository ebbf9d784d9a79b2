package binary

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// decodeOther decodes the fields that are not worth a place in decodeStruct.
// again says that the field came before in this struct. It returns the offset
// after the field, or a code.
func decodeOther(d *walk.Decoder, f *dfield, base, buf unsafeio.Ptr, n, lim, depth int, again, used bool) int {
	q := base.At(f.off)
	reuse := used && f.keep
	if f.code == decStruct {
		if depth <= 0 {
			return d.Fail(walk.Depth, n+3)
		}
		if !reuse && (again || !f.keep || f.sub.fresh) {
			walk.Renew(f.sub.plan, q)
		} else if reuse && f.sub.begin {
			d.Begin(f.sub.plan, q)
		}
		return decodeStruct(d, f.sub, q, unsafeio.Ptr{}, buf, n+3, lim, depth-1, reuse)
	}
	held := f.f.Type.Held()
	if (again || held || len(f.f.Hops) > 0) && f.node.container() {
		return decodeApart(d, f, base, buf, n+3, lim, depth)
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
	n = decodeValue(d, f.node, v, reuse, buf, n+3, lim, depth)
	if held && n >= 0 {
		f.f.Type.SetIt(q)
	}
	return n
}

// decodeValue decodes a value at offset n into q, which is zero, or under
// reuse holds an earlier value. It returns the offset after it, or a code.
func decodeValue(d *walk.Decoder, nd *node, q unsafeio.Ptr, reuse bool, buf unsafeio.Ptr, n, lim, depth int) int {
	if lim-n < nd.min {
		return d.Fail(walk.Truncated, lim)
	}
	switch nd.code {
	case nodeBool:
		*q.Bool() = buf.Add(n).Byte() == 1
		return n + 1
	case node1:
		*q.U8() = buf.Add(n).Byte()
		return n + 1
	case node2:
		*q.U16() = buf.Add(n).BE16()
		return n + 2
	case node4:
		*q.U32() = buf.Add(n).BE32()
		return n + 4
	case node8:
		*q.U64() = buf.Add(n).BE64()
		return n + 8
	case nodeConv:
		v := int64(int32(buf.Add(n).BE32()))
		if nd.t.Kind == layout.I64 {
			v = int64(buf.Add(n).BE64())
		}
		if !walk.StoreInt(nd.t.Mem, q, v) {
			return d.Fail(walk.Range, n)
		}
		return n + nd.min
	case nodeString:
		t, m := decodeText(d, buf, n, lim)
		if m < 0 {
			return m
		}
		*q.String() = unsafeio.StringAt(t, m-n-4)
		return m
	case nodeBytes:
		t, m := decodeText(d, buf, n, lim)
		if m < 0 {
			return m
		}
		*q.Bytes() = unsafeio.BytesAt(t, m-n-4)
		return m
	case nodeUUID:
		q.Copy16(buf.Add(n))
		return n + 16
	case nodeStruct:
		return decodeNested(d, nd.prog, q, reuse, buf, n, lim, depth)
	case nodePtr:
		return decodePointer(d, nd, q, reuse, buf, n, lim, depth)
	case nodeList:
		return decodeElems(d, nd, q, reuse, buf, n+5, lim, depth)
	case nodeSetMap:
		h := buf.Add(n)
		return decodeSetMap(d, nd, q, reuse, buf, n+5, lim, int(int32(h.Add(1).BE32())), Type(h.Byte()), depth)
	}
	return decodeMap(d, nd, q, reuse, buf, n, lim, depth)
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

// decodeText reads a length and finds its bytes a place to be kept.
func decodeText(d *walk.Decoder, buf unsafeio.Ptr, n, lim int) (unsafeio.Ptr, int) {
	if lim-n < 4 {
		return unsafeio.Ptr{}, d.Fail(walk.Truncated, lim)
	}
	l := int(int32(buf.Add(n).BE32()))
	n += 4
	if uint(l) > uint(lim-n) || l > d.Bytes {
		return unsafeio.Ptr{}, badLength(d, l, n, lim)
	}
	if l == 0 {
		return unsafeio.Nothing(), n
	}
	if !d.Copy.IsNil() {
		return d.Copy.Add(n - d.Base), n + l
	}
	t := d.Text(buf, n, l)
	if t.IsNil() {
		return t, d.Fail(walk.Alloc, n)
	}
	return t, n + l
}

// container reports whether nd is a list, set or map, or a pointer to one.
func (nd *node) container() bool {
	for nd.code == nodePtr {
		nd = nd.elem
	}
	return nd.code >= nodeList
}
