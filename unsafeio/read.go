package unsafeio

import (
	"errors"
	"io"
)

// DirectSize is the size, in bytes, that ReadBytes allocates at once because a
// peer declared it: 10 MiB.
const DirectSize = 10 << 20

// ReadBytes reads size bytes from r: into the memory of buf where its capacity
// is enough, else into fresh memory, of which it takes as much as was declared
// only up to DirectSize. Beyond that it takes DirectSize at a time, as bytes
// really arrive, and joins the pieces at the end: a lie costs what arrived and
// DirectSize more. What buf held is lost, its length does not matter.
//
// On error it returns what arrived, and the error of r, io.ErrUnexpectedEOF
// where r ended after a part, io.EOF where it ended before the first byte.
// Caller: buf is its own. Rules: U5. Guard: TestReadBytes.
func ReadBytes(r io.Reader, size int, buf []byte) ([]byte, error) {
	return ReadBytesDirect(r, size, DirectSize, buf)
}

// ReadBytesDirect is [ReadBytes] with another bound than DirectSize, 4 KiB at
// least. Caller: buf is its own. Rules: U5. Guard: TestReadBytes.
func ReadBytesDirect(r io.Reader, size, direct int, buf []byte) ([]byte, error) {
	switch {
	case size < 0:
		return nil, errNegative
	case size <= cap(buf):
		return readFull(r, buf[:size])
	case size <= direct:
		return readFull(r, make([]byte, size))
	}
	direct = max(direct, leastDirect)
	var parts [][]byte
	for have := 0; have < size; {
		part, err := readFull(r, make([]byte, min(size-have, direct)))
		if err == io.EOF && have > 0 {
			err = io.ErrUnexpectedEOF
		}
		if len(part) > 0 || have == 0 {
			parts = append(parts, part)
		}
		have += len(part)
		if err != nil {
			return Join(parts, have), err
		}
	}
	return Join(parts, size), nil
}

var (
	errNegative = errors.New("unsafeio: negative size")
	errCount    = errors.New("unsafeio: the io.Reader returned an impossible count")
)

const (
	leastDirect = 4 << 10 // a smaller bound would cost more than it saves
	mostEmpty   = 100     // reads in a row without bytes and error
)

// readFull fills b and returns it, or the part of it that arrived, as
// io.ReadFull does, but trusts r with nothing.
// Rules: none. Guard: TestReadBytes.
func readFull(r io.Reader, b []byte) ([]byte, error) {
	n, empty := 0, 0
	for n < len(b) {
		m, err := r.Read(b[n:])
		if m < 0 || m > len(b)-n {
			return b[:n], errCount
		}
		n += m
		switch {
		case n == len(b):
		case err == io.EOF && n > 0:
			return b[:n], io.ErrUnexpectedEOF
		case err != nil:
			return b[:n], err
		case m > 0:
			empty = 0
		default:
			if empty++; empty == mostEmpty {
				return b[:n], io.ErrNoProgress
			}
		}
	}
	return b, nil
}

// Join returns the bytes of parts, which are size in all, in one slice: the
// only part itself, else fresh memory of just that size.
// Caller: size is the sum of their lengths. Rules: U5. Guard: TestReadBytes.
func Join(parts [][]byte, size int) []byte {
	switch {
	case len(parts) == 1:
		return parts[0]
	case size == 0:
		return []byte{}
	}
	b := BytesAt(NewBytes(size), size)[:0]
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}
