package layout

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/miserwire/miser/unsafeio"
)

// gatherer finds the Thrift fields of one struct type, those of embedded
// structs too, and sorts out everything else that is in it.
type gatherer struct {
	b        *builder
	s        *Struct
	fields   []gathered
	byID     map[int16]string // Go path by id, once there are many
	keeper   string           // Go path of the field for unknown fields
	untagged bool             // there is an exported field without a tag
}

// gathered is a Go field that its tag makes a Thrift field.
type gathered struct {
	name string
	path string
	typ  reflect.Type
	off  uintptr
	hops []Hop
	tag  tag
}

// place is where an embedded struct lies in the one that is compiled.
type place struct {
	path string         // Go path with a dot behind it
	off  uintptr        // from the struct, or from the last hop's pointee
	hops []Hop          // embedded pointers that lead here
	in   []reflect.Type // the structs around, outermost first
}

// gather walks the fields of t, which lies at at.
func (g *gatherer) gather(t reflect.Type, at place) {
	if len(at.in) > 0 {
		g.b.embedded = append(g.b.embedded, t)
	}
	at.in = append(slices.Clip(at.in), t)
	for i := range t.NumField() {
		f := t.Field(i)
		path := at.path + f.Name
		tg, err := g.b.hints.tagOf(t, &f)
		if err == nil {
			err = g.fit(f, at, &tg)
		}
		switch {
		case err != nil:
			g.b.fail(g.s, path, tg.raw, err)
		case tg.is == tagUnion:
			g.s.Union = true
		case tg.is == tagField:
			g.add(gathered{f.Name, path, f.Type, at.off + f.Offset, at.hops, tg})
		case tg.is == tagSkip:
			g.extra(f, at)
		case holdsUnknown(f):
			g.unknown(f, path, at)
		case f.Anonymous && g.embedded(f, path, at):
		default:
			g.untagged = g.untagged || exposes(f, nil)
			g.extra(f, at)
		}
	}
}

// fit checks a tag against the field that carries it.
func (g *gatherer) fit(f reflect.StructField, at place, t *tag) *fault {
	switch {
	case t.is == tagUnion && f.Type.Kind() == reflect.Interface:
		return &fault{"an interface that points back into its struct is not supported, since it could outlive a struct on a stack", "drop the field, make the others pointers, and mark the struct with the blank field _ struct{} `thrift:\",union\"`"}
	case t.is == tagUnion && (f.Name != "_" || f.Type.Kind() != reflect.Struct || f.Type.NumField() > 0):
		return &fault{"the union mark is not on a blank field", "write _ struct{} `thrift:\",union\"`"}
	case t.is == tagUnion && len(at.in) > 1:
		return &fault{"an embedded struct cannot make the one around it a union", "give the embedded field a tag, or mark the outer struct"}
	case t.is == tagField && f.Name == "_":
		return &fault{"a blank field cannot be a Thrift field", "give it a name"}
	case t.is == tagField && !f.IsExported():
		return &fault{"the field is not exported", `export it, or leave it out with thrift:"-"`}
	}
	return nil
}

// add takes a Thrift field, whose id must be new.
func (g *gatherer) add(f gathered) {
	if other, ok := g.find(f.tag.id); ok {
		g.b.fail(g.s, f.path, f.tag.raw, &fault{
			fmt.Sprintf("id %d is that of %s too", f.tag.id, other), "give each field an id of its own"})
		return
	}
	g.fields = append(g.fields, f)
}

// fewFields is the fields up to which ids are searched rather than looked up.
const fewFields = 32

// find returns the Go path of the field that has the id.
func (g *gatherer) find(id int16) (path string, ok bool) {
	if len(g.fields) <= fewFields {
		for i := range g.fields {
			if g.fields[i].tag.id == id {
				return g.fields[i].path, true
			}
		}
		return "", false
	}
	if g.byID == nil {
		g.byID = make(map[int16]string, 2*len(g.fields))
	}
	for i := len(g.byID); i < len(g.fields); i++ {
		g.byID[g.fields[i].tag.id] = g.fields[i].path
	}
	path, ok = g.byID[id]
	return path, ok
}

// extra takes a field that is none of Thrift's. Behind an embedded pointer it
// is not in the struct's own memory, and nobody's to reset.
func (g *gatherer) extra(f reflect.StructField, at place) {
	if len(at.hops) == 0 && f.Type.Size() > 0 {
		g.s.Extra = append(g.s.Extra, Extra{at.off + f.Offset, f.Type, f.Name})
	}
}

// unknown takes a field for unknown fields. One behind an embedded pointer
// keeps nothing: there is one place at most, in the struct itself.
func (g *gatherer) unknown(f reflect.StructField, path string, at place) {
	switch {
	case len(at.hops) > 0:
	case g.keeper != "":
		g.b.fail(g.s, path, "", &fault{g.keeper + " keeps the unknown fields already", "remove one of them"})
	default:
		g.keeper = path
		g.s.UnknownOff = int(at.off + f.Offset)
	}
}

// embedded flattens an embedded struct, or pointer to one, that has anything
// for Thrift in it, and reports whether it did.
func (g *gatherer) embedded(f reflect.StructField, path string, at place) bool {
	inner := place{path: path + ".", off: at.off + f.Offset, hops: at.hops, in: at.in}
	switch {
	case f.Type.Kind() == reflect.Struct && g.b.hints.carries(f.Type, nil):
		outer := g.s.Go
		if n := len(at.hops); n > 0 {
			outer = at.hops[n-1].New.Type()
		}
		if err := g.b.hints.embeddable(f.Type, outer); err != nil {
			g.b.fail(g.s, path, "", err)
		}
		g.gather(f.Type, inner)
		return true
	case f.Type.Kind() != reflect.Pointer || f.Type.Elem().Kind() != reflect.Struct:
		return false
	}
	t := f.Type.Elem()
	if slices.Contains(at.in, t) {
		g.b.fail(g.s, path, "", &fault{fmt.Sprintf("%s embeds itself", t), `make it a named field with a tag, or leave it out with thrift:"-"`})
		return true
	}
	if !g.b.hints.carries(t, nil) {
		return false
	}
	hop := Hop{Off: at.off + f.Offset, New: unsafeio.NewBlock(t)}
	err := g.b.hints.embeddable(t, nil)
	if err != nil {
		g.b.fail(g.s, path, "", err)
	}
	if hop.Init, _, err = g.b.hints.initOf(t); err != nil {
		g.b.fail(g.s, path, "", err)
	}
	inner.off, inner.hops = 0, append(slices.Clip(at.hops), hop)
	g.gather(t, inner)
	return true
}

// carries reports whether t, or a struct embedded in it, has a tag or a field
// for unknown fields.
func (hs hints) carries(t reflect.Type, seen []reflect.Type) bool {
	if slices.Contains(seen, t) {
		return false
	}
	seen = append(slices.Clip(seen), t)
	for i := range t.NumField() {
		f := t.Field(i)
		tg, err := hs.tagOf(t, &f)
		if err != nil || tg.is != tagNone && tg.is != tagSkip || tg.is == tagNone && holdsUnknown(f) {
			return true
		}
		e := f.Type
		if f.Anonymous && e.Kind() == reflect.Pointer {
			e = e.Elem()
		}
		if f.Anonymous && tg.is == tagNone && e.Kind() == reflect.Struct && hs.carries(e, seen) {
			return true
		}
	}
	return false
}

// exposes reports whether an untagged f holds data that the user may have
// expected to go out: any field but those that begin with an underscore, as
// generators name their own. time.Time has no other.
func exposes(f reflect.StructField, seen []reflect.Type) bool {
	t := f.Type
	if f.Anonymous && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if !f.Anonymous || t.Kind() != reflect.Struct {
		return f.Name[0] != '_'
	}
	if slices.Contains(seen, t) {
		return false
	}
	seen = append(slices.Clip(seen), t)
	for i := range t.NumField() {
		if exposes(t.Field(i), seen) {
			return true
		}
	}
	return false
}
