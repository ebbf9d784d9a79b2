package wiretest

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
)

// Equal tells whether Diff finds no difference.
func Equal(a, b any) bool { return Diff(a, b) == "" }

// Diff compares two decoded values, given as values or pointers of one type, and describes the first
// difference with its path; it returns "" when there is none. Of several differences in one map, any may
// come first.
//
// Doubles are equal when their bits are, so a NaN equals itself. Nil and empty are different for a slice
// or map of an optional field, which is absent or present, and the same everywhere else. A set held as a
// slice, and a map held as entries, have an order. Blank fields do not count.
func Diff(a, b any) string {
	if reflect.TypeOf(a) != reflect.TypeOf(b) {
		return fmt.Sprintf(": type %T != %T", a, b)
	}
	if a == nil {
		return ""
	}
	return diff(reflect.ValueOf(a), reflect.ValueOf(b), false)
}

// diff compares two values of one type. strict tells nil from empty.
func diff(a, b reflect.Value, strict bool) string {
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return unequal(a.IsNil() == b.IsNil(), a, b)
		}
		if a.Elem().Type() != b.Elem().Type() {
			return fmt.Sprintf(": type %s != %s", a.Elem().Type(), b.Elem().Type())
		}
		return diff(a.Elem(), b.Elem(), false)
	case reflect.Struct:
		return diffStruct(a, b)
	case reflect.Slice, reflect.Map:
		if strict && a.IsNil() != b.IsNil() {
			return unequal(false, a, b)
		}
		if a.Len() != b.Len() {
			return fmt.Sprintf(": length %d != %d", a.Len(), b.Len())
		}
		if a.Kind() == reflect.Map {
			return diffMap(a, b)
		}
		return diffElems(a, b)
	case reflect.Array:
		return diffElems(a, b)
	case reflect.Func:
		return unequal(a.IsNil() && b.IsNil(), a, b)
	case reflect.Float64:
		return unequal(math.Float64bits(a.Float()) == math.Float64bits(b.Float()), a, b)
	default:
		return unequal(a.Equal(b), a, b)
	}
}

func diffStruct(a, b reflect.Value) string {
	for i := range a.NumField() {
		f := a.Type().Field(i)
		if f.Name == "_" {
			continue
		}
		if d := diff(a.Field(i), b.Field(i), parseTag(f).optional); d != "" {
			return "." + f.Name + d
		}
	}
	return ""
}

func diffElems(a, b reflect.Value) string {
	for i := range a.Len() {
		if d := diff(a.Index(i), b.Index(i), false); d != "" {
			return "[" + strconv.Itoa(i) + "]" + d
		}
	}
	return ""
}

// diffMap compares two maps of one length by key.
func diffMap(a, b reflect.Value) string {
	if !exactKeys(a.Type().Key()) {
		return diffEntries(a, b)
	}
	for it := a.MapRange(); it.Next(); {
		value := b.MapIndex(it.Key())
		if !value.IsValid() {
			return "[" + show(it.Key()) + "]: no such key"
		}
		if d := diff(it.Value(), value, false); d != "" {
			return "[" + show(it.Key()) + "]" + d
		}
	}
	return ""
}

// exactKeys tells whether == on keys of this type is what diff says: not so for NaN, -0 and pointers.
func exactKeys(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Float64, reflect.Pointer, reflect.Interface:
		return false
	case reflect.Struct:
		for f := range t.Fields() {
			if !exactKeys(f.Type) {
				return false
			}
		}
	}
	return true
}

// diffEntries compares two maps of one length by pairing their entries, each with each.
func diffEntries(a, b reflect.Value) string {
	keys, values := make([]reflect.Value, 0, b.Len()), make([]reflect.Value, 0, b.Len())
	for it := b.MapRange(); it.Next(); {
		keys, values = append(keys, it.Key()), append(values, it.Value())
	}
entries:
	for it := a.MapRange(); it.Next(); {
		missing := ": no such key"
		for i := range keys {
			if diff(it.Key(), keys[i], false) != "" {
				continue
			}
			if missing = diff(it.Value(), values[i], false); missing == "" {
				last := len(keys) - 1
				keys[i], values[i] = keys[last], values[last]
				keys, values = keys[:last], values[:last]
				continue entries
			}
		}
		return "[" + show(it.Key()) + "]" + missing
	}
	return ""
}

func unequal(equal bool, a, b reflect.Value) string {
	if equal {
		return ""
	}
	return ": " + show(a) + " != " + show(b)
}

// show is a short text of a value: an optional scalar shows what it points to, a double with its bits.
func show(v reflect.Value) string {
	const limit = 80
	if v.Kind() == reflect.Pointer && !v.IsNil() && v.Elem().Kind() != reflect.Struct {
		return "&" + show(v.Elem())
	}
	var text string
	switch v.Kind() {
	case reflect.Float64:
		return fmt.Sprintf("%v (%#x)", v, math.Float64bits(v.Float()))
	case reflect.Slice, reflect.Map:
		if v.IsNil() {
			return "nil"
		}
		text = fmt.Sprintf("%v", v)
	case reflect.String:
		text = strconv.Quote(v.String())
	default:
		text = fmt.Sprintf("%v", v)
	}
	if len(text) > limit {
		text = text[:limit] + "..."
	}
	return text
}
