package ref

import (
	"math"
	"reflect"

	"github.com/miserwire/miser/layout"
)

// absent reports whether the field q of the struct v is left out.
func absent(v, q reflect.Value, f *layout.Field) bool {
	switch f.Presence {
	case layout.NonNil:
		return q.IsNil()
	case layout.NonZero:
		return isZero(q)
	case layout.NotDefault:
		return isDefault(v, q, f)
	case layout.WhenSet:
		return !isSet(q, f.Type)
	}
	return false
}

// isSet reports whether the field q is there: a Null that says so, the member that an interface holds, or a pointer
// that is not nil.
func isSet(q reflect.Value, t *layout.Type) bool {
	switch t.Mem {
	case layout.MemNull:
		return q.Field(1).Bool()
	case layout.MemMember:
		return !q.IsNil() && q.Elem().Type() == t.Elem.Go
	}
	return !q.IsNil()
}

// isEmpty reports whether the union v, which one interface holds, has nothing in it.
func isEmpty(v reflect.Value) bool { return v.Field(0).IsNil() }

// isDefault reports whether the field q of the struct v holds what a new struct has there. A nil []byte
// equals an empty one.
func isDefault(v, q reflect.Value, f *layout.Field) bool {
	d := reflect.New(v.Type()).Elem()
	fresh(d)
	dq, _ := reach(d, f, true)
	return equal(q, dq)
}

// isZero reports whether v is Go's zero value. A double is zero when its bits are, so -0 is not.
func isZero(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Float64:
		return math.Float64bits(v.Float()) == 0
	case reflect.Array:
		for i := range v.Len() {
			if !isZero(v.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range v.NumField() {
			if !isZero(v.Field(i)) {
				return false
			}
		}
		return true
	}
	return v.IsZero()
}

// equal compares a value with a default value: doubles by their bits, pointers by what they point at,
// slices and maps by what is in them.
func equal(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Float64:
		return math.Float64bits(a.Float()) == math.Float64bits(b.Float())
	case reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() && b.IsNil()
		}
		return equal(a.Elem(), b.Elem())
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !equal(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		if a.Len() != b.Len() {
			return false
		}
		for it := a.MapRange(); it.Next(); {
			if e := b.MapIndex(it.Key()); !e.IsValid() || !equal(it.Value(), e) {
				return false
			}
		}
		return true
	case reflect.Struct:
		for i := range a.NumField() {
			if !equal(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	}
	return a.Equal(b)
}
