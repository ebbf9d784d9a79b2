package compact_test

import (
	"strings"
	"testing"

	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/internal/wiretest"
)

func TestFieldHeader(t *testing.T) {
	for _, tt := range []struct {
		typ      compact.Type
		id, last int16
		wire     string
	}{
		// | delta 4 bits, type 4 bits |
		{compact.TypeI32, 1, 0, "15"},
		{compact.TypeString, 15, 0, "f8"},
		{compact.TypeUUID, 16, 1, "fd"},
		{compact.TypeStruct, 3, 2, "1c"},
		{compact.TypeI8, 0, -1, "13"},
		{compact.TypeI64, -1, -16, "f6"},
		{compact.TypeI64, 32767, 32766, "16"},
		{compact.TypeTrue, 2, 1, "11"},
		{compact.TypeFalse, 2, 1, "12"},
		// | 0, type 4 bits | id: zigzag varint |
		{compact.TypeI32, 16, 0, "05 20"},
		{compact.TypeI32, 0, 0, "05 00"},
		{compact.TypeI32, -1, 0, "05 01"},
		{compact.TypeList, 1, 2, "09 02"}, // ids going down
		{compact.TypeList, 2, 2, "09 04"},
		{compact.TypeMap, 300, 1, "0b d804"},
		{compact.TypeDouble, 32767, 0, "07 feff03"},
		{compact.TypeDouble, -32768, 32767, "07 ffff03"},
		{compact.TypeDouble, 32767, -32768, "07 feff03"},
		{compact.TypeTrue, 17, 1, "01 22"},
		{compact.TypeFalse, 0, 0, "02 00"},
	} {
		want := unhex(tt.wire)
		if got := compact.AppendFieldHeader(nil, tt.typ, tt.id, tt.last); string(got) != string(want) {
			t.Errorf("AppendFieldHeader(%s, %d, %d) = %x, want %x", tt.typ, tt.id, tt.last, got, want)
		}
		if tt.typ == compact.TypeTrue || tt.typ == compact.TypeFalse {
			if got := compact.AppendBoolField(nil, tt.typ == compact.TypeTrue, tt.id, tt.last); string(got) != string(want) {
				t.Errorf("AppendBoolField(%v, %d, %d) = %x, want %x", tt.typ == compact.TypeTrue, tt.id, tt.last, got, want)
			}
		}
		if got := compact.SizeFieldHeader(tt.id, tt.last); got != len(want) {
			t.Errorf("SizeFieldHeader(%d, %d) = %d, want %d", tt.id, tt.last, got, len(want))
		}
		if typ, id, n := compact.ConsumeFieldHeader(want, tt.last); typ != tt.typ || id != tt.id || n != len(want) {
			t.Errorf("ConsumeFieldHeader %x after %d = %s, %d, %d, want %s, %d, %d",
				want, tt.last, typ, id, n, tt.typ, tt.id, len(want))
		}
		for b := range wiretest.Prefixes(want) {
			if typ, id, n := compact.ConsumeFieldHeader(b, tt.last); typ != 0 || id != 0 || n != walk.Truncated {
				t.Errorf("ConsumeFieldHeader %x = %s, %d, %d, want walk.Truncated", b, typ, id, n)
			}
		}
	}
	// The long form where the short would do, and an id longer than need be.
	for _, wire := range []string{"05 02", "05 8200", "05 828000"} {
		if typ, id, n := compact.ConsumeFieldHeader(unhex(wire), 0); typ != compact.TypeI32 || id != 1 || n != len(unhex(wire)) {
			t.Errorf("ConsumeFieldHeader %s = %s, %d, %d, want i32, 1", wire, typ, id, n)
		}
	}
}

func TestBadFieldHeaders(t *testing.T) {
	for _, tt := range []struct {
		wire string
		last int16
		code int
	}{
		{"10", 0, walk.BadHeader}, // stop with a delta
		{"f0", 0, walk.BadHeader},
		{"1e", 0, walk.TypeCode},
		{"0f 02", 0, walk.TypeCode},
		{"15", 32767, walk.FieldID},
		{"f5", 32753, walk.FieldID},
		{"05 808004", 0, walk.FieldID}, // 32768
		{"05 828008", 0, walk.FieldID}, // 65537
		{"05 80808000", 0, walk.FieldID},
		{"05 ffffffffffffffffff01", 0, walk.FieldID},
	} {
		if typ, id, n := compact.ConsumeFieldHeader(unhex(tt.wire), tt.last); typ != 0 || id != 0 || n != tt.code {
			t.Errorf("ConsumeFieldHeader %s after %d = %s, %d, %d, want code %d", tt.wire, tt.last, typ, id, n, tt.code)
		}
	}
}

func TestStop(t *testing.T) {
	if got := compact.AppendStop(nil); string(got) != "\x00" || compact.SizeStop() != len(got) {
		t.Errorf("AppendStop = %x, SizeStop = %d, want 00, 1", got, compact.SizeStop())
	}
	if typ, id, n := compact.ConsumeFieldHeader(unhex("00 ff"), 7); typ != compact.TypeStop || id != 0 || n != 1 {
		t.Errorf("ConsumeFieldHeader of a stop field = %s, %d, %d, want stop, 0, 1", typ, id, n)
	}
}

func TestListHeader(t *testing.T) {
	for _, tt := range []struct {
		elem       compact.Type
		size       int
		head, body string
	}{
		// | size 4 bits, element type 4 bits |
		{compact.TypeI32, 0, "05", ""},
		{compact.TypeBool, 2, "21", "0102"},
		{compact.TypeFalse, 2, "22", "0102"},
		{compact.TypeDouble, 1, "17", "0000000000000000"},
		{compact.TypeUUID, 1, "1d", "00112233445566778899aabbccddeeff"},
		{compact.TypeStruct, 14, "ec", strings.Repeat("00", 14)},
		{compact.TypeStop, 0, "00", ""}, // an empty list may say any type
		{compact.Type(15), 0, "0f", ""},
		// | 15, element type 4 bits | size: varint |
		{compact.TypeString, 15, "f8 0f", strings.Repeat("00", 15)},
		{compact.TypeI8, 300, "f3 ac02", strings.Repeat("00", 300)},
	} {
		head, whole := unhex(tt.head), unhex(tt.head+tt.body)
		if got := compact.AppendListHeader(nil, tt.elem, tt.size); string(got) != string(head) {
			t.Errorf("AppendListHeader(%s, %d) = %x, want %x", tt.elem, tt.size, got, head)
		}
		if got := compact.AppendSetHeader(nil, tt.elem, tt.size); string(got) != string(head) {
			t.Errorf("AppendSetHeader(%s, %d) = %x, want %x", tt.elem, tt.size, got, head)
		}
		if l, s := compact.SizeListHeader(tt.size), compact.SizeSetHeader(tt.size); l != len(head) || s != len(head) {
			t.Errorf("SizeListHeader, SizeSetHeader(%d) = %d, %d, want %d", tt.size, l, s, len(head))
		}
		for _, consume := range []func([]byte) (compact.Type, int, int){compact.ConsumeListHeader, compact.ConsumeSetHeader} {
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
	// The long form where the short would do.
	if elem, size, n := compact.ConsumeListHeader(unhex("f3 8100 07")); elem != compact.TypeI8 || size != 1 || n != 3 {
		t.Errorf("ConsumeListHeader of one i8 in the long form = %s, %d, %d, want i8, 1, 3", elem, size, n)
	}
}

func TestMapHeader(t *testing.T) {
	for _, tt := range []struct {
		key, val   compact.Type
		size       int
		head, body string
	}{
		{compact.TypeStop, compact.TypeStop, 0, "00", ""},
		// | size: varint | key type 4 bits, value type 4 bits |
		{compact.TypeString, compact.TypeI64, 1, "01 86", "00 00"},
		{compact.TypeBool, compact.TypeDouble, 1, "01 17", "01 0000000000000000"},
		{compact.TypeUUID, compact.TypeMap, 1, "01 db", "00112233445566778899aabbccddeeff 00"},
		{compact.TypeI8, compact.TypeStruct, 130, "8201 3c", strings.Repeat("0000", 130)},
	} {
		head, whole := unhex(tt.head), unhex(tt.head+tt.body)
		if got := compact.AppendMapHeader(nil, tt.key, tt.val, tt.size); string(got) != string(head) {
			t.Errorf("AppendMapHeader(%s, %s, %d) = %x, want %x", tt.key, tt.val, tt.size, got, head)
		}
		if got := compact.SizeMapHeader(tt.size); got != len(head) {
			t.Errorf("SizeMapHeader(%d) = %d, want %d", tt.size, got, len(head))
		}
		if key, val, size, n := compact.ConsumeMapHeader(whole); key != tt.key || val != tt.val || size != tt.size || n != len(head) {
			t.Errorf("ConsumeMapHeader %x = %s, %s, %d, %d, want %s, %s, %d, %d",
				whole, key, val, size, n, tt.key, tt.val, tt.size, len(head))
		}
		for b := range wiretest.Prefixes(whole) {
			if key, val, size, n := compact.ConsumeMapHeader(b); key != 0 || val != 0 || size != 0 || n != walk.Truncated {
				t.Errorf("ConsumeMapHeader %x = %s, %s, %d, %d, want walk.Truncated", b, key, val, size, n)
			}
		}
	}
	if got := compact.AppendMapHeader(nil, compact.TypeI8, compact.TypeI8, 0); string(got) != "\x00" {
		t.Errorf("AppendMapHeader of an empty map = %x, want 00", got)
	}
	if key, val, size, n := compact.ConsumeMapHeader(unhex("8000 33")); key != 0 || val != 0 || size != 0 || n != 2 {
		t.Errorf("ConsumeMapHeader of a long 0 = %s, %s, %d, %d, want an empty map, 2", key, val, size, n)
	}
}

func TestBadSizes(t *testing.T) {
	for _, tt := range []struct {
		wire string
		code int
	}{
		{"f5 ffffffff0f 00", walk.Negative},
		{"f0 8080808008 00", walk.Negative},
		{"f5 8080808010 00", walk.Varint},
		{"f5 ffffffffffffffffff01 00", walk.Varint},
		{"f5 808080808000", walk.Varint},
		{"10 00", walk.TypeCode},
		{"1e 00", walk.TypeCode},
		{"ff ffffffff07 00", walk.TypeCode},
		{"25 00", walk.Truncated},
		{"f5 ffffffff07 00", walk.Truncated},
		{"fd 8080808001 00", walk.Truncated}, // 16 times the size is beyond 32 bits
	} {
		if elem, size, n := compact.ConsumeListHeader(unhex(tt.wire)); elem != 0 || size != 0 || n != tt.code {
			t.Errorf("ConsumeListHeader %s = %s, %d, %d, want code %d", tt.wire, elem, size, n, tt.code)
		}
	}
	for _, tt := range []struct {
		wire string
		code int
	}{
		{"ffffffff0f 55 0000", walk.Negative},
		{"8080808010 55 0000", walk.Varint},
		{"01 50 0000", walk.TypeCode},
		{"01 05 0000", walk.TypeCode},
		{"01 e5 0000", walk.TypeCode},
		{"02 55 0000", walk.Truncated},
		{"8080808001 dd 0000", walk.Truncated}, // 32 times the size is beyond 32 bits
	} {
		if key, val, size, n := compact.ConsumeMapHeader(unhex(tt.wire)); key != 0 || val != 0 || size != 0 || n != tt.code {
			t.Errorf("ConsumeMapHeader %s = %s, %s, %d, %d, want code %d", tt.wire, key, val, size, n, tt.code)
		}
	}
	mustPanic(t, "AppendListHeader with size -1", func() { compact.AppendListHeader(nil, compact.TypeI8, -1) })
	mustPanic(t, "AppendSetHeader with size -1", func() { compact.AppendSetHeader(nil, compact.TypeI8, -1) })
	mustPanic(t, "AppendMapHeader with size -1", func() { compact.AppendMapHeader(nil, compact.TypeI8, compact.TypeI8, -1) })
}
