package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

// schema is testdata/schema.json: the declarations of the IDL files, in their order.
type schema struct {
	Enums    []enumDecl
	Typedefs []typedefDecl
	Structs  []structDecl

	enums    map[string]bool
	typedefs map[string]thriftType
	structs  map[string]structDecl
}

type enumDecl struct {
	Name, File string
	Values     []struct {
		Name  string
		Value int32
	}
}

type typedefDecl struct {
	Name, File string
	Type       thriftType
}

// structDecl is a struct, union or exception, or the arguments or result of a method.
type structDecl struct {
	Name, File, Kind string
	Fields           []fieldDecl
}

type fieldDecl struct {
	ID      int16
	Name    string
	Type    thriftType
	Req     string          // required, optional or default
	Default json.RawMessage // nil where the IDL has none
}

// thriftType is a type expression. In JSON it is a name, {"list": T}, {"set": T} or {"map": [K, V]}.
//
// Invariants: name is never empty; args has one element for list and set, two for map, none otherwise.
type thriftType struct {
	name string
	args []thriftType
}

func (t *thriftType) UnmarshalJSON(text []byte) error {
	if json.Unmarshal(text, &t.name) == nil {
		return nil
	}
	var c struct {
		List, Set *thriftType
		Map       []thriftType
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return err
	}
	switch {
	case c.List != nil:
		*t = thriftType{"list", []thriftType{*c.List}}
	case c.Set != nil:
		*t = thriftType{"set", []thriftType{*c.Set}}
	case len(c.Map) == 2:
		*t = thriftType{"map", c.Map}
	default:
		return fmt.Errorf("not a type: %s", text)
	}
	return nil
}

// readSchema reads the file and indexes its declarations by name.
func readSchema(path string) (*schema, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	s := &schema{
		enums:    map[string]bool{},
		typedefs: map[string]thriftType{},
		structs:  map[string]structDecl{},
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(s); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, e := range s.Enums {
		s.enums[e.Name] = true
	}
	for _, t := range s.Typedefs {
		s.typedefs[t.Name] = t.Type
	}
	for _, st := range s.Structs {
		s.structs[st.Name] = st
	}
	return s, nil
}

// resolve follows typedefs to the type that they name.
func (s *schema) resolve(t thriftType) thriftType {
	for {
		to, ok := s.typedefs[t.name]
		if !ok {
			return t
		}
		t = to
	}
}

// has tells whether the type has a container of that kind outside of the structs it names.
func (s *schema) has(t thriftType, container string) bool {
	t = s.resolve(t)
	if t.name == container {
		return true
	}
	for _, a := range t.args {
		if s.has(a, container) {
			return true
		}
	}
	return false
}

// reaches tells whether the type has a container of that kind anywhere, the structs it names included.
func (s *schema) reaches(t thriftType, container string) bool {
	return s.search(t, container, map[string]bool{})
}

func (s *schema) search(t thriftType, container string, seen map[string]bool) bool {
	t = s.resolve(t)
	if t.name == container {
		return true
	}
	for _, a := range t.args {
		if s.search(a, container, seen) {
			return true
		}
	}
	if seen[t.name] {
		return false
	}
	seen[t.name] = true
	for _, f := range s.structs[t.name].Fields {
		if s.search(f.Type, container, seen) {
			return true
		}
	}
	return false
}
