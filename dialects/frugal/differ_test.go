package frugal_test

import (
	"testing"

	"github.com/cloudwego/frugal"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/dialects/internal/contrast"
)

var peer = contrast.Peer{
	Protocol: codec.Binary,
	Marshal:  func(v any) ([]byte, error) { return encode(v), nil },
	Unmarshal: func(b []byte, v any) error {
		_, err := frugal.DecodeObject(b, v)
		return err
	},
}

type (
	Base struct {
		A int32 `frugal:"1,default,i32"`
	}
	embeds struct {
		Base
		B int32 `frugal:"2,default,i32"`
	}
	hidden struct {
		A int32 `frugal:"1,default,i32"`
		b int32 `frugal:"2,default,i32"`
	}
	twice struct {
		A int32 `frugal:"1,default,i32"`
		B int32 `frugal:"1,default,i32"`
	}
	enum struct {
		A Color `frugal:"1,default,Color"`
	}
)

// TestDifferences pins what tags do not show, and that the README lists it.
func TestDifferences(t *testing.T) {
	contrast.Check(t, "frugal", []contrast.Difference{
		contrast.New(
			"an embedded struct", "08 00 02 00 00 00 02 00", "08 00 01 00 00 00 01 08 00 02 00 00 00 02 00",
			"its fields are fields of the struct around it, as in encoding/json", contrast.Write(peer, embeds{Base{1}, 2}),
		),
		contrast.New(
			"a tag on an unexported field", "08 00 01 00 00 00 01 00",
			`thrift: frugal_test.hidden.b: tag "2,default,i32": the field is not exported; export it, or leave it out with thrift:"-"`,
			"what does not go out is rather refused than left out in silence", contrast.Write(peer, hidden{1, 2}),
		),
		contrast.New(
			"two fields of one id", "panic: unexpected err when parse fields: duplicated field ID 1 for field frugal_test.twice.B",
			`thrift: frugal_test.twice.B: tag "1,default,i32": id 1 is that of A too; give each field an id of its own`,
			"New reports what the peer panics of", contrast.Write(peer, twice{}),
		),
		contrast.New(
			"an enum that needs more than 32 bits", "08 00 01 00 00 00 00 00",
			"thrift: binary: marshal enum.A at offset 0: value is outside its wire type", "it is not cut", contrast.Write(peer, enum{1 << 32}),
		),
	})
}
