package agree

import (
	"bytes"
	"fmt"
	"math"
	"reflect"

	"github.com/miserwire/miser/dialects/internal/fill"
	"github.com/miserwire/miser/layout"
)

// Equal compares values of one struct type. Numbers are equal when their bits
// are, lists and sets in the order that they have, maps whatever their order,
// pointers when what they point to is, also as keys. Fields that are not Thrift's
// do not count.
type Equal struct {
	plan    *layout.Struct
	structs map[*layout.Struct]*fields
}

// fields are those of one struct type.
type fields struct {
	index   [][]int
	missing []reflect.Value // what each is when it did not come
}

// NewEqual returns an Equal for the type of plan.
func NewEqual(plan *layout.Struct) (*Equal, error) {
	e := &Equal{plan: plan, structs: map[*layout.Struct]*fields{}}
	for _, s := range plan.All() {
		index, err := fill.Index(s)
		if err != nil {
			return nil, err
		}
		def := fill.Defaults(s)
		fs := &fields{index: index, missing: make([]reflect.Value, len(index))}
		for i := range index {
			fs.missing[i] = at(def, index[i], s.Fields[i].Type.Go)
		}
		e.structs[s] = fs
	}
	return e, nil
}

// Same compares what two readers made of the same bytes, and returns where they
// differ: nil is not empty for it, anywhere.
func (e *Equal) Same(a, b reflect.Value) string {
	return comparison{e, false}.structs(e.plan, a, b)
}

// Arrived compares what was sent with what a reader made of it, and returns where
// they differ. These are taken for equal:
//
//   - a slice, map or []byte that is nil with one that is empty, inside of a
//     container, and in a field that is not left out for being nil: both are
//     written as empty;
//   - a field that is nil, and so was not sent, with what the constructor or
//     InitDefault of its struct gives it.
func (e *Equal) Arrived(sent, got reflect.Value) string {
	return comparison{e, true}.structs(e.plan, sent, got)
}

// comparison is one of both.
type comparison struct {
	*Equal
	arrived bool
}

// at returns the field of v, zero where an embedded pointer on the way is nil.
func at(v reflect.Value, index []int, t reflect.Type) reflect.Value {
	if len(index) == 1 {
		return v.Field(index[0])
	}
	if f, err := v.FieldByIndexErr(index); err == nil {
		return f
	}
	return reflect.Zero(t)
}

func (c comparison) structs(s *layout.Struct, a, b reflect.Value) string {
	fs := c.Equal.structs[s]
	for i := range s.Fields {
		f := &s.Fields[i]
		x, y := at(a, fs.index[i], f.Type.Go), at(b, fs.index[i], f.Type.Go)
		if c.arrived && f.Presence == layout.NonNil && !s.Union && x.IsNil() {
			x = fs.missing[i]
		}
		if where := c.values(f.Type, x, y, !c.arrived || f.Presence == layout.NonNil); where != "" {
			return "." + f.GoName + where
		}
	}
	return ""
}

const here = " "

// values compares two t. exact tells nil from empty.
func (c comparison) values(t *layout.Type, a, b reflect.Value, exact bool) string {
	equal := true
	switch t.Mem {
	case layout.MemBool:
		equal = a.Bool() == b.Bool()
	case layout.MemInt8, layout.MemInt16, layout.MemInt32, layout.MemInt64:
		equal = a.Int() == b.Int()
	case layout.MemFloat64:
		equal = math.Float64bits(a.Float()) == math.Float64bits(b.Float())
	case layout.MemString:
		equal = a.String() == b.String()
	case layout.MemBytes:
		equal = bytes.Equal(a.Bytes(), b.Bytes()) && (!exact || a.IsNil() == b.IsNil())
	case layout.MemArray16:
		equal = a.Equal(b)
	case layout.MemStruct:
		return c.structs(t.Struct, a, b)
	case layout.MemPtr:
		if equal = a.IsNil() == b.IsNil(); equal && !a.IsNil() {
			return c.values(t.Elem, a.Elem(), b.Elem(), !c.arrived)
		}
	default:
		if equal = a.Len() == b.Len() && (!exact || a.IsNil() == b.IsNil()); equal {
			return c.containers(t, a, b)
		}
	}
	if equal {
		return ""
	}
	return here
}

// containers compares two of one length.
func (c comparison) containers(t *layout.Type, a, b reflect.Value) string {
	switch {
	case t.Mem == layout.MemSlice:
		for i := range a.Len() {
			if where := c.values(t.Elem, a.Index(i), b.Index(i), !c.arrived); where != "" {
				return fmt.Sprintf("[%d]%s", i, where)
			}
		}
	case t.Mem == layout.MemEntries:
		for i := range a.Len() {
			x, y := a.Index(i), b.Index(i)
			if c.values(t.Key, x.FieldByName("Key"), y.FieldByName("Key"), !c.arrived) != "" ||
				c.values(t.Elem, x.FieldByName("Value"), y.FieldByName("Value"), !c.arrived) != "" {
				return fmt.Sprintf("[entry %d]", i)
			}
		}
	case a.Len() > 0:
		return c.maps(t, a, b)
	}
	return ""
}

// maps pairs the entries of a with those of b. Where == of a key says what
// values says, it looks them up.
func (c comparison) maps(t *layout.Type, a, b reflect.Value) string {
	key, elem := t.Key, t.Elem
	if t.Mem == layout.MemSetMap {
		key, elem = t.Elem, nil
	}
	lookup := key.Mem >= layout.MemBool && key.Mem <= layout.MemString && key.Mem != layout.MemFloat64
	left := map[int]bool{}
	var keys, elems []reflect.Value
	for it := b.MapRange(); !lookup && it.Next(); {
		left[len(keys)] = true
		keys, elems = append(keys, it.Key()), append(elems, it.Value())
	}
	n := 0
	for it := a.MapRange(); it.Next(); n++ {
		if lookup {
			y := b.MapIndex(it.Key())
			if !y.IsValid() || elem != nil && c.values(elem, it.Value(), y, !c.arrived) != "" {
				return fmt.Sprintf("[%v]", it.Key())
			}
			continue
		}
		found := false
		for i := range left {
			if c.values(key, it.Key(), keys[i], !c.arrived) == "" && (elem == nil || c.values(elem, it.Value(), elems[i], !c.arrived) == "") {
				delete(left, i)
				found = true
				break
			}
		}
		if !found {
			return fmt.Sprintf("[key %d]", n)
		}
	}
	return ""
}
