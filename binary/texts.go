package binary

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// putTexts encodes the size strings or binaries at data, stride bytes apart,
// from offset n on. It returns the offset after them, or a code and the string
// that it is about.
func putTexts(e *walk.Encoder, data unsafeio.Ptr, stride uintptr, size int, buf unsafeio.Ptr, n, lim int) (i, m int) {
	for {
		if haveAssembly && lim-n >= textsRoom && size-i >= textsLeast && level == levelAVX2 && !e.Plain {
			did, used := textsAVX2(data, stride, min(size-i, textsMost), buf.Add(n), lim-n, 0, 0)
			i, n = i+did, n+used
			if i == size {
				return i, n
			}
			data = data.At(uintptr(did) * stride)
		}
		s := *data.String() // once: another goroutine may change it
		src, l := unsafeio.StringOf(s), len(s)
		if l > maxLen-16 || lim-n < 4+l {
			return i, noRoom(e, n, l)
		}
		d := buf.Add(n)
		d.PutBE32(uint32(l))
		n += 4 + l
		// Copies that overlap.
		switch {
		case l > 64:
			d.Add(4).Copy(src, l)
		case l > 32:
			d = d.Add(4)
			t := l - 16
			d.Copy16(src)
			d.Add(16).Copy16(src.Add(16))
			d.Add(t - 16).Copy16(src.Add(t - 16))
			d.Add(t).Copy16(src.Add(t))
		case l >= 16:
			d = d.Add(4)
			d.Copy16(src)
			d.Add(l - 16).Copy16(src.Add(l - 16))
		case l >= 8:
			d = d.Add(4)
			d.PutLE64(src.LE64())
			d.Add(l - 8).PutLE64(src.Add(l - 8).LE64())
		case l >= 4:
			d = d.Add(4)
			d.PutLE32(src.LE32())
			d.Add(l - 4).PutLE32(src.Add(l - 4).LE32())
		case l > 0:
			d = d.Add(4)
			d.PutByte(src.Byte())
			d.Add(l >> 1).PutByte(src.Add(l >> 1).Byte())
			d.Add(l - 1).PutByte(src.Add(l - 1).Byte())
		}
		if i++; i == size {
			return i, n
		}
		data = data.At(stride)
	}
}

// putBeside is putTexts of strings with a number of before or after bytes in
// the 8 bytes before or after each, one of the two being 0: data is where the
// first of them lies.
func putBeside(e *walk.Encoder, data unsafeio.Ptr, stride uintptr, size, before, after int, buf unsafeio.Ptr, n, lim int) (i, m int) {
	for {
		if haveAssembly && lim-n >= textsRoom && level == levelAVX2 && !e.Plain {
			did, used := textsAVX2(data, stride, min(size-i, textsMost), buf.Add(n), lim-n, before, after)
			i, n = i+did, n+used
			if i == size {
				return i, n
			}
			data = data.At(uintptr(did) * stride)
		}
		if before != 0 {
			if n = putNumber(data, before, buf, n, lim); n >= 0 {
				_, n = putTexts(e, data.At(8), 0, 1, buf, n, lim)
			}
		} else if _, n = putTexts(e, data, 0, 1, buf, n, lim); n >= 0 {
			n = putNumber(data.At(2*ptrSize), after, buf, n, lim)
		}
		if n < 0 {
			return i, n
		}
		if i++; i == size {
			return i, n
		}
		data = data.At(stride)
	}
}

// putNumber writes the number of size bytes, 4 or 8, at q.
func putNumber(q unsafeio.Ptr, size int, buf unsafeio.Ptr, n, lim int) int {
	if lim-n < size {
		return walk.Short
	}
	if size == 8 {
		buf.Add(n).PutBE64(*q.U64())
	} else {
		buf.Add(n).PutBE32(*q.U32())
	}
	return n + size
}
