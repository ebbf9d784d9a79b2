package compact

import (
	"bytes"
	"cmp"
	"math"

	"github.com/miserwire/miser/internal/walk"
)

// compareFirst orders a and b, each of which begins with an encoded value of
// nd, by that value: numbers by size, text by bytes, structs field by field,
// lists element by element. It is the order of Canonical.
// Caller: both were written by this package.
func (nd *node) compareFirst(a, b []byte) int {
	c := comparison{a: a, b: b}
	return c.value(nd.wire, nd.wire)
}

// compareEntry orders entries of the map nd, key and value each, by the key,
// and those of equal keys, NaN or pointers, by the value.
// Caller: both were written by this package.
func (nd *node) compareEntry(a, b []byte) int {
	c := comparison{a: a, b: b}
	if d := c.value(nd.key.wire, nd.key.wire); d != 0 {
		return d
	}
	return c.value(nd.elem.wire, nd.elem.wire)
}

// comparison steps through two values side by side. After a difference it is
// of no further use.
type comparison struct{ a, b []byte }

// value compares a value of type t with one of type u: values of different
// types, as retained unknown fields may have, by their kinds.
func (c *comparison) value(t, u Type) int {
	if t.Kind() != u.Kind() {
		return cmp.Compare(t.Kind(), u.Kind())
	}
	switch t {
	case TypeStruct:
		return c.fields()
	case TypeList, TypeSet:
		t, n, k := ConsumeListHeader(c.a)
		u, m, l := ConsumeListHeader(c.b)
		c.skip(k, l)
		for range min(n, m) {
			if d := c.value(t, u); d != 0 {
				return d
			}
		}
		return cmp.Compare(n, m)
	case TypeMap:
		kt, vt, n, k := ConsumeMapHeader(c.a)
		ku, vu, m, l := ConsumeMapHeader(c.b)
		c.skip(k, l)
		for range min(n, m) {
			if d := c.value(kt, ku); d != 0 {
				return d
			}
			if d := c.value(vt, vu); d != 0 {
				return d
			}
		}
		return cmp.Compare(n, m)
	case TypeTrue, TypeFalse:
		k := 1
		d := int(c.b[0]) - int(c.a[0]) // 1 is true, 2 is false
		c.skip(k, k)
		return d
	case TypeI16, TypeI32, TypeI64:
		x, k := ConsumeI64(c.a)
		y, l := ConsumeI64(c.b)
		c.skip(k, l)
		return cmp.Compare(x, y)
	case TypeString:
		x, k := ConsumeBytes(c.a)
		y, l := ConsumeBytes(c.b)
		c.skip(k, l)
		return bytes.Compare(x, y)
	}
	k := MinSize(t)
	x, y := c.a[:k], c.b[:k]
	c.skip(k, k)
	switch t {
	case TypeUUID:
		return bytes.Compare(x, y)
	case TypeDouble:
		v, _ := ConsumeDouble(x)
		w, _ := ConsumeDouble(y)
		return walk.CompareDouble(v, w)
	}
	return cmp.Compare(int8(x[0]), int8(y[0]))
}

// fields compares two structs. A struct whose next field has the lower id
// comes after one that lacks that field.
func (c *comparison) fields() int {
	last := int16(0)
	for {
		t, id, k := ConsumeFieldHeader(c.a, last)
		u, jd, l := ConsumeFieldHeader(c.b, last)
		c.skip(k, l)
		last = id
		x, y := int(id), int(jd)
		if t == TypeStop {
			x = math.MaxInt
		}
		if u == TypeStop {
			y = math.MaxInt
		}
		if x != y {
			return cmp.Compare(y, x)
		}
		if t == TypeStop {
			return 0
		}
		if t <= TypeFalse && u <= TypeFalse { // 1 is true, 2 is false
			if t != u {
				return cmp.Compare(u, t)
			}
			continue
		}
		if d := c.value(t, u); d != 0 {
			return d
		}
	}
}

func (c *comparison) skip(k, l int) { c.a, c.b = c.a[k:], c.b[l:] }
