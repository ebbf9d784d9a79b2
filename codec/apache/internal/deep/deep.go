// Package deep copies and compares the values of generated structs whole. It
// looks through pointers, those that are keys of maps too, which
// reflect.DeepEqual compares as addresses.
//
// Values are finite trees of exported fields: there is no care for loops, and an
// unexported field is copied as it is.
package deep

import "reflect"

// Clone returns a copy of v that shares no slice, map or pointee with it.
func Clone(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	switch {
	case plain(v.Type()) || nilable(v) && v.IsNil():
	case v.Kind() == reflect.Pointer:
		c.Set(reflect.New(v.Type().Elem()))
		c.Elem().Set(Clone(v.Elem()))
	case v.Kind() == reflect.Slice:
		c.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			c.Index(i).Set(Clone(v.Index(i)))
		}
	case v.Kind() == reflect.Map:
		c.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		for it := v.MapRange(); it.Next(); {
			c.SetMapIndex(Clone(it.Key()), Clone(it.Value()))
		}
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				c.Field(i).Set(Clone(v.Field(i)))
			}
		}
	}
	return c
}

// Same reports whether a and b, which are of one type, are equal.
func Same(a, b reflect.Value) bool {
	if nilable(a) && (a.IsNil() || b.IsNil()) {
		return a.IsNil() && b.IsNil()
	}
	switch a.Kind() {
	case reflect.Pointer:
		return Same(a.Elem(), b.Elem())
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !Same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		return sameMap(a, b)
	case reflect.Struct:
		for i := range a.NumField() {
			if a.Type().Field(i).IsExported() && !Same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(a.Interface(), b.Interface())
}

// sameMap looks for each entry of a in b, one by one where keys are pointers.
func sameMap(a, b reflect.Value) bool {
	if a.Len() != b.Len() {
		return false
	}
	taken := map[any]bool{} // keys of b
	for x := a.MapRange(); x.Next(); {
		found := false
		for y := b.MapRange(); y.Next() && !found; {
			k := y.Key().Interface()
			if !taken[k] && Same(x.Key(), y.Key()) && Same(x.Value(), y.Value()) {
				found, taken[k] = true, true
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// plain reports whether all that there is to a t is its own memory, and strings.
func plain(t reflect.Type) bool { return t.Kind() < reflect.Array || t.Kind() == reflect.String }

func nilable(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface, reflect.Func, reflect.Chan:
		return true
	}
	return false
}
