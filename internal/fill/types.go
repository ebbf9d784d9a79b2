package fill

import (
	"reflect"

	"github.com/miserwire/miser/layout"
)

// fill sets v, a zero t, to something that is not nil.
func (m *maker) fill(t *layout.Type, v reflect.Value, depth int) {
	m.budget--
	switch t.Mem {
	case layout.MemBool:
		v.SetBool(m.one(2))
	case layout.MemInt8, layout.MemInt16, layout.MemInt32, layout.MemInt64:
		bits := v.Type().Bits()
		if t.Enum {
			bits = min(bits, 32)
		}
		v.SetInt(m.integer(bits))
	case layout.MemFloat64:
		v.SetFloat(m.double())
	case layout.MemString:
		v.SetString(string(m.text(t.Kind == layout.Binary)))
	case layout.MemBytes:
		v.SetBytes(m.text(t.Kind == layout.Binary))
	case layout.MemArray16:
		for i := range v.Len() {
			v.Index(i).SetUint(uint64(m.IntN(256)))
		}
	case layout.MemStruct:
		m.fillStruct(m.structs[t.Struct], v, depth)
	case layout.MemPtr:
		v.Set(reflect.New(v.Type().Elem()))
		m.fill(t.Elem, v.Elem(), depth)
	case layout.MemSlice:
		m.fillSlice(t, v, depth)
	case layout.MemEntries:
		m.fillEntries(t, v, depth)
	default:
		m.fillMap(t, v, depth)
	}
}

// size is that of a container whose elements are at depth.
func (m *maker) size(depth int) int {
	if m.tight(depth) {
		return 0
	}
	switch n := m.IntN(20); {
	case n < 4:
		return 0
	case n < 10:
		return 1
	case n < 16:
		return min(m.budget, 2+m.IntN(2))
	case n < 18: // a size of the short form, or of the long one
		return min(m.budget, 13+m.IntN(4))
	}
	return m.IntN(min(m.budget, 1000) + 1)
}

// maxSet bounds sets, whose elements peers compare each with each.
const maxSet = 24

func (m *maker) fillSlice(t *layout.Type, v reflect.Value, depth int) {
	n := m.size(depth)
	if t.Kind != layout.Set {
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			m.fill(t.Elem, v.Index(i), depth+1)
		}
		return
	}
	m.exact++
	defer func() { m.exact-- }()
	v.Set(reflect.MakeSlice(v.Type(), 0, min(n, maxSet)))
	for range min(n, maxSet) {
		elem := reflect.New(v.Type().Elem()).Elem()
		m.fill(t.Elem, elem, depth+1)
		if m.isNew(t.Elem, v, elem, whole) {
			v.Set(reflect.Append(v, elem))
		}
	}
}

// isNew reports whether no element of v has a key like key, a t.
func (m *maker) isNew(t *layout.Type, v, key reflect.Value, of func(reflect.Value) reflect.Value) bool {
	for i := range v.Len() {
		if m.values.Alike(t, of(v.Index(i)), key) {
			return false
		}
	}
	return true
}

func whole(elem reflect.Value) reflect.Value  { return elem }
func keyOf(entry reflect.Value) reflect.Value { return entry.FieldByName("Key") }

func (m *maker) fillEntries(t *layout.Type, v reflect.Value, depth int) {
	n := min(m.size(depth), maxSet)
	v.Set(reflect.MakeSlice(v.Type(), 0, n))
	for range n {
		entry := reflect.New(t.Entry).Elem()
		key := keyOf(entry)
		m.key(t.Key, key, depth+1)
		m.fill(t.Elem, entry.FieldByName("Value"), depth+1)
		if m.isNew(t.Key, v, key, keyOf) {
			v.Set(reflect.Append(v, entry))
		}
	}
}

func (m *maker) fillMap(t *layout.Type, v reflect.Value, depth int) {
	n := min(m.size(depth), m.entries)
	v.Set(reflect.MakeMapWithSize(v.Type(), n))
	for range n {
		key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		if t.Mem == layout.MemSetMap {
			m.key(t.Elem, key, depth+1)
		} else {
			m.key(t.Key, key, depth+1)
			m.fill(t.Elem, elem, depth+1)
		}
		v.SetMapIndex(key, elem)
	}
}

func (m *maker) key(t *layout.Type, v reflect.Value, depth int) {
	m.exact++
	m.fill(t, v, depth)
	m.exact--
}
