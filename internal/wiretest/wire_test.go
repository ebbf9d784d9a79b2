package wiretest

import (
	"encoding"
	stdbinary "encoding/binary"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// The writer below knows just enough of Binary to show that a built value, its Go type and its tags say what
// the vector's bytes say. It shares parseTag with Build and nothing with the library.

// Type codes of the Binary protocol.
const (
	codeBool, codeI8, codeDouble, codeI16, codeI32, codeI64      = 2, 3, 4, 6, 8, 10
	codeString, codeStruct, codeMap, codeSet, codeList, codeUUID = 11, 12, 13, 14, 15, 16
)

func isEnum(t reflect.Type) bool {
	return t.Kind() == reflect.Int64 && t.Implements(reflect.TypeFor[encoding.TextMarshaler]())
}

func code(t reflect.Type, typ *typeExpr) byte {
	if isEnum(t) {
		return codeI32
	}
	switch t.Kind() {
	case reflect.Pointer:
		return code(t.Elem(), typ)
	case reflect.Bool:
		return codeBool
	case reflect.Int8:
		return codeI8
	case reflect.Int16:
		return codeI16
	case reflect.Int32:
		return codeI32
	case reflect.Int64:
		return codeI64
	case reflect.Float64:
		return codeDouble
	case reflect.String:
		return codeString
	case reflect.Array:
		return codeUUID
	case reflect.Struct:
		return codeStruct
	case reflect.Map:
		if t.Elem() == reflect.TypeFor[struct{}]() {
			return codeSet
		}
		return codeMap
	}
	switch {
	case t.Elem().Kind() == reflect.Uint8:
		return codeString
	case typ.is("set"):
		return codeSet
	case typ.is("map"):
		return codeMap
	}
	return codeList
}

func appendValue(b []byte, v reflect.Value, typ *typeExpr) []byte {
	t := v.Type()
	if isEnum(t) {
		return stdbinary.BigEndian.AppendUint32(b, uint32(v.Int()))
	}
	switch c := code(t, typ); {
	case t.Kind() == reflect.Pointer:
		return appendValue(b, v.Elem(), typ)
	case c == codeBool:
		if v.Bool() {
			return append(b, 1)
		}
		return append(b, 0)
	case c == codeI8:
		return append(b, byte(v.Int()))
	case c == codeI16:
		return stdbinary.BigEndian.AppendUint16(b, uint16(v.Int()))
	case c == codeI32:
		return stdbinary.BigEndian.AppendUint32(b, uint32(v.Int()))
	case c == codeI64:
		return stdbinary.BigEndian.AppendUint64(b, uint64(v.Int()))
	case c == codeDouble:
		return stdbinary.BigEndian.AppendUint64(b, math.Float64bits(v.Float()))
	case c == codeUUID:
		u := v.Interface().([16]byte)
		return append(b, u[:]...)
	case c == codeString:
		b = stdbinary.BigEndian.AppendUint32(b, uint32(v.Len()))
		if t.Kind() == reflect.String {
			return append(b, v.String()...)
		}
		return append(b, v.Bytes()...)
	case c == codeStruct:
		return appendStruct(b, v)
	case c == codeMap:
		return appendMap(b, v, typ)
	case t.Kind() == reflect.Map:
		b = append(b, code(t.Key(), typ.arg(0)))
		b = stdbinary.BigEndian.AppendUint32(b, uint32(v.Len()))
		for _, k := range v.MapKeys() {
			b = appendValue(b, k, typ.arg(0))
		}
		return b
	}
	b = append(b, code(t.Elem(), typ.arg(0)))
	b = stdbinary.BigEndian.AppendUint32(b, uint32(v.Len()))
	for i := range v.Len() {
		b = appendValue(b, v.Index(i), typ.arg(0))
	}
	return b
}

func appendMap(b []byte, v reflect.Value, typ *typeExpr) []byte {
	t := v.Type()
	if t.Kind() == reflect.Map {
		b = append(b, code(t.Key(), typ.arg(0)), code(t.Elem(), typ.arg(1)))
		b = stdbinary.BigEndian.AppendUint32(b, uint32(v.Len()))
		for it := v.MapRange(); it.Next(); {
			b = appendValue(b, it.Key(), typ.arg(0))
			b = appendValue(b, it.Value(), typ.arg(1))
		}
		return b
	}
	key, _ := t.Elem().FieldByName("Key")
	value, _ := t.Elem().FieldByName("Value")
	b = append(b, code(key.Type, typ.arg(0)), code(value.Type, typ.arg(1)))
	b = stdbinary.BigEndian.AppendUint32(b, uint32(v.Len()))
	for i := range v.Len() {
		b = appendValue(b, v.Index(i).FieldByIndex(key.Index), typ.arg(0))
		b = appendValue(b, v.Index(i).FieldByIndex(value.Index), typ.arg(1))
	}
	return b
}

func appendStruct(b []byte, v reflect.Value) []byte {
	fresh := reflect.New(v.Type())
	if d, ok := fresh.Interface().(interface{ InitDefault() }); ok {
		d.InitDefault()
	}
	type field struct{ id, index int }
	var fields []field
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if tag := parseTag(f); tag.name == "" || absent(v.Field(i), fresh.Elem().Field(i), tag.optional) {
			continue
		}
		id, _ := strconv.Atoi(strings.Split(f.Tag.Get("thrift"), ",")[1])
		fields = append(fields, field{id, i})
	}
	slices.SortFunc(fields, func(a, b field) int { return a.id - b.id })
	for _, f := range fields {
		fv, typ := v.Field(f.index), parseTag(v.Type().Field(f.index)).typ
		b = append(b, code(fv.Type(), typ))
		b = stdbinary.BigEndian.AppendUint16(b, uint16(f.id))
		b = appendValue(b, fv, typ)
	}
	return append(b, 0)
}

func absent(v, fresh reflect.Value, optional bool) bool {
	switch {
	case v.Kind() == reflect.Pointer:
		return v.IsNil()
	case !optional:
		return false
	}
	return diff(v, fresh, true) == ""
}

func appendBinary(v any) []byte { return appendStruct(nil, reflect.ValueOf(v).Elem()) }
