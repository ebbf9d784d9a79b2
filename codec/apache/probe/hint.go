package probe

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/apache/thrift/lib/go/thrift"

	"github.com/miserwire/miser/codec/apache/internal/deep"
	"github.com/miserwire/miser/layout"
)

// hints puts into hints what was learned.
func (p *prober) hints() []layout.Hint {
	hints := make([]layout.Hint, 0, len(p.structs))
	for _, s := range p.structs {
		h := layout.Hint{Type: s.typ, Union: s.union}
		if s.def.IsValid() && !s.def.Elem().IsZero() {
			h.New = func() any { return deep.Clone(s.def).Interface() }
		}
		for _, f := range s.fields {
			if tag := f.hint(s); tag != "" {
				h.Fields = append(h.Fields, layout.FieldHint{GoName: f.name, Tag: tag})
			}
		}
		hints = append(hints, h)
	}
	return hints
}

// hint returns the tag of f: empty where it is no Thrift field, and nobody would
// take it for one.
func (f *field) hint(s *structure) string {
	req := layout.Default
	switch {
	case f.wire == nil && f.tag == "":
		return ""
	case f.wire == nil:
		return "-"
	case f.required:
		req = layout.Required
	case f.optional || s.union:
		req = layout.Optional
	}
	return fmt.Sprintf("%s,%d,%v,%s", f.wireName, f.id, req, f.text)
}

// scalars are the TYPEs of what is no struct or container.
var scalars = map[thrift.TType]string{
	thrift.BOOL: "bool", thrift.BYTE: "i8", thrift.I16: "i16", thrift.I32: "i32", thrift.I64: "i64",
	thrift.DOUBLE: "double", thrift.STRING: "string", thrift.UUID: "uuid",
}

// spell returns the TYPE of a t that is written like w.
func (p *prober) spell(t reflect.Type, w *value) (string, error) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	misfit := fmt.Errorf("is written as a value of type %v, for which a field has another Go type than %v", w.typ, t)
	switch w.typ {
	case thrift.STRUCT:
		if p.byType[t] == nil {
			return "", fmt.Errorf("is a struct, and *%v has no generated Read and Write", t)
		}
		return name(t), nil
	case thrift.LIST, thrift.SET, thrift.MAP:
		return p.spellContainer(t, w, misfit)
	}
	integer := reflect.Int <= t.Kind() && t.Kind() <= reflect.Int64
	switch text := scalars[w.typ]; {
	case natural(t) == w.typ && text == "string" && t.Kind() == reflect.Slice:
		return "binary", nil
	case natural(t) == w.typ:
		return text, nil
	case w.typ == thrift.I32 && integer:
		return name(t), nil // an enum
	}
	return "", misfit
}

func (p *prober) spellContainer(t reflect.Type, w *value, misfit error) (string, error) {
	slice, mapping := t.Kind() == reflect.Slice, t.Kind() == reflect.Map
	if w.typ == thrift.MAP {
		if slice {
			_, _, mapping = entry(t.Elem())
		}
	} else if mapping {
		slice = w.typ == thrift.SET && t.Elem().Kind() == reflect.Struct && t.Elem().NumField() == 0
	}
	switch {
	case w.typ == thrift.MAP && !mapping, w.typ != thrift.MAP && !slice:
		return "", misfit
	case len(w.items) == 0:
		return "", fmt.Errorf("is written as a value of type %v without elements, although it has one", w.typ)
	}
	var parts []string
	for i, item := range w.items[:min(len(w.items), 2)] {
		text, err := p.spell(itemType(t, w.typ, i), item)
		if err != nil {
			return "", fmt.Errorf("has elements, of which one %w", err)
		}
		parts = append(parts, text)
	}
	switch w.typ {
	case thrift.MAP:
		return "map<" + strings.Join(parts, ":") + ">", nil
	case thrift.SET:
		return "set<" + parts[0] + ">", nil
	}
	return "list<" + parts[0] + ">", nil
}

// natural returns the type that a scalar t is written as, when it is no enum; STOP
// for other types.
func natural(t reflect.Type) thrift.TType {
	switch t.Kind() {
	case reflect.Bool:
		return thrift.BOOL
	case reflect.Int8:
		return thrift.BYTE
	case reflect.Int16:
		return thrift.I16
	case reflect.Int32:
		return thrift.I32
	case reflect.Int64, reflect.Int:
		return thrift.I64
	case reflect.Float64:
		return thrift.DOUBLE
	case reflect.String:
		return thrift.STRING
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return thrift.STRING
		}
	case reflect.Array:
		if t.Len() == 16 && t.Elem().Kind() == reflect.Uint8 {
			return thrift.UUID
		}
	}
	return thrift.STOP
}

// name returns the name of an enum or struct for a TYPE: which it is does not
// matter, so what a TYPE cannot hold is left out.
func name(t reflect.Type) string {
	pkg, name := split(t)
	if pkg == "" {
		return "Name"
	}
	return pkg + name
}

// split returns the name of t, and before it that of its package with a dot, both
// without type arguments.
func split(t reflect.Type) (pkg, name string) {
	text, _, _ := strings.Cut(t.String(), "[")
	i := strings.LastIndexByte(text, '.') + 1
	return text[:i], text[i:]
}
