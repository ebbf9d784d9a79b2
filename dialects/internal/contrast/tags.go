package contrast

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/miserwire/miser/dialects/internal/readme"
	"github.com/miserwire/miser/layout"
)

// Tag is what the peer and miser make of the tags of a field of some Go type.
type Tag struct {
	tag          string
	typ          reflect.Type
	theirs, ours string
	why          string
}

// Agree says that to both a T with the tags is the same.
func Agree[T any](tags, both string) Tag {
	return Tag{tags, reflect.TypeFor[T](), both, both, ""}
}

// Differ says that to miser a T with the tags is something else than to the peer,
// and why.
func Differ[T any](tags, theirs, ours, why string) Tag {
	return Tag{tags, reflect.TypeFor[T](), theirs, ours, why}
}

// What may become of a field, when it does not become what Spell says.
const (
	Refused = "refused"  // the whole type is
	LeftOut = "left out" // it is no Thrift field
)

// CheckTags asks both of each case, and compares the README's table of those where
// they differ. ask gets a struct type whose one field has the tag.
func CheckTags(t *testing.T, peer string, cases []Tag, ask func(holder reflect.Type) string) {
	t.Helper()
	table := readme.Table{Head: []string{"tag", "Go type", peer, "miser", "why"}}
	for _, c := range cases {
		holder := reflect.StructOf([]reflect.StructField{{Name: "F", Type: c.typ, Tag: reflect.StructTag(c.tag)}})
		if theirs := ask(holder); theirs != c.theirs {
			t.Errorf("%s on %s: to the peer it is %q, want %q", c.tag, c.typ, theirs, c.theirs)
		}
		if ours := Ask(holder); ours != c.ours {
			t.Errorf("%s on %s: to miser it is %q, want %q", c.tag, c.typ, ours, c.ours)
		}
		if c.theirs == c.ours {
			continue
		}
		if c.why == "" {
			t.Errorf("%s on %s: why is that?", c.tag, c.typ)
		}
		table.Rows = append(table.Rows, []string{"`" + c.tag + "`", "`" + c.typ.String() + "`", c.theirs, c.ours, c.why})
	}
	readme.Check(t, "README.md", "tags", table)
}

// Ask returns what miser makes of the field of a struct type that has one.
func Ask(holder reflect.Type) string {
	s, err := layout.Of(holder)
	switch {
	case err != nil:
		return Refused
	case len(s.Fields) == 0:
		return LeftOut
	}
	f := &s.Fields[0]
	wire, _, _ := strings.Cut(f.Type.String(), "<")
	switch {
	case f.Type.Kind == layout.KindStruct:
		wire = "struct"
	case f.Type.Enum:
		wire = "i32"
	}
	return Spell(f.ID, wire, f.Req == layout.Required, f.Presence == layout.Always)
}

// Spell says what a field is: its id, its wire type, whether it has to be there,
// and whether it goes out also when zero. Binary is called string, which it is on
// the wire.
func Spell(id int16, wire string, required, writesZero bool) string {
	s := fmt.Sprintf("%d %s", id, strings.Replace(wire, "binary", "string", 1))
	if required {
		s += ", required"
	}
	if writesZero {
		s += ", zero goes out"
	}
	return s
}

// Full makes v, which is zero, something that goes out, for all types that Thrift
// has. It leaves others alone.
func Full(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(1)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(1)
	case reflect.String:
		v.SetString("a")
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				Full(v.Field(i))
			}
		}
	default:
	}
}
