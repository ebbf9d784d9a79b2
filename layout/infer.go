package layout

import (
	"database/sql/driver"
	"encoding"
	"fmt"
	"reflect"
	"strings"
)

// how says where a wire type comes from.
type how uint8

const (
	howGo      how = iota // the Go type leaves no choice
	howTag                // TYPE in the tag
	howOption             // the enum option of the tag
	howMethods            // the methods of Apache's enums
	howList               // a slice without TYPE: a set would look the same
	howInteger            // a named integer without methods: an enum could look the same
	howSet                // a map to a named empty struct: a map of such structs would look the same
	howMember             // UnionMembers of the union
)

// assumed reports whether the Go type left a choice.
func (h how) assumed() bool { return h >= howList && h <= howSet }

// words returns h for Explain.
func (t *Type) words() string {
	switch t.how {
	case howTag:
		return "TYPE in tag"
	case howOption:
		return "enum in tag"
	case howMethods:
		return "enum methods"
	case howMember:
		return "UnionMembers"
	case howList:
		return "assumed: list (a set needs TYPE)"
	case howInteger:
		return "assumed: " + t.Kind.String() + " (an enum needs TYPE)"
	case howSet:
		return "assumed: set (a map to empty structs needs TYPE)"
	}
	return "Go type"
}

// assumed reports whether the Go type left a choice for any part of t.
func (t *Type) assumed() bool {
	return t.how.assumed() || t.Key != nil && t.Key.assumed() || t.Elem != nil && t.Elem.assumed()
}

// inferred returns where t's wire type comes from, in words.
func (t *Type) inferred() string {
	seen := map[string]bool{}
	var parts []string
	least := t
	t.walk(func(n *Type) {
		if least.how == howGo {
			least = n
		}
		if w := n.words(); n.how.assumed() && !seen[w] {
			seen[w] = true
			parts = append(parts, w)
		}
	})
	if len(parts) > 0 {
		return strings.Join(parts, ", ")
	}
	return least.words()
}

// From returns in words where the wire type of f comes from, as Explain has it.
func (f *Field) From() string {
	words := f.Type.inferred()
	if f.Type.assumed() && !f.Assumed {
		return "Go type, by the form of the tag"
	}
	if says, ok := strings.CutSuffix(words, " in tag"); ok && f.Hinted {
		return says + " in schema"
	}
	return words
}

// enumValue and enumPointer are what Apache's generator gives an enum: the
// first on the type, the second on its pointer. They are constant interfaces,
// so that the linker can still drop the user's unused methods.
type (
	enumValue interface {
		fmt.Stringer
		encoding.TextMarshaler
	}
	enumPointer interface {
		encoding.TextUnmarshaler
		Scan(any) error
		driver.Valuer
	}
)

var (
	enumValueType   = reflect.TypeFor[enumValue]()
	enumPointerType = reflect.TypeFor[enumPointer]()
)

// hasEnumMethods reports whether a named integer has all the methods of an
// enum that Apache's generator wrote.
func hasEnumMethods(t reflect.Type) bool {
	return t.PkgPath() != "" && t.Implements(enumValueType) && reflect.PointerTo(t).Implements(enumPointerType)
}

// entryFields returns the two fields of an entry of a map held as a slice.
func entryFields(t reflect.Type) (key, value reflect.StructField, ok bool) {
	if t.Kind() != reflect.Struct || t.NumField() != 2 {
		return key, value, false
	}
	key, value = t.Field(0), t.Field(1)
	if key.Name == "Value" {
		key, value = value, key
	}
	return key, value, key.Name == "Key" && value.Name == "Value"
}

// isMapEntry reports whether t is the generic MapEntry of Apache's library,
// which needs no TYPE to be told from a list.
func isMapEntry(t reflect.Type) bool {
	if !strings.HasPrefix(t.Name(), "MapEntry[") {
		return false
	}
	_, _, ok := entryFields(t)
	return ok
}

// misfit is the fault of a TYPE that t cannot hold.
func misfit(t reflect.Type, x *typeExpr) *fault {
	switch {
	case x.op == exprEnum:
		return &fault{fmt.Sprintf("the enum option does not fit Go type %s", t), "leave it out; it is for integers, and pointers to them"}
	case x.op == exprName:
		return &fault{fmt.Sprintf("TYPE %s names an enum or struct, which Go type %s cannot be", x, t), "write " + natural(t)}
	case t.Kind() == reflect.Array, t.Kind() == reflect.Struct:
		return &fault{fmt.Sprintf("TYPE %s does not fit Go type %s", x, t), "write " + natural(t)}
	case x.op == exprSet && t.Kind() == reflect.Map:
		return &fault{fmt.Sprintf("TYPE %s does not fit Go type %s", x, t), "write " + natural(t) + ", or make the field a map[T]struct{} or a []T"}
	}
	return &fault{fmt.Sprintf("TYPE %s does not fit Go type %s", x, t), "write " + natural(t) + " or change the Go type"}
}

// natural spells the TYPEs that fit t, as a remedy.
func natural(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "bool"
	case reflect.Int8:
		return "i8 or the name of an enum"
	case reflect.Int16:
		return "i16 or the name of an enum"
	case reflect.Int32:
		return "i32 or the name of an enum"
	case reflect.Int64, reflect.Int:
		return "i64 or the name of an enum"
	case reflect.Float64:
		return "double"
	case reflect.String:
		return "string or binary"
	case reflect.Array:
		return "uuid"
	case reflect.Slice:
		if isBytes(t) {
			return "binary or string"
		}
		return "list<T> or set<T>"
	case reflect.Map:
		if t.Elem().Kind() == reflect.Struct && t.Elem().NumField() == 0 {
			return "set<T>"
		}
		return "map<K:V>"
	}
	return "the struct's name"
}

// unsupported is the fault of a Go type that no Thrift type can be.
func unsupported(t reflect.Type) *fault {
	remedy := `leave the field out with thrift:"-"`
	switch t.Kind() {
	case reflect.Uint8:
		remedy = "use int8"
	case reflect.Uint16:
		remedy = "use int16, or int32 for its whole range"
	case reflect.Uint32:
		remedy = "use int32, or int64 for its whole range"
	case reflect.Uint64, reflect.Uint, reflect.Uintptr:
		remedy = "use int64"
	case reflect.Float32:
		remedy = "use float64"
	case reflect.Complex64, reflect.Complex128:
		remedy = "use a struct of two float64"
	case reflect.Interface:
		remedy = "use a concrete type, or a union: a struct of pointers with the blank field _ struct{} `thrift:\",union\"`"
	case reflect.Array:
		remedy = "use a slice; of the arrays only [16]byte is supported, a uuid"
	}
	return &fault{fmt.Sprintf("Go type %s has no Thrift type", t), remedy}
}
