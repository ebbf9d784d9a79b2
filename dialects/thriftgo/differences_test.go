package thriftgo_test

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/apache/thrift/lib/go/thrift"
	"github.com/cloudwego/frugal"
	"github.com/cloudwego/thriftgo/fieldmask"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/dialects/internal/contrast"
	kitex "github.com/miserwire/miser/dialects/thriftgo/gen/kitex/variants"
	mask "github.com/miserwire/miser/dialects/thriftgo/gen/mask/variants"
	"github.com/miserwire/miser/dialects/thriftgo/gen/plain/service"
	plain "github.com/miserwire/miser/dialects/thriftgo/gen/plain/variants"
	"github.com/miserwire/miser/dialects/thriftgo/gen/sharedplain/commerce/gateway"
)

// TestDifferences pins what the generated code and frugal do otherwise than miser.
func TestDifferences(t *testing.T) {
	contrast.Check(t, "thriftgo, kitex, frugal", []contrast.Difference{
		writes("kitex: the order of fields", fastWrites, &kitex.NewNamesArgs_{Type: 1, GetX: true},
			"08 00 01 00 00 00 01 02 00 04 01 0f 00 03 0b 00 00 00 00 00", "08 00 01 00 00 00 01 0f 00 03 0b 00 00 00 00 02 00 04 01 00",
			"FastCodec writes fields of fixed size first; miser, fastgo and frugal go by ids"),
		writes("thriftgo: the order of fields", serdesWrites, &plain.Scattered{Seven: 7, Two: []string{}, Twenty: &plain.Point{}},
			"08 00 07 00 00 00 07 0f 00 02 0b 00 00 00 00 02 00 01 00 0c 00 14 08 00 01 00 00 00 00 08 00 02 00 00 00 00 00 00",
			"02 00 01 00 0f 00 02 0b 00 00 00 00 08 00 07 00 00 00 07 0c 00 14 08 00 01 00 00 00 00 08 00 02 00 00 00 00 00 00",
			"Write has the order of the IDL; miser goes by ids"),
		writes("a nil struct that is not optional", fastWrites, &kitex.Foreign{},
			"0c 00 01 00 0f 00 03 08 00 00 00 00 0d 00 04 08 0c 00 00 00 00 00", "0f 00 03 08 00 00 00 00 0d 00 04 08 0c 00 00 00 00 00",
			"there is nothing to send; a reader's pointer stays nil, where that of theirs leads to an empty struct"),
		writes("a nil struct that is required", serdesWrites, &plain.Required{},
			"04 00 01 00 00 00 00 00 00 00 00 0b 00 02 00 00 00 00 0b 00 03 00 00 00 00 08 00 04 00 00 00 00 0c 00 05 00 0f 00 06 08 00 00 00 00 0d 00 07 0b 0c 00 00 00 00 00",
			"thrift: binary: marshal Required.Point at offset 32: required field is missing", "they write an empty struct, which a reader refuses where that has required fields"),
		writes("an enum that needs more than 32 bits", fastWrites, &kitex.Failure{Mood: kitex.MoodPtr(1<<32 + 1)},
			"0b 00 01 00 00 00 00 08 00 02 00 00 00 01 00", "thrift: binary: marshal Failure.Mood at offset 10: value is outside its wire type", "it is not cut"),
		writes("thriftgo: an element twice in a set", serdesWrites, &service.KeeperPointsArgs{Ids: []int64{1, 1}},
			"*service.KeeperPointsArgs write field 1 error: int64 error writing set field: slice is not unique",
			"0e 00 01 0a 00 00 00 02 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 01 00",
			"kitex turns validate_set off, and writes it too: who cares has to look before"),
		writes("a union without a field", serdesWrites, &plain.Choice{},
			"*variants.Choice write union: exactly one field must be set (0 set).", "00",
			"its tags are those of a struct; with the hint Union it is an error, see TestUnions"),
		writes("-0 where the default is 0", serdesWrites, &gateway.ZeroDefaults{Real: math.Copysign(0, -1)},
			"00", "04 00 03 80 00 00 00 00 00 00 00 00", "a reader would get 0"),
		writes("frugal: an optional binary that is empty", frugalWrites, &kitex.Optionals{Raw: []byte{}},
			"00", "0b 00 07 00 00 00 00 00", "as kitex' own code: empty is not absent"),
		contrast.New("a field mask", "08 00 01 00 00 00 01 00", "08 00 01 00 00 00 01 0f 00 03 0b 00 00 00 00 02 00 04 01 00", "_fieldmask is the peer's: miser writes and reads all fields, whatever it says", masked),
		contrast.New("a list of another type", "[1 262144]", "[]", "the field is skipped; they do not look at the type of elements, and take the bytes for their own", otherElements),
	})
}

// writes is what both make of v.
func writes(what string, by func(any) ([]byte, error), v any, theirs, ours, why string) contrast.Difference {
	return contrast.New(what, theirs, ours, why, func() (string, string) {
		theirs := contrast.Text(func() string { return contrast.Hex(by(v)) })
		return theirs, contrast.Hex(byMiser(v))
	})
}

func byMiser(v any) ([]byte, error) {
	c, err := codec.ForType(reflect.TypeOf(v).Elem(), codec.Binary, codec.Options{})
	if err != nil {
		return nil, err
	}
	return c.Append(nil, v)
}

func serdesWrites(v any) ([]byte, error) {
	t := thrift.NewTMemoryBuffer()
	err := v.(serdes).Write(thrift.NewTBinaryProtocolTransport(t))
	return t.Bytes(), err
}

func fastWrites(v any) ([]byte, error) {
	f := v.(fastCodec)
	b := make([]byte, f.BLength())
	return b[:f.FastWriteNocopy(b, nil)], nil
}

func frugalWrites(v any) ([]byte, error) {
	b := make([]byte, frugal.EncodedSize(v))
	n, err := frugal.EncodeObject(b, nil, v)
	return b[:n], err
}

func masked() (theirs, ours string) {
	v := &mask.NewNamesArgs_{Type: 1, GetX: true}
	m, err := fieldmask.NewFieldMask(v.GetTypeDescriptor(), "$.type")
	if err != nil {
		return err.Error(), ""
	}
	v.Set_FieldMask(m)
	return contrast.Hex(fastWrites(v)), contrast.Hex(byMiser(v))
}

// otherElements has both read two i16 into a list of i32.
func otherElements() (theirs, ours string) {
	b := []byte{15, 0, 10, 6, 0, 0, 0, 2, 0, 0, 0, 1, 0, 4, 0, 0, 0}
	var v, w kitex.Optionals
	if _, err := v.FastRead(b); err != nil {
		return err.Error(), ""
	}
	c := codec.Must(codec.New[kitex.Optionals](codec.Binary, codec.Options{}))
	if _, err := c.Decode(b[:12+1], &w); err != nil {
		return "", err.Error()
	}
	return fmt.Sprint(v.Numbers), fmt.Sprint(w.Numbers)
}
