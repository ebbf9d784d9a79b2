package compact

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// shortList is the size from which a list header has a long form.
const shortList = 15

// appendSlice encodes the slice at q with its header: a list, a set, or a map
// held as entries.
func appendSlice(e *walk.Encoder, nd *node, q, buf unsafeio.Ptr, n, lim, depth int) int {
	s := q.Slice()
	data, size := s.Data, s.Len
	if size > maxLen {
		return e.Fail(walk.TooLong, n)
	}
	if nd.code == nodeEntries {
		if n = putMapHeader(buf, n, lim, nd, size); n < 0 {
			return n
		}
		return appendEntries(e, nd, data, size, buf, n, lim, depth)
	}
	if n = putListHeader(buf, n, lim, nd, size); n < 0 {
		return n
	}
	return appendElems(e, nd, data, size, buf, n, lim, depth)
}

func putListHeader(buf unsafeio.Ptr, n, lim int, nd *node, size int) int {
	if size < shortList {
		return putWord(buf, n, lim, uint64(size<<4|int(nd.elem.wire)), 1)
	}
	w, l := spread32(uint32(size))
	return putWord(buf, n, lim, uint64(shortList<<4|nd.elem.wire)|w<<8, l+1)
}

// putListField writes the header of k bytes of the field o, and that of its
// list: long forms, and the last bytes of dst.
//
//go:noinline
func putListField(e *walk.Encoder, o *op, buf unsafeio.Ptr, n, lim int, h uint64, k, size int) int {
	if size > maxLen {
		return e.Field(e.Fail(walk.TooLong, n), o.f.GoName)
	}
	if n = putWord(buf, n, lim, h, k); n < 0 {
		return n
	}
	return putListHeader(buf, n, lim, o.node, size)
}

func putMapHeader(buf unsafeio.Ptr, n, lim int, nd *node, size int) int {
	if size == 0 {
		return putWord(buf, n, lim, 0, 1)
	}
	w, l := spread32(uint32(size))
	return putWord(buf, n, lim, w|uint64(nd.key.wire<<4|nd.elem.wire)<<(8*l), l+1)
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
	case nodeBool, node1, node2, node4, node8, nodeDouble:
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

// appendNumbers encodes numbers of their kind's width.
func appendNumbers(el *node, data unsafeio.Ptr, size int, buf unsafeio.Ptr, n, lim int) int {
	if uint64(lim-n) < uint64(size)*uint64(el.min) {
		return walk.Short
	}
	switch el.code {
	case nodeBool:
		unsafeio.PutCompactBools(buf.Add(n), data, size)
		return n + size
	case node1:
		buf.Add(n).Copy(data, size)
		return n + size
	case nodeDouble:
		unsafeio.PutLE64s(buf.Add(n), data, size)
		return n + 8*size
	case node2:
		return appendVarints[int16](data, size, 2, buf, n, lim)
	case node4:
		return appendVarints[int32](data, size, 4, buf, n, lim)
	}
	return appendVarints[int64](data, size, 8, buf, n, lim)
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
