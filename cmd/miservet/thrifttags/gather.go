package thrifttags

import (
	"fmt"
	"go/types"
	"slices"
)

// gatherer finds the Thrift fields of one struct, those of embedded structs
// too, as package layout does.
type gatherer struct {
	fields   []gathered
	findings []finding
	union    bool
	untagged bool // there is a field without a tag that holds data
	keeper   string
}

// gathered is a Go field that its tag makes a Thrift field.
type gathered struct {
	path     string
	top      int
	embedded bool // lies in an embedded struct
	v        *types.Var
	tag      tag
}

// place is where an embedded struct lies in the one that is checked.
type place struct {
	path   string // Go path with a dot behind it
	top    int
	behind bool         // an embedded pointer leads here
	in     []types.Type // the structs around, outermost first
}

// fail records a fault. One in an embedded struct is reported where that is
// declared, unless it comes of the embedding.
func (g *gatherer) fail(f gathered, onField bool, err *fault) {
	g.findings = append(g.findings, finding{refused, f.path, f.tag.raw, f.top, onField, *err})
}

// gather walks the fields of t, which lies at at.
func (g *gatherer) gather(t types.Type, at place) {
	at.in = append(slices.Clip(at.in), t)
	st := t.Underlying().(*types.Struct)
	outer := len(at.in) == 1
	for i := range st.NumFields() {
		if outer {
			at.top = i
		}
		v := st.Field(i)
		tg, err := parseTag(st.Tag(i))
		f := gathered{at.path + v.Name(), at.top, !outer, v, tg}
		if err != nil {
			if outer {
				g.fail(f, false, err)
			}
			continue
		}
		if fits := g.fit(f, outer); !fits {
			continue
		}
		switch {
		case tg.is == tagUnion:
			g.union = true
		case tg.is == tagField:
			g.add(f)
		case tg.is == tagSkip:
		case holdsUnknown(v):
			g.unknown(f, at)
		case v.Embedded() && g.flatten(f, at):
		default:
			g.untagged = g.untagged || exposes(v, nil)
		}
		if outer {
			g.disagree(f, st.Tag(i))
		}
	}
}

// fit checks a tag against the field that carries it.
func (g *gatherer) fit(f gathered, outer bool) bool {
	var err *fault
	st, isStruct := f.v.Type().Underlying().(*types.Struct)
	_, isInterface := f.v.Type().Underlying().(*types.Interface)
	switch {
	case f.tag.is == tagUnion && isInterface:
		err = &fault{"an interface that points back into its struct is not supported, since it could outlive a struct on a stack", "drop the field, make the others pointers, and mark the struct with the blank field _ struct{} `thrift:\",union\"`"}
	case f.tag.is == tagUnion && (f.v.Name() != "_" || !isStruct || st.NumFields() > 0):
		err = &fault{"the union mark is not on a blank field", "write _ struct{} `thrift:\",union\"`"}
	case f.tag.is == tagUnion && !outer:
		g.fail(f, true, &fault{"an embedded struct cannot make the one around it a union", "give the embedded field a tag, or mark the outer struct"})
		return false
	case f.tag.is == tagField && f.v.Name() == "_":
		err = &fault{"a blank field cannot be a Thrift field", "give it a name"}
	case f.tag.is == tagField && !f.v.Exported():
		err = &fault{"the field is not exported", `export it, or leave it out with thrift:"-"`}
	}
	if err != nil && outer {
		g.fail(f, true, err)
	}
	return err == nil
}

// add takes a Thrift field, whose id must be new. Two fields of one embedded
// struct are reported where that is declared.
func (g *gatherer) add(f gathered) {
	for _, other := range g.fields {
		if other.tag.id != f.tag.id {
			continue
		}
		if !f.embedded || other.top != f.top {
			g.fail(f, false, &fault{fmt.Sprintf("id %d is that of %s too", f.tag.id, other.path), "give each field an id of its own"})
		}
		return
	}
	g.fields = append(g.fields, f)
}

// unknown takes a field for unknown fields, of which there is one at most.
func (g *gatherer) unknown(f gathered, at place) {
	switch {
	case at.behind:
	case g.keeper == "":
		g.keeper = f.path
	default:
		g.fail(f, true, &fault{g.keeper + " keeps the unknown fields already", "remove one of them"})
	}
}

// flatten walks an embedded struct, or pointer to one, that has anything for
// Thrift in it, and reports whether it did.
func (g *gatherer) flatten(f gathered, at place) bool {
	t, pointer := structOf(f.v.Type())
	if t == nil {
		return false
	}
	if pointer && slices.ContainsFunc(at.in, func(o types.Type) bool { return types.Identical(o, t) }) {
		g.fail(f, true, &fault{typeString(t) + " embeds itself", `make it a named field with a tag, or leave it out with thrift:"-"`})
		return true
	}
	if !carries(t, nil) {
		return false
	}
	g.gather(t, place{f.path + ".", at.top, at.behind || pointer, at.in})
	return true
}

// structOf returns the struct that t is or points to; nil when it is neither.
func structOf(t types.Type) (s types.Type, pointer bool) {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t, pointer = types.Unalias(p.Elem()), true
	}
	if _, ok := t.Underlying().(*types.Struct); !ok {
		return nil, false
	}
	return t, pointer
}

// fieldsOf calls yes for the fields of t until it returns true, and never for
// those of a struct that was seen.
func fieldsOf(t types.Type, seen []types.Type, yes func(v *types.Var, tag string, seen []types.Type) bool) bool {
	if slices.ContainsFunc(seen, func(o types.Type) bool { return types.Identical(o, t) }) {
		return false
	}
	seen = append(slices.Clip(seen), t)
	st := t.Underlying().(*types.Struct)
	for i := range st.NumFields() {
		if yes(st.Field(i), st.Tag(i), seen) {
			return true
		}
	}
	return false
}

// carries reports whether t, or a struct embedded in it, has a tag or a field
// for unknown fields.
func carries(t types.Type, seen []types.Type) bool {
	return fieldsOf(t, seen, func(v *types.Var, text string, seen []types.Type) bool {
		tg, err := parseTag(text)
		if err != nil || tg.is == tagField || tg.is == tagUnion {
			return true
		}
		if tg.is == tagSkip {
			return false
		}
		if holdsUnknown(v) {
			return true
		}
		e, _ := structOf(v.Type())
		return v.Embedded() && e != nil && carries(e, seen)
	})
}

// exposes reports whether an untagged v holds data that its user may have
// expected to go out.
func exposes(v *types.Var, seen []types.Type) bool {
	e, _ := structOf(v.Type())
	if !v.Embedded() || e == nil {
		return v.Name()[0] != '_'
	}
	return fieldsOf(e, seen, func(v *types.Var, _ string, seen []types.Type) bool { return exposes(v, seen) })
}

// holdsUnknown reports whether an untagged v keeps unknown fields.
func holdsUnknown(v *types.Var) bool {
	if named, ok := types.Unalias(v.Type()).(*types.Named); ok {
		obj := named.Obj()
		if obj.Pkg() != nil && obj.Pkg().Path() == "github.com/miserwire/miser/layout" && obj.Name() == "Unknown" {
			return true
		}
	}
	return v.Name() == "_unknownFields" && isBytes(v.Type())
}
