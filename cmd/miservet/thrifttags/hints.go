package thrifttags

import (
	"fmt"
	"go/types"
	"reflect"
	"strings"
	"unicode"
)

// field checks a gathered field: its type, then what its struct asks of it.
// Of a field of an embedded struct only that it can be in a union is left.
func (g *gatherer) field(owner types.Type, f *gathered) {
	var c checker
	s, err := c.typeOf(f.v.Type(), f.tag.typ)
	switch {
	case err != nil && f.embedded:
		return
	case err != nil:
	case g.union && !s.nilable:
		err = &fault{"a union's field must be able to be nil", "make it a pointer: *" + typeString(f.v.Type())}
	case f.tag.nocopy && s.kind != "string" && s.kind != "binary" && s.kind != "" && !f.embedded:
		err = &fault{"nocopy is for string and binary only", "leave it out"}
	}
	switch {
	case err != nil:
		g.fail(*f, f.tag.typ == nil && !f.tag.nocopy || f.embedded, err)
	case !f.embedded:
		g.hints(owner, f, s, c.integers)
	}
}

// hint records one about a field.
func (g *gatherer) hint(f *gathered, problem, remedy string) {
	g.findings = append(g.findings, finding{hint, f.path, f.tag.raw, f.top, false, fault{problem, remedy}})
}

func (g *gatherer) hints(owner types.Type, f *gathered, s shape, integers []*types.Named) {
	if f.tag.optional && !f.tag.zeros && !s.nilable && s.kind != "struct" && !hasInitDefault(owner) {
		g.hint(f, "the field is optional and held by value, so that its zero value is left out as if it were absent",
			"make it a pointer: *"+typeString(f.v.Type()))
	}
	if f.tag.typ == nil && s.kind == "list" && !isPointer(f.v.Type()) && holdsKeys(f.v.Type()) && namesSet(f.v.Name(), f.tag.name) {
		g.hint(f, "the name says a set, and a slice without TYPE is a list", "write TYPE set<T>, or list<T> if it is one")
	}
	for _, n := range integers {
		kind := scalars[n.Underlying().(*types.Basic).Kind()].kind
		g.hint(f, fmt.Sprintf("Go type %s is taken for %s, since it has no enum methods", typeString(n), kind),
			fmt.Sprintf("write TYPE %s, or the name of the enum if it is one", kind))
	}
}

// disagree compares the thrift tag of a field with its frugal tag, where both
// say more than a name.
func (g *gatherer) disagree(f gathered, text string) {
	st := reflect.StructTag(text)
	thrift, ok := st.Lookup("thrift")
	if _, frugal := st.Lookup("frugal"); !ok || !frugal {
		return
	}
	other, err := parseThrift(thrift)
	if err != nil {
		return // the name alone, as frugal allows
	}
	var problem string
	switch t := f.tag; {
	case other.is != t.is:
		problem = "one of them makes it a Thrift field and the other does not"
	case t.is != tagField:
		return
	case other.id != t.id:
		problem = fmt.Sprintf("id %d is not id %d", other.id, t.id)
	case other.typ != nil && t.typ != nil && !other.typ.same(t.typ):
		problem = fmt.Sprintf("TYPE %s is not TYPE %s", other.typ, t.typ)
	default:
		return
	}
	g.findings = append(g.findings, finding{disagree, f.path, thrift, f.top, false,
		fault{"the frugal tag wins over it, and they disagree: " + problem, "make both say the same"}})
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// holdsKeys reports whether t is a slice whose elements a set could hold.
func holdsKeys(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	switch s.Elem().Underlying().(type) {
	case *types.Basic, *types.Array:
		return true
	}
	return false
}

// namesSet reports whether one of the names has the word set or unique.
func namesSet(names ...string) bool {
	for _, name := range names {
		for _, w := range words(name) {
			switch w {
			case "set", "sets", "unique":
				return true
			}
		}
	}
	return false
}

// words cuts a name at underscores and before capitals, and gives the words in
// small letters. Capitals in a row are one word.
func words(name string) []string {
	var b strings.Builder
	rs := []rune(name)
	for i, r := range rs {
		starts := i > 0 && unicode.IsUpper(r) &&
			(!unicode.IsUpper(rs[i-1]) || i+1 < len(rs) && unicode.IsLower(rs[i+1]))
		if starts || !unicode.IsLetter(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.FieldsFunc(b.String(), func(r rune) bool { return !unicode.IsLetter(r) })
}

func hasInitDefault(t types.Type) bool {
	m := types.NewMethodSet(types.NewPointer(t)).Lookup(nil, "InitDefault")
	return m != nil && shapeOf(m) == "()()"
}

// enumMethods are what Apache's generator gives an enum on the type, and on
// its pointer.
var enumMethods = []struct {
	name, shape string
	pointer     bool
}{
	{"String", "()(string)", false},
	{"MarshalText", "()([]uint8,error)", false},
	{"UnmarshalText", "([]uint8)(error)", true},
	{"Scan", "(interface{})(error)", true},
	{"Value", "()(database/sql/driver.Value,error)", true},
}

// hasEnumMethods reports whether a named integer has all methods of an enum
// that Apache's generator wrote.
func hasEnumMethods(t *types.Named) bool {
	value, pointer := types.NewMethodSet(t), types.NewMethodSet(types.NewPointer(t))
	for _, want := range enumMethods {
		set := value
		if want.pointer {
			set = pointer
		}
		if m := set.Lookup(nil, want.name); m == nil || shapeOf(m) != want.shape {
			return false
		}
	}
	return true
}

// shapeOf spells the parameters and results of a method without their names.
func shapeOf(m *types.Selection) string {
	sig := m.Type().(*types.Signature)
	return tuple(sig.Params()) + tuple(sig.Results())
}

func tuple(vars *types.Tuple) string {
	var parts []string
	for v := range vars.Variables() {
		s := types.TypeString(types.Unalias(v.Type()), nil)
		switch s {
		case "any":
			s = "interface{}"
		case "[]byte":
			s = "[]uint8"
		}
		parts = append(parts, s)
	}
	return "(" + strings.Join(parts, ",") + ")"
}
