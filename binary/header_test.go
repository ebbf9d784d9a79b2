package binary_test

import (
	"testing"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/internal/wiretest"
)

func TestFieldHeader(t *testing.T) {
	for _, tt := range []struct {
		typ  binary.Type
		id   int16
		wire string
	}{
		// | type code 1 | field id 2 |
		{binary.TypeBool, 1, "02 0001"},
		{binary.TypeI32, 258, "08 0102"},
		{binary.TypeUUID, 32767, "10 7fff"},
		{binary.TypeString, 0, "0b 0000"},
		{binary.TypeList, -1, "0f ffff"},
		{binary.TypeStruct, -32768, "0c 8000"},
	} {
		want := unhex(tt.wire)
		if got := binary.AppendFieldHeader(nil, tt.typ, tt.id); string(got) != string(want) {
			t.Errorf("AppendFieldHeader(%s, %d) = %x, want %x", tt.typ, tt.id, got, want)
		}
		if got := binary.SizeFieldHeader(); got != len(want) {
			t.Errorf("SizeFieldHeader() = %d, want %d", got, len(want))
		}
		if typ, id, n := binary.ConsumeFieldHeader(want); typ != tt.typ || id != tt.id || n != len(want) {
			t.Errorf("ConsumeFieldHeader %x = %s, %d, %d, want %s, %d, %d", want, typ, id, n, tt.typ, tt.id, len(want))
		}
		for b := range wiretest.Prefixes(want) {
			if typ, id, n := binary.ConsumeFieldHeader(b); typ != 0 || id != 0 || n != walk.Truncated {
				t.Errorf("ConsumeFieldHeader %x = %s, %d, %d, want walk.Truncated", b, typ, id, n)
			}
		}
	}
}

func TestStop(t *testing.T) {
	if got := binary.AppendStop(nil); string(got) != "\x00" || binary.SizeStop() != len(got) {
		t.Errorf("AppendStop = %x, SizeStop = %d, want 00, 1", got, binary.SizeStop())
	}
	if typ, id, n := binary.ConsumeFieldHeader(unhex("00 ffff")); typ != binary.TypeStop || id != 0 || n != 1 {
		t.Errorf("ConsumeFieldHeader of a stop field = %s, %d, %d, want stop, 0, 1", typ, id, n)
	}
}

func TestUnknownFieldTypes(t *testing.T) {
	for c := 1; c < 256; c++ {
		if binary.MinSize(binary.Type(c)) > 0 {
			continue
		}
		if _, _, n := binary.ConsumeFieldHeader([]byte{byte(c), 0, 1}); n != walk.TypeCode {
			t.Errorf("ConsumeFieldHeader of type %d = %d, want walk.TypeCode", c, n)
		}
	}
}

func TestListHeader(t *testing.T) {
	for _, tt := range []struct {
		elem       binary.Type
		size       int
		head, body string
	}{
		// | element type 1 | size 4 |
		{binary.TypeI32, 0, "08 00000000", ""},
		{binary.TypeI32, 2, "08 00000002", "00000001 00000002"},
		{binary.TypeStruct, 3, "0c 00000003", "00 00 00"},
		{binary.TypeString, 1, "0b 00000001", "00000000"},
		{binary.TypeList, 1, "0f 00000001", "08 00000000"},
		{binary.TypeMap, 1, "0d 00000001", "08 08 00000000"},
		{binary.TypeStop, 0, "00 00000000", ""}, // an empty list may say any type
		{binary.Type(99), 0, "63 00000000", ""},
	} {
		head, whole := unhex(tt.head), unhex(tt.head+tt.body)
		if got := binary.AppendListHeader(nil, tt.elem, tt.size); string(got) != string(head) {
			t.Errorf("AppendListHeader(%s, %d) = %x, want %x", tt.elem, tt.size, got, head)
		}
		if got := binary.AppendSetHeader(nil, tt.elem, tt.size); string(got) != string(head) {
			t.Errorf("AppendSetHeader(%s, %d) = %x, want %x", tt.elem, tt.size, got, head)
		}
		if l, s := binary.SizeListHeader(), binary.SizeSetHeader(); l != len(head) || s != len(head) {
			t.Errorf("SizeListHeader, SizeSetHeader = %d, %d, want %d", l, s, len(head))
		}
		for _, consume := range []func([]byte) (binary.Type, int, int){binary.ConsumeListHeader, binary.ConsumeSetHeader} {
			if elem, size, n := consume(whole); elem != tt.elem || size != tt.size || n != len(head) {
				t.Errorf("Consume %x = %s, %d, %d, want %s, %d, %d", whole, elem, size, n, tt.elem, tt.size, len(head))
			}
			for b := range wiretest.Prefixes(whole) { // the elements are the least, so none may be missing
				if elem, size, n := consume(b); elem != 0 || size != 0 || n != walk.Truncated {
					t.Errorf("Consume %x = %s, %d, %d, want walk.Truncated", b, elem, size, n)
				}
			}
		}
	}
}

func TestMapHeader(t *testing.T) {
	for _, tt := range []struct {
		key, val   binary.Type
		size       int
		head, body string
	}{
		// | key type 1 | value type 1 | size 4 |
		{binary.TypeString, binary.TypeI64, 0, "0b 0a 00000000", ""},
		{binary.TypeString, binary.TypeI64, 1, "0b 0a 00000001", "00000000 0000000000000000"},
		{binary.TypeBool, binary.TypeStruct, 2, "02 0c 00000002", "01 00 00 00"},
		{binary.TypeStop, binary.TypeStop, 0, "00 00 00000000", ""},
		{binary.Type(1), binary.Type(255), 0, "01 ff 00000000", ""},
	} {
		head, whole := unhex(tt.head), unhex(tt.head+tt.body)
		if got := binary.AppendMapHeader(nil, tt.key, tt.val, tt.size); string(got) != string(head) {
			t.Errorf("AppendMapHeader(%s, %s, %d) = %x, want %x", tt.key, tt.val, tt.size, got, head)
		}
		if got := binary.SizeMapHeader(); got != len(head) {
			t.Errorf("SizeMapHeader() = %d, want %d", got, len(head))
		}
		if key, val, size, n := binary.ConsumeMapHeader(whole); key != tt.key || val != tt.val || size != tt.size || n != len(head) {
			t.Errorf("ConsumeMapHeader %x = %s, %s, %d, %d, want %s, %s, %d, %d",
				whole, key, val, size, n, tt.key, tt.val, tt.size, len(head))
		}
		for b := range wiretest.Prefixes(whole) {
			if key, val, size, n := binary.ConsumeMapHeader(b); key != 0 || val != 0 || size != 0 || n != walk.Truncated {
				t.Errorf("ConsumeMapHeader %x = %s, %s, %d, %d, want walk.Truncated", b, key, val, size, n)
			}
		}
	}
}

func TestBadSizes(t *testing.T) {
	for _, tt := range []struct {
		wire string
		code int
	}{
		{"08 ffffffff 00000000", walk.Negative},
		{"63 80000000 00000000", walk.Negative},
		{"00 00000001 00000000", walk.TypeCode},
		{"05 00000001 00000000", walk.TypeCode},
		{"11 7fffffff 00000000", walk.TypeCode},
		{"08 00000002 00000000", walk.Truncated},
		{"0c 00000005 00000000", walk.Truncated},
		{"10 7fffffff 00000000", walk.Truncated}, // 16 times the size is beyond 32 bits
		{"10 10000001 00000000", walk.Truncated},
	} {
		if elem, size, n := binary.ConsumeListHeader(unhex(tt.wire)); elem != 0 || size != 0 || n != tt.code {
			t.Errorf("ConsumeListHeader %s = %s, %d, %d, want code %d", tt.wire, elem, size, n, tt.code)
		}
	}
	for _, tt := range []struct {
		wire string
		code int
	}{
		{"08 08 ffffffff 00000000 00000000", walk.Negative},
		{"08 00 00000001 00000000 00000000", walk.TypeCode},
		{"11 08 00000001 00000000 00000000", walk.TypeCode},
		{"08 08 00000002 00000000 00000000", walk.Truncated},
		{"10 10 08000001 00000000 00000000", walk.Truncated}, // 32 times the size is beyond 32 bits
	} {
		if key, val, size, n := binary.ConsumeMapHeader(unhex(tt.wire)); key != 0 || val != 0 || size != 0 || n != tt.code {
			t.Errorf("ConsumeMapHeader %s = %s, %s, %d, %d, want code %d", tt.wire, key, val, size, n, tt.code)
		}
	}
	mustPanic(t, "AppendListHeader with size -1", func() { binary.AppendListHeader(nil, binary.TypeI8, -1) })
	mustPanic(t, "AppendSetHeader with size -1", func() { binary.AppendSetHeader(nil, binary.TypeI8, -1) })
	mustPanic(t, "AppendMapHeader with size -1", func() { binary.AppendMapHeader(nil, binary.TypeI8, binary.TypeI8, -1) })
}
