package layout

import "reflect"

// Unknown keeps the fields that a reader's struct does not name. A struct
// with a field of this type, untagged or embedded, gets there what a decode
// does not know, as raw Binary field bytes (type code, id, value, without a
// stop field) whatever the protocol; an encode writes it back. The bytes
// belong to the struct.
type Unknown []byte

// unknownField is the field in which thriftgo's code keeps unknown fields.
const unknownField = "_unknownFields"

var unknownType = reflect.TypeFor[Unknown]()

// holdsUnknown reports whether an untagged f keeps unknown fields.
func holdsUnknown(f reflect.StructField) bool {
	if f.Type == unknownType {
		return true
	}
	return f.Name == unknownField && isBytes(f.Type)
}

// isBytes reports whether t is a slice of bytes, whatever the names.
func isBytes(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8
}
