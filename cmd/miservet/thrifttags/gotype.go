package thrifttags

import (
	"fmt"
	"go/types"
	"slices"
)

// checker holds a Go type against a TYPE.
type checker struct {
	open     []opened       // types around, to find one that holds itself
	integers []*types.Named // integers that may be enums, and are assumed not to be
}

type opened struct {
	t    types.Type
	expr string
}

// shape is what the checks of a field need to know of its type.
type shape struct {
	kind    string // canonical base type, list, set, map or struct
	nilable bool
}

// scalars are the Go types that are of one Thrift type, and the TYPEs that
// fit, as a remedy.
var scalars = map[types.BasicKind]struct{ kind, natural string }{
	types.Bool:    {"bool", "bool"},
	types.Int8:    {"i8", "i8 or the name of an enum"},
	types.Int16:   {"i16", "i16 or the name of an enum"},
	types.Int32:   {"i32", "i32 or the name of an enum"},
	types.Int64:   {"i64", "i64 or the name of an enum"},
	types.Int:     {"i64", "i64 or the name of an enum"},
	types.Float64: {"double", "double"},
	types.String:  {"string", "string or binary"},
}

// typeOf returns the shape of t under x.
func (c *checker) typeOf(t types.Type, x *typeExpr) (shape, *fault) {
	t = types.Unalias(t)
	if _, ok := t.(*types.TypeParam); ok {
		return shape{"", true}, nil // known only to who instantiates
	}
	if slices.ContainsFunc(c.open, func(o opened) bool { return o.expr == x.String() && types.Identical(o.t, t) }) {
		return shape{}, &fault{typeString(t) + " holds itself without a struct between", "put a struct between, or use another type"}
	}
	if encodesItself(t) {
		return shape{}, &fault{typeString(t) + " encodes itself by its EncodeFunc, which is not called", `use a type without that method, or leave the field out with thrift:"-"`}
	}
	c.open = append(c.open, opened{t, x.String()})
	defer func() { c.open = c.open[:len(c.open)-1] }()

	switch u := t.Underlying().(type) {
	case *types.Basic:
		if _, ok := scalars[u.Kind()]; ok {
			return c.scalar(t, u, x)
		}
	case *types.Array:
		if u.Len() == 16 && isUint8(u.Elem()) {
			return fit(t, x, "uuid")
		}
	case *types.Pointer:
		s, err := c.typeOf(u.Elem(), x)
		return shape{s.kind, true}, err
	case *types.Slice:
		if isBytes(t) {
			s, err := fit(t, x, "binary", "string")
			return shape{s.kind, true}, err
		}
		return c.slice(t, u, x)
	case *types.Map:
		return c.mapping(t, u, x)
	case *types.Struct:
		if value, ok := nullValue(t); ok {
			return c.null(t, value, x)
		}
		if x != nil && x.op != "name" {
			return shape{}, misfit(t, x)
		}
		return shape{"struct", false}, hollow(t)
	}
	return shape{}, unsupported(t)
}

// fit is a type of the first kind, or of another one when TYPE says so.
func fit(t types.Type, x *typeExpr, kinds ...string) (shape, *fault) {
	switch {
	case x == nil:
		return shape{kinds[0], false}, nil
	case x.op == "base" && slices.Contains(kinds, x.text):
		return shape{x.text, false}, nil
	}
	return shape{}, misfit(t, x)
}

func (c *checker) scalar(t types.Type, u *types.Basic, x *typeExpr) (shape, *fault) {
	kind := scalars[u.Kind()].kind
	switch {
	case kind == "string":
		return fit(t, x, "string", "binary")
	case u.Info()&types.IsInteger == 0:
		return fit(t, x, kind)
	case x != nil && (x.op == "name" || x.op == "enum"):
		return shape{"i32", false}, nil
	}
	if named, ok := t.(*types.Named); ok && x == nil && kind != "i32" && !hasEnumMethods(named) {
		c.integers = append(c.integers, named)
	}
	return fit(t, x, kind)
}

func (c *checker) slice(t types.Type, u *types.Slice, x *typeExpr) (shape, *fault) {
	switch {
	case x == nil && isMapEntry(u.Elem()), x != nil && x.op == "map":
		return c.entries(t, u.Elem(), x)
	case x != nil && x.op != "list" && x.op != "set":
		return shape{}, misfit(t, x)
	}
	_, elem := x.parts()
	_, err := c.typeOf(u.Elem(), elem)
	return shape{"list", true}, err
}

// entries is a map held as a slice of structs of Key and Value.
func (c *checker) entries(t, e types.Type, x *typeExpr) (shape, *fault) {
	key, value, ok := entryFields(e)
	if ok {
		return c.pair(key.Type(), value.Type(), x)
	}
	if p, isPointer := e.Underlying().(*types.Pointer); isPointer {
		if _, _, ok = entryFields(p.Elem()); ok {
			return shape{}, &fault{
				fmt.Sprintf("TYPE %s on %s, a slice of pointers to entries", x, typeString(t)),
				"write []" + typeString(p.Elem()),
			}
		}
	}
	return shape{}, &fault{
		fmt.Sprintf("TYPE %s on %s, whose element is no struct of exactly two exported fields Key and Value", x, typeString(t)),
		"use map[K]V, or []E with type E struct { Key K; Value V }",
	}
}

// pair checks the keys and the values of a map.
func (c *checker) pair(k, v types.Type, x *typeExpr) (shape, *fault) {
	key, value := x.parts()
	_, err := c.typeOf(k, key)
	if err == nil {
		_, err = c.typeOf(v, value)
	}
	return shape{"map", true}, err
}

func (c *checker) mapping(t types.Type, u *types.Map, x *typeExpr) (shape, *fault) {
	empty := isEmptyStruct(u.Elem())
	switch {
	case empty && (x == nil || x.op == "set"):
		_, elem := x.parts()
		_, err := c.typeOf(u.Key(), elem)
		return shape{"set", true}, err
	case x == nil || x.op == "map":
		return c.pair(u.Key(), u.Elem(), x)
	}
	return shape{}, misfit(t, x)
}

// hollow is the fault of a struct that has fields and no tags, so that nothing
// of it would go out.
func hollow(t types.Type) *fault {
	if inInterface(t) {
		return nil
	}
	g := &gatherer{}
	g.gather(t, place{})
	if len(g.fields)+len(g.findings) > 0 || !g.untagged || g.union {
		return nil
	}
	return &fault{
		fmt.Sprintf("struct %s has fields, and none of them has a thrift tag", typeString(t)),
		`write thrift:"name,id" on the fields that go out, or give codec.Options a Schema that says it`,
	}
}

// entryFields returns the two fields of an entry of a map held as a slice.
func entryFields(t types.Type) (key, value *types.Var, ok bool) {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || st.NumFields() != 2 {
		return nil, nil, false
	}
	key, value = st.Field(0), st.Field(1)
	if key.Name() == "Value" {
		key, value = value, key
	}
	return key, value, key.Name() == "Key" && value.Name() == "Value"
}

// isMapEntry reports whether t is the generic MapEntry of Apache's library.
func isMapEntry(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Name() != "MapEntry" || named.TypeArgs().Len() == 0 {
		return false
	}
	_, _, ok = entryFields(t)
	return ok
}

func isUint8(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Uint8
}

// isBytes reports whether t is a slice of bytes, whatever the names.
func isBytes(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && isUint8(s.Elem())
}

func isEmptyStruct(t types.Type) bool {
	st, ok := t.Underlying().(*types.Struct)
	return ok && st.NumFields() == 0
}

// misfit is the fault of a TYPE that t cannot hold.
func misfit(t types.Type, x *typeExpr) *fault {
	problem := fmt.Sprintf("TYPE %s does not fit Go type %s", x, typeString(t))
	remedy := "write " + natural(t)
	switch t.Underlying().(type) {
	case *types.Array, *types.Struct:
	case *types.Map:
		if x.op == "set" {
			remedy += ", or make the field a map[T]struct{} or a []T"
			break
		}
		remedy += " or change the Go type"
	default:
		remedy += " or change the Go type"
	}
	switch x.op {
	case "enum":
		return &fault{"the enum option does not fit Go type " + typeString(t), "leave it out; it is for integers, and pointers to them"}
	case "name":
		return &fault{fmt.Sprintf("TYPE %s names an enum or struct, which Go type %s cannot be", x, typeString(t)), "write " + natural(t)}
	}
	return &fault{problem, remedy}
}

// natural spells the TYPEs that fit t, as a remedy.
func natural(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return scalars[u.Kind()].natural
	case *types.Array:
		return "uuid"
	case *types.Slice:
		if isBytes(t) {
			return "binary or string"
		}
		return "list<T> or set<T>"
	case *types.Map:
		if isEmptyStruct(u.Elem()) {
			return "set<T>"
		}
		return "map<K:V>"
	}
	return "the struct's name"
}

// unsupported is the fault of a Go type that no Thrift type can be.
func unsupported(t types.Type) *fault {
	remedy := `leave the field out with thrift:"-"`
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch u.Kind() {
		case types.Uint8:
			remedy = "use int8"
		case types.Uint16:
			remedy = "use int16, or int32 for its whole range"
		case types.Uint32:
			remedy = "use int32, or int64 for its whole range"
		case types.Uint64, types.Uint, types.Uintptr:
			remedy = "use int64"
		case types.Float32:
			remedy = "use float64"
		case types.Complex64, types.Complex128:
			remedy = "use a struct of two float64"
		}
	case *types.Interface:
		remedy = "use a concrete type, or a union: a struct of pointers with the blank field _ struct{} `thrift:\",union\"`"
	case *types.Array:
		remedy = "use a slice; of the arrays only [16]byte is supported, a uuid"
	}
	return &fault{fmt.Sprintf("Go type %s has no Thrift type", typeString(t)), remedy}
}
