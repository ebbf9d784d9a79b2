package probe

import (
	"slices"

	"github.com/apache/thrift/lib/go/thrift"
)

// value is a value on the wire: what the calls of a protocol say.
type value struct {
	typ    thrift.TType
	scalar any         // of what is no struct or container: what a Read gets
	fields []wireField // of a struct
	key    thrift.TType
	elem   thrift.TType
	size   int      // of a container, as its header says
	items  []*value // of a container; keys and values of a map in turn
}

type wireField struct {
	name  string
	id    int16
	typ   thrift.TType
	value *value // nil: there is none yet
}

// field returns the field with the id, or nil.
func (v *value) field(id int16) *wireField {
	i := slices.IndexFunc(v.fields, func(f wireField) bool { return f.id == id })
	if i < 0 {
		return nil
	}
	return &v.fields[i]
}

// want returns the type of the item that comes next, STOP after the last.
// Caller: v is a container.
func (v *value) want(next int) thrift.TType {
	switch {
	case v.typ == thrift.MAP && next < 2*v.size:
		if next%2 == 0 {
			return v.key
		}
		return v.elem
	case v.typ != thrift.MAP && next < v.size:
		return v.elem
	}
	return thrift.STOP
}

// some holds a value of each scalar type that is not zero.
var some = map[thrift.TType]any{
	thrift.BOOL:   true,
	thrift.BYTE:   int8(5),
	thrift.I16:    int16(5),
	thrift.I32:    int32(5),
	thrift.I64:    int64(5),
	thrift.DOUBLE: 5.5,
	thrift.STRING: "five",
	thrift.UUID:   thrift.Tuuid{5},
}

// bare returns a value of v's type as small as can be that is not zero.
func (v *value) bare() *value {
	return &value{typ: v.typ, scalar: some[v.typ], key: v.key, elem: v.elem}
}

// with returns f with the value v.
func (f *field) with(v *value) wireField { return wireField{f.wireName, f.id, v.typ, v} }
