package layout

import (
	"fmt"
	"reflect"

	"github.com/miserwire/miser/unsafeio"
)

// typeKey names a Type: the same Go type may appear with several TYPEs.
type typeKey struct {
	t    reflect.Type
	expr string
}

// typeOf returns the node of t under x, one node per key in a build.
func (b *builder) typeOf(t reflect.Type, x *typeExpr) (*Type, *fault) {
	if n := basic(t); n != nil && x == nil {
		return n, nil
	}
	k := typeKey{t, x.String()}
	switch n, seen := b.types[k]; {
	case n != nil:
		return n, nil
	case seen:
		return nil, &fault{fmt.Sprintf("%s holds itself without a struct between", t), "put a struct between, or use another type"}
	}
	if encodesItself(t) {
		return nil, &fault{fmt.Sprintf("%s encodes itself by its EncodeFunc, which is not called", t), `use a type without that method, or leave the field out with thrift:"-"`}
	}
	b.types[k] = nil // open: meeting it again below is a loop
	n, err := b.newType(t, x)
	if err != nil {
		delete(b.types, k)
		return nil, err
	}
	n.Go, n.Size = t, t.Size()
	if x != nil && n.how != howOption {
		n.how = howTag
	}
	b.types[k] = n
	return n, nil
}

// basics are the nodes of the types that the language names itself, which
// nothing says more about.
var basics = makeBasics()

func makeBasics() (ns [reflect.String + 1]*Type) {
	for _, n := range []*Type{
		{Kind: Bool, Mem: MemBool, Go: reflect.TypeFor[bool]()},
		{Kind: I8, Mem: MemInt8, Go: reflect.TypeFor[int8]()},
		{Kind: I16, Mem: MemInt16, Go: reflect.TypeFor[int16]()},
		{Kind: I32, Mem: MemInt32, Go: reflect.TypeFor[int32]()},
		{Kind: I64, Mem: MemInt64, Go: reflect.TypeFor[int64]()},
		{Kind: Double, Mem: MemFloat64, Go: reflect.TypeFor[float64]()},
		{Kind: String, Mem: MemString, Go: reflect.TypeFor[string]()},
	} {
		n.Size = n.Go.Size()
		ns[n.Go.Kind()] = n
	}
	return ns
}

// pointers are the nodes of pointers to basics, by the kind that they point to.
var pointers = makePointers()

func makePointers() (ns [len(basics)]*Type) {
	for k, elem := range basics {
		if elem != nil {
			t := reflect.PointerTo(elem.Go)
			ns[k] = &Type{Kind: elem.Kind, Mem: MemPtr, Go: t, Size: t.Size(), Elem: elem, New: unsafeio.NewBlock(elem.Go)}
		}
	}
	return ns
}

// basic returns the node of t when it is one of basics, or a pointer to one.
func basic(t reflect.Type) *Type {
	nodes, k := &basics, t.Kind()
	if k == reflect.Pointer {
		nodes, k = &pointers, t.Elem().Kind()
	}
	if int(k) < len(nodes) && nodes[k] != nil && nodes[k].Go == t {
		return nodes[k]
	}
	return nil
}

// newType makes a node, but for what is the same in all: Go, Size and a how
// that the tag gives.
func (b *builder) newType(t reflect.Type, x *typeExpr) (*Type, *fault) {
	switch t.Kind() {
	case reflect.Bool:
		return scalar(t, x, Bool, MemBool)
	case reflect.Int8:
		return integer(t, x, I8)
	case reflect.Int16:
		return integer(t, x, I16)
	case reflect.Int32:
		return integer(t, x, I32)
	case reflect.Int64, reflect.Int:
		return integer(t, x, I64)
	case reflect.Float64:
		return scalar(t, x, Double, MemFloat64)
	case reflect.String:
		return text(t, x, String, MemString)
	case reflect.Array:
		if t.Len() == 16 && t.Elem().Kind() == reflect.Uint8 {
			return scalar(t, x, UUID, MemArray16)
		}
	case reflect.Pointer:
		return b.pointer(t, x)
	case reflect.Slice:
		if isBytes(t) {
			return text(t, x, Binary, MemBytes)
		}
		return b.slice(t, x)
	case reflect.Map:
		return b.mapping(t, x)
	case reflect.Struct:
		if isNull(t) {
			return b.null(t, x)
		}
		if x != nil && x.op != exprName {
			return nil, misfit(t, x)
		}
		return &Type{Kind: KindStruct, Mem: MemStruct, Struct: b.structOf(t)}, nil
	}
	return nil, unsupported(t)
}

// scalar is a type that is of one kind, whatever TYPE says.
func scalar(t reflect.Type, x *typeExpr, k Kind, m Mem) (*Type, *fault) {
	if x != nil && (x.op != exprBase || x.kind != k) {
		return nil, misfit(t, x)
	}
	return &Type{Kind: k, Mem: m}, nil
}

// text is a string or a slice of bytes: TYPE may call both string or binary.
func text(t reflect.Type, x *typeExpr, k Kind, m Mem) (*Type, *fault) {
	if x != nil && x.op == exprBase && (x.kind == String || x.kind == Binary) {
		k, x = x.kind, nil
	}
	return scalar(t, x, k, m)
}

// integer is an integer of kind k, or an enum.
func integer(t reflect.Type, x *typeExpr, k Kind) (*Type, *fault) {
	n := &Type{Kind: k, Mem: intMem(t)}
	switch {
	case x == nil && hasEnumMethods(t):
		n.Kind, n.Enum, n.how = I32, true, howMethods
	case x == nil:
		if t.PkgPath() != "" && k != I32 {
			n.how = howInteger
		}
	case x.op == exprName:
		n.Kind, n.Enum = I32, true
	case x.op == exprEnum:
		n.Kind, n.Enum, n.how = I32, true, howOption
	case x.op != exprBase || x.kind != k:
		return nil, misfit(t, x)
	}
	return n, nil
}

// intMem is the form of an integer type in memory.
func intMem(t reflect.Type) Mem {
	switch t.Size() {
	case 1:
		return MemInt8
	case 2:
		return MemInt16
	case 4:
		return MemInt32
	}
	return MemInt64
}

func (b *builder) pointer(t reflect.Type, x *typeExpr) (*Type, *fault) {
	elem, err := b.typeOf(t.Elem(), x)
	if err != nil {
		return nil, err
	}
	n := &Type{Kind: elem.Kind, Mem: MemPtr, Enum: elem.Enum, Elem: elem}
	if x != nil {
		n.how = elem.how
	}
	if elem.Mem == MemStruct {
		b.late = append(b.late, n) // its block is not known yet
		return n, nil
	}
	n.New = unsafeio.NewBlock(t.Elem())
	return n, nil
}

func (b *builder) slice(t reflect.Type, x *typeExpr) (*Type, *fault) {
	n := &Type{Kind: List, Mem: MemSlice}
	switch {
	case x == nil && isMapEntry(t.Elem()):
		return b.entries(t, x)
	case x == nil:
		n.how = howList
	case x.op == exprMap:
		return b.entries(t, x)
	case x.op == exprSet:
		n.Kind = Set
	case x.op != exprList:
		return nil, misfit(t, x)
	}
	var err *fault
	if n.Elem, err = b.typeOf(t.Elem(), x.elems()); err != nil {
		return nil, err
	}
	n.Slice = unsafeio.NewSliceOps(t)
	return n, nil
}

// entries is a map held as a slice of structs of Key and Value.
func (b *builder) entries(t reflect.Type, x *typeExpr) (*Type, *fault) {
	e := t.Elem()
	key, value, ok := entryFields(e)
	if !ok {
		problem := fmt.Sprintf("TYPE %s on %s, whose element is no struct of exactly two exported fields Key and Value", x, t)
		if e.Kind() == reflect.Pointer {
			if _, _, ok = entryFields(e.Elem()); ok {
				return nil, &fault{fmt.Sprintf("TYPE %s on %s, a slice of pointers to entries", x, t), fmt.Sprintf("write []%s", e.Elem())}
			}
		}
		return nil, &fault{problem, "use map[K]V, or []E with type E struct { Key K; Value V }"}
	}
	n := &Type{Kind: Map, Mem: MemEntries, Entry: e, KeyOff: key.Offset, ValueOff: value.Offset}
	var err *fault
	if n.Key, err = b.typeOf(key.Type, x.keys()); err != nil {
		return nil, err
	}
	if n.Elem, err = b.typeOf(value.Type, x.elems()); err != nil {
		return nil, err
	}
	n.Slice = unsafeio.NewSliceOps(t)
	return n, nil
}

func (b *builder) mapping(t reflect.Type, x *typeExpr) (*Type, *fault) {
	empty := t.Elem().Kind() == reflect.Struct && t.Elem().NumField() == 0
	n := &Type{Kind: Map, Mem: MemMap}
	switch {
	case x == nil && empty:
		n.Kind, n.Mem = Set, MemSetMap
		if t.Elem().Name() != "" {
			n.how = howSet
		}
	case x == nil || x.op == exprMap:
	case x.op == exprSet && empty:
		n.Kind, n.Mem = Set, MemSetMap
	default:
		return nil, misfit(t, x)
	}
	var err *fault
	if n.Mem == MemSetMap {
		n.Elem, err = b.typeOf(t.Key(), x.elems())
	} else {
		if n.Key, err = b.typeOf(t.Key(), x.keys()); err != nil {
			return nil, err
		}
		n.Elem, err = b.typeOf(t.Elem(), x.elems())
	}
	if err != nil {
		return nil, err
	}
	n.Map = unsafeio.NewMapOps(t)
	return n, nil
}
