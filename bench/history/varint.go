package history

import (
	stdbinary "encoding/binary"
	"math"
	"math/bits"

	"github.com/miserwire/miser/bench/gen/fast"
)

// appendOne appends v in Compact, as generated code would, with varints by put.
func appendOne(b []byte, v *fast.OneOfEach, put func([]byte, uint64) []byte) []byte {
	b = append(b, 1<<4|boolCode(v.ImTrue), 1<<4|boolCode(v.ImFalse), 1<<4|3, byte(v.ABite))
	b = put(append(b, 1<<4|4), zigzag(int64(v.Integer16)))
	b = put(append(b, 1<<4|5), zigzag(int64(v.Integer32)))
	b = put(append(b, 1<<4|6), zigzag(v.Integer64))
	b = stdbinary.LittleEndian.AppendUint64(append(b, 1<<4|7), math.Float64bits(v.DoublePrecision))
	b = append(put(append(b, 1<<4|8), uint64(len(v.SomeCharacters))), v.SomeCharacters...)
	b = append(put(append(b, 1<<4|8), uint64(len(v.ZomgUnicode))), v.ZomgUnicode...)
	delta := byte(1)
	if v.WhatWho != nil {
		b = append(b, delta<<4|boolCode(*v.WhatWho))
	} else {
		delta++
	}
	if v.Base64 != nil {
		b = append(put(append(b, delta<<4|8), uint64(len(v.Base64))), v.Base64...)
	}
	return append(b, 0)
}

func boolCode(v bool) byte {
	if v {
		return 1
	}
	return 2
}

func zigzag(v int64) uint64 { return uint64(v<<1) ^ uint64(v>>63) }

// appendVarintBytes stores each byte on its own.
//
//go:noinline
func appendVarintBytes(b []byte, u uint64) []byte {
	for u >= 0x80 {
		b = append(b, byte(u)|0x80)
		u >>= 7
	}
	return append(b, byte(u))
}

// appendVarintOnce spreads up to 56 bits over a word and stores that.
//
//go:noinline
func appendVarintOnce(b []byte, u uint64) []byte {
	if u >= 1<<56 {
		return appendVarintBytes(b, u)
	}
	size := (bits.Len64(u|1) + 6) / 7
	w := u&0x7f | u<<1&0x7f00 | u<<2&0x7f0000 | u<<3&0x7f000000 | u<<4&0x7f00000000 |
		u<<5&0x7f0000000000 | u<<6&0x7f000000000000 | u<<7&0x7f00000000000000
	w |= 0x8080808080808080 & (1<<(8*(size-1)) - 1)
	return stdbinary.LittleEndian.AppendUint64(b, w)[:len(b)+size]
}
