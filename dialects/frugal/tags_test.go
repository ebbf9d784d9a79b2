package frugal_test

import (
	"encoding/binary"
	"reflect"
	"testing"

	"github.com/cloudwego/frugal"

	"github.com/miserwire/miser/dialects/internal/contrast"
)

// TestTags asks both what they make of each tag, and the README shows where they
// differ.
func TestTags(t *testing.T) { contrast.CheckTags(t, "frugal", tagCases(), askPeer) }

// askPeer returns id, wire type and requiredness of the field as the peer has it,
// which it shows by its bytes alone, in Binary.
func askPeer(h reflect.Type) (answer string) {
	defer func() {
		if recover() != nil { // it panics of a type that it does not take
			answer = contrast.Refused
		}
	}()
	v := reflect.New(h)
	zero := encode(v.Interface())
	contrast.Full(v.Elem().Field(0))
	b := encode(v.Interface())
	if len(b) == 1 {
		return contrast.LeftOut
	}
	_, err := frugal.DecodeObject([]byte{0}, reflect.New(h).Interface())
	return contrast.Spell(int16(binary.BigEndian.Uint16(b[1:])), wireNames[b[0]], err != nil, len(zero) > 1)
}

func encode(v any) []byte {
	b := make([]byte, frugal.EncodedSize(v))
	n, err := frugal.EncodeObject(b, nil, v)
	if err != nil {
		panic(err)
	}
	return b[:n]
}

// wireNames are those of the type codes of Binary.
var wireNames = map[byte]string{
	2: "bool", 3: "i8", 4: "double", 6: "i16", 8: "i32", 10: "i64", 11: "string", 12: "struct", 13: "map", 14: "set", 15: "list",
}
