package thriftgo_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"

	"github.com/miserwire/miser/layout"
)

// maker makes random values of what a plan describes, as far as generated code
// can encode them: unions with one field, distinct elements of sets, enums that
// fit in 32 bits, no nil where a struct is not optional.
type maker struct {
	*rand.Rand
	entries int // of a map at most; with 1 their order does not matter
}

// isUnion reports whether t was a union in the IDL.
func isUnion(t reflect.Type) bool {
	_, ok := reflect.PointerTo(t).MethodByName("CountSetFields" + t.Name())
	return ok || t.Name() == "Choice"
}

func (m maker) fill(v reflect.Value, s *layout.Struct, depth int) {
	if i, ok := v.Addr().Interface().(initer); ok && m.IntN(3) > 0 {
		i.InitDefault()
	}
	chosen := -1
	if isUnion(s.Go) {
		v.SetZero()
		chosen = m.IntN(len(s.Fields))
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		dst := v.FieldByName(f.GoName)
		must := chosen == i || f.Req != layout.Optional
		switch {
		case chosen >= 0 && chosen != i:
		case chosen < 0 && s.Init != nil && m.IntN(3) == 0 && !(must && dst.Kind() == reflect.Pointer && dst.IsNil()): // as it is
		default:
			m.value(dst, f.Type, depth, must)
		}
	}
}

// value sets v; must says that it is not to be nil.
func (m maker) value(v reflect.Value, t *layout.Type, depth int, must bool) {
	switch t.Mem {
	case layout.MemPtr:
		if !must && (depth <= 0 || m.IntN(3) == 0) {
			v.SetZero()
			return
		}
		p := reflect.New(v.Type().Elem())
		m.value(p.Elem(), t.Elem, depth, true)
		v.Set(p)
	case layout.MemStruct:
		m.fill(v, t.Struct, depth-1)
	case layout.MemSlice:
		m.slice(v, t, depth, must)
	case layout.MemMap:
		m.mapping(v, t, depth, must)
	case layout.MemBytes:
		if v.SetBytes([]byte(m.text())); !must && m.IntN(4) == 0 {
			v.SetZero()
		}
	case layout.MemString:
		v.SetString(m.text())
	case layout.MemBool:
		v.SetBool(m.IntN(2) == 0)
	case layout.MemFloat64:
		v.SetFloat([]float64{0, 1, -0.5, math.Inf(1), math.MaxFloat64, m.NormFloat64()}[m.IntN(6)])
	default:
		width := v.Type().Bits()
		if t.Enum {
			width = 32
		}
		v.SetInt(m.integer(width))
	}
}

func (m maker) integer(width int) int64 {
	switch m.IntN(4) {
	case 0:
		return int64(m.IntN(3)) - 1
	case 1:
		return []int64{math.MinInt64, math.MaxInt64}[m.IntN(2)] >> (64 - width)
	}
	return int64(m.Uint64()) >> (64 - width) >> m.IntN(width)
}

func (m maker) text() string {
	return strings.Repeat(string(rune('a'+m.IntN(26))), []int{0, 1, 2, 5, 12, 130}[m.IntN(6)])
}

// size is that of a container: mostly few, sometimes more than the short form
// of a header holds.
func (m maker) size(depth int) int {
	switch {
	case depth <= 0:
		return 0
	case m.IntN(16) == 0:
		return 14 + m.IntN(4)
	}
	return m.IntN(4)
}

func (m maker) slice(v reflect.Value, t *layout.Type, depth int, must bool) {
	n := m.size(depth)
	if v.SetZero(); n == 0 && !must && m.IntN(2) == 0 {
		return
	}
	seen := map[string]bool{}
	v.Set(reflect.MakeSlice(v.Type(), 0, n))
	for range n {
		e := reflect.New(v.Type().Elem()).Elem()
		m.value(e, t.Elem, depth-1, true)
		if text := shown(e); t.Kind != layout.Set || !seen[text] {
			seen[text] = true
			v.Set(reflect.Append(v, e))
		}
	}
}

func (m maker) mapping(v reflect.Value, t *layout.Type, depth int, must bool) {
	n := min(m.size(depth), m.entries)
	if v.SetZero(); n == 0 && !must && m.IntN(2) == 0 {
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for range n {
		k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		m.value(k, t.Key, depth-1, true)
		m.value(e, t.Elem, depth-1, true)
		v.SetMapIndex(k, e)
	}
}
