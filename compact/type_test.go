package compact_test

import (
	"testing"

	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/layout"
)

func TestTypes(t *testing.T) {
	known := map[compact.Type]bool{compact.TypeStop: true, compact.TypeFalse: true}
	for _, tt := range []struct {
		kind layout.Kind
		typ  compact.Type
		code byte // as Apache's specification numbers it; of a bool, as its writers do
		min  int
		name string
	}{
		{layout.Bool, compact.TypeBool, 1, 1, "bool"},
		{layout.I8, compact.TypeI8, 3, 1, "i8"},
		{layout.I16, compact.TypeI16, 4, 1, "i16"},
		{layout.I32, compact.TypeI32, 5, 1, "i32"},
		{layout.I64, compact.TypeI64, 6, 1, "i64"},
		{layout.Double, compact.TypeDouble, 7, 8, "double"},
		{layout.String, compact.TypeString, 8, 1, "string"},
		{layout.List, compact.TypeList, 9, 1, "list"},
		{layout.Set, compact.TypeSet, 10, 1, "set"},
		{layout.Map, compact.TypeMap, 11, 1, "map"},
		{layout.KindStruct, compact.TypeStruct, 12, 1, "struct"},
		{layout.UUID, compact.TypeUUID, 13, 16, "uuid"},
	} {
		known[tt.typ] = true
		if byte(tt.typ) != tt.code {
			t.Errorf("%s: type code %d, want %d", tt.name, byte(tt.typ), tt.code)
		}
		if got := compact.TypeOf(tt.kind); got != tt.typ {
			t.Errorf("TypeOf(%s) = %s, want %s", tt.kind, got, tt.typ)
		}
		if got := tt.typ.Kind(); got != tt.kind {
			t.Errorf("%s.Kind() = %s, want %s", tt.typ, got, tt.kind)
		}
		if got := tt.typ.String(); got != tt.name {
			t.Errorf("type %d: String() = %q, want %q", tt.code, got, tt.name)
		}
		if got := compact.MinSize(tt.typ); got != tt.min {
			t.Errorf("MinSize(%s) = %d, want %d", tt.typ, got, tt.min)
		}
	}
	if f := compact.TypeFalse; f != 2 || f.Kind() != layout.Bool || compact.MinSize(f) != 1 || f.String() != "bool" {
		t.Errorf("TypeFalse is %d, %s, %d bytes, want 2, bool, 1", f, f.Kind(), compact.MinSize(f))
	}
	if got := compact.TypeOf(layout.Binary); got != compact.TypeString {
		t.Errorf("TypeOf(binary) = %s, want string", got)
	}
	if got := compact.TypeOf(layout.Invalid); got != compact.TypeStop {
		t.Errorf("TypeOf(invalid) = %s, want stop", got)
	}
	if got := compact.TypeStop.String(); got != "stop" {
		t.Errorf("TypeStop.String() = %q, want stop", got)
	}
	if got := compact.Type(14).String(); got != "type 14" {
		t.Errorf("Type(14).String() = %q, want type 14", got)
	}
	for c := range 256 {
		typ := compact.Type(c)
		if typ == compact.TypeStop || !known[typ] {
			if typ.Kind() != layout.Invalid || compact.MinSize(typ) != 0 {
				t.Errorf("type %d: Kind %s, MinSize %d, want invalid, 0", c, typ.Kind(), compact.MinSize(typ))
			}
		}
	}
}
