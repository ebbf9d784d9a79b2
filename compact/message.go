package compact

import "github.com/miserwire/miser/internal/walk"

const (
	protocolID  = 0x82 // first byte of a message
	version     = 1    // low bits of the second; the message type is above them
	versionBits = 5
)

// The message types are one to four: Call, Reply, Exception, Oneway.
const (
	firstMessageType = 1
	lastMessageType  = 4
)

// AppendMessageHeader appends the header of a message: what comes before its
// struct. Of the message type the wire holds the low 3 bits, and readers
// refuse one other than 1 (Call), 2 (Reply), 3 (Exception) and 4 (Oneway). It
// panics when name is longer than 2^31-1 bytes.
func AppendMessageHeader(b []byte, name string, typ byte, seq int32) []byte {
	b = append(b, protocolID, typ<<versionBits|version)
	b = AppendVarint(b, uint64(uint32(seq)))
	return AppendString(b, name)
}

// ConsumeMessageHeader reads the header of a message. The name is a slice of
// b, its capacity cut to its length. A protocol id other than 82 or a version
// other than 1 is walk.Version; a message type other than 1 to 4 is
// walk.MsgType; a sequence id of more than 10 bytes or 64 bits is walk.Varint,
// of one beyond 32 bits the low ones count; the name fails as [ConsumeBytes]
// does.
func ConsumeMessageHeader(b []byte) (name []byte, typ byte, seq int32, n int) {
	if len(b) > 0 && b[0] != protocolID {
		return nil, 0, 0, walk.Version
	}
	if len(b) < 2 {
		return nil, 0, 0, walk.Truncated
	}
	if b[1]&(1<<versionBits-1) != version {
		return nil, 0, 0, walk.Version
	}
	typ = b[1] >> versionBits
	if typ < firstMessageType || typ > lastMessageType {
		return nil, 0, 0, walk.MsgType
	}
	u, m := ConsumeVarint(b[2:])
	if m < 0 {
		return nil, 0, 0, m
	}
	n = 2 + m
	if name, m = ConsumeBytes(b[n:]); m < 0 {
		return nil, 0, 0, m
	}
	return name, typ, int32(uint32(u)), n + m
}

// SizeMessageHeader returns the wire size of what AppendMessageHeader writes.
func SizeMessageHeader(name string, seq int32) int {
	return 2 + SizeVarint(uint64(uint32(seq))) + SizeString(name)
}
