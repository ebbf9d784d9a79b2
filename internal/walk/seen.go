package walk

import (
	"math/bits"

	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// Presence bits: the first 64 fields of a struct have theirs in a word that
// the walker carries in a register; d.Seen is a stack of the words beyond,
// for the structs that are being decoded. mark is where a struct's begin.

// PushSeen makes room for words presence words and returns their mark.
func (d *Decoder) PushSeen(words int) int {
	mark := len(d.Seen)
	if room := mark + words; room > cap(d.Seen) {
		d.Charge(2 * 8 * int64(room)) // what comes next fails where that was too much
	}
	for range words {
		d.Seen = append(d.Seen, 0)
	}
	return mark
}

// See marks field i >= 64 as seen.
func (d *Decoder) See(mark, i int) { d.Seen[mark+i>>6-1] |= 1 << (i & 63) }

// Again reports whether field i was seen before.
func (d *Decoder) Again(mark, i int, seen uint64) bool {
	if i >= 64 {
		seen = d.Seen[mark+i>>6-1]
	}
	return seen>>(i&63)&1 != 0
}

// OnlyArm resets the arms of the union at base that were seen, but field i,
// and returns the presence bits that are left of the first 64.
func (d *Decoder) OnlyArm(s *layout.Struct, base unsafeio.Ptr, i int, seen uint64, mark, words int) uint64 {
	for w := range words + 1 {
		bit := uint64(0)
		if i>>6 == w {
			bit = 1 << (i & 63)
		}
		set := &seen
		if w > 0 {
			set = &d.Seen[mark+w-1]
		}
		for u := *set &^ bit; u != 0; u &= u - 1 {
			ResetField(s, &s.Fields[64*w+bits.TrailingZeros64(u)], base)
		}
		*set &= bit
	}
	if s.UnknownOff >= 0 {
		*base.At(uintptr(s.UnknownOff)).Bytes() = nil
	}
	return seen
}

// OnlyUnknown resets every arm of the union at base: an unknown one came.
func OnlyUnknown(s *layout.Struct, base unsafeio.Ptr) {
	for i := range s.Fields {
		ResetField(s, &s.Fields[i], base)
	}
	*base.At(uintptr(s.UnknownOff)).Bytes() = nil
}

// Finish ends the struct at base, whose stop field is at offset n, and
// returns the offset after it or a code: fields that did not come must not be
// required ones, and are reset where the struct is used memory.
func (d *Decoder) Finish(s *layout.Struct, base unsafeio.Ptr, seen uint64, mark, n int, used bool) int {
	words := (len(s.Fields) + 63) / 64
	for w := range words {
		if w > 0 {
			seen = d.Seen[mark+w-1]
		}
		if f := MissingField(s, w, seen); f != nil {
			if d.Odd.Field != f || !d.Odd.Base.Same(base) {
				d.Odd.Field = nil
			}
			return d.Field(d.Fail(Missing, n), f.GoName)
		}
		if used {
			resetUnseen(s, base, w, seen)
		}
	}
	if s.UnknownOff >= 0 {
		kept := base.At(uintptr(s.UnknownOff)).Bytes()
		*kept = (*kept)[:len(*kept):len(*kept)]
	}
	if words > 1 {
		d.Seen = d.Seen[:mark]
	}
	return n + 1
}
