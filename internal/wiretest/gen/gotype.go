package main

import (
	"fmt"
	"strings"
)

// form is one way to hold containers in Go.
type form int

const (
	plain   form = iota // set as []T, map as map[K]V
	entries             // every map, also in nested structs, as []Entry[K, V]
	asMap               // the struct's own sets as map[T]struct{}; nested structs stay plain
)

var suffix = [...]string{plain: "", entries: "Entries", asMap: "AsMap"}

// applies tells whether the struct has a type of its own in this form.
func (s *schema) applies(f form, st structDecl) bool {
	switch f {
	case entries:
		return s.reaches(thriftType{name: st.Name}, "map")
	case asMap:
		for _, fd := range st.Fields {
			if s.has(fd.Type, "set") {
				return true
			}
		}
		return false
	}
	return true
}

var baseTypes = map[string]string{
	"bool": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64", "double": "float64",
	"string": "string", "binary": "[]byte", "uuid": "[16]byte",
}

// goName is the exported Go name of a Thrift name: retry_after is RetryAfter, Calc.add_args is CalcAddArgs.
func goName(name string) string {
	var b strings.Builder
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '_' || r == '.' }) {
		if part == "id" || part == "uri" {
			part = strings.ToUpper(part)
		}
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

// valueType is the Go type of a value that is no map key.
func (s *schema) valueType(f form, t thriftType) string {
	if base, ok := baseTypes[t.name]; ok {
		return base
	}
	switch t.name {
	case "list":
		return "[]" + s.valueType(f, t.args[0])
	case "set":
		if f == asMap {
			return "map[" + s.keyType(t.args[0]) + "]struct{}"
		}
		return "[]" + s.valueType(f, t.args[0])
	case "map":
		if f == entries {
			return "[]Entry[" + s.entryKeyType(t.args[0]) + ", " + s.valueType(f, t.args[1]) + "]"
		}
		return "map[" + s.keyType(t.args[0]) + "]" + s.valueType(f, t.args[1])
	}
	if _, ok := s.structs[s.resolve(t).name]; ok {
		return "*" + s.structType(f, t)
	}
	if f == entries && s.has(t, "map") {
		return t.name + suffix[f]
	}
	return t.name
}

// structType is the name of the Go type of a struct in this form.
func (s *schema) structType(f form, t thriftType) string {
	if f == entries && s.reaches(t, "map") {
		return goName(t.name) + suffix[f]
	}
	return goName(t.name)
}

// keyType is the Go type of a key of a Go map: structs by value, binary as string.
func (s *schema) keyType(t thriftType) string {
	if t.name == "binary" {
		return "string"
	}
	return s.entryKeyType(t)
}

// entryKeyType is the Go type of Entry.Key: structs by value.
func (s *schema) entryKeyType(t thriftType) string {
	return strings.TrimPrefix(s.valueType(plain, t), "*")
}

// fieldType is the Go type of a field: an optional scalar without a default is a pointer.
func (s *schema) fieldType(f form, fd fieldDecl) string {
	goType := s.valueType(f, fd.Type)
	if fd.Req == "optional" && fd.Default == nil && s.isScalar(fd.Type) {
		return "*" + goType
	}
	return goType
}

func (s *schema) isScalar(t thriftType) bool {
	t = s.resolve(t)
	return s.enums[t.name] || baseTypes[t.name] != "" && t.name != "binary"
}

// tag is the struct tag of a field. It has a TYPE only where the Go type leaves a choice: a set held as a
// slice, a map held as entries, a binary key held as a string.
func (s *schema) tag(f form, fd fieldDecl) string {
	tag := fmt.Sprintf("%s,%d", fd.Name, fd.ID)
	typed := s.ambiguous(f, fd.Type)
	if fd.Req != "default" || typed {
		tag += "," + fd.Req
	}
	if typed {
		tag += "," + s.typeExpr(fd.Type)
	}
	return fmt.Sprintf("`thrift:%q`", tag)
}

func (s *schema) ambiguous(f form, t thriftType) bool {
	t = s.resolve(t)
	switch t.name {
	case "set":
		if f != asMap || t.args[0].name == "binary" {
			return true
		}
	case "map":
		if f == entries || t.args[0].name == "binary" {
			return true
		}
	}
	for _, a := range t.args {
		if s.ambiguous(f, a) {
			return true
		}
	}
	return false
}

// typeExpr is the TYPE of a tag, with typedefs resolved.
func (s *schema) typeExpr(t thriftType) string {
	t = s.resolve(t)
	if len(t.args) == 0 {
		return t.name
	}
	args := make([]string, len(t.args))
	for i, a := range t.args {
		args[i] = s.typeExpr(a)
	}
	return t.name + "<" + strings.Join(args, ":") + ">"
}
