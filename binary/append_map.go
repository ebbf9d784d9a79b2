package binary

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// mapEncode is the state of one map's encoding, reached through the context
// of unsafeio's Range.
type mapEncode struct {
	e      *walk.Encoder
	nd     *node
	buf    unsafeio.Ptr
	n, lim int
	depth  int
	i      int
	cuts   *walk.Cuts // entry boundaries, when entries will be sorted
}

// appendMap encodes the map at q with its header: a map, or a set in a map.
func appendMap(e *walk.Encoder, nd *node, q, buf unsafeio.Ptr, n, lim, depth int) int {
	size := nd.t.Map.Len(q)
	if size > maxLen {
		return e.Fail(walk.TooLong, n)
	}
	set := nd.code == nodeSetMap
	head := 6
	if set {
		head = 5
	}
	if lim-n < head {
		return walk.Short
	}
	if set {
		putListHeader(buf.Add(n), nd, size)
	} else {
		putMapHeader(buf.Add(n), nd, size)
	}
	n += head
	if size == 0 {
		return n
	}
	if depth <= 0 {
		return e.Fail(walk.Depth, n)
	}
	m := mapEncode{e: e, nd: nd, buf: buf, n: n, lim: lim, depth: depth - 1}
	if e.Canonical {
		sortMap(unsafeio.Of(&m), q, size)
	} else {
		visit := visitPairs
		if set {
			visit = visitElems
		}
		if nd.t.Map.Range(q, unsafeio.Of(&m), visit) != size && m.n >= 0 {
			return e.Fail(walk.Changed, n)
		}
	}
	return m.n
}

// visitPairs encodes a batch of entries.
func visitPairs(ctx, pairs unsafeio.Ptr, size int) bool {
	m := unsafeio.As[mapEncode](ctx)
	m.n = appendPairs(m.e, m.nd, pairs, m.i, size, m.buf, m.n, m.lim, m.depth)
	m.i += size
	return m.n >= 0
}

// visitElems encodes a batch of elements.
func visitElems(ctx, pairs unsafeio.Ptr, size int) bool {
	m := unsafeio.As[mapEncode](ctx)
	el := m.nd.elem
	if el.code == nodeString {
		var k int
		if k, m.n = putTexts(m.e, pairs, m.nd.stride, size, m.buf, m.n, m.lim); m.n < 0 {
			m.n = m.e.Index(m.n, m.i+k)
		}
		m.i += size
		return m.n >= 0
	}
	for k := range size {
		if m.n = appendValue(m.e, el, pairs.At(uintptr(k)*m.nd.stride), m.buf, m.n, m.lim, m.depth); m.n < 0 {
			m.n = m.e.Index(m.n, m.i+k)
			return false
		}
	}
	m.i += size
	return true
}

// sortMap encodes the entries or elements of the map at q in their order.
func sortMap(ctx, q unsafeio.Ptr, size int) {
	m := unsafeio.As[mapEncode](ctx)
	m.cuts = walk.NewCuts()
	defer m.cuts.Free()
	start := m.n
	got := m.nd.t.Map.Range(q, ctx, visitSorted)
	switch {
	case m.n < 0:
	case got != size:
		m.n = m.e.Fail(walk.Changed, start)
	default:
		m.cuts.Sort(unsafeio.HiddenAt(m.buf, m.n), m.n, m.nd.order)
	}
}

// visitSorted takes note of where each entry or element begins.
func visitSorted(ctx, pairs unsafeio.Ptr, size int) bool {
	m := unsafeio.As[mapEncode](ctx)
	for k := range size {
		m.cuts.Add(m.n)
		q := pairs.At(uintptr(k) * m.nd.stride)
		if m.nd.code == nodeMap {
			m.n = appendPair(m.e, m.nd, q, m.i, m.buf, m.n, m.lim, m.depth)
		} else if m.n = appendValue(m.e, m.nd.elem, q, m.buf, m.n, m.lim, m.depth); m.n < 0 {
			m.n = m.e.Index(m.n, m.i)
		}
		if m.n < 0 {
			return false
		}
		m.i++
	}
	return true
}

// appendPairs encodes size entries, structs of key and value at data, of which
// the first is the i-th of its map.
func appendPairs(e *walk.Encoder, nd *node, data unsafeio.Ptr, i, size int, buf unsafeio.Ptr, n, lim, depth int) int {
	switch nd.pairs {
	case pairTexts:
		k, n := putTexts(e, data, nd.elem.size, 2*size, buf, n, lim)
		switch {
		case n >= 0:
			return n
		case k%2 == 0:
			return e.Key(n, i+k/2)
		}
		return e.Value(n, i+k/2)
	case pairBeside:
		k, n := putBeside(e, data, nd.stride, size, nd.before, nd.after, buf, n, lim)
		if n < 0 && nd.before == 0 {
			return e.Key(n, i+k) // a number has no fault
		} else if n < 0 {
			return e.Value(n, i+k)
		}
		return n
	}
	if nd.pointee != nil {
		return appendPointeePairs(e, nd, data, i, size, buf, n, lim, depth)
	}
	for k := range size {
		if n = appendPair(e, nd, data.At(uintptr(k)*nd.stride), i+k, buf, n, lim, depth); n < 0 {
			break
		}
	}
	return n
}

// appendPointeePairs is appendPairs of structs by pointer.
func appendPointeePairs(e *walk.Encoder, nd *node, data unsafeio.Ptr, i, size int, buf unsafeio.Ptr, n, lim, depth int) int {
	for k := range size {
		q := data.At(uintptr(k) * nd.stride)
		switch key := q.At(nd.keyOff); {
		case nd.key.code == node4 && lim-n >= 8:
			buf.Add(n).PutBE32(*key.U32())
			n += 4
		case nd.key.code == node8 && lim-n >= 16:
			buf.Add(n).PutBE64(*key.U64())
			n += 8
		default:
			if n = appendValue(e, nd.key, key, buf, n, lim, depth); n < 0 {
				return e.Key(n, i+k)
			}
		}
		q = q.At(nd.valueOff)
		if v := q.Ptr(); !v.IsNil() && depth > 0 {
			n = appendStruct(e, nd.pointee, v, buf, n, lim, depth-1)
		} else {
			n = appendValue(e, nd.elem, q, buf, n, lim, depth)
		}
		if n < 0 {
			return e.Value(n, i+k)
		}
	}
	return n
}

// appendPair encodes the i-th entry, a struct of key and value at q.
func appendPair(e *walk.Encoder, nd *node, q unsafeio.Ptr, i int, buf unsafeio.Ptr, n, lim, depth int) int {
	if n = appendValue(e, nd.key, q.At(nd.keyOff), buf, n, lim, depth); n < 0 {
		return e.Key(n, i)
	}
	if n = appendValue(e, nd.elem, q.At(nd.valueOff), buf, n, lim, depth); n < 0 {
		return e.Value(n, i)
	}
	return n
}

// appendSorted encodes the entries of a set or map held as a slice, then
// orders them by their bytes' meaning.
func appendSorted(e *walk.Encoder, nd *node, data unsafeio.Ptr, size int, buf unsafeio.Ptr, n, lim, depth int) int {
	cuts := walk.NewCuts()
	defer cuts.Free()
	stride := nd.elem.size
	if nd.code == nodeEntries {
		stride = nd.stride
	}
	for i := 0; ; data = data.At(stride) {
		cuts.Add(n)
		if nd.code == nodeEntries {
			n = appendPair(e, nd, data, i, buf, n, lim, depth-1)
		} else if n = appendValue(e, nd.elem, data, buf, n, lim, depth-1); n < 0 {
			n = e.Index(n, i)
		}
		if n < 0 {
			return n
		}
		if i++; i == size {
			break
		}
	}
	cuts.Sort(unsafeio.HiddenAt(buf, n), n, nd.order)
	return n
}
