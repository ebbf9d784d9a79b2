package layout

import (
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
)

// String returns the wire type as IDL text, with a colon between the types of
// a map and an enum as enum(i32): what a TYPE would say.
func (t *Type) String() string {
	t = t.value()
	switch {
	case t.Kind == KindStruct:
		return t.Struct.Name
	case t.Kind == List, t.Kind == Set:
		return t.Kind.String() + "<" + t.Elem.String() + ">"
	case t.Kind == Map:
		return "map<" + t.Key.String() + ":" + t.Elem.String() + ">"
	case t.Enum:
		return "enum(" + t.Kind.String() + ")"
	}
	return t.Kind.String()
}

// Explain returns the plan as text: a table for s and one for each struct that
// it leads to, in the order in which they are met. It says of every field what
// goes over the wire, when, and how the plan came to know. Equal types give
// equal text on one architecture.
func (s *Struct) Explain() string {
	var b strings.Builder
	for i, s := range s.All() {
		if i > 0 {
			b.WriteByte('\n')
		}
		s.explain(&b)
	}
	return b.String()
}

func (s *Struct) explain(b *strings.Builder) {
	kind := "struct"
	if s.Union {
		kind = "union"
	}
	fields := "fields"
	if len(s.Fields) == 1 {
		fields = "field"
	}
	fmt.Fprintf(b, "%s %s: %d %s, %d bytes", kind, s.Name, len(s.Fields), fields, s.Go.Size())
	switch {
	case s.Init == nil:
	case s.Init.Named:
		b.WriteString(", constructor in schema")
	default:
		b.WriteString(", InitDefault")
	}
	if s.Unhinted {
		b.WriteString(", no hint in schema")
	}
	if s.UnknownOff >= 0 {
		fmt.Fprintf(b, ", unknown fields kept at %d", s.UnknownOff)
	}
	b.WriteByte('\n')
	for i := range s.Extra {
		if x := &s.Extra[i]; x.Name != "_" {
			fmt.Fprintf(b, "  no Thrift field: %s %s\n", x.Name, x.Type)
		}
	}
	if len(s.Fields) == 0 {
		return
	}
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "  id\tname\tGo field\twire type\trequiredness\tgoes out\toffset\tGo type\tfrom")
	for i := range s.Fields {
		f := &s.Fields[i]
		from := f.From()
		fmt.Fprintf(w, "  %d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", f.ID, f.Name, f.GoName, f.Type, f.Req, f.goesOut(), f.place(), f.Type.Go, from)
	}
	w.Flush()
}

// goesOut returns when f goes out, with its default where there is a short one.
func (f *Field) goesOut() string {
	if f.Presence == NotDefault && f.Type.Elem == nil && f.Type.Mem != MemStruct {
		return "unless " + f.defaultText()
	}
	return f.Presence.String()
}

// place returns the offset of f, led by those of the embedded pointers.
func (f *Field) place() string {
	var b strings.Builder
	for _, h := range f.Hops {
		b.WriteString(strconv.FormatUint(uint64(h.Off), 10) + "->")
	}
	b.WriteString(strconv.FormatUint(uint64(f.Off), 10))
	return b.String()
}
