package thriftgo_test

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/miserwire/miser/codec"
)

// show returns what v holds as text, so that equal values give equal text
// whatever pointers they consist of.
func show(v any) string { return shown(reflect.ValueOf(v)) }

func shown(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return "nil"
		}
		return "&" + shown(v.Elem())
	case reflect.Struct:
		var parts []string
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() || f.Name == "_unknownFields" {
				parts = append(parts, f.Name+":"+shown(v.Field(i)))
			}
		}
		return "{" + strings.Join(parts, " ") + "}"
	case reflect.Slice:
		switch {
		case v.IsNil():
			return "nil"
		case v.Type().Elem().Kind() == reflect.Uint8:
			return fmt.Sprintf("%x.", v.Bytes())
		}
		var parts []string
		for i := range v.Len() {
			parts = append(parts, shown(v.Index(i)))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case reflect.Map:
		if v.IsNil() {
			return "nil"
		}
		var parts []string
		for it := v.MapRange(); it.Next(); {
			parts = append(parts, shown(it.Key())+":"+shown(it.Value()))
		}
		slices.Sort(parts)
		return "map[" + strings.Join(parts, " ") + "]"
	case reflect.String:
		return strconv.Quote(v.String())
	}
	return fmt.Sprint(v)
}

// sorted returns a struct in Binary as text, with fields in the order of their
// ids, and the entries of a map in some order that depends on them alone.
func sorted(b []byte) string {
	s, rest, ok := sortedValue(b, 12)
	if !ok || len(rest) > 0 {
		return fmt.Sprintf("malformed: % x", b)
	}
	return s
}

// sizes are those of the types that have one, by type code.
var sizes = [16]int{2: 1, 3: 1, 4: 8, 6: 2, 8: 4, 10: 8}

func sortedValue(b []byte, code byte) (s string, rest []byte, ok bool) {
	if int(code) < len(sizes) && sizes[code] > 0 {
		n := sizes[code]
		return fmt.Sprintf("%x", b[:n]), b[n:], len(b) >= n
	}
	switch code {
	case 11:
		n := 4 + int(binary.BigEndian.Uint32(b))
		return fmt.Sprintf("%q", b[4:n]), b[n:], true
	case 12:
		return sortedStruct(b)
	case 13:
		n := binary.BigEndian.Uint32(b[2:])
		return sortedItems(fmt.Sprintf("map%d:%d", b[0], b[1]), b[6:], n, true, b[0], b[1])
	case 14, 15:
		n := binary.BigEndian.Uint32(b[1:])
		return sortedItems(fmt.Sprintf("%d<%d>", code, b[0]), b[5:], n, false, b[0])
	}
	return "", nil, false
}

func sortedStruct(b []byte) (string, []byte, bool) {
	var parts []string
	for b[0] != 0 {
		v, rest, ok := sortedValue(b[3:], b[0])
		if !ok {
			return "", nil, false
		}
		parts = append(parts, fmt.Sprintf("%05d %d %s", binary.BigEndian.Uint16(b[1:]), b[0], v))
		b = rest
	}
	slices.Sort(parts)
	return "{" + strings.Join(parts, ", ") + "}", b[1:], true
}

// sortedItems reads n items, each of the given types.
func sortedItems(head string, b []byte, n uint32, anyOrder bool, codes ...byte) (string, []byte, bool) {
	var parts []string
	for range n {
		var item string
		for _, c := range codes {
			v, rest, ok := sortedValue(b, c)
			if !ok {
				return "", nil, false
			}
			item, b = item+" "+v, rest
		}
		parts = append(parts, item)
	}
	if anyOrder {
		slices.Sort(parts)
	}
	return head + "[" + strings.Join(parts, ",") + "]", b, true
}

// miserOf returns miser's codec of v's type.
func miserOf(v any, p codec.Protocol, o codec.Options) (*codec.Any, error) {
	return codec.ForType(reflect.TypeOf(v).Elem(), p, o)
}
