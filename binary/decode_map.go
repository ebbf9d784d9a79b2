package binary

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// decodeMap decodes the map whose header is at offset n into q: a Go map, or
// a slice of entries.
func decodeMap(d *walk.Decoder, nd *node, q unsafeio.Ptr, reuse bool, buf unsafeio.Ptr, n, lim, depth int) int {
	h := buf.Add(n)
	kt, vt, size := Type(h.Byte()), Type(h.Add(1).Byte()), int(int32(h.Add(2).BE32()))
	if size < 0 {
		return d.Fail(walk.Negative, n+2)
	}
	ck := checkElem(d, kt, nd.key.wire, size, n)
	cv := checkElem(d, vt, nd.elem.wire, size, n+1)
	if c := walk.Worse(ck, cv); c != 0 {
		return c
	}
	n += 6
	if size > 0 {
		if c := d.CheckSize(size, nd.least(), lim-n, depth); c != 0 {
			return d.Fail(c, n-4)
		}
	}
	if nd.code == nodeEntries {
		return decodeEntries(d, nd, q, reuse, buf, n, lim, size, depth-1)
	}
	return buildMap(d, nd, q, reuse, buf, n, lim, size, depth-1, nextEntry)
}

// decodeSetMap decodes a set of size elements, which begin at offset n, into
// the map at q.
func decodeSetMap(d *walk.Decoder, nd *node, q unsafeio.Ptr, reuse bool, buf unsafeio.Ptr, n, lim, size int, et Type, depth int) int {
	if size < 0 {
		return d.Fail(walk.Negative, n-4)
	}
	if c := checkElem(d, et, nd.elem.wire, size, n-5); c != 0 {
		return c
	}
	if size > 0 {
		if c := d.CheckSize(size, nd.elem.min, lim-n, depth); c != 0 {
			return d.Fail(c, n-4)
		}
	}
	return buildMap(d, nd, q, reuse, buf, n, lim, size, depth-1, nextElem)
}

// mapDecode is the state of one map's decoding, reached through the context
// of unsafeio's Build.
type mapDecode struct {
	d      *walk.Decoder
	nd     *node
	buf    unsafeio.Ptr
	n, lim int
	depth  int
	i      int
	left   int // entries to come, this one included
	fill   walk.MapFill
	q      unsafeio.Ptr // where the map is
	reuse  bool
}

func buildMap(d *walk.Decoder, nd *node, q unsafeio.Ptr, reuse bool, buf unsafeio.Ptr, n, lim, size, depth int, next func(ctx, k, v unsafeio.Ptr) bool) int {
	fill, ok := d.FillMap(nd.t, reuse, q, size)
	if !ok {
		return d.Fail(walk.Alloc, n)
	}
	m := mapDecode{d: d, nd: nd, buf: buf, n: n, lim: lim, depth: depth, left: size, fill: fill, q: q, reuse: reuse}
	nd.t.Map.Build(q, size, fill.Hint, reuse, unsafeio.Of(&m), next)
	return m.n
}

func nextEntry(ctx, k, v unsafeio.Ptr) bool {
	m := unsafeio.As[mapDecode](ctx)
	lim, ok := m.entry()
	if !ok {
		return false
	}
	if m.n = decodeValue(m.d, m.nd.key, k, false, m.buf, m.n, lim, m.depth); m.n < 0 {
		m.n = m.d.Key(m.n, m.i)
		return false
	}
	if m.n = decodeValue(m.d, m.nd.elem, v, m.reuse, m.buf, m.n, lim, m.depth); m.n < 0 {
		m.n = m.d.Value(m.n, m.i)
		return false
	}
	m.i++
	return true
}

func nextElem(ctx, k, _ unsafeio.Ptr) bool {
	m := unsafeio.As[mapDecode](ctx)
	lim, ok := m.entry()
	if !ok {
		return false
	}
	if m.n = decodeValue(m.d, m.nd.elem, k, false, m.buf, m.n, lim, m.depth); m.n < 0 {
		m.n = m.d.Index(m.n, m.i)
		return false
	}
	m.i++
	return true
}

// entry charges the next entry, unless its memory is there, and returns where
// it must end, so that those after it find their least.
func (m *mapDecode) entry() (lim int, ok bool) {
	if m.i >= m.fill.Next && !m.d.MapEntry(m.nd.t, m.q, &m.fill, m.i) {
		m.n = m.d.Fail(walk.Alloc, m.n)
		return 0, false
	}
	m.left--
	return m.lim - m.left*m.nd.least(), true
}

// least is the least bytes of an entry of a map or an element of a set.
func (nd *node) least() int {
	if nd.key != nil {
		return nd.key.min + nd.elem.min
	}
	return nd.elem.min
}

// decodeEntries decodes size entries into the slice at q.
func decodeEntries(d *walk.Decoder, nd *node, q unsafeio.Ptr, reuse bool, buf unsafeio.Ptr, n, lim, size, depth int) int {
	if size == 0 {
		walk.EmptyList(nd.t, reuse, q)
		return n
	}
	have, used := d.MakeList(nd.t, reuse, q, size, nd.least())
	if have < 0 {
		return d.Fail(have, n)
	}
	stride := nd.t.Entry.Size()
	e := q.Slice().Data
	for i := 0; ; e = e.At(stride) {
		end := lim - (size-1-i)*nd.least()
		if n = decodeValue(d, nd.key, e.At(nd.t.KeyOff), used, buf, n, end, depth); n < 0 {
			return d.Key(n, i)
		}
		if n = decodeValue(d, nd.elem, e.At(nd.t.ValueOff), used, buf, n, end, depth); n < 0 {
			return d.Value(n, i)
		}
		if i++; i == size {
			return n
		}
		if i == have {
			if have = d.GrowList(nd.t, q, i, size); have < 0 {
				return d.Fail(have, n)
			}
			e = q.Slice().Data.At(uintptr(i-1) * stride)
		}
	}
}
