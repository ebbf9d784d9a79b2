package codec

import (
	stdbinary "encoding/binary"

	"github.com/miserwire/miser/internal/walk"
)

// What the messages of the protocols, and those of the header transport, begin
// with.
const (
	binaryStart  = 0x80
	compactStart = 0x82
	headerStart  = 0x0f
)

// longestOldName bounds the name in a Binary header of the old form, which has
// nothing else that tells it from other bytes.
const longestOldName = 64<<10 - 1

// Detect tells the protocol of a stream of messages by its first bytes, and
// whether they are in frames. Six bytes are enough; while there are too few,
// it is ErrTruncated. What begins no message of either protocol is ErrInvalid:
// HTTP, TLS, the header transport. Nothing behind the first six bytes is
// looked at. Bare structs have nothing to be told by.
func Detect(src []byte) (p Protocol, framed bool, err error) {
	switch p, n := detectHeader(src); {
	case p != 0 && n >= 0:
		return p, false, nil
	case p != 0 || n == walk.Truncated:
		return 0, false, undetected(walk.Err(n), 0)
	case src[0] >= binaryStart:
		return 0, false, undetected(noMessage, 0)
	case len(src) < 5:
		return 0, false, undetected(walk.Err(walk.Truncated), 0)
	}
	// A length of 4 bytes: of a frame, or of the name in an old header. A name
	// begins with none of these bytes.
	size := stdbinary.BigEndian.Uint32(src)
	switch src[4] {
	case binaryStart, compactStart:
		p, n := detectHeader(src[4:])
		if n >= 0 && size == 0 {
			n = walk.Empty
		}
		if n < 0 {
			return 0, true, undetected(walk.Err(n), 4)
		}
		return p, true, nil
	case 0: // of the name's length, in an old header
		switch {
		case size == 0 || size > defaultMessage:
		case len(src) < 6:
			return 0, false, undetected(walk.Err(walk.Truncated), 0)
		case src[5] == 0:
			return Binary, true, nil
		}
	case headerStart:
		return 0, true, undetected(noMessage, 4)
	default:
		if size <= longestOldName {
			return Binary, false, nil
		}
	}
	return 0, false, undetected(noMessage, 0)
}

var noMessage = &misuse{"begins no message of Binary or Compact, in a frame or without; is this another protocol?"}

func undetected(cause error, off int) error { return failNamed(0, "Message", cause, off, true) }

// detectHeader tells the protocol of a message by its first two bytes. Without
// a failure n is 0; p is 0 where the first byte is of neither.
func detectHeader(b []byte) (p Protocol, n int) {
	if len(b) == 0 {
		return 0, walk.Truncated
	}
	mask := byte(0xff)
	switch b[0] {
	case binaryStart:
		p = Binary
	case compactStart:
		p, mask = Compact, 0x1f
	default:
		return 0, walk.Version
	}
	switch {
	case len(b) < 2:
		return p, walk.Truncated
	case b[1]&mask != 1:
		return p, walk.Version
	}
	return p, 0
}
