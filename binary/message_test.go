package binary_test

import (
	"strings"
	"testing"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/internal/wiretest"
)

// TestEnvelopes: the headers that Apache's implementations write, in both
// forms, and the struct behind them.
func TestEnvelopes(t *testing.T) {
	guard := wiretest.NewGuard(t, 1<<10)
	for _, tt := range wiretest.Envelopes() {
		for form, wire := range map[string][]byte{"strict": tt.Binary, "old": tt.BinaryOld} {
			name, typ, seq, n := binary.ConsumeMessageHeader(guard.Put(wire))
			if string(name) != tt.Method || typ != tt.MessageType || seq != tt.SeqID || n < 0 {
				t.Errorf("%s, %s: header = %q, %d, %d, %d, want %q, %d, %d",
					tt.Name, form, name, typ, seq, n, tt.Method, tt.MessageType, tt.SeqID)
				continue
			}
			if cap(name) != len(name) {
				t.Errorf("%s, %s: capacity of the name %d, want %d", tt.Name, form, cap(name), len(name))
			}
			if got := binary.Skip(wire[n:], binary.TypeStruct, structDepth); got != len(wire)-n {
				t.Errorf("%s, %s: Skip of the struct = %d, want %d", tt.Name, form, got, len(wire)-n)
			}
			for b := range wiretest.Prefixes(wire[:n]) {
				if name, typ, seq, n := binary.ConsumeMessageHeader(guard.Put(b)); n != walk.Truncated || name != nil || typ != 0 || seq != 0 {
					t.Errorf("%s, %s: header of %x = %q, %d, %d, %d, want walk.Truncated", tt.Name, form, b, name, typ, seq, n)
				}
			}
		}
		got := binary.AppendMessageHeader([]byte("ab"), tt.Method, tt.MessageType, tt.SeqID)
		n := binary.SizeMessageHeader(tt.Method, tt.SeqID)
		if string(got) != "ab"+string(tt.Binary[:n]) {
			t.Errorf("%s: AppendMessageHeader = %x, want %x", tt.Name, got, tt.Binary[:n])
		}
	}
}

func TestBadMessageHeaders(t *testing.T) {
	for _, tt := range []struct {
		wire string
		code int
	}{
		// | 80 01 | unused 1 | message type 1 | length 4 | name... | sequence id 4 |
		{"80 02 00 01 00000000 00000000", walk.Version},
		{"81 01 00 01 00000000 00000000", walk.Version},
		{"ff ff ff ff 00000000 00000000", walk.Version},
		{"80 01 00 00 00000000 00000000", walk.MsgType},
		{"80 01 00 05 00000000 00000000", walk.MsgType},
		{"80 01 00 ff 00000000 00000000", walk.MsgType},
		{"80 01 00 01 ffffffff 00000000", walk.Negative},
		{"80 01 00 01 7fffffff 00000000", walk.Truncated},
		// | length 4 | name... | message type 1 | sequence id 4 |
		{"00000001 61 00 00000000", walk.MsgType},
		{"00000001 61 05 00000000", walk.MsgType},
		{"7fffffff 61 01 00000000", walk.Truncated},
		{"47455420 2f20485454502f312e310d0a", walk.Truncated}, // GET / HTTP/1.1
	} {
		if name, typ, seq, n := binary.ConsumeMessageHeader(unhex(tt.wire)); n != tt.code || name != nil || typ != 0 || seq != 0 {
			t.Errorf("ConsumeMessageHeader %s = %q, %d, %d, %d, want code %d", tt.wire, name, typ, seq, n, tt.code)
		}
	}
	if _, typ, _, n := binary.ConsumeMessageHeader(unhex("80 01 ff 04 00000000 00000000")); typ != 4 || n != 12 {
		t.Errorf("the unused byte is not ignored: type %d, n %d, want 4, 12", typ, n)
	}
}

func TestMalformedMessages(t *testing.T) {
	for _, tt := range wiretest.Malformed() {
		if tt.Protocol != "binary_message" || tt.File == "required" {
			continue
		}
		_, _, _, n := binary.ConsumeMessageHeader(tt.Input)
		m := n
		if n >= 0 {
			m = binary.Skip(tt.Input[n:], binary.TypeStruct, structDepth)
		}
		rejects := strings.HasPrefix(tt.Expect, "error")
		if m < 0 != rejects {
			t.Errorf("%s: header %d, struct %d, want: %s", tt.Name, n, m, tt.Expect)
		}
	}
}
