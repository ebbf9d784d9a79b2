package ref

import (
	"reflect"
	"strings"

	"github.com/miserwire/miser/layout"
)

// initializer is what generated code has on structs with default values.
type initializer interface{ InitDefault() }

// fresh sets the struct v to what a new one is.
func fresh(v reflect.Value) {
	v.SetZero()
	if d, ok := v.Addr().Interface().(initializer); ok {
		d.InitDefault()
	}
}

// reach returns field f of the struct v, or false where an embedded pointer on the way is nil. With
// allocate it sets such a pointer to a new struct.
func reach(v reflect.Value, f *layout.Field, allocate bool) (reflect.Value, bool) {
	for i, name := range strings.Split(f.GoName, ".") {
		if i > 0 && v.Kind() == reflect.Pointer {
			if v.IsNil() {
				if !allocate {
					return v, false
				}
				p := reflect.New(v.Type().Elem())
				if in, ok := p.Interface().(interface{ InitDefault() }); ok {
					in.InitDefault()
				}
				v.Set(p)
			}
			v = v.Elem()
		}
		v = ownField(v, name)
	}
	return v, true
}

// ownField returns the field of that name in the struct v itself, not one promoted to it.
func ownField(v reflect.Value, name string) reflect.Value {
	for i := range v.NumField() {
		if v.Type().Field(i).Name == name {
			return writable(v.Field(i))
		}
	}
	panic("ref: " + v.Type().String() + " has no field " + name)
}

// unknownBytes returns the field of the struct v in which it keeps unknown fields, or false when it has
// none.
func unknownBytes(v reflect.Value, s *layout.Struct) (reflect.Value, bool) {
	if s.UnknownOff < 0 {
		return v, false
	}
	off := uintptr(s.UnknownOff)
	for i := 0; i < v.NumField(); i++ {
		f := v.Type().Field(i)
		switch {
		case off < f.Offset || off >= f.Offset+f.Type.Size():
		case f.Type.Kind() == reflect.Struct: // embedded
			v, off, i = v.Field(i), off-f.Offset, -1
		default:
			return writable(v.Field(i)), true
		}
	}
	panic("ref: " + v.Type().String() + " has no field at its plan's offset of unknown fields")
}

// writable returns v without the mark that it comes from an unexported field.
func writable(v reflect.Value) reflect.Value {
	if v.CanSet() || !v.CanAddr() {
		return v
	}
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}
