package parquet_test

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/miserwire/miser/dialects/internal/contrast"
)

// TestTags asks both what they make of each tag, and the README shows where they
// differ.
func TestTags(t *testing.T) {
	contrast.CheckTags(t, "parquet-go", append(tagCases(), badUnions()...), askPeer)
}

// askPeer returns id, wire type and requiredness of the field as the peer has it.
func askPeer(h reflect.Type) string {
	var field thrift.Field
	var required, writesZero bool
	panicked := contrast.Text(func() string {
		p := &thrift.CompactProtocol{}
		v := reflect.New(h)
		zero, err := thrift.Marshal(p, v.Interface())
		if err != nil {
			return err.Error()
		}
		writesZero = len(zero) > 1
		full(v.Elem().Field(0))
		b, err := thrift.Marshal(p, v.Interface())
		if err != nil {
			return err.Error()
		}
		if field, err = p.NewReader(bytes.NewReader(b)).ReadField(); err != nil {
			return err.Error()
		}
		var missing *thrift.MissingField
		required = errors.As(thrift.Unmarshal(p, []byte{0}, reflect.New(h).Interface()), &missing)
		return ""
	})
	switch {
	case panicked != "":
		return contrast.Refused
	case field.Type == thrift.STOP:
		return contrast.LeftOut
	}
	return contrast.Spell(field.ID, wireNames[field.Type], required, writesZero)
}

// full makes v something that goes out.
func full(v reflect.Value) {
	if u, ok := v.Addr().Interface().(thrift.Union); ok && v.NumField() == 1 {
		v.Field(0).Set(reflect.ValueOf(u.UnionMembers()[0]))
		return
	}
	contrast.Full(v)
}

var wireNames = map[thrift.Type]string{
	thrift.TRUE: "bool", thrift.BOOL: "bool", thrift.I8: "i8", thrift.I16: "i16", thrift.I32: "i32", thrift.I64: "i64", thrift.DOUBLE: "double",
	thrift.BINARY: "string", thrift.LIST: "list", thrift.SET: "set", thrift.MAP: "map", thrift.STRUCT: "struct",
}

func tagCases() []contrast.Tag {
	const zero = ", zero goes out"
	return []contrast.Tag{
		// writezero, on each kind.
		contrast.Agree[bool](`thrift:"1,writezero"`, "1 bool"+zero),
		contrast.Agree[int8](`thrift:"1,writezero"`, "1 i8"+zero),
		contrast.Agree[int16](`thrift:"1,writezero"`, "1 i16"+zero),
		contrast.Agree[int32](`thrift:"1,writezero"`, "1 i32"+zero),
		contrast.Agree[int64](`thrift:"1,optional,writezero"`, "1 i64"+zero),
		contrast.Agree[int64](`thrift:"1,writezero,optional"`, "1 i64"+zero),
		contrast.Agree[int64](`thrift:"1,writezero,required"`, "1 i64, required"+zero),
		contrast.Agree[int64](`thrift:"1,writezero,writezero"`, "1 i64"+zero),
		contrast.Agree[float64](`thrift:"1,writezero"`, "1 double"+zero),
		contrast.Agree[string](`thrift:"1,writezero"`, "1 string"+zero),
		contrast.Agree[[]byte](`thrift:"1,writezero"`, "1 string"+zero),
		contrast.Agree[[]string](`thrift:"1,writezero"`, "1 list"+zero),
		contrast.Agree[map[string]struct{}](`thrift:"1,writezero"`, "1 set"+zero),
		contrast.Agree[map[string]int32](`thrift:"1,writezero"`, "1 map"+zero),
		contrast.Agree[point](`thrift:"1,writezero"`, "1 struct"+zero),
		contrast.Agree[*point](`thrift:"1,writezero"`, "1 struct"),
		contrast.Agree[*int32](`thrift:"1,writezero"`, "1 i32"),
		contrast.Agree[level](`thrift:"1,enum,writezero"`, "1 i32"+zero),
		contrast.Agree[int32](`thrift:"1,WriteZero"`, contrast.Refused),

		// The types of the library.
		contrast.Agree[thrift.Null[bool]](`thrift:"1"`, "1 bool"),
		contrast.Agree[thrift.Null[int8]](`thrift:"1,optional"`, "1 i8"),
		contrast.Agree[thrift.Null[int16]](`thrift:"1"`, "1 i16"),
		contrast.Agree[thrift.Null[int32]](`thrift:"1,writezero"`, "1 i32"),
		contrast.Agree[thrift.Null[int64]](`thrift:"1"`, "1 i64"),
		contrast.Agree[thrift.Null[float64]](`thrift:"1"`, "1 double"),
		contrast.Agree[thrift.Null[string]](`thrift:"1"`, "1 string"),
		contrast.Agree[thrift.Null[[]byte]](`thrift:"1"`, "1 string"),
		contrast.Agree[thrift.Null[level]](`thrift:"1"`, "1 i32"),
		contrast.Agree[thrift.Null[point]](`thrift:"1"`, "1 struct"),
		contrast.Agree[thrift.Null[[]int32]](`thrift:"1"`, "1 list"),
		contrast.Agree[thrift.Null[format.LogicalType]](`thrift:"1"`, "1 struct"),
		contrast.Agree[thrift.Slice[int32]](`thrift:"1"`, "1 list"),
		contrast.Agree[thrift.Slice[int32]](`thrift:"1,optional"`, "1 list"),
		contrast.Agree[thrift.Slice[int32]](`thrift:"1,writezero"`, "1 list"),
		contrast.Agree[thrift.Slice[int32]](`thrift:"1,required"`, "1 list, required"+zero),
		contrast.Agree[format.LogicalType](`thrift:"1"`, "1 struct"),
		contrast.Agree[format.LogicalType](`thrift:"1,writezero"`, "1 struct"),
		contrast.Agree[format.LogicalType](`thrift:"1,required"`, "1 struct, required"+zero),
		contrast.Agree[[]format.LogicalType](`thrift:"1"`, "1 list"),
		contrast.Differ[thrift.Null[int32]](`thrift:"1,required"`, "1 i32, required"+zero, "1 i32, required", "one that is not set is missing, as a nil pointer is"),
		contrast.Differ[thrift.Null[level]](`thrift:"1,enum"`, contrast.Refused, "1 i32", "it says what the Go type leaves open, as on a pointer"),
		contrast.Differ[[]thrift.Null[int32]](`thrift:"1"`, "1 list", contrast.Refused, "only a field can be absent"),
		contrast.Differ[thrift.Slice[thrift.Null[int32]]](`thrift:"1"`, "1 list", contrast.Refused, "the same"),
		contrast.Agree[*thrift.Null[int32]](`thrift:"1"`, contrast.Refused),
		contrast.Differ[ownCode](`thrift:"1"`, "1 i32", contrast.Refused, "code of a type's own is not called"),

		// What the library has dropped of segmentio's.
		contrast.Agree[any](`thrift:",union"`, contrast.Refused),
		contrast.Differ[int32](`thrift:"0"`, contrast.Refused, "0 i32", "a method's result has id 0"),
	}
}
