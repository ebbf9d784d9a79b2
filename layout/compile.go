package layout

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"slices"

	"github.com/miserwire/miser/unsafeio"
)

// builder compiles one struct type and all that it leads to.
type builder struct {
	schema  *Schema
	from    *hints                   // what was known when the build began
	hints   hints                    // *from
	structs map[reflect.Type]*Struct // used in this build, published or not
	queue   []*Struct                // of this build, in the order they were met
	users   []user                   // which field led to queue[i]; none for the root
	types   map[typeKey]*Type        // nil while the node is being made
	late    []*Type                  // pointers to structs, whose blocks come last
	errs    []error

	embedded []reflect.Type // those whose fields are in the plan of another

	user user // the field being compiled
	room []gathered
}

// user is a field by the struct that has it and its Go path.
type user struct {
	s    *Struct
	path string
}

// structOf returns the plan of t: published, or queued for compilation.
func (b *builder) structOf(t reflect.Type) *Struct {
	if s := b.structs[t]; s != nil {
		return s
	}
	if s, ok := b.schema.plans.Load(t); ok {
		b.structs[t] = s.(*Struct)
		return s.(*Struct)
	}
	s := &Struct{Go: t, Name: "struct", UnknownOff: -1}
	if t.Name() != "" {
		s.Name = t.String()
	}
	b.structs[t] = s
	b.queue, b.users = append(b.queue, s), append(b.users, b.user)
	return s
}

// maxSize bounds the memory of a struct; programs hold offsets in 32 bits.
const maxSize = 1 << 30

// compile fills in queue[i].
func (b *builder) compile(i int) {
	s := b.queue[i]
	faults := len(b.errs)
	if b.members(s) {
		if len(b.errs) == faults {
			s.finish()
		}
		return
	}
	g := gatherer{b: b, s: s}
	g.fields = b.room[:0]
	h, hinted := b.hints[s.Go]
	s.Union, s.Unhinted = h.union, !hinted && len(b.hints) > 0
	g.gather(s.Go, place{})
	b.room = g.fields
	if len(g.fields) == 0 && g.untagged && !s.Union && len(b.errs) == faults {
		problem := "it has fields, and none of them has a thrift tag"
		if by := b.users[i]; by.s != nil {
			problem += " (" + by.s.Name + "." + by.path + " leads to it)"
		}
		b.fail(s, "", "", &fault{problem, `write thrift:"name,id" on the fields that go out, or give codec.Options a Schema that says it`})
	}
	if s.Go.Size() > maxSize {
		b.fail(s, "", "", &fault{fmt.Sprintf("it takes more than %d bytes", maxSize), "hold the large parts by pointer or slice"})
	}
	if len(g.fields) > math.MaxInt16 {
		b.fail(s, "", "", &fault{fmt.Sprintf("it has more than %d fields", math.MaxInt16), "split it"})
	}
	var def unsafeio.Ptr
	var err *fault
	if s.Init, def, err = b.hints.initOf(s.Go); err != nil {
		b.fail(s, "", "", err)
	}
	s.Fields = make([]Field, 0, len(g.fields))
	for j := range g.fields {
		b.field(s, &g.fields[j], def)
	}
	if len(b.errs) > faults {
		return
	}
	s.finish()
}

// field compiles one gathered field and appends it to s.
func (b *builder) field(s *Struct, g *gathered, def unsafeio.Ptr) {
	f := Field{
		ID: g.tag.id, Name: g.tag.name, GoName: g.path, Tag: g.tag.raw,
		Req: g.tag.req, Off: g.off, Hops: g.hops, Slot: -1, Hinted: g.tag.hinted,
	}
	if f.Name == "" {
		f.Name = g.name
	}
	b.user = user{s, g.path}
	var err *fault
	f.Type, err = b.typeOf(g.typ, g.tag.typ)
	switch {
	case err != nil:
	case s.Union && !f.Type.nilable():
		err = &fault{"a union's field must be able to be nil", fmt.Sprintf("make it a pointer: *%s", g.typ)}
	case g.tag.nocopy && f.Type.Kind != String && f.Type.Kind != Binary:
		err = &fault{"nocopy is for string and binary only", "leave it out"}
	default:
		err = checkNull(f.Type)
	}
	if err != nil {
		b.fail(s, g.path, g.tag.raw, err)
		return
	}
	// The form that starts with the id has no TYPE: slices are lists there, and an
	// integer is an enum where it says so.
	f.Assumed = !g.tag.numeric && f.Type.assumed()
	if s.Union {
		f.Req = Optional
	}
	if s.Init != nil {
		f.setZero(def)
	}
	f.Presence = f.presence(s, &g.tag)
	s.Fields = append(s.Fields, f)
}

// finish derives what follows from the fields.
func (s *Struct) finish() {
	byID := func(a, b Field) int { return cmp.Compare(a.ID, b.ID) }
	if !slices.IsSortedFunc(s.Fields, byID) {
		slices.SortFunc(s.Fields, byID)
	}
	ids := make([]int16, len(s.Fields))
	s.Required = make([]uint64, (len(s.Fields)+63)/64)
	for i := range s.Fields {
		f := &s.Fields[i]
		ids[i] = f.ID
		if f.Req == Required {
			s.Required[i/64] |= 1 << (i % 64)
		}
	}
	s.index = newIndex(ids)
	s.setSlots()
}

// fail records a fault of s, of one field or of the type as a whole.
func (b *builder) fail(s *Struct, field, tag string, f *fault) {
	b.errs = append(b.errs, &Error{s.Go, field, tag, f.problem, f.remedy})
}
