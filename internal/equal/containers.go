package equal

import (
	"fmt"
	"reflect"

	"github.com/miserwire/miser/layout"
)

// containers compares two of one length.
func (c comparison) containers(t *layout.Type, a, b reflect.Value) string {
	switch {
	case a.Len() == 0:
	case t.Mem == layout.MemSlice && t.Kind == layout.Set && c.mode == alike:
		return pair(a.Len(), func(i, j int) bool { return c.inner(t.Elem, a.Index(i), b.Index(j)) == "" })
	case t.Mem == layout.MemSlice:
		for i := range a.Len() {
			if where := c.inner(t.Elem, a.Index(i), b.Index(i)); where != "" {
				return fmt.Sprintf("[%d]%s", i, where)
			}
		}
	case t.Mem == layout.MemEntries:
		equal := func(i, j int) bool {
			x, y := a.Index(i), b.Index(j)
			return c.entries(t.Key, t.Elem, x.FieldByName("Key"), x.FieldByName("Value"), y.FieldByName("Key"), y.FieldByName("Value"))
		}
		if c.mode == alike {
			return pair(a.Len(), equal)
		}
		for i := range a.Len() {
			if !equal(i, i) {
				return fmt.Sprintf("[entry %d]", i)
			}
		}
	case t.Mem == layout.MemSetMap:
		return c.maps(t.Elem, nil, a, b)
	default:
		return c.maps(t.Key, t.Elem, a, b)
	}
	return ""
}

// entries compares two entries of a map; elem is nil where there are only keys.
func (c comparison) entries(key, elem *layout.Type, k, v, k2, v2 reflect.Value) bool {
	return c.inner(key, k, k2) == "" && (elem == nil || c.inner(elem, v, v2) == "")
}

// pair returns where the first of n things is that is not equal to a second thing
// of its own.
func pair(n int, equal func(i, j int) bool) string {
	taken := make([]bool, n)
next:
	for i := range n {
		for j := range n {
			if !taken[j] && equal(i, j) {
				taken[j] = true
				continue next
			}
		}
		return fmt.Sprintf("[%d of no order]", i)
	}
	return ""
}

// maps compares two maps of one length. Where == of a key says what values says,
// it looks keys up.
func (c comparison) maps(key, elem *layout.Type, a, b reflect.Value) string {
	if key.Mem == layout.MemFloat64 || key.Mem > layout.MemString {
		ak, av := list(a)
		bk, bv := list(b)
		return pair(len(ak), func(i, j int) bool { return c.entries(key, elem, ak[i], av[i], bk[j], bv[j]) })
	}
	for it := a.MapRange(); it.Next(); {
		v := b.MapIndex(it.Key())
		if !v.IsValid() || elem != nil && c.inner(elem, it.Value(), v) != "" {
			return fmt.Sprintf("[%v]", it.Key())
		}
	}
	return ""
}

// list returns the entries of m.
func list(m reflect.Value) (keys, elems []reflect.Value) {
	for it := m.MapRange(); it.Next(); {
		keys, elems = append(keys, it.Key()), append(elems, it.Value())
	}
	return keys, elems
}
