package fill

import (
	"fmt"
	"reflect"

	"github.com/miserwire/miser/internal/equal"
	"github.com/miserwire/miser/layout"
)

// structFill is a struct type and how its fields are reached by reflection.
type structFill struct {
	plan   *layout.Struct
	index  [][]int // of each of plan.Fields
	height int     // structs that nest in the least value
}

// endless is the height of a struct that needs itself.
const endless = 1 << 20

func (f *Filler) newStruct(s *layout.Struct) (*structFill, error) {
	for i := range s.Fields {
		if m := s.Fields[i].Type.Mem; m == layout.MemNull || m == layout.MemMember {
			return nil, fmt.Errorf("fill: %s.%s: %s is not for this package", s.Name, s.Fields[i].GoName, s.Fields[i].Type.Go)
		}
	}
	index, err := equal.Index(s)
	return &structFill{plan: s, index: index, height: endless}, err
}

// settleHeights finds the least height of each struct, from above.
func (f *Filler) settleHeights() {
	for changed := true; changed; {
		changed = false
		for _, sf := range f.structs {
			h := f.heightOf(sf.plan)
			changed = changed || h != sf.height
			sf.height = h
		}
	}
}

func (f *Filler) heightOf(s *layout.Struct) int {
	least, most := endless, 0
	for i := range s.Fields {
		field := &s.Fields[i]
		h := f.need(field.Type)
		least = min(least, h)
		if !f.mayBeNil(field) {
			most = max(most, h)
		}
	}
	if s.Union && len(s.Fields) > 0 {
		return least
	}
	return min(most, endless)
}

// need is how many structs nest in the least value of t that is not nil.
func (f *Filler) need(t *layout.Type) int {
	for t.Mem == layout.MemPtr {
		t = t.Elem
	}
	if t.Mem != layout.MemStruct {
		return 0
	}
	return f.structs[t.Struct].height + 1
}

// mayBeNil reports whether field may be left out by being nil.
func (f *Filler) mayBeNil(field *layout.Field) bool {
	if field.Presence != layout.NonNil && field.Presence != layout.NotDefault {
		return false
	}
	switch field.Type.Mem {
	case layout.MemPtr:
		return field.Req == layout.Optional || field.Type.Kind != layout.KindStruct || f.rules.NilStructs
	case layout.MemBytes, layout.MemSlice, layout.MemEntries, layout.MemMap, layout.MemSetMap:
		return true
	}
	return false
}

// fillStruct fills the zero struct v.
func (m *maker) fillStruct(sf *structFill, v reflect.Value, depth int) {
	s := sf.plan
	if s.Union {
		m.fillUnion(sf, v, depth)
		return
	}
	var def reflect.Value
	for i := range s.Fields {
		field := &s.Fields[i]
		at := reach(v, sf.index[i])
		switch {
		case s.Init != nil && m.one(5):
			if !def.IsValid() {
				def = equal.Defaults(s)
			}
			if from, err := def.FieldByIndexErr(sf.index[i]); err == nil && m.takes(field, from) {
				at.Set(from)
				continue
			}
		case m.mayBeNil(field) && (m.tight(depth) || m.IntN(5) < 2):
			continue
		}
		if at.Kind() == reflect.Slice && field.Presence == layout.Always && m.one(8) {
			continue // nil goes out empty
		}
		m.fill(field.Type, at, depth+1)
		if field.Presence == layout.NotDefault && at.Kind() == reflect.Float64 && at.Float() == 0 {
			at.SetFloat(0) // -0 is not told from a default of 0 by generated code
		}
	}
}

// takes reports whether the default def may stand in field.
func (m *maker) takes(field *layout.Field, def reflect.Value) bool {
	if def.Kind() == reflect.Pointer && def.IsNil() && !m.mayBeNil(field) {
		return false
	}
	return m.mapsFit(def)
}

// mapsFit reports whether no map in v has too many entries.
func (m *maker) mapsFit(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer:
		return v.IsNil() || m.mapsFit(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if !m.mapsFit(v.Field(i)) {
				return false
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			if !m.mapsFit(v.Index(i)) {
				return false
			}
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			if !m.mapsFit(it.Value()) {
				return false
			}
		}
		return v.Len() <= m.entries
	}
	return true
}

// fillUnion sets one arm.
func (m *maker) fillUnion(sf *structFill, v reflect.Value, depth int) {
	s := sf.plan
	if len(s.Fields) == 0 {
		return
	}
	i := m.IntN(len(s.Fields))
	if m.tight(depth) {
		for first, n := i, 1; n < len(s.Fields); n++ {
			if j := (first + n) % len(s.Fields); m.need(s.Fields[j].Type) < m.need(s.Fields[i].Type) {
				i = j
			}
		}
	}
	m.fill(s.Fields[i].Type, reach(v, sf.index[i]), depth+1)
}

// reach returns a field of v, making the embedded structs on the way to it.
func reach(v reflect.Value, index []int) reflect.Value {
	for i, x := range index {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(x)
	}
	return v
}
