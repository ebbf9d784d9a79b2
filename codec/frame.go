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
// ErrOverflow; then buf is returned without the frame. A mark where no frame
// begins, or one that has ended, is ErrInvalid, and buf is returned as it is.
// EndFrame does not know the reader's limit: most take 16,384,000 bytes.
func EndFrame(buf []byte, mark int) ([]byte, error) {
	if mark < 0 || mark > len(buf)-frameHeader {
		return buf, failNamed(0, "Frame", &misuse{fmt.Sprintf("mark %d does not fit a buffer of %d bytes; pass what BeginFrame gave", mark, len(buf))}, 0, false)
	}
	size := len(buf) - mark - frameHeader
	switch {
	case stdbinary.BigEndian.Uint32(buf[mark:]) != 0:
		return buf, failNamed(0, "Frame", &misuse{"no frame begins at mark, or it has ended; append to what BeginFrame returned"}, mark, false)
	case size == 0:
		return buf[:mark], failNamed(0, "Frame", walk.Err(walk.Empty), mark, false)
	case size > math.MaxInt32:
		return buf[:mark], failNamed(0, "Frame", walk.Err(walk.TooLong), mark, false)
	}
	stdbinary.BigEndian.PutUint32(buf[mark:], uint32(size))
	return buf, nil
}

// ParseFrame returns the frame at the front of src, which aliases it, and the
// bytes used: what follows may be the next one. It is for those who read bytes
// in their own way; from an io.Reader, [Reader.Frame] does it. A frame that is
// not all there is ErrTruncated. Of l it looks at Message.
func ParseFrame(src []byte, l Limits) (frame []byte, n int, err error) {
	if l, err = l.check(); err != nil {
		return nil, 0, err
	}
	size, code := 0, walk.Truncated
	if len(src) >= frameHeader {
		size, code = frameSize(src, l.frame())
	}
	n = frameHeader + size
	switch {
	case code < 0 && code != walk.Truncated:
		return nil, 0, failNamed(0, "Frame", l.frameCause(code), 0, true)
	case code < 0 || size > len(src)-frameHeader:
		return nil, 0, failNamed(0, "Frame", walk.Err(walk.Truncated), len(src), true)
	}
	return src[frameHeader:n:n], n, nil
}

// frameCause is the error of a code that frameSize gave.
func (l Limits) frameCause(code int) error {
	const hint = "; does the peer send no frames? see Detect"
	switch code {
	case walk.Negative:
		return fmt.Errorf("%w"+hint, walk.Err(code))
	case walk.Message:
		return &overFrame{fmt.Sprintf("frame is longer than Limits.Message, which is %d"+hint, l.frame())}
	}
	return walk.Err(code)
}

// overFrame is a frame beyond the limit.
type overFrame struct{ text string }

func (e *overFrame) Error() string   { return e.text }
func (e *overFrame) Is(t error) bool { return t == ErrLimit }

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
