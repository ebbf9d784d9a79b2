package thrifttags

import (
	"fmt"
	"go/types"
)

// nullValue returns the type of the value in t, a generic Null of a value V and
// a flag Valid, and whether it is one.
func nullValue(t types.Type) (value types.Type, ok bool) {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Name() != "Null" || named.TypeArgs().Len() == 0 {
		return nil, false
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok || st.NumFields() != 2 || st.Tag(0) != "" || st.Tag(1) != "" {
		return nil, false
	}
	v, valid := st.Field(0), st.Field(1)
	flag, ok := valid.Type().Underlying().(*types.Basic)
	return v.Type(), ok && flag.Kind() == types.Bool && v.Name() == "V" && valid.Name() == "Valid"
}

// null is the shape of a Null of value, which only a field can be: one that is
// c's innermost open type has others around it otherwise.
func (c *checker) null(t, value types.Type, x *typeExpr) (shape, *fault) {
	if len(c.open) > 1 {
		return shape{}, &fault{
			fmt.Sprintf("%s holds a %s, and only a field can be absent", typeString(c.open[0].t), typeString(t)),
			fmt.Sprintf("hold a %s there", typeString(value)),
		}
	}
	s, err := c.typeOf(value, x)
	return shape{s.kind, true}, err
}

// encodesItself reports whether t has code of its own to go out by, as types have that
// are a Value to parquet-go's library. Plans know its Null and Slice alone.
func encodesItself(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || types.IsInterface(t) {
		return false
	}
	if name := named.Obj().Name(); named.TypeArgs().Len() > 0 && (name == "Null" || name == "Slice") {
		return false
	}
	methods := types.NewMethodSet(t)
	return methods.Lookup(nil, "EncodeFunc") != nil && methods.Lookup(nil, "DecodeFunc") != nil
}

// inInterface reports whether t is a union that an interface holds: its method
// UnionMembers says which types. What it returns only a running program knows.
func inInterface(t types.Type) bool {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || st.NumFields() != 1 || !types.IsInterface(st.Field(0).Type()) {
		return false
	}
	m, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, nil, "UnionMembers")
	_, ok = m.(*types.Func)
	return ok
}
