package binary_test

import (
	"testing"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/layout"
)

func TestTypes(t *testing.T) {
	known := map[binary.Type]bool{binary.TypeStop: true}
	for _, tt := range []struct {
		kind layout.Kind
		typ  binary.Type
		code byte // as Apache's specification numbers it
		min  int
		name string
	}{
		{layout.Bool, binary.TypeBool, 2, 1, "bool"},
		{layout.I8, binary.TypeI8, 3, 1, "i8"},
		{layout.Double, binary.TypeDouble, 4, 8, "double"},
		{layout.I16, binary.TypeI16, 6, 2, "i16"},
		{layout.I32, binary.TypeI32, 8, 4, "i32"},
		{layout.I64, binary.TypeI64, 10, 8, "i64"},
		{layout.String, binary.TypeString, 11, 4, "string"},
		{layout.KindStruct, binary.TypeStruct, 12, 1, "struct"},
		{layout.Map, binary.TypeMap, 13, 6, "map"},
		{layout.Set, binary.TypeSet, 14, 5, "set"},
		{layout.List, binary.TypeList, 15, 5, "list"},
		{layout.UUID, binary.TypeUUID, 16, 16, "uuid"},
	} {
		known[tt.typ] = true
		if byte(tt.typ) != tt.code {
			t.Errorf("%s: type code %d, want %d", tt.name, byte(tt.typ), tt.code)
		}
		if got := binary.TypeOf(tt.kind); got != tt.typ {
			t.Errorf("TypeOf(%s) = %s, want %s", tt.kind, got, tt.typ)
		}
		if got := tt.typ.Kind(); got != tt.kind {
			t.Errorf("%s.Kind() = %s, want %s", tt.typ, got, tt.kind)
		}
		if got := tt.typ.String(); got != tt.name {
			t.Errorf("type %d: String() = %q, want %q", tt.code, got, tt.name)
		}
		if got := binary.MinSize(tt.typ); got != tt.min {
			t.Errorf("MinSize(%s) = %d, want %d", tt.typ, got, tt.min)
		}
	}
	if got := binary.TypeOf(layout.Binary); got != binary.TypeString {
		t.Errorf("TypeOf(binary) = %s, want string", got)
	}
	if got := binary.TypeOf(layout.Invalid); got != binary.TypeStop {
		t.Errorf("TypeOf(invalid) = %s, want stop", got)
	}
	if got := binary.TypeStop.String(); got != "stop" {
		t.Errorf("TypeStop.String() = %q, want stop", got)
	}
	if got := binary.Type(17).String(); got != "type 17" {
		t.Errorf("Type(17).String() = %q, want type 17", got)
	}
	for c := range 256 {
		typ := binary.Type(c)
		if typ == binary.TypeStop || !known[typ] {
			if typ.Kind() != layout.Invalid || binary.MinSize(typ) != 0 {
				t.Errorf("type %d: Kind %s, MinSize %d, want invalid, 0", c, typ.Kind(), binary.MinSize(typ))
			}
		}
	}
}
