package compact

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// putTexts encodes the size strings or binaries at data, stride bytes apart,
// from offset n on. It returns the offset after them, or a code and the string
// that it is about.
func putTexts(e *walk.Encoder, data unsafeio.Ptr, stride uintptr, size int, buf unsafeio.Ptr, n, lim int) (i, m int) {
	for {
		if haveAssembly && lim-n >= textsRoom && size-i >= textsLeast && level == levelBMI2 && !e.Plain {
			did, used := textsBMI2(data, stride, min(size-i, textsMost), buf.Add(n), lim-n, 0, 0)
			i, n = i+did, n+used
			if i == size {
				return i, n
			}
			data = data.At(uintptr(did) * stride)
		}
		s := *data.String() // once: another goroutine may change it
		src, l := unsafeio.StringOf(s), len(s)
		if l > 64 || lim-n <= l {
			if n = putLongText(e, src, l, buf, n, lim); n < 0 {
				return i, n
			}
			l = 0 // done
		} else {
			buf.Add(n).PutByte(byte(l))
			n += 1 + l
		}
		// Copies that overlap.
		switch {
		case l > 32:
			d := buf.Add(n - l)
			t := l - 16
			d.Copy16(src)
			d.Add(16).Copy16(src.Add(16))
			d.Add(t - 16).Copy16(src.Add(t - 16))
			d.Add(t).Copy16(src.Add(t))
		case l >= 16:
			d := buf.Add(n - l)
			d.Copy16(src)
			d.Add(l - 16).Copy16(src.Add(l - 16))
		case l >= 8:
			d := buf.Add(n - l)
			d.PutLE64(src.LE64())
			d.Add(l - 8).PutLE64(src.Add(l - 8).LE64())
		case l >= 4:
			d := buf.Add(n - l)
			d.PutLE32(src.LE32())
			d.Add(l - 4).PutLE32(src.Add(l - 4).LE32())
		case l > 0:
			d := buf.Add(n - l)
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

// putLongText is putTexts of a string that is long, or close to the end of dst.
//
//go:noinline
func putLongText(e *walk.Encoder, src unsafeio.Ptr, l int, buf unsafeio.Ptr, n, lim int) int {
	if l > maxLen {
		return e.Fail(walk.TooLong, n)
	}
	if n = putVarint(buf, n, lim, uint64(l)); n < 0 || lim-n < l {
		return walk.Short
	}
	if l > 0 {
		buf.Add(n).Copy(src, l)
	}
	return n + l
}

// putBeside is putTexts of strings with a number of before or after bytes in
// the 8 bytes before or after each, one of the two being 0: data is where the
// first of them lies.
func putBeside(e *walk.Encoder, data unsafeio.Ptr, stride uintptr, size, before, after int, buf unsafeio.Ptr, n, lim int) (i, m int) {
	for {
		if haveAssembly && lim-n >= textsRoom && level == levelBMI2 && !e.Plain {
			did, used := textsBMI2(data, stride, min(size-i, textsMost), buf.Add(n), lim-n, before, after)
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

// putNumber writes the varint of the integer of size bytes, 4 or 8, at q.
func putNumber(q unsafeio.Ptr, size int, buf unsafeio.Ptr, n, lim int) int {
	v := int64(*q.I32())
	if size == 8 {
		v = *q.I64()
	}
	return putVarint(buf, n, lim, Zigzag(v))
}
