package wiretest

import (
	"reflect"
	"slices"
	"strings"
)

// fieldTag is what a tag of the form name,id[,requiredness[,TYPE]] says.
type fieldTag struct {
	name     string // empty for a field that is no Thrift field
	optional bool
	typ      *typeExpr // nil when the tag has no TYPE
}

// parseTag reads the tag of a field of the generated types.
func parseTag(f reflect.StructField) fieldTag {
	parts := strings.Split(f.Tag.Get("thrift"), ",")
	if f.Name == "_" || len(parts) < 2 {
		return fieldTag{}
	}
	t := fieldTag{name: parts[0], optional: slices.Contains(parts[1:], "optional")}
	if len(parts) > 3 {
		t.typ, _ = parseTypeExpr(parts[3])
	}
	return t
}

// typeExpr is a TYPE: a name, and for list, set and map its element types. Nil means that the Go type
// alone decides.
type typeExpr struct {
	name string
	args []*typeExpr
}

// parseTypeExpr reads one TYPE from the front of s and returns what follows it. The generator wrote the
// text, so there is nothing to reject.
func parseTypeExpr(s string) (t *typeExpr, rest string) {
	end := strings.IndexAny(s, "<:>")
	if end < 0 {
		return &typeExpr{name: s}, ""
	}
	t, rest = &typeExpr{name: s[:end]}, s[end:]
	if rest[0] != '<' {
		return t, rest
	}
	for rest[0] != '>' {
		var arg *typeExpr
		arg, rest = parseTypeExpr(rest[1:])
		t.args = append(t.args, arg)
	}
	return t, rest[1:]
}

// is tells whether the TYPE says name.
func (t *typeExpr) is(name string) bool { return t != nil && t.name == name }

// arg is the i-th element type, nil where the TYPE says nothing.
func (t *typeExpr) arg(i int) *typeExpr {
	if t == nil || i >= len(t.args) {
		return nil
	}
	return t.args[i]
}
