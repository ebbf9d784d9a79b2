package binary

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// appendSlice encodes the slice at q with its header: a list, a set, or a map
// held as entries.
func appendSlice(e *walk.Encoder, nd *node, q, buf unsafeio.Ptr, n, lim, depth int) int {
	s := q.Slice()
	data, size := s.Data, s.Len
	if size > maxLen {
		return e.Fail(walk.TooLong, n)
	}
	if nd.code == nodeEntries {
		if lim-n < 6 {
			return walk.Short
		}
		putMapHeader(buf.Add(n), nd, size)
		return appendEntries(e, nd, data, size, buf, n+6, lim, depth)
	}
	if lim-n < 5 {
		return walk.Short
	}
	putListHeader(buf.Add(n), nd, size)
	return appendElems(e, nd, data, size, buf, n+5, lim, depth)
}

func putListHeader(d unsafeio.Ptr, nd *node, size int) {
	d.PutByte(byte(nd.elem.wire))
	d.Add(1).PutBE32(uint32(size))
}

func putMapHeader(d unsafeio.Ptr, nd *node, size int) {
	d.PutByte(byte(nd.key.wire))
	d.Add(1).PutByte(byte(nd.elem.wire))
	d.Add(2).PutBE32(uint32(size))
}

// appendElems encodes the size elements at data.
func appendElems(e *walk.Encoder, nd *node, data unsafeio.Ptr, size int, buf unsafeio.Ptr, n, lim, depth int) int {
	if size == 0 {
		return n
	}
	if depth <= 0 {
		return e.Fail(walk.Depth, n)
	}
	if nd.wire == TypeSet && e.Canonical {
		return appendSorted(e, nd, data, size, buf, n, lim, depth)
	}
	el := nd.elem
	switch el.code {
	case nodeBool, node1, node2, node4, node8:
		return appendNumbers(el, data, size, buf, n, lim)
	case nodeString, nodeBytes:
		return appendTexts(e, el, data, size, buf, n, lim)
	case nodeStruct:
		return appendStructs(e, el.prog, nd.batch, data, size, el.size, buf, n, lim, depth-1)
	case nodePtr:
		if el.elem.code == nodeStruct {
			return appendStructs(e, el.elem.prog, nd.batch, data, size, pointers, buf, n, lim, depth-1)
		}
	}
	for i := 0; ; data = data.At(el.size) {
		if n = appendValue(e, el, data, buf, n, lim, depth-1); n < 0 {
			return e.Index(n, i)
		}
		if i++; i == size {
			return n
		}
	}
}

// appendNumbers encodes numbers that are as wide in memory as on the wire.
func appendNumbers(el *node, data unsafeio.Ptr, size int, buf unsafeio.Ptr, n, lim int) int {
	if uint64(lim-n) < uint64(size)*uint64(el.min) {
		return walk.Short
	}
	d := buf.Add(n)
	switch el.code {
	case node2:
		unsafeio.PutBE16s(d, data, size)
	case node4:
		unsafeio.PutBE32s(d, data, size)
	case node8:
		unsafeio.PutBE64s(d, data, size)
	default:
		d.Copy(data, size)
	}
	return n + size*el.min
}

// appendTexts encodes strings or binaries.
func appendTexts(e *walk.Encoder, el *node, data unsafeio.Ptr, size int, buf unsafeio.Ptr, n, lim int) int {
	i, n := putTexts(e, data, el.size, size, buf, n, lim)
	if n < 0 {
		return e.Index(n, i)
	}
	return n
}

// appendEntries encodes a map held as a slice of entries.
func appendEntries(e *walk.Encoder, nd *node, data unsafeio.Ptr, size int, buf unsafeio.Ptr, n, lim, depth int) int {
	if size == 0 {
		return n
	}
	if depth <= 0 {
		return e.Fail(walk.Depth, n)
	}
	if e.Canonical {
		return appendSorted(e, nd, data, size, buf, n, lim, depth)
	}
	return appendPairs(e, nd, data, 0, size, buf, n, lim, depth-1)
}
