package hand

import "github.com/miserwire/miser/internal/wiretest"

// DecodeBinary decodes b into v, whose memory it uses again, and reports
// whether b is a MediaContent in the order of its ids and nothing more.
func DecodeBinary(b []byte, v *wiretest.MediaContent) bool {
	s := alias(b)
	w := word(b, 0)
	count := int(uint32(w))
	if w>>32 != 0x0f00010c || count > len(b) {
		return false
	}
	v.Image = images(v.Image, count)
	n := 8
	for _, p := range v.Image {
		if n = binaryImage(b, s, n, p); n < 0 {
			return false
		}
	}
	if word(b, n)>>40 != 0x0c0002 {
		return false
	}
	if v.Media == nil {
		v.Media = new(wiretest.Media)
	}
	n = binaryMedia(b, s, n+3, v.Media)
	return n > 0 && n+1 == len(b) && b[n] == 0
}

// binaryText returns the string whose field header and length are w, at n.
func binaryText(s string, n int, w uint64) (string, int) {
	end := n + 7 + int(uint32(w>>8))
	if end > len(s) {
		return "", -1
	}
	return s[n+7 : end], end
}

// binaryImage decodes the struct at n and returns what follows it, or -1.
func binaryImage(b []byte, s string, n int, v *wiretest.Image) int {
	w := word(b, n)
	if w>>40 != 0x0b0001 {
		return -1
	}
	if v.URI, n = binaryText(s, n, w); n < 0 {
		return -1
	}
	if w = word(b, n); w>>40 == 0x0b0002 {
		var text string
		if text, n = binaryText(s, n, w); n < 0 {
			return -1
		}
		set(&v.Title, text)
		w = word(b, n)
	} else {
		v.Title = nil
	}
	x, y := word(b, n+7), word(b, n+14)
	if w>>40 != 0x080003 || x>>40 != 0x080004 || y>>40 != 0x080005 || byte(y) != 0 {
		return -1
	}
	v.Width, v.Height, v.Size = int32(w>>8), int32(x>>8), wiretest.Size(int32(y>>8))
	return n + 22
}

// binaryMedia decodes the struct at n and returns what follows it, or -1.
func binaryMedia(b []byte, s string, n int, v *wiretest.Media) int {
	w := word(b, n)
	if w>>40 != 0x0b0001 {
		return -1
	}
	if v.URI, n = binaryText(s, n, w); n < 0 {
		return -1
	}
	if w = word(b, n); w>>40 == 0x0b0002 {
		var text string
		if text, n = binaryText(s, n, w); n < 0 {
			return -1
		}
		set(&v.Title, text)
		w = word(b, n)
	} else {
		v.Title = nil
	}
	x, y := word(b, n+7), word(b, n+14)
	if w>>40 != 0x080003 || x>>40 != 0x080004 || y>>40 != 0x0b0005 {
		return -1
	}
	v.Width, v.Height = int32(w>>8), int32(x>>8)
	if v.Format, n = binaryText(s, n+14, y); n < 0 {
		return -1
	}
	if word(b, n)>>40 != 0x0a0006 || word(b, n+11)>>40 != 0x0a0007 || n+22 > len(b) {
		return -1
	}
	v.Duration, v.Size = int64(word(b, n+3)), int64(word(b, n+14))
	n += 22
	if w = word(b, n); w>>40 == 0x080008 {
		set(&v.Bitrate, int32(w>>8))
		n += 7
		w = word(b, n)
	} else {
		v.Bitrate = nil
	}
	if w>>32 != 0x0f00090b || int(uint32(w)) > len(b) {
		return -1
	}
	if v.Person, n = binaryTexts(b, s, n+8, texts(v.Person, int(uint32(w)))); n < 0 {
		return -1
	}
	if w = word(b, n); w>>40 != 0x08000a {
		return -1
	}
	v.Player = wiretest.Player(int32(w >> 8))
	n += 7
	v.Copyright, n = binaryCopyright(b, s, n, v.Copyright)
	if uint(n) >= uint(len(b)) || b[n] != 0 {
		return -1
	}
	return n + 1
}

func binaryTexts(b []byte, s string, n int, list []string) ([]string, int) {
	for i := range list {
		if uint(n)+4 > uint(len(b)) {
			return nil, -1
		}
		size := int(uint32(b[n])<<24 | uint32(b[n+1])<<16 | uint32(b[n+2])<<8 | uint32(b[n+3]))
		n += 4
		if n+size > len(s) {
			return nil, -1
		}
		list[i] = s[n : n+size]
		n += size
	}
	return list, n
}

func binaryCopyright(b []byte, s string, n int, old *string) (*string, int) {
	w := word(b, n)
	if w>>40 != 0x0b000b {
		return nil, n
	}
	text, n := binaryText(s, n, w)
	set(&old, text)
	return old, n
}
