package binary

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
	return c.value(nd.wire)
}

// comparison steps through two values side by side. After a difference it is
// of no further use.
type comparison struct{ a, b []byte }

func (c *comparison) value(t Type) int {
	switch t {
	case TypeStruct:
		return c.fields()
	case TypeList, TypeSet:
		t, n, k := ConsumeListHeader(c.a)
		_, m, l := ConsumeListHeader(c.b)
		c.skip(k, l)
		for range min(n, m) {
			if d := c.value(t); d != 0 {
				return d
			}
		}
		return cmp.Compare(n, m)
	case TypeMap:
		kt, vt, n, k := ConsumeMapHeader(c.a)
		_, _, m, l := ConsumeMapHeader(c.b)
		c.skip(k, l)
		for range min(n, m) {
			if d := c.value(kt); d != 0 {
				return d
			}
			if d := c.value(vt); d != 0 {
				return d
			}
		}
		return cmp.Compare(n, m)
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
	// Two's complement, most significant byte first: the sign bit decides.
	if d := cmp.Compare(int8(x[0]), int8(y[0])); d != 0 {
		return d
	}
	return bytes.Compare(x, y)
}

// fields compares two structs. A struct whose next field has the lower id
// comes after one that lacks that field.
func (c *comparison) fields() int {
	for {
		t, id, k := ConsumeFieldHeader(c.a)
		u, jd, l := ConsumeFieldHeader(c.b)
		c.skip(k, l)
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
		if d := c.value(t); d != 0 {
			return d
		}
	}
}

func (c *comparison) skip(k, l int) { c.a, c.b = c.a[k:], c.b[l:] }
