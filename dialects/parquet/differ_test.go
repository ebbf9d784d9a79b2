package parquet_test

import (
	"reflect"
	"testing"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/dialects/internal/contrast"
)

// The peer as it is.
var (
	inCompact = library32(codec.Compact, &thrift.CompactProtocol{})
	inBinary  = library32(codec.Binary, &thrift.BinaryProtocol{})
)

func library32(p codec.Protocol, theirs thrift.Protocol) contrast.Peer {
	return contrast.Peer{
		Protocol:  p,
		Marshal:   func(v any) ([]byte, error) { return thrift.Marshal(theirs, v) },
		Unmarshal: func(b []byte, v any) error { return thrift.Unmarshal(theirs, b, v) },
	}
}

// TestDifferences pins each, and that the README lists it.
func TestDifferences(t *testing.T) {
	contrast.Check(t, "parquet-go", differences())
}

// Types of one difference each.
type (
	one struct {
		A int32 `thrift:"1"`
	}
	bools struct {
		A []bool `thrift:"1"`
	}
	boolMap struct {
		A map[string]bool `thrift:"1"`
	}
	mustNull struct {
		A thrift.Null[int32] `thrift:"1,required"`
	}
	nullList struct {
		A []thrift.Null[int32] `thrift:"1"`
	}
	enum8 struct {
		A int8 `thrift:"1,enum"`
	}
	single struct {
		A float32 `thrift:"1"`
	}
	mustPtr struct {
		A *int32 `thrift:"1,required"`
	}
	logical struct {
		A format.LogicalType `thrift:"1"`
	}
	coded struct {
		A ownCode `thrift:"1"`
	}
	nothing struct {
		A otherUnion `thrift:"1"`
	}
)

// ownCode has code of its own to be encoded by.
type ownCode struct{ Number int32 }

func (ownCode) Type() thrift.Type         { return thrift.I32 }
func (ownCode) NullFunc() thrift.NullFunc { return func(reflect.Value) bool { return false } }

func (ownCode) EncodeFunc(thrift.EncodeFuncCache) thrift.EncodeFunc {
	return func(w thrift.Writer, v reflect.Value, _ thrift.Flags) error {
		return w.WriteInt32(int32(v.Field(0).Int()))
	}
}

func (ownCode) DecodeFunc(thrift.DecodeFuncCache) thrift.DecodeFunc { return nil }

// otherUnion may hold what has no place in it.
type otherUnion struct{ Held thrift.UnionMember }

func (*otherUnion) UnionMembers() []thrift.UnionMember {
	return []thrift.UnionMember{(*format.DecimalType)(nil)}
}

const apacheForm = "Apache's are 1 and 2, and their type 1; both forms are read"

func differences() []contrast.Difference {
	return []contrast.Difference{
		contrast.New(
			"a list of bools", "19 22 01 00 00", "19 21 01 02 00", apacheForm, contrast.Write(inCompact, bools{[]bool{true, false}}),
		),
		contrast.New(
			"a map of bools", "1b 01 82 01 61 00 00", "1b 01 81 01 61 02 00", apacheForm, contrast.Write(inCompact, boolMap{map[string]bool{"a": false}}),
		),
		contrast.New(
			"reading a map of bools that Apache wrote", "{A:map[]}", "{A:map[a:true]}", "the peer skips them", contrast.Read[boolMap](inCompact, "1b 01 81 01 61 01 00"),
		),
		contrast.New(
			"anything in Binary, as an i32", "05 00 01 00 00 00 01 00 00 00", "08 00 01 00 00 00 01 00",
			"its type codes are those of Compact, its stop field has three bytes: no other Thrift reads that", contrast.Write(inBinary, one{1}),
		),
		contrast.New(
			"a required Null that is not set", "15 00 00", "thrift: compact: marshal mustNull.A at offset 0: required field is missing",
			"so is a required pointer that is nil", contrast.Write(inCompact, mustNull{}),
		),
		contrast.New(
			"a required pointer that is nil", "00", "thrift: compact: marshal mustPtr.A at offset 0: required field is missing",
			"a reader refuses it", contrast.Write(inCompact, mustPtr{}),
		),
		contrast.New(
			"a list of Nulls", "19 15 02 00",
			`thrift: parquet_test.nullList.A: tag "1": []thrift.Null[int32] holds a thrift.Null[int32], and only a field can be absent; hold a int32 there`,
			"they go out whether they are set or not", contrast.Write(inCompact, nullList{[]thrift.Null[int32]{thrift.New[int32](1)}}),
		),
		contrast.New(
			"a union that holds a nil pointer, whose type has required fields", "1c 5c 15 00 15 00 00 00 00", "1c 5c 00 00 00",
			"nil is an empty struct, whatever the dialect", contrast.Write(inCompact, logical{format.LogicalType{Value: (*format.DecimalType)(nil)}}),
		),
		contrast.New(
			"a union that holds what is not among its members", "thrift: *format.StringType is not a member of union parquet_test.otherUnion",
			"thrift: compact: marshal nothing.A at offset 1: union needs exactly one field set", "an error of both", contrast.Write(inCompact, nothing{otherUnion{&format.StringType{}}}),
		),
		contrast.New(
			"a type with an EncodeFunc of its own", "15 0a 00",
			`thrift: parquet_test.coded.A: tag "1": parquet_test.ownCode encodes itself by its EncodeFunc, which is not called; use a type without that method, or leave the field out with thrift:"-"`,
			"plans know Null and Slice alone", contrast.Write(inCompact, coded{ownCode{5}}),
		),
		contrast.New(
			"an enum in an int8", "13 06 00", "15 06 00", "the header has to say i32, which enums are", contrast.Write(inCompact, enum8{3}),
		),
		contrast.New(
			"a float32", "17 00 00 00 00 00 00 f8 3f 00", `thrift: parquet_test.single.A: tag "1": Go type float32 has no Thrift type; use float64`,
			"a decoder would round", contrast.Write(inCompact, single{1.5}),
		),
	}
}
