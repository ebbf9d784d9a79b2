package peers

import (
	"fmt"
	"hash/fnv"
	"math"
	"reflect"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// leaves are the values at the ends of a message that are not zero: how many,
// and a sum over all of them. By it messages are compared whose structs are
// not alike. It tells nothing of order, of which field holds what, and of
// zeros that are there or not.
type leaves struct {
	n   int
	sum uint64
}

// leaf enters a value. Numbers that are no floats are int64, texts and bytes
// are string.
func (l *leaves) leaf(v any) {
	switch v {
	case false, int64(0), float64(0), "":
		return
	}
	if f, ok := v.(float64); ok {
		v = math.Float64bits(f)
	}
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%T %v", v, v)
	l.n++
	l.sum += h.Sum64()
}

// leavesOf returns those of a Go value.
func leavesOf(v any) (l leaves) {
	l.walk(reflect.ValueOf(v))
	return l
}

func (l *leaves) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		l.leaf(v.Bool())
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		l.leaf(v.Int())
	case reflect.Float64:
		l.leaf(v.Float())
	case reflect.String:
		l.leaf(v.String())
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			l.walk(v.Elem())
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			l.leaf(string(v.Bytes()))
			return
		}
		for i := range v.Len() {
			l.walk(v.Index(i))
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			l.walk(it.Key())
			l.walk(it.Value())
		}
	case reflect.Struct:
		// parquet-go's Null: a value, and whether it is one.
		if valid := v.FieldByName("Valid"); valid.IsValid() && v.NumField() == 2 {
			if valid.Bool() {
				l.walk(v.Field(0))
			}
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				l.walk(v.Field(i))
			}
		}
	default:
		panic("leaves: " + v.Type().String())
	}
}

// leavesOfProto returns those of a message of Protocol Buffers.
func leavesOfProto(m protoreflect.Message) (l leaves) {
	l.message(m)
	return l
}

func (l *leaves) message(m protoreflect.Message) {
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.IsList():
			for i := range v.List().Len() {
				l.single(f, v.List().Get(i))
			}
		case f.IsMap():
			v.Map().Range(func(k protoreflect.MapKey, v protoreflect.Value) bool {
				l.single(f.MapKey(), k.Value())
				l.single(f.MapValue(), v)
				return true
			})
		default:
			l.single(f, v)
		}
		return true
	})
}

func (l *leaves) single(f protoreflect.FieldDescriptor, v protoreflect.Value) {
	switch f.Kind() {
	case protoreflect.MessageKind:
		l.message(v.Message())
	case protoreflect.EnumKind:
		l.leaf(int64(v.Enum()))
	case protoreflect.BytesKind:
		l.leaf(string(v.Bytes()))
	case protoreflect.BoolKind, protoreflect.DoubleKind, protoreflect.StringKind:
		l.leaf(v.Interface())
	default:
		l.leaf(v.Int())
	}
}

// same checks leaves.
func same(got, want leaves) error {
	if want.n == 0 {
		return fmt.Errorf("there is nothing to compare")
	}
	return equal("leaves", got, want)
}
