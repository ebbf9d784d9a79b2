package compact

import (
	"math"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// batch is a list op alone, and an op that assembly leaves to Go: where a list
// is too long for one call, assembly does some of it at a time, as if each
// part were a field.
type batch [2]op

// batchSize is how many structs of a list one call does. A list of more that is
// not inside of another struct is left to the walker.
const batchSize = 64

func newBatch(o *op) *batch {
	if o.head.id == math.MinInt16 {
		return nil // no id is before it, so its header is never short
	}
	b := &batch{*o, {code: opField}}
	b[0].off, b[0].omit = 0, false
	return b
}

// pointers, in place of a stride, says that the elements are pointers.
const pointers = ^uintptr(0)

// appendStructs encodes the size structs of a list, held by value stride bytes
// apart, or by pointer; a nil pointer is a struct without fields. b is nil where
// assembly cannot do them. depth is how many levels may nest below the list.
func appendStructs(e *walk.Encoder, p *Program, b *batch, data unsafeio.Ptr, size int, stride uintptr, buf unsafeio.Ptr, n, lim, depth int) int {
	if depth <= 0 {
		return e.Index(e.Fail(walk.Depth, n), 0)
	}
	step := stride
	if stride == pointers {
		step = ptrSize
	}
	most := batchSize // that assembly is given: fewer where it gave up
	for i := 0; i < size; {
		if haveAssembly && b != nil && e.Fast(n) {
			k := min(most, size-i)
			if m := b.append(e, data, k, buf, n, lim, depth); m >= 0 {
				n, most = m, min(2*most, batchSize)
				if i += k; i < size {
					data = data.At(uintptr(k) * step)
				}
				continue
			}
			if most /= 4; most > 0 {
				continue
			}
			most = 1
		}
		q := data
		if stride == pointers {
			q = q.Ptr()
		}
		if !q.IsNil() {
			n = appendStruct(e, p, q, buf, n, lim, depth-1)
		} else if n < lim {
			buf.Add(n).PutByte(byte(TypeStop))
			n++
		} else {
			n = walk.Short
		}
		if n < 0 {
			return e.Index(n, i)
		}
		if i++; i < size {
			data = data.At(step)
		}
	}
	return n
}

// append encodes the k structs at data by assembly, or returns a negative
// number. The op writes its headers, 2 or 3 bytes, over what is before n: that
// is put back.
// Caller: what is before n are the headers of a list of k elements or more.
func (b *batch) append(e *walk.Encoder, data unsafeio.Ptr, k int, buf unsafeio.Ptr, n, lim, depth int) int {
	s := unsafeio.Slice{Data: data, Len: k, Cap: k}
	head := 2
	if k >= shortList {
		head = 3
	}
	h := buf.Add(n - head)
	was, last := h.BE16(), h.Add(head-1).Byte()
	next, m, _, far := execute(&b[0], unsafeio.Of(&s), buf, n-head, lim, depth+1, b[0].head.id-1)
	h.PutBE16(was)
	h.Add(head - 1).PutByte(last)
	if next == &b[1] {
		return m
	}
	e.Vain += far - m
	return -1
}
