package codec

import (
	stdbinary "encoding/binary"
	"fmt"
	"math"

	"github.com/miserwire/miser/internal/walk"
)

// frameHeader is the bytes of a frame's length, which counts those behind it.
const frameHeader = 4

// BeginFrame begins a frame at the end of dst: it appends 4 bytes for the
// length, which EndFrame fills in. What is appended to buf until then is the
// frame. Several frames may stand in one slice, one behind the other.
func BeginFrame(dst []byte) (buf []byte, mark int) {
	return append(dst, 0, 0, 0, 0), len(dst)
}

// EndFrame ends the frame that began at mark: all of buf behind it. An empty
// frame is ErrInvalid, since readers refuse it, one of 2 GiB and more
// ErrOverflow; then, and when mark is none that BeginFrame gave for buf, buf is
// returned without the frame. It does not know the reader's limit: most take
// 16,384,000 bytes.
func EndFrame(buf []byte, mark int) ([]byte, error) {
	if mark < 0 || mark > len(buf)-frameHeader {
		return buf, failNamed(0, "Frame", &misuse{fmt.Sprintf("mark %d does not fit a buffer of %d bytes; pass what BeginFrame gave", mark, len(buf))}, 0, false)
	}
	size := len(buf) - mark - frameHeader
	switch {
	case size == 0:
		return buf[:mark], failNamed(0, "Frame", walk.Err(walk.Empty), mark, false)
	case size > math.MaxInt32:
		return buf[:mark], failNamed(0, "Frame", walk.Err(walk.TooLong), mark, false)
	}
	stdbinary.BigEndian.PutUint32(buf[mark:], uint32(size))
	return buf, nil
}

// frameSize checks the length of a frame, the first 4 bytes of b, against the
// greatest allowed.
func frameSize(b []byte, most int) (size, code int) {
	n := int32(stdbinary.BigEndian.Uint32(b))
	switch {
	case n < 0:
		return 0, walk.Negative
	case n == 0:
		return 0, walk.Empty
	case int64(n) > int64(most):
		return 0, walk.Message
	}
	return int(n), 0
}
