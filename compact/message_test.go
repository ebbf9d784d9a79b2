package compact_test

import (
	"strings"
	"testing"

	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/internal/wiretest"
)

// TestEnvelopes: the headers that Apache's implementations write, and the
// struct behind them.
func TestEnvelopes(t *testing.T) {
	guard := wiretest.NewGuard(t, 1<<10)
	for _, tt := range wiretest.Envelopes() {
		wire := tt.Compact
		name, typ, seq, n := compact.ConsumeMessageHeader(guard.Put(wire))
		if string(name) != tt.Method || typ != tt.MessageType || seq != tt.SeqID || n < 0 {
			t.Errorf("%s: header = %q, %d, %d, %d, want %q, %d, %d",
				tt.Name, name, typ, seq, n, tt.Method, tt.MessageType, tt.SeqID)
			continue
		}
		if cap(name) != len(name) {
			t.Errorf("%s: capacity of the name %d, want %d", tt.Name, cap(name), len(name))
		}
		if got := compact.Skip(wire[n:], compact.TypeStruct, structDepth); got != len(wire)-n {
			t.Errorf("%s: Skip of the struct = %d, want %d", tt.Name, got, len(wire)-n)
		}
		for b := range wiretest.Prefixes(wire[:n]) {
			if name, typ, seq, n := compact.ConsumeMessageHeader(guard.Put(b)); n != walk.Truncated || name != nil || typ != 0 || seq != 0 {
				t.Errorf("%s: header of %x = %q, %d, %d, %d, want walk.Truncated", tt.Name, b, name, typ, seq, n)
			}
		}
		got := compact.AppendMessageHeader([]byte("ab"), tt.Method, tt.MessageType, tt.SeqID)
		if string(got) != "ab"+string(wire[:n]) {
			t.Errorf("%s: AppendMessageHeader = %x, want %x", tt.Name, got, wire[:n])
		}
		if size := compact.SizeMessageHeader(tt.Method, tt.SeqID); size != n {
			t.Errorf("%s: SizeMessageHeader = %d, want %d", tt.Name, size, n)
		}
	}
}

func TestBadMessageHeaders(t *testing.T) {
	for _, tt := range []struct {
		wire string
		code int
	}{
		// | 82 | message type 3 bits, version 1 5 bits | sequence id | length | name... |
		{"80", walk.Version},
		{"80 21 00 00", walk.Version},
		{"83 21 00 00", walk.Version},
		{"82 20 00 00", walk.Version},
		{"82 22 00 00", walk.Version},
		{"82 01 00 00", walk.MsgType},
		{"82 a1 00 00", walk.MsgType},
		{"82 e1 00 00", walk.MsgType},
		{"82 21 80808080808080808080 00 00", walk.Varint},
		{"82 21 80808080808080808002 00", walk.Varint},
		{"82 21 00 ffffffff0f", walk.Negative},
		{"82 21 00 8080808010", walk.Varint},
		{"82 21 00 05 61", walk.Truncated},
	} {
		if name, typ, seq, n := compact.ConsumeMessageHeader(unhex(tt.wire)); n != tt.code || name != nil || typ != 0 || seq != 0 {
			t.Errorf("ConsumeMessageHeader %s = %q, %d, %d, %d, want code %d", tt.wire, name, typ, seq, n, tt.code)
		}
	}
}

// TestSequenceIDs: the low 32 bits of up to 10 bytes, no zigzag.
func TestSequenceIDs(t *testing.T) {
	for _, tt := range []struct {
		wire string
		seq  int32
	}{
		{"07", 7},
		{"8700", 7},
		{"ffffffff07", 2147483647},
		{"8080808008", -2147483648},
		{"ffffffff0f", -1},
		{"ffffffffffffffffff01", -1}, // an i64 of -1
		{"8780808090808080 8001", 7}, // bits above 32
	} {
		b := unhex("82 21" + tt.wire + "01 61")
		if name, typ, seq, n := compact.ConsumeMessageHeader(b); string(name) != "a" || typ != 1 || seq != tt.seq || n != len(b) {
			t.Errorf("ConsumeMessageHeader %x = %q, %d, %d, %d, want a, 1, %d, %d", b, name, typ, seq, n, tt.seq, len(b))
		}
	}
}

func TestMalformedMessages(t *testing.T) {
	for _, tt := range wiretest.Malformed() {
		if tt.Protocol != "compact_message" || tt.File == "required" {
			continue
		}
		_, _, _, n := compact.ConsumeMessageHeader(tt.Input)
		m := n
		if n >= 0 {
			m = compact.Skip(tt.Input[n:], compact.TypeStruct, structDepth)
		}
		rejects := strings.HasPrefix(tt.Expect, "error")
		if m < 0 != rejects {
			t.Errorf("%s: header %d, struct %d, want: %s", tt.Name, n, m, tt.Expect)
		}
	}
}
