package thriftgo_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
)

// appendInOrder appends the struct b, in Binary, with its fields, and those of all
// structs in it, in the order of their ids: thriftgo's Write has that of the IDL,
// and FastCodec writes fields of fixed size first.
func appendInOrder(dst, b []byte) []byte {
	dst, rest := orderedStruct(dst, b)
	return append(dst, rest...)
}

// sizes are those of the types that have one, by type code.
var sizes = [16]int{2: 1, 3: 1, 4: 8, 6: 2, 8: 4, 10: 8}

// ordered appends the value at the front of b and returns what is behind it.
func ordered(dst, b []byte, code byte) (_, rest []byte) {
	n := 0
	switch code {
	case 11:
		n = 4 + int(binary.BigEndian.Uint32(b))
	case 12:
		return orderedStruct(dst, b)
	case 13:
		return orderedItems(append(dst, b[:6]...), b[6:], binary.BigEndian.Uint32(b[2:]), b[0], b[1])
	case 14, 15:
		return orderedItems(append(dst, b[:5]...), b[5:], binary.BigEndian.Uint32(b[1:]), b[0])
	default:
		n = sizes[code]
	}
	return append(dst, b[:n]...), b[n:]
}

func orderedItems(dst, b []byte, n uint32, codes ...byte) (_, rest []byte) {
	for range n {
		for _, c := range codes {
			dst, b = ordered(dst, b, c)
		}
	}
	return dst, b
}

func orderedStruct(dst, b []byte) (_, rest []byte) {
	var fields [][]byte
	for b[0] != 0 {
		f, rest := ordered(slices.Clone(b[:3]), b[3:], b[0])
		fields, b = append(fields, f), rest
	}
	slices.SortStableFunc(fields, func(x, y []byte) int {
		return int(int16(binary.BigEndian.Uint16(x[1:]))) - int(int16(binary.BigEndian.Uint16(y[1:])))
	})
	return append(append(dst, slices.Concat(fields...)...), 0), b[1:]
}

// inOrder reports whether the fields of t and of the structs in it stand in the
// order of their ids.
func inOrder(t reflect.Type, seen []reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		return inOrder(t.Elem(), seen)
	case reflect.Map:
		return inOrder(t.Key(), seen) && inOrder(t.Elem(), seen)
	case reflect.Struct:
		if slices.Contains(seen, t) {
			return true
		}
		seen = append(seen, t)
		last := noID
		for i := range t.NumField() {
			id := idOf(t.Field(i))
			if id < last || !inOrder(t.Field(i).Type, seen) {
				return false
			}
			last = id
		}
	}
	return true
}

const noID = math.MinInt

// idOf returns the id in f's tag, or noID.
func idOf(f reflect.StructField) int {
	id := noID
	if _, after, ok := strings.Cut(f.Tag.Get("thrift"), ","); ok {
		fmt.Sscan(strings.SplitN(after, ",", 2)[0], &id)
	}
	return id
}

// isOptional reports whether f's tags say that it is.
func isOptional(f reflect.StructField) bool {
	return slices.Contains(strings.Split(f.Tag.Get("thrift")+","+f.Tag.Get("frugal"), ","), "optional")
}
