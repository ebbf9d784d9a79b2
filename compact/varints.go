package compact

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// Lists of i16, i32 and i64. Vectors do what they can, the loops of this file
// the rest and, one by one, whatever ends too near to lim or is malformed.

// A number is an element that is a varint on the wire.
type number interface{ int16 | int32 | int64 }

// appendVarints encodes the size numbers at data, of width bytes each.
func appendVarints[T number](data unsafeio.Ptr, size int, width uintptr, buf unsafeio.Ptr, n, lim int) int {
	i, n := vectorPut(data, size, width, buf, n, lim)
	for i < size {
		var did int
		if did, n = putVarints[T](data.At(uintptr(i)*width), size-i, width, buf, n, lim); did > 0 {
			i += did
			continue
		}
		v := *unsafeio.As[T](data.At(uintptr(i) * width))
		if n = putVarint(buf, n, lim, Zigzag(int64(v))); n < 0 {
			return n
		}
		i++
	}
	return n
}

// putVarints is appendVarints four at a time, while their varints have room:
// how many it did, and the offset after them.
func putVarints[T number](data unsafeio.Ptr, size int, width uintptr, buf unsafeio.Ptr, n, lim int) (i, m int) {
	for ; i <= size-4 && lim-n >= 32; i += 4 {
		s := unsafeio.As[[4]T](data.At(uintptr(i) * width))
		a, b, c, d := Zigzag(int64(s[0])), Zigzag(int64(s[1])), Zigzag(int64(s[2])), Zigzag(int64(s[3]))
		all := a | b | c | d
		if all < 0x80 {
			buf.Add(n).PutLE32(uint32(a | b<<8 | c<<16 | d<<24))
			n += 4
			continue
		}
		if all>>56 != 0 {
			if lim-n < 4*varint64 {
				break
			}
			for k := range s {
				n = putWide(buf, n, Zigzag(int64(s[k])))
			}
			continue
		}
		w, l := mark(spread(a))
		buf.Add(n).PutLE64(w)
		n += l
		w, l = mark(spread(b))
		buf.Add(n).PutLE64(w)
		n += l
		w, l = mark(spread(c))
		buf.Add(n).PutLE64(w)
		n += l
		w, l = mark(spread(d))
		buf.Add(n).PutLE64(w)
		n += l
	}
	return i, n
}

// mark returns the varint whose bytes w has, without the bits that say that
// more follow, and its length. Twin: spread56.
func mark(w uint64) (uint64, int) {
	// The top bit of each byte below the highest one that is not 0.
	x := (w + low7) & more >> 8
	x |= x >> 8
	x |= x >> 16
	x |= x >> 32
	return w | x, int(x>>7*ones>>56) + 1
}

// low7 has all but the top bit of each byte set.
const low7 = 0x7f7f7f7f7f7f7f7f

// putWide writes the varint of u, of up to 10 bytes.
// Caller: 10 bytes are left.
func putWide(buf unsafeio.Ptr, n int, u uint64) int {
	if u>>56 == 0 {
		w, l := spread56(u)
		buf.Add(n).PutLE64(w)
		return n + l
	}
	buf.Add(n).PutLE64(spread(u) | more)
	u >>= 56
	buf.Add(n + 8).PutLE16(uint16(u | u>>7<<8))
	return n + 9 + int(u>>7)
}

// decodeVarints decodes varint elements into the size numbers of the slice at
// q.
func decodeVarints(d *walk.Decoder, el *node, q, buf unsafeio.Ptr, n, lim, size int) int {
	data, i := q.Slice().Data, 0
	for {
		var did int
		at := data.At(uintptr(i) * el.size)
		if size-i < leastVarints {
			// Too few for what follows.
		} else if did, n = vectorGet(at, size-i, el.size, buf, n, lim); did == 0 {
			switch el.code {
			case node8:
				did, n = getVarints[int64](at, size-i, 8, top64, buf, n, lim)
			case node4:
				did, n = getVarints[int32](at, size-i, 4, top32, buf, n, lim)
			default:
				did, n = getVarints[int16](at, size-i, 2, top16, buf, n, lim)
			}
		}
		if i += did; i == size {
			return n
		}
		if did > 0 {
			continue
		}
		// The last ones, and whatever is malformed.
		var m int
		switch at := data.At(uintptr(i) * el.size); el.code {
		case node8:
			*at.I64(), m = getI64(buf, n, lim)
		case node4:
			*at.I32(), m = getI32(buf, n, lim)
		default:
			*at.I16(), m = getI16(buf, n, lim)
		}
		if m < 0 {
			return d.Index(d.Fail(m, n), i)
		}
		n = m
		if i++; i == size {
			return n
		}
	}
}

// The largest varint of each kind as a word, least significant byte first: one
// that is longer or has more bits is larger.
const (
	top16 = 0x03ffff
	top32 = 0x0fffffffff
	top64 = 1<<64 - 1
)

// leastVarints is the least numbers that are read other than one by one.
const leastVarints = 8

// getVarints reads varints up to top into the size numbers of width bytes at
// data, two from each word, while there are leastVarints numbers and 16 bytes: how many it
// did, and the offset after them.
func getVarints[T number](data unsafeio.Ptr, size int, width uintptr, top uint64, buf unsafeio.Ptr, n, lim int) (i, m int) {
	for i <= size-leastVarints && lim-n >= 16 {
		w := buf.Add(n).LE64()
		ends := ^w & more
		at := data.At(uintptr(i) * width)
		if ends == more { // eight of one byte
			// The zigzag of all of them at once, then to their width.
			w = w>>1&0x3f3f3f3f3f3f3f3f ^ (w&ones)*0xff
			d := unsafeio.As[[8]T](at)
			d[0], d[1] = T(int8(w)), T(int8(w>>8))
			d[2], d[3] = T(int8(w>>16)), T(int8(w>>24))
			d[4], d[5] = T(int8(w>>32)), T(int8(w>>40))
			d[6], d[7] = T(int8(w>>48)), T(int8(w>>56))
			i, n = i+8, n+8
			continue
		}
		d := unsafeio.As[[2]T](at)
		if ends == 0 {
			high := uint64(buf.Add(n + 8).Byte())
			l := 9
			if high >= 0x80 {
				last := uint64(buf.Add(n + 9).Byte())
				high, l = high&0x7f|last<<7, 10
			}
			if top != top64 || high > 0xff {
				break
			}
			d[0] = T(Unzigzag(gather(w) | high<<56))
			i, n = i+1, n+l
			continue
		}
		first := ends ^ (ends - 1)
		x := w & first
		if x > top {
			break
		}
		d[0] = T(Unzigzag(gather(x)))
		l := countBytes(first)
		ends &= ends - 1
		if ends == 0 {
			i, n = i+1, n+l
			continue
		}
		second := ends ^ (ends - 1)
		x = w & second >> (8 * l & 63)
		if x > top {
			return i + 1, n + l
		}
		d[1] = T(Unzigzag(gather(x)))
		i, n = i+2, n+countBytes(second)
	}
	return i, n
}

// countBytes returns the bytes of a mask that has only whole ones.
func countBytes(mask uint64) int { return int(mask & ones * ones >> 56) }

// ones has the lowest bit of each byte set.
const ones = 0x0101010101010101
