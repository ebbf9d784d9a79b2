package ref

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/miserwire/miser/layout"
)

// compare is the order of Canonical: false before true, integers by value, doubles by IEEE 754's total
// order (-NaN, negative, -0, +0, positive, NaN), strings and uuids by bytes, lists, sets and maps by their
// elements and then by length, structs by their fields. Values of different kinds, which only kept unknown
// fields can bring together, are ordered by their Binary type codes.
//
// Entries of a map are ordered by key, and by value where keys that Go tells apart are the same on the
// wire: NaNs, and pointers.
func compare(a, b node) int {
	if a.kind != b.kind {
		return cmp.Compare(binaryCodes[a.kind], binaryCodes[b.kind])
	}
	switch a.kind {
	case layout.Double:
		return cmp.Compare(totalOrder(a.num), totalOrder(b.num))
	case layout.String, layout.UUID:
		return bytes.Compare(a.text, b.text)
	case layout.KindStruct:
		return compareStructs(a.allFields(), b.allFields())
	case layout.List, layout.Set, layout.Map:
		return compareItems(a.items, b.items)
	}
	return cmp.Compare(a.num, b.num)
}

func compareItems(a, b []node) int { return slices.CompareFunc(a, b, compare) }

// totalOrder maps the bits of a double to an integer in the order of the doubles.
func totalOrder(bits int64) int64 {
	if bits < 0 {
		return ^bits | -1<<63
	}
	return bits
}

// compareStructs compares structs by their fields, as they go out. At the first ids that differ, the
// struct that lacks the lower one is before the one that has it.
func compareStructs(a, b []field) int {
	for i := 0; i < len(a) && i < len(b); i++ {
		if c := cmp.Compare(b[i].id, a[i].id); c != 0 {
			return c
		}
		if c := compare(a[i].node, b[i].node); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

// allFields are the fields of a struct with those that it keeps without knowing them.
func (n node) allFields() []field {
	if n.unknown == nil {
		return n.fields
	}
	return slices.Concat(n.fields, n.unknown.fields)
}
