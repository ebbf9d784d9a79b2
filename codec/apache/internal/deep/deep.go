// Package deep copies and compares the values of generated structs whole. It
// looks through pointers, those that are keys of maps too, which
// reflect.DeepEqual compares as addresses.
//
// Values are trees of exported fields: an unexported field is copied as it is and
// not compared, and a loop is copied to some depth, and equal to nothing.
package deep

import "reflect"

// most bounds how deep a value is looked into, if it should be none of those.
const most = 1000

// Clone returns a copy of v that shares no slice, map or pointee with it.
func Clone(v reflect.Value) reflect.Value { return clone(v, 0) }

func clone(v reflect.Value, depth int) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	switch {
	case plain(v.Type()) || nilable(v) && v.IsNil() || depth > most:
	case v.Kind() == reflect.Pointer:
		c.Set(reflect.New(v.Type().Elem()))
		c.Elem().Set(clone(v.Elem(), depth+1))
	case v.Kind() == reflect.Slice:
		c.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			c.Index(i).Set(clone(v.Index(i), depth+1))
		}
	case v.Kind() == reflect.Map:
		c.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		for it := v.MapRange(); it.Next(); {
			c.SetMapIndex(clone(it.Key(), depth+1), clone(it.Value(), depth+1))
		}
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				c.Field(i).Set(clone(v.Field(i), depth+1))
			}
		}
	}
	return c
}

// Same reports whether a and b, which are of one type, are equal.
func Same(a, b reflect.Value) bool { return comparer(false).same(a, b, 0) }

// Alike is Same, but nil and empty slices are equal, and so are such maps.
func Alike(a, b reflect.Value) bool { return comparer(true).same(a, b, 0) }

// comparer is true where nil is as good as empty.
type comparer bool

func (c comparer) same(a, b reflect.Value, depth int) bool {
	if depth > most {
		return false
	}
	container := a.Kind() == reflect.Slice || a.Kind() == reflect.Map
	if nilable(a) && (a.IsNil() || b.IsNil()) {
		return a.IsNil() && b.IsNil() || bool(c) && container && a.Len() == 0 && b.Len() == 0
	}
	switch a.Kind() {
	case reflect.Pointer:
		return c.same(a.Elem(), b.Elem(), depth+1)
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !c.same(a.Index(i), b.Index(i), depth+1) {
				return false
			}
		}
		return true
	case reflect.Map:
		return c.sameMap(a, b, depth+1)
	case reflect.Struct:
		for i := range a.NumField() {
			if a.Type().Field(i).IsExported() && !c.same(a.Field(i), b.Field(i), depth+1) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(a.Interface(), b.Interface())
}

// sameMap looks for each entry of a in b, one by one, since keys may be pointers.
func (c comparer) sameMap(a, b reflect.Value, depth int) bool {
	if a.Len() != b.Len() {
		return false
	}
	taken := map[any]bool{} // keys of b
	for x := a.MapRange(); x.Next(); {
		found := false
		for y := b.MapRange(); y.Next() && !found; {
			k := y.Key().Interface()
			if !taken[k] && c.same(x.Key(), y.Key(), depth) && c.same(x.Value(), y.Value(), depth) {
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
