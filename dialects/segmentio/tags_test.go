package segmentio_test

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"github.com/segmentio/encoding/thrift"

	"github.com/miserwire/miser/dialects/internal/contrast"
)

// TestTags asks both what they make of each tag, and the README shows where they
// differ.
func TestTags(t *testing.T) { contrast.CheckTags(t, "segmentio/encoding", tagCases(), askPeer) }

// askPeer returns id, wire type and requiredness of the field as the peer has it,
// or "refused".
func askPeer(h reflect.Type) string {
	var field thrift.Field
	var required, writesZero bool
	panicked := contrast.Text(func() string {
		p := &mendedBinary{}
		v := reflect.New(h)
		zero, err := thrift.Marshal(p, v.Interface())
		if err != nil {
			return err.Error()
		}
		writesZero = len(zero) > 1
		contrast.Full(v.Elem().Field(0))
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

var wireNames = map[thrift.Type]string{
	thrift.BOOL: "bool", thrift.I8: "i8", thrift.I16: "i16", thrift.I32: "i32", thrift.I64: "i64", thrift.DOUBLE: "double",
	thrift.BINARY: "string", thrift.LIST: "list", thrift.SET: "set", thrift.MAP: "map", thrift.STRUCT: "struct",
}
