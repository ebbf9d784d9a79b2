package codec

import (
	"errors"
	"io"

	"github.com/miserwire/miser/unsafeio"
)

// window holds the bytes of a stream from the first that was not returned to
// the last that arrived. They lie in buf, but for those of an item beyond
// direct bytes, which lies in pieces before it until it is whole.
//
// Invariants: start <= len(buf) <= cap(buf); start is 0 while there are parts.
type window struct {
	r      io.Reader
	direct int

	buf   []byte
	start int      // of buf, the first byte that was not returned
	parts [][]byte // of the item in hand, full, before buf
	have  int      // bytes of parts
	old   int      // bytes after start, and in parts, that fresh gave out
	took  int      // bytes that the last item had
	small int      // the capacity that a buffer is to have at least
	spare int      // items in a row that used little of the buffer
	later error    // that came with the last bytes
}

const (
	leastBuffer  = 4 << 10
	behind       = 512      // behind a long string there is a stop field at least: room that saves another buffer
	mostBuffer   = 64 << 10 // a buffer grows so far since reads fill it
	keptBuffer   = 1 << 20  // a buffer beyond it, or beyond direct, lives for one item
	mostlyUnused = 4        // little of a buffer is less than one in so many of its bytes
	mostSpare    = 16       // a buffer of more than mostBuffer goes after so many items that used little
	mostEmpty    = 100      // reads in a row without bytes and error
)

// arrived returns how many bytes there are from start on.
func (w *window) arrived() int { return w.have + len(w.buf) - w.start }

// rest returns what has arrived.
// Caller: there are no parts.
func (w *window) rest() []byte { return w.buf[w.start:] }

// fresh returns the bytes that it has not returned since the item began.
func (w *window) fresh() []byte { return w.buf[w.start+w.old-w.have:] }

// seen says that fresh need not return what it did.
func (w *window) seen() { w.old = w.arrived() }

// release begins an item: what was returned before is no longer in use.
func (w *window) release() {
	n := cap(w.buf)
	w.spare++
	if w.took >= n/mostlyUnused {
		w.spare = 0
	}
	// What has arrived and was not returned moves at most as often as it halves.
	rest := w.rest()
	if n > mostBuffer && len(rest) <= n/2 && (w.spare >= mostSpare || n > min(keptBuffer, w.direct)) {
		w.buf, w.start = nil, 0
		if len(rest) > 0 {
			w.buf = append(make([]byte, 0, max(len(rest), leastBuffer)), rest...)
		}
	}
	if w.start == len(w.buf) {
		w.buf, w.start = w.buf[:0], 0
	}
	w.old = 0
}

// take returns the first n bytes that have arrived, as one slice.
func (w *window) take(n int) []byte {
	if len(w.parts) > 0 {
		all := w.arrived()
		w.buf = unsafeio.Join(append(w.parts, w.buf), all)
		w.parts, w.have = nil, 0
	}
	b := w.buf[w.start : w.start+n : w.start+n]
	w.start += n
	w.took = n
	return b
}

// fill reads at least one byte. More is how many the item still has at least,
// or, when exact, has.
func (w *window) fill(more int, exact bool) error {
	if err := w.later; err != nil {
		w.later = nil
		return err
	}
	w.room(more, exact)
	free := w.buf[len(w.buf):cap(w.buf)]
	for range mostEmpty {
		n, err := w.r.Read(free)
		if n < 0 || n > len(free) {
			return errCount
		}
		w.buf = w.buf[:len(w.buf)+n]
		if n > 0 {
			if n == len(free) && cap(w.buf) >= w.small {
				w.small = min(2*max(w.small, leastBuffer), mostBuffer)
			}
			w.later = err
			return nil
		}
		if err != nil {
			return err
		}
	}
	return io.ErrNoProgress
}

var errCount = errors.New("codec: the io.Reader returned an impossible count")

// room makes place for at least a byte of the item, and for more of them where
// that is not too much.
func (w *window) room(more int, exact bool) {
	free := cap(w.buf) - len(w.buf)
	if free >= more || free > 0 && len(w.parts) > 0 {
		return
	}
	have := w.arrived()
	switch {
	case len(w.parts) == 0 && more <= cap(w.buf)-have:
		w.buf = w.buf[:copy(w.buf[:cap(w.buf)], w.rest())]
		w.start = 0
	case len(w.parts) == 0 && (more <= max(w.direct, leastBuffer)-have || more <= w.direct && have <= mostBuffer):
		need := have + more // far from overflow: direct is of what there is memory for
		n := max(need, w.small, leastBuffer)
		if !exact {
			n = max(n, min(2*cap(w.buf), w.direct)) // so that copies stay in proportion
			if more > leastBuffer {
				n = max(n, need+behind)
			}
		}
		w.buf = append(make([]byte, 0, n), w.rest()...)
		w.start = 0
	case free > 0:
	default:
		if have > 0 {
			w.parts = append(w.parts, w.rest())
			w.have = have
		}
		w.start = 0
		n := more
		if !exact {
			n = max(n, have, leastBuffer)
		}
		w.buf = make([]byte, 0, min(n, max(w.direct, leastBuffer)))
	}
}
