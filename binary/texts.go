package binary

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
		if haveAssembly && lim-n >= textsRoom && size-i >= textsLeast && level == levelAVX2 && !e.Plain {
			did, used := textsAVX2(data, stride, min(size-i, textsMost), buf.Add(n), lim-n, 0, 0)
			i, n = i+did, n+used
			if i == size {
				return i, n
			}
			data = data.At(uintptr(did) * stride)
		}
		src, l := unsafeio.StringOf(*data.String()), len(*data.String())
		if l > maxLen-16 || lim-n < 4+l {
			return i, noRoom(e, n, l)
		}
		d := buf.Add(n)
		d.PutBE32(uint32(l))
		n += 4 + l
		// Copies that overlap, as in appendStruct.
		switch {
		case l > 64:
			d.Add(4).Copy(src, l)
		case l >= 16:
			d = d.Add(4)
			t := l - 16
			a := 16 + (t-16)&((t-16)>>(bits.UintSize-1))
			d.Copy16(src)
			d.Add(t).Copy16(src.Add(t))
			d.Add(a).Copy16(src.Add(a))
			d.Add(t - a).Copy16(src.Add(t - a))
		case l >= 4:
			d = d.Add(4)
			t := l - 4
			a := 4 + (t-4)&((t-4)>>(bits.UintSize-1))
			d.PutLE32(src.LE32())
			d.Add(t).PutLE32(src.Add(t).LE32())
			d.Add(a).PutLE32(src.Add(a).LE32())
			d.Add(t - a).PutLE32(src.Add(t - a).LE32())
		case l > 0:
			d = d.Add(4)
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
