package thriftgo_test

import (
	"path"
	"reflect"
	"strings"

	"github.com/miserwire/miser/layout"
)

// schemas are made once, since each has plans of its own.
var schemas = map[string]*layout.Schema{}

// schemaOf returns what has to be said of the package in dir, nil for nothing.
// The older generators leave out of a thrift tag what decides the wire type, and the
// oldest requiredness too; and they wrote no InitDefault.
func schemaOf(dir string) *layout.Schema {
	version, pkg := path.Split(dir)
	if s, ok := schemas[dir]; ok || generated["plain/"+pkg] == nil {
		return s
	}
	hints := constructedOf(version)
	switch version {
	case "v001/", "v0211/", "v0318/":
		for _, p := range []string{"common", "variants"} {
			hints = append(hints, tagsOf(generated[version+p], generated["plain/"+p])...)
		}
	}
	var s *layout.Schema
	if len(hints) > 0 {
		var err error
		if s, err = layout.NewSchema(hints...); err != nil {
			panic(err)
		}
	}
	schemas[dir] = s
	return s
}

func constructedOf(version string) (hints []layout.Hint) {
	for _, p := range []string{"common", "variants"} {
		hints = append(hints, constructed[version+p]...)
	}
	return hints
}

// tagsOf gives each field of old the tag that the same one of now has.
func tagsOf(old, now []any) (hints []layout.Hint) {
	types := map[string]reflect.Type{}
	for _, v := range now {
		t := reflect.TypeOf(v).Elem()
		types[t.Name()] = t
	}
	for _, v := range old {
		t := reflect.TypeOf(v).Elem()
		h := layout.Hint{Type: t}
		like := types[strings.TrimSuffix(t.Name(), "_")]
		for i := range t.NumField() {
			if f, ok := like.FieldByName(t.Field(i).Name); ok {
				h.Fields = append(h.Fields, layout.FieldHint{GoName: f.Name, Tag: f.Tag.Get("thrift")})
			}
		}
		hints = append(hints, h)
	}
	return hints
}

func frugalKnows(dir string) bool  { return !strings.HasPrefix(dir, "v") }
func disagrees(name string) string { return "" }
