package equal

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// Index returns by which index reflection finds each of the fields of s.
func Index(s *layout.Struct) ([][]int, error) {
	index := make([][]int, len(s.Fields))
	for i := range s.Fields {
		t := s.Go
		for name := range strings.SplitSeq(s.Fields[i].GoName, ".") {
			if t.Kind() == reflect.Pointer {
				t = t.Elem()
			}
			part, ok := t.FieldByName(name)
			if !ok {
				return nil, fmt.Errorf("equal: %s has no field %s", t, name)
			}
			index[i] = append(index[i], part.Index...)
			t = part.Type
		}
	}
	return index, nil
}

// Defaults returns a new value of s as its constructor or InitDefault makes it.
func Defaults(s *layout.Struct) reflect.Value {
	v := reflect.New(s.Go)
	if s.Init != nil {
		s.Init.Apply(unsafeio.PtrTo(v))
	}
	return v.Elem()
}

// at returns the field of v, zero where an embedded pointer on the way is nil.
func at(v reflect.Value, index []int, t reflect.Type) reflect.Value {
	if len(index) == 1 {
		return v.Field(index[0])
	}
	if f, err := v.FieldByIndexErr(index); err == nil {
		return f
	}
	return reflect.Zero(t)
}
