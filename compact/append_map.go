package compact

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
	if set {
		n = putListHeader(buf, n, lim, nd, size)
	} else {
		n = putMapHeader(buf, n, lim, nd, size)
	}
	if n < 0 {
		return n
	}
	if size == 0 {
		return n
	}
	if depth <= 0 {
		return e.Fail(walk.Depth, n)
	}
	var cuts *walk.Cuts // of its own, so that m stays on the stack
	if e.Canonical {
		cuts = walk.NewCuts()
		defer cuts.Free()
	}
	m := mapEncode{e: e, nd: nd, buf: buf, n: n, lim: lim, depth: depth - 1, cuts: cuts}
	visit := visitEntry
	if set {
		visit = visitElem
	}
	got := nd.t.Map.Range(q, unsafeio.Of(&m), visit)
	if m.n < 0 {
		return m.n
	}
	if got != size {
		return e.Fail(walk.Changed, n)
	}
	if cuts != nil {
		cuts.Sort(unsafeio.HiddenAt(buf, m.n), m.n, nd.order)
	}
	return m.n
}

func visitEntry(ctx, k, v unsafeio.Ptr) bool {
	m := unsafeio.As[mapEncode](ctx)
	if m.cuts != nil {
		m.cuts.Add(m.n)
	}
	if m.n = appendValue(m.e, m.nd.key, k, m.buf, m.n, m.lim, m.depth); m.n < 0 {
		m.n = m.e.Key(m.n, m.i)
		return false
	}
	if m.n = appendValue(m.e, m.nd.elem, v, m.buf, m.n, m.lim, m.depth); m.n < 0 {
		m.n = m.e.Value(m.n, m.i)
		return false
	}
	m.i++
	return true
}

func visitElem(ctx, k, _ unsafeio.Ptr) bool {
	m := unsafeio.As[mapEncode](ctx)
	if m.cuts != nil {
		m.cuts.Add(m.n)
	}
	if m.n = appendValue(m.e, m.nd.elem, k, m.buf, m.n, m.lim, m.depth); m.n < 0 {
		m.n = m.e.Index(m.n, m.i)
		return false
	}
	m.i++
	return true
}

// appendSorted encodes the entries of a set or map held as a slice, then
// orders them by their bytes' meaning.
func appendSorted(e *walk.Encoder, nd *node, data unsafeio.Ptr, size int, buf unsafeio.Ptr, n, lim, depth int) int {
	cuts := walk.NewCuts()
	defer cuts.Free()
	stride := nd.elem.size
	if nd.code == nodeEntries {
		stride = nd.t.Entry.Size()
	}
	for i := 0; ; data = data.At(stride) {
		cuts.Add(n)
		if nd.code == nodeEntries {
			n = appendEntry(e, nd, data, i, buf, n, lim, depth)
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
