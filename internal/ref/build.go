package ref

import (
	"math"
	"reflect"
	"slices"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/layout"
)

// builder makes nodes of Go values.
type builder struct {
	depth     int // values that may nest below the root
	canonical bool
}

// structNode makes a node of the struct v, which lies in depth values.
func (b *builder) structNode(v reflect.Value, s *layout.Struct, depth int) (n node, err error) {
	n = node{kind: layout.KindStruct}
	if depth > b.depth {
		return n, fail(0, walk.Depth)
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		q, ok := reach(v, f, false)
		if !ok || absent(v, q, f) {
			continue
		}
		if f.Presence == layout.Must && !isSet(q, f.Type) {
			return n, fail(0, walk.Missing)
		}
		value, err := b.value(q, f.Type, depth+1)
		if err != nil {
			return n, err
		}
		n.fields = append(n.fields, field{id: f.ID, node: value})
	}
	if kept, ok := unknownBytes(v, s); ok && kept.Len() > 0 {
		u := &unknownFields{raw: kept.Bytes()}
		if u.fields, err = parseUnknown(u.raw, b.depth, depth); err != nil {
			return n, err
		}
		n.unknown = u
	}
	if s.Union && arms(n) != 1 && !(s.Members && arms(n) == 0 && isEmpty(v)) {
		return n, fail(0, walk.Union)
	}
	return n, nil
}

// arms counts what is set of a union. Whatever it keeps of unknown fields counts as one.
func arms(n node) int {
	if n.unknown != nil {
		return len(n.fields) + 1
	}
	return len(n.fields)
}

// value makes a node of v. depth is the one that it has if it is a struct or a container with elements.
func (b *builder) value(v reflect.Value, t *layout.Type, depth int) (n node, err error) {
	n.kind = wireKind(t.Kind)
	switch t.Mem {
	case layout.MemPtr:
		if v.IsNil() {
			return b.zero(t.Elem, depth)
		}
		return b.value(v.Elem(), t.Elem, depth)
	case layout.MemNull:
		return b.value(v.Field(0), t.Elem, depth)
	case layout.MemMember:
		return b.value(v.Elem(), t.Elem, depth)
	case layout.MemBool:
		n.num = number(v.Bool())
	case layout.MemInt8, layout.MemInt16, layout.MemInt32, layout.MemInt64:
		if n.num = v.Int(); !fits(t.Kind, n.num) {
			return n, fail(0, walk.Range)
		}
	case layout.MemFloat64:
		n.num = int64(math.Float64bits(v.Float()))
	case layout.MemString:
		n.text = []byte(v.String())
	case layout.MemBytes:
		n.text = v.Bytes()
	case layout.MemArray16:
		for i := range v.Len() {
			n.text = append(n.text, byte(v.Index(i).Uint()))
		}
	case layout.MemStruct:
		return b.structNode(v, t.Struct, depth)
	default:
		return b.container(v, t, depth)
	}
	return n, nil
}

// zero makes a node of what a nil pointer to a t stands for, where something has to go out: a struct
// without fields, or the zero value.
func (b *builder) zero(t *layout.Type, depth int) (node, error) {
	if t.Mem != layout.MemStruct {
		return b.value(reflect.Zero(t.Go), t, depth)
	}
	if depth > b.depth {
		return node{}, fail(0, walk.Depth)
	}
	return node{kind: layout.KindStruct}, nil
}

// container makes a node of v, a list, set or map in any form.
func (b *builder) container(v reflect.Value, t *layout.Type, depth int) (n node, err error) {
	n = node{kind: t.Kind, elem: wireKind(t.Elem.Kind)}
	if t.Kind == layout.Map {
		n.key = wireKind(t.Key.Kind)
	}
	if v.Len() == 0 {
		return n, nil
	}
	if depth > b.depth {
		return n, fail(0, walk.Depth)
	}
	add := func(v reflect.Value, t *layout.Type) {
		if err == nil {
			var item node
			item, err = b.value(v, t, depth+1)
			n.items = append(n.items, item)
		}
	}
	switch t.Mem {
	case layout.MemSlice:
		for i := range v.Len() {
			add(v.Index(i), t.Elem)
		}
	case layout.MemEntries:
		for i := range v.Len() {
			add(ownField(v.Index(i), "Key"), t.Key)
			add(ownField(v.Index(i), "Value"), t.Elem)
		}
	case layout.MemMap:
		for it := v.MapRange(); it.Next(); {
			add(it.Key(), t.Key)
			add(it.Value(), t.Elem)
		}
	case layout.MemSetMap:
		for it := v.MapRange(); it.Next(); {
			add(it.Key(), t.Elem)
		}
	}
	if b.canonical {
		n.sort()
	}
	return n, err
}

// sort puts the elements of a set, and the entries of a map, in the order of Canonical.
func (n *node) sort() {
	switch n.kind {
	case layout.Set:
		slices.SortStableFunc(n.items, compare)
	case layout.Map:
		var entries [][]node
		for e := range slices.Chunk(n.items, 2) {
			entries = append(entries, slices.Clone(e))
		}
		slices.SortStableFunc(entries, compareItems)
		n.items = slices.Concat(entries...)
	}
}
