package hand

import (
	stdbinary "encoding/binary"

	"github.com/miserwire/miser/internal/wiretest"
)

// DecodeCompact is [DecodeBinary] for the Compact protocol.
func DecodeCompact(b []byte, v *wiretest.MediaContent) bool {
	s := alias(b)
	count, n := compactList(b, 0, 0x19, 0x0c)
	if n < 0 || count > len(b) {
		return false
	}
	v.Image = images(v.Image, count)
	for _, p := range v.Image {
		if n = compactImage(b, s, n, p); n < 0 {
			return false
		}
	}
	if uint(n) >= uint(len(b)) || b[n] != 0x1c {
		return false
	}
	if v.Media == nil {
		v.Media = new(wiretest.Media)
	}
	n = compactMedia(b, s, n+1, v.Media)
	return n > 0 && n+1 == len(b) && b[n] == 0
}

// compactList returns the size of the list whose field header is at n.
func compactList(b []byte, n int, header, elem byte) (size, next int) {
	if n < 0 || n+2 > len(b) || b[n] != header || b[n+1]&15 != elem {
		return 0, -1
	}
	if b[n+1]>>4 != 15 {
		return int(b[n+1] >> 4), n + 2
	}
	u, n := varint(b, n+2)
	if u > uint64(len(b)) {
		return 0, -1
	}
	return int(u), n
}

// at returns the byte at n, and 0 past the end: no field header is 0.
func at(b []byte, n int) byte {
	if uint(n) >= uint(len(b)) {
		return 0
	}
	return b[n]
}

// shortText is compactText for a length of one byte, small enough to inline.
func shortText(b []byte, s string, n int) (string, int) {
	if uint(n) < uint(len(b)) && b[n] < 0x80 {
		if end := n + 1 + int(b[n]); end <= len(s) {
			return s[n+1 : end], end
		}
	}
	return "", -1
}

// compactText returns the string whose length is at n.
func compactText(b []byte, s string, n int) (string, int) {
	u, n := varint(b, n)
	end := n + int(u)
	if n < 0 || u > uint64(len(s)) || end > len(s) {
		return "", -1
	}
	return s[n:end], end
}

// compactImage decodes the struct at n and returns what follows it, or -1.
func compactImage(b []byte, s string, n int, v *wiretest.Image) int {
	if at(b, n) != 0x18 {
		return -1
	}
	uri, end := shortText(b, s, n+1)
	if end < 0 {
		if uri, end = compactText(b, s, n+1); end < 0 {
			return -1
		}
	}
	v.URI, n = uri, end
	width := byte(0x25)
	if at(b, n) == 0x18 {
		text, end := shortText(b, s, n+1)
		if end < 0 {
			if text, end = compactText(b, s, n+1); end < 0 {
				return -1
			}
		}
		set(&v.Title, text)
		n = end
		width = 0x15
	} else {
		v.Title = nil
	}
	// Three numbers of one byte each, and the stop field.
	if n+8 <= len(b) {
		w := stdbinary.LittleEndian.Uint64(b[n:])
		if w&0xff_80ff_80ff_80ff == 0x00_0015_0015_0000|uint64(width) {
			v.Width, v.Height = int32(unzigzag(w>>8&0x7f)), int32(unzigzag(w>>24&0x7f))
			v.Size = wiretest.Size(unzigzag(w >> 40 & 0x7f))
			return n + 7
		}
	}
	if at(b, n) != width {
		return -1
	}
	x, n := varint(b, n+1)
	if at(b, n) != 0x15 {
		return -1
	}
	y, n := varint(b, n+1)
	if at(b, n) != 0x15 {
		return -1
	}
	z, n := varint(b, n+1)
	if uint(n) >= uint(len(b)) || b[n] != 0 {
		return -1
	}
	v.Width, v.Height, v.Size = int32(unzigzag(x)), int32(unzigzag(y)), wiretest.Size(unzigzag(z))
	return n + 1
}

// compactMedia decodes the struct at n and returns what follows it, or -1.
func compactMedia(b []byte, s string, n int, v *wiretest.Media) int {
	if at(b, n) != 0x18 {
		return -1
	}
	uri, end := shortText(b, s, n+1)
	if end < 0 {
		if uri, end = compactText(b, s, n+1); end < 0 {
			return -1
		}
	}
	v.URI, n = uri, end
	width := byte(0x25)
	if at(b, n) == 0x18 {
		text, end := shortText(b, s, n+1)
		if end < 0 {
			if text, end = compactText(b, s, n+1); end < 0 {
				return -1
			}
		}
		set(&v.Title, text)
		n = end
		width = 0x15
	} else {
		v.Title = nil
	}
	if at(b, n) != width {
		return -1
	}
	x, n := varint(b, n+1)
	if at(b, n) != 0x15 {
		return -1
	}
	y, n := varint(b, n+1)
	if at(b, n) != 0x18 {
		return -1
	}
	v.Width, v.Height = int32(unzigzag(x)), int32(unzigzag(y))
	format, end := shortText(b, s, n+1)
	if end < 0 {
		if format, end = compactText(b, s, n+1); end < 0 {
			return -1
		}
	}
	v.Format, n = format, end
	if at(b, n) != 0x16 {
		return -1
	}
	x, n = varint(b, n+1)
	if at(b, n) != 0x16 {
		return -1
	}
	y, n = varint(b, n+1)
	v.Duration, v.Size = unzigzag(x), unzigzag(y)
	person := byte(0x29)
	if at(b, n) == 0x15 {
		x, n = varint(b, n+1)
		set(&v.Bitrate, int32(unzigzag(x)))
		person = 0x19
	} else {
		v.Bitrate = nil
	}
	count, n := compactList(b, n, person, 8)
	if n < 0 || count > len(b) {
		return -1
	}
	v.Person = texts(v.Person, count)
	for i := range v.Person {
		text, end := shortText(b, s, n)
		if end < 0 {
			if text, end = compactText(b, s, n); end < 0 {
				return -1
			}
		}
		v.Person[i], n = text, end
	}
	if at(b, n) != 0x15 {
		return -1
	}
	x, n = varint(b, n+1)
	v.Player = wiretest.Player(unzigzag(x))
	if at(b, n) == 0x18 {
		var text string
		if text, n = compactText(b, s, n+1); n < 0 {
			return -1
		}
		set(&v.Copyright, text)
	} else {
		v.Copyright = nil
	}
	if uint(n) >= uint(len(b)) || b[n] != 0 {
		return -1
	}
	return n + 1
}
