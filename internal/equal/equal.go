// Package equal compares values of struct types as their plans have them: what a
// peer read with what was sent, or with what miser read.
//
// Numbers are equal when their bits are, lists and sets in the order that they
// have, maps whatever their order, pointers when what they point to is, as keys
// too. Fields that are not Thrift's do not count.
package equal

import (
	"bytes"
	"math"
	"reflect"

	"github.com/miserwire/miser/layout"
)

// Values compares values of one struct type, and of what it leads to. It is safe
// for concurrent use.
type Values struct {
	plan    *layout.Struct
	structs map[*layout.Struct]*fields
}

// fields are those of one struct type.
type fields struct {
	index   [][]int
	missing []reflect.Value // what each is when it did not come
}

// Of returns a Values for the type of plan.
func Of(plan *layout.Struct) (*Values, error) {
	e := &Values{plan: plan, structs: map[*layout.Struct]*fields{}}
	for _, s := range plan.All() {
		index, err := Index(s)
		if err != nil {
			return nil, err
		}
		def := Defaults(s)
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
func (e *Values) Same(a, b reflect.Value) string {
	return comparison{e, same}.structs(e.plan, a, b)
}

// Arrived compares what was sent with what a reader made of it, and returns where
// they differ. These are taken for equal:
//
//   - a slice, map or []byte that is nil with one that is empty, inside of a
//     container, and in a field that is not left out for being nil: both are
//     written as empty;
//   - a field that is nil, and so was not sent, with what the constructor or
//     InitDefault of its struct gives it.
func (e *Values) Arrived(sent, got reflect.Value) string {
	return comparison{e, arrived}.structs(e.plan, sent, got)
}

// Alike reports whether some peer would call two t equal, as keys of a map or
// elements of a set: 0 is -0, nil is empty, and sets have no order.
func (e *Values) Alike(t *layout.Type, a, b reflect.Value) bool {
	return comparison{e, alike}.values(t, a, b, false) == ""
}

type mode uint8

const (
	same mode = iota
	arrived
	alike
)

// comparison is one of these.
type comparison struct {
	*Values
	mode mode
}

func (c comparison) structs(s *layout.Struct, a, b reflect.Value) string {
	fs := c.Values.structs[s]
	for i := range s.Fields {
		f := &s.Fields[i]
		x, y := at(a, fs.index[i], f.Type.Go), at(b, fs.index[i], f.Type.Go)
		if c.mode == arrived && f.Presence == layout.NonNil && !s.Union && x.IsNil() {
			x = fs.missing[i]
		}
		exact := c.mode == same || c.mode == arrived && f.Presence == layout.NonNil
		if where := c.values(f.Type, x, y, exact); where != "" {
			return "." + f.GoName + where
		}
	}
	return ""
}

// here ends a path.
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
		x, y := a.Float(), b.Float()
		equal = math.Float64bits(x) == math.Float64bits(y) || c.mode == alike && x == y
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
			return c.values(t.Elem, a.Elem(), b.Elem(), c.mode == same)
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

// inner compares two t inside of a container.
func (c comparison) inner(t *layout.Type, a, b reflect.Value) string {
	return c.values(t, a, b, c.mode == same)
}
