package compact

import (
	"math/bits"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// putTexts encodes the size strings or binaries at data, stride bytes apart,
// from offset n on. It returns the offset after them, or a code and the
// string that it is about.
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
		src, l := unsafeio.StringOf(*data.String()), len(*data.String())
		if l > 64 || lim-n <= l {
			if n = putText(e, src, l, buf, n, lim); n < 0 {
				return i, n
			}
			if i++; i == size {
				return i, n
			}
			data = data.At(stride)
			continue
		}
		d := buf.Add(n)
		*d.U8() = byte(l)
		n += 1 + l
		// Copies that overlap, as in appendStruct.
		switch {
		case l >= 16:
			d = d.Add(1)
			t := l - 16
			a := 16 + (t-16)&((t-16)>>(bits.UintSize-1))
			d.Copy16(src)
			d.Add(t).Copy16(src.Add(t))
			d.Add(a).Copy16(src.Add(a))
			d.Add(t - a).Copy16(src.Add(t - a))
		case l >= 4:
			d = d.Add(1)
			t := l - 4
			a := 4 + (t-4)&((t-4)>>(bits.UintSize-1))
			d.PutLE32(src.LE32())
			d.Add(t).PutLE32(src.Add(t).LE32())
			d.Add(a).PutLE32(src.Add(a).LE32())
			d.Add(t - a).PutLE32(src.Add(t - a).LE32())
		case l > 0:
			d = d.Add(1)
			*d.U8() = *src.U8()
			*d.Add(l >> 1).U8() = *src.Add(l >> 1).U8()
			*d.Add(l - 1).U8() = *src.Add(l - 1).U8()
		}
		if i++; i == size {
			return i, n
		}
		data = data.At(stride)
	}
}

// putText is putTexts of a string that is long, or close to the end of dst.
//
//go:noinline
func putText(e *walk.Encoder, src unsafeio.Ptr, l int, buf unsafeio.Ptr, n, lim int) int {
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
