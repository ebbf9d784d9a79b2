package thriftgo_test

import (
	"reflect"
	"strings"
	"sync"

	"github.com/miserwire/miser/layout"
)

// constructors are all of constructed, by type.
var constructors = func() map[reflect.Type]layout.Hint {
	m := map[reflect.Type]layout.Hint{}
	for _, hints := range constructed {
		for _, h := range hints {
			m[h.Type] = h
		}
	}
	return m
}()

// schemas has a schema for each version of the generated code, since all its
// packages are one graph of types.
var schemas = func() map[string]func() *layout.Schema {
	m := map[string]func() *layout.Schema{}
	for dir := range generated {
		version, _, _ := strings.Cut(dir, "/")
		m[version] = sync.OnceValue(func() *layout.Schema { return newSchema(version) })
	}
	return m
}()

// schemaOf returns what is said of the package in dir: which types are unions, so
// that only good ones are made; the constructors of old packages, which have no
// InitDefault; and to tags that tell too little those of now.
func schemaOf(dir string) *layout.Schema {
	version, _, _ := strings.Cut(dir, "/")
	return schemas[version]()
}

func newSchema(version string) *layout.Schema {
	var hints []layout.Hint
	for dir, list := range generated {
		if v, pkg, _ := strings.Cut(dir, "/"); v == version {
			hints = append(hints, unions(list)...)
			hints = append(hints, constructed[dir]...)
			switch version {
			case "raw":
				hints = append(hints, madeLike(list, generated["plain/"+pkg])...)
			case "v001", "v0211", "v0318":
				hints = append(hints, tagsOf(list, generated["plain/"+pkg], func(reflect.StructField) bool { return true })...)
			case "plain", "defined":
				hints = append(hints, tagsOf(list, generated["kitex/"+pkg], lacksType)...)
			case "sharedplain":
				hints = append(hints, tagsOf(list, generated["sharedkitex/"+pkg], lacksType)...)
			}
		}
	}
	s, err := layout.NewSchema(hints...)
	if err != nil {
		panic(err)
	}
	return s
}

// isUnion reports whether t was a union in the IDL.
func isUnion(t reflect.Type) bool {
	_, ok := reflect.PointerTo(t).MethodByName("CountSetFields" + t.Name())
	return ok || t.Name() == "Choice" // which has no methods in gen/raw
}

func unions(list []any) (hints []layout.Hint) {
	for _, v := range list {
		if t := reflect.TypeOf(v).Elem(); isUnion(t) {
			hints = append(hints, layout.Hint{Type: t, Union: true})
		}
	}
	return hints
}

// lacksType reports whether f's tag may lack a TYPE that is needed: thriftgo does
// not look for sets and enums behind a typedef of a map.
func lacksType(f reflect.StructField) bool {
	return f.Type.Kind() == reflect.Map && !strings.Contains(f.Tag.Get("thrift"), "<")
}

// tagsOf gives the fields of old that need it the tag that the same one of now has.
func tagsOf(old, now []any, needs func(reflect.StructField) bool) (hints []layout.Hint) {
	types := map[string]reflect.Type{}
	for _, v := range now {
		t := reflect.TypeOf(v).Elem()
		types[strings.TrimSuffix(t.Name(), "_")] = t
	}
	for _, v := range old {
		t := reflect.TypeOf(v).Elem()
		like, ok := types[strings.TrimSuffix(t.Name(), "_")]
		h := layout.Hint{Type: t}
		for i := range t.NumField() {
			f := t.Field(i)
			if !ok || !needs(f) {
				continue
			}
			for j := range like.NumField() {
				if g := like.Field(j); idOf(g) == idOf(f) && g.Tag.Get("thrift") != "" {
					h.Fields = append(h.Fields, layout.FieldHint{GoName: f.Name, Tag: fullTag(g)})
				}
			}
		}
		hints = append(hints, h)
	}
	return hints
}

// fullTag returns what the tags of f say as one thrift tag.
func fullTag(f reflect.StructField) string {
	thrift := f.Tag.Get("thrift")
	frugal, ok := f.Tag.Lookup("frugal")
	if !ok {
		return thrift
	}
	name, _, _ := strings.Cut(thrift, ",")
	return name + "," + frugal
}

// madeLike gives each of types a constructor that does what that of its twin does:
// the template raw_struct writes none, and no InitDefault.
func madeLike(types, twins []any) (hints []layout.Hint) {
	byName := twinsByName(twins)
	for _, v := range types {
		t := reflect.TypeOf(v).Elem()
		hints = append(hints, layout.Hint{Type: t, New: func() any {
			n := reflect.New(t)
			convert(n, reflect.ValueOf(fresh(byName[t.Name()])))
			return n.Interface()
		}})
	}
	return hints
}
