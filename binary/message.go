package binary

import (
	stdbinary "encoding/binary"

	"github.com/miserwire/miser/internal/walk"
)

const (
	version     = 0x80010000 // | 80 01 | unused 1 | message type 1 |
	versionMask = 0xffff0000
)

// The message types are one to four: Call, Reply, Exception, Oneway.
const (
	firstMessageType = 1
	lastMessageType  = 4
)

// AppendMessageHeader appends the strict header of a message: what comes
// before its struct. Readers refuse a message type other than 1 (Call),
// 2 (Reply), 3 (Exception) and 4 (Oneway). It panics when name is longer than
// 2^31-1 bytes.
func AppendMessageHeader(b []byte, name string, typ byte, seq int32) []byte {
	b = stdbinary.BigEndian.AppendUint32(b, version|uint32(typ))
	b = AppendString(b, name)
	return AppendI32(b, seq)
}

// ConsumeMessageHeader reads the header of a message in the strict or the old
// form. The name is a slice of b, its capacity cut to its length. A version
// other than 1 is walk.Version; a message type other than 1 to 4 is
// walk.MsgType; a name length below zero is walk.Negative, one beyond b
// walk.Truncated.
func ConsumeMessageHeader(b []byte) (name []byte, typ byte, seq int32, n int) {
	if len(b) < 4 {
		return nil, 0, 0, walk.Truncated
	}
	word := stdbinary.BigEndian.Uint32(b)
	if int32(word) >= 0 {
		return consumeOldHeader(b)
	}
	if word&versionMask != version {
		return nil, 0, 0, walk.Version
	}
	typ = byte(word)
	if typ < firstMessageType || typ > lastMessageType {
		return nil, 0, 0, walk.MsgType
	}
	name, n = ConsumeBytes(b[4:])
	if n < 0 {
		return nil, 0, 0, n
	}
	n += 4
	seq, m := ConsumeI32(b[n:])
	if m < 0 {
		return nil, 0, 0, m
	}
	return name, typ, seq, n + m
}

// consumeOldHeader reads | length 4 | name... | message type 1 | sequence id 4 |.
func consumeOldHeader(b []byte) (name []byte, typ byte, seq int32, n int) {
	name, n = ConsumeBytes(b)
	if n < 0 {
		return nil, 0, 0, n
	}
	if n == len(b) {
		return nil, 0, 0, walk.Truncated
	}
	typ = b[n]
	if typ < firstMessageType || typ > lastMessageType {
		return nil, 0, 0, walk.MsgType
	}
	seq, m := ConsumeI32(b[n+1:])
	if m < 0 {
		return nil, 0, 0, m
	}
	return name, typ, seq, n + 1 + m
}

// SizeMessageHeader returns the wire size of what AppendMessageHeader writes.
// The sequence id has one size here; the parameter is compact's.
func SizeMessageHeader(name string, _ int32) int { return 4 + SizeString(name) + 4 }
