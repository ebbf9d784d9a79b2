package fbthrift_test

import (
	"reflect"
	"testing"

	"github.com/facebook/fbthrift/thrift/lib/go/thrift"
	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/dialects/internal/contrast"
	"github.com/miserwire/miser/layout"
)

// TestSetUntold: without a hint a set goes out as a list, and the plan says that it
// assumed so.
func TestSetUntold(t *testing.T) {
	type holder struct {
		Codes []int32 `thrift:"codes,8" json:"codes" db:"codes"`
	}
	b := thrift.NewTMemoryBuffer()
	w := &writer{p: thrift.NewTBinaryProtocolTransport(b)}
	w.structure(func() {
		list(w, thrift.SET, 8, thrift.I32, []int32{5}, func(i int32) { w.do(w.p.WriteI32(i)) })
	})
	require.NoError(t, w.err)
	require.Equal(t, "0e 00 08 08 00 00 00 01 00 00 00 05 00", contrast.Hex(b.Bytes(), nil))

	c := codec.Must(codec.New[holder](codec.Binary, codec.Options{}))
	require.Equal(t, "0f 00 08 08 00 00 00 01 00 00 00 05 00", contrast.Hex(c.Append(nil, &holder{[]int32{5}})))
	require.Contains(t, c.Explain(), "assumed: list (a set needs TYPE)")
	var v holder
	_, err := c.Decode(b.Bytes(), &v)
	require.NoError(t, err)
	require.Nil(t, v.Codes, "a set is no list, and is skipped")

	known, err := layout.NewSchema(layout.Hint{Type: reflect.TypeFor[holder](), Fields: []layout.FieldHint{{GoName: "Codes", Tag: "codes,8,default,set<i32>"}}})
	require.NoError(t, err)
	c = codec.Must(codec.New[holder](codec.Binary, codec.Options{Schema: known}))
	require.Equal(t, contrast.Hex(b.Bytes(), nil), contrast.Hex(c.Append(nil, &holder{[]int32{5}})))
}

// TestUnions: one without a hint is a struct of optional fields, of which generated
// code refuses two, and takes none.
func TestUnions(t *testing.T) {
	plain := codec.Must(codec.New[Shape](codec.Compact, codec.Options{}))
	known, err := layout.NewSchema(layout.Hint{Type: reflect.TypeFor[Shape](), Union: true})
	require.NoError(t, err)
	union := codec.Must(codec.New[Shape](codec.Compact, codec.Options{Schema: known}))

	both := &Shape{Radius: new(int32(1)), Names: []string{}}
	require.Equal(t, "25 02 19 08 00", contrast.Hex(plain.Append(nil, both)))
	_, err = union.Append(nil, both)
	require.ErrorIs(t, err, codec.ErrUnion)

	require.Equal(t, "00", contrast.Hex(plain.Append(nil, &Shape{})))
	_, err = union.Append(nil, &Shape{})
	require.ErrorIs(t, err, codec.ErrUnion)
}

// TestRequired: generated code neither writes a required struct that is nil, nor
// misses one.
func TestRequired(t *testing.T) {
	type holder struct {
		Point *Point `thrift:"point,1,required" json:"point" db:"point"`
	}
	c := codec.Must(codec.New[holder](codec.Compact, codec.Options{}))
	_, err := c.Append(nil, &holder{})
	require.ErrorIs(t, err, codec.ErrMissingRequired)
	_, err = c.Decode([]byte{0}, new(holder))
	require.ErrorIs(t, err, codec.ErrMissingRequired)
}

// TestCompactOfToday: the library of today writes doubles of Compact big-endian,
// calls that version 2 in the headers of messages, and takes type 13 for a float of
// 32 bits, which is Apache's uuid. The bytes are made by hand, after its source.
func TestCompactOfToday(t *testing.T) {
	type holder struct {
		Weight float64 `thrift:"weight,1" json:"weight" db:"weight"`
	}
	c := codec.Must(codec.New[holder](codec.Compact, codec.Options{}))
	require.Equal(t, "17 00 00 00 00 00 00 f8 3f 00", contrast.Hex(c.Append(nil, &holder{1.5})))
	var v holder
	_, err := c.Decode(contrast.Bytes("17 3f f8 00 00 00 00 00 00 00"), &v)
	require.NoError(t, err)
	require.NotEqual(t, 1.5, v.Weight, "nothing in the bytes of a struct tells the order")

	_, _, err = codec.ParseMessage(contrast.Bytes("82 22 01 01 61 00"), codec.Compact)
	require.ErrorIs(t, err, codec.ErrInvalid)
	m, _, err := codec.ParseMessage(contrast.Bytes("82 21 01 01 61 00"), codec.Compact)
	require.NoError(t, err)
	require.Equal(t, codec.Message{Name: "a", Type: codec.Call, Seq: 1}, m)

	_, err = c.Decode(contrast.Bytes("2d 3f c0 00 00 00"), &v) // field 2, a float
	require.Error(t, err)
}
