//go:build !purego && !race && !thriftcheck

package binary

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

const (
	refillFrames = 6  // structs nested in one call
	refillLog    = 16 // pointers that one call leaves to store
)

// refillState is where a refill stands. It lives on the stack: assembly keeps
// addresses in it while Go stores what it logged.
type refillState struct {
	f      *dfield  // the field that is expected, or in a list of texts its own
	p      *Program // of the struct
	base   unsafeio.Ptr
	at     int // offset of the next header, or text
	seen   uint64
	levels int          // that may nest below the struct
	elem   unsafeio.Ptr // of the next text
	texts  int          // left in a list, 0 outside of one
	frames int
	logged int
	frame  [refillFrames]refillFrame
	log    [refillLog]refillEntry
}

// refillFrame is a struct around the one that is being read.
type refillFrame struct {
	f      *dfield // that led here
	p      *Program
	base   unsafeio.Ptr
	seen   uint64
	levels int
	elem   unsafeio.Ptr // in a list of pointers: this one
	left   int          // structs of the list that are left, this one included
}

// The assembly alone uses these.
var (
	_ = [...]int{refillState{}.texts, refillState{}.frames, refillFrame{}.levels, refillFrame{}.left}
	_ = [...]uint64{refillState{}.seen, refillFrame{}.seen}
	_ = [...]unsafeio.Ptr{refillState{}.elem, refillFrame{}.base, refillFrame{}.elem}
	_ = refillState{}.frame
	_ = refillFrame{}.f
	_ = refillFrame{}.p
)

// refillEntry is a pointer to be stored at addr: how, in the low bits, the
// offset of a text in the input, and its length.
type refillEntry struct {
	addr unsafeio.Ptr
	text uint64
}

// The parts of refillEntry.text. Input beyond what offBits say is left to Go.
const (
	howBits = 4
	offBits = walk.RefillBits
)

// What refill gives.
const (
	refillLeft = iota // it did not come to the end: Go decodes from the start
	refillDone
	refillFull // it goes on when the log is empty
)

// refillStruct decodes into the used struct at base, whose strings alias the
// input, as decodeStruct does; no text is longer than most. It returns -1 when
// it could not. It changes no pointer but those of texts and of fields that are
// absent, so that decoding may start over.
//
//go:noinline
func refillStruct(p *Program, base, buf unsafeio.Ptr, n, lim, depth, most int) int {
	var s refillState // not a literal, which would be copied
	s.f, s.p, s.base, s.at, s.levels = &p.fields[0], p, base, n, depth
	for {
		done := refill(&s, buf, lim, most)
		for i := range s.logged {
			e := &s.log[i&(refillLog-1)]
			how := e.text & (1<<howBits - 1)
			if how > refillNoSlice {
				storeNumbers(e, buf)
				continue
			}
			off, l := e.split()
			t := unsafeio.Nothing()
			if l > 0 {
				t = buf.Add(off)
			}
			switch how {
			case refillString:
				*e.addr.String() = unsafeio.StringAt(t, l)
			case refillBytes:
				*e.addr.Bytes() = unsafeio.BytesAt(t, l)
			case refillNil:
				e.addr.SetPtr(unsafeio.Ptr{})
			case refillNoString:
				*e.addr.String() = ""
			default:
				e.addr.SetSlice(unsafeio.Slice{})
			}
		}
		s.logged = 0
		switch done {
		case refillDone:
			return s.at
		case refillLeft:
			return -1
		}
	}
}

// storeNumbers decodes the numbers of e, which are as wide in memory as on the
// wire.
//
//go:noinline
func storeNumbers(e *refillEntry, buf unsafeio.Ptr) {
	off, size := e.split()
	src := buf.Add(off)
	switch e.text & (1<<howBits - 1) {
	case refillBools:
		unsafeio.GetBools(e.addr, src, size)
	case refill1:
		e.addr.Copy(src, size)
	case refill2:
		unsafeio.GetBE16s(e.addr, src, size)
	case refill4:
		unsafeio.GetBE32s(e.addr, src, size)
	default:
		unsafeio.GetBE64s(e.addr, src, size)
	}
}

// split returns the offset and the length of e's text.
func (e *refillEntry) split() (off, l int) {
	return int(e.text >> howBits & (1<<offBits - 1)), int(e.text >> (howBits + offBits))
}

// One call of refill is over before anyone waits for it.
const refillWork = 2048 // fields, structs and texts

// resetEntry gives assembly the names of walk.Reset.
type resetEntry walk.Reset

// The assembly alone reads these.
var _ = [...]int{refillWork, int(resetEntry{}.Off)}

// refill decodes into the struct at s, whose memory and that of all structs in
// it is used, from the lim bytes at buf. most is the length that a text may
// have. It stores numbers and lengths of slices; pointers it logs.
// Caller: s.p refills; lim fits 31 bits.
//
//go:noescape
func refill(s *refillState, buf unsafeio.Ptr, lim, most int) int
