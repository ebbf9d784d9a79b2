package binary

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// ptrSize is the stride of a slice of pointers.
const ptrSize = unsafeio.PtrSize

// checkElem compares an element type from the wire with the plan's: 0 when
// they agree or there are no elements, else a code.
func checkElem(d *walk.Decoder, got, want Type, size, n int) int {
	if got == want || size <= 0 {
		return 0
	}
	if MinSize(got) == 0 {
		return d.Fail(walk.TypeCode, n)
	}
	return walk.Unlike
}

// decodeElems decodes the elements of a list, whose header ends at offset n,
// into the slice at q.
func decodeElems(d *walk.Decoder, nd *node, q unsafeio.Ptr, reuse bool, buf unsafeio.Ptr, n, lim, depth int) int {
	el := nd.elem
	h := buf.Add(n - 5)
	size := int(int32(h.Add(1).BE32()))
	if c := checkElem(d, Type(h.Byte()), el.wire, size, n-5); c != 0 {
		return c
	}
	if size == 0 {
		walk.EmptyList(nd.t, reuse, q)
		return n
	}
	if c := d.CheckSize(size, el.min, lim-n, depth); c != 0 {
		return d.Fail(c, n-4)
	}
	if el.code == nodePtr && el.elem.code == nodeStruct {
		return decodePointees(d, nd, q, reuse, buf, n, lim, size, depth-1)
	}
	have, used := d.MakeList(nd.t, reuse, q, size, el.min)
	if have < 0 {
		return d.Fail(have, n)
	}
	switch el.code {
	case nodeBool, node1, node2, node4, node8:
		return decodeNumbers(el, q, have, buf, n, size)
	case nodeString, nodeBytes:
		return decodeTexts(d, el, q, buf, n, lim, size)
	case nodeStruct:
		if have == size && !el.prog.fresh {
			return decodeStructs(d, el.prog, q, used, buf, n, lim, size, depth-1)
		}
	}
	data := q.Slice().Data
	for i := 0; ; data = data.At(el.size) {
		// What follows this element needs its least, too.
		if n = decodeValue(d, el, data, used, buf, n, lim-(size-1-i)*el.min, depth-1); n < 0 {
			return d.Index(n, i)
		}
		if i++; i == size {
			return n
		}
		if i == have {
			if have = d.GrowList(nd.t, q, i, size); have < 0 {
				return d.Index(d.Fail(have, n), i)
			}
			data = q.Slice().Data.At(uintptr(i-1) * el.size)
		}
	}
}

// decodeNumbers decodes numbers that are as wide in memory as on the wire.
// Caller: the input holds them, which CheckSize has checked.
func decodeNumbers(el *node, q unsafeio.Ptr, have int, buf unsafeio.Ptr, n, size int) int {
	dst, src := q.Slice().Data, buf.Add(n)
	switch el.code {
	case nodeBool:
		unsafeio.GetBools(dst, src, size)
	case node2:
		unsafeio.GetBE16s(dst, src, size)
	case node4:
		unsafeio.GetBE32s(dst, src, size)
	case node8:
		unsafeio.GetBE64s(dst, src, size)
	default:
		dst.Copy(src, size)
	}
	return n + size*el.min
}

// decodeTexts decodes strings or binaries into the size elements of the
// slice at q.
func decodeTexts(d *walk.Decoder, el *node, q, buf unsafeio.Ptr, n, lim, size int) int {
	data := q.Slice().Data
	for i := 0; ; data = data.At(el.size) {
		t, m := decodeText(d, buf, n, lim)
		if m < 0 {
			return d.Index(m, i)
		}
		if l := m - n - 4; el.code == nodeString {
			*data.String() = unsafeio.StringAt(t, l)
		} else {
			*data.Bytes() = unsafeio.BytesAt(t, l)
		}
		n = m
		if i++; i == size {
			return n
		}
	}
}

// decodePointees decodes size structs into a slice of pointers at q. Fresh
// ones come in arrays, allocated as elements arrive.
func decodePointees(d *walk.Decoder, nd *node, q unsafeio.Ptr, reuse bool, buf unsafeio.Ptr, n, lim, size, depth int) int {
	if depth <= 0 {
		return d.Index(d.Fail(walk.Depth, n), 0)
	}
	p := nd.elem.elem.prog
	b := p.plan.Block
	next, left, used, c := d.MakePointers(nd.t, b, reuse, q, size)
	if c < 0 {
		return d.Fail(c, n)
	}
	data := q.Slice().Data
	for i := 0; ; data = data.At(ptrSize) {
		var slots unsafeio.Ptr
		s := data.Ptr()
		kept := used && !s.IsNil()
		if kept {
			if p.begin {
				d.Begin(p.plan, s)
			}
		} else {
			if left == 0 {
				if next, left = d.NewBlocks(b, size-i); next.IsNil() {
					return d.Index(d.Fail(walk.Alloc, n), i)
				}
			}
			s = next
			if left--; left > 0 {
				next = next.At(b.Size())
			}
			slots = d.Ready(p.plan, s)
			data.SetPtr(s)
		}
		if n = decodeStruct(d, p, s, slots, buf, n, lim-(size-1-i), depth-1, kept); n < 0 {
			return d.Index(n, i)
		}
		if i++; i == size {
			return n
		}
	}
}

// decodeStructs decodes structs into the size elements of the slice at q,
// which are zero or, under reuse, hold an earlier value.
func decodeStructs(d *walk.Decoder, p *Program, q unsafeio.Ptr, reuse bool, buf unsafeio.Ptr, n, lim, size, depth int) int {
	if depth <= 0 {
		return d.Index(d.Fail(walk.Depth, n), 0)
	}
	data := q.Slice().Data
	for i := 0; ; data = data.At(p.plan.Go.Size()) {
		if reuse && p.begin {
			d.Begin(p.plan, data)
		}
		if n = decodeStruct(d, p, data, unsafeio.Ptr{}, buf, n, lim-(size-1-i), depth-1, reuse); n < 0 {
			return d.Index(n, i)
		}
		if i++; i == size {
			return n
		}
	}
}
