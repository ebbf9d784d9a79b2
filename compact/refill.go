package compact

import (
	"slices"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

const (
	refillFrames = 8  // structs nested in one call
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

// What an entry stores: text, or nothing in a field that did not come.
const (
	refillString = iota
	refillBytes
	refillNil
	refillNoString
	refillNoSlice
)

// What refill gives.
const (
	refillLeft = iota // it did not come to the end: Go decodes from the start
	refillDone
	refillFull // it goes on when the log is empty
)

// refillStruct decodes into the used struct at base, whose strings alias the
// input, as decodeStruct does. It returns -1 when it could not, and is not
// tried again in this decode: what stopped it may well come again. It changes
// no pointer but those of texts and of fields that are absent, so that decoding
// may start over.
//
//go:noinline
func refillStruct(d *walk.Decoder, p *Program, base, buf unsafeio.Ptr, n, lim, depth int) int {
	s := refillState{f: &p.fields[0], p: p, base: base, at: n, levels: depth}
	for {
		done := refill(&s, buf, lim, d.Bytes)
		for i := range s.logged {
			e := &s.log[i&(refillLog-1)]
			how := e.text & (1<<howBits - 1)
			off, l := e.split()
			t := unsafeio.Nothing()
			if l > 0 {
				t = d.Copy.Add(off - d.Base)
			}
			switch how {
			case refillString:
				*e.addr.String() = unsafeio.StringAt(t, l)
			case refillBytes:
				*e.addr.Bytes() = unsafeio.BytesAt(t, l)
			case refillNil:
				*e.addr.Ptr() = unsafeio.Ptr{}
			case refillNoString:
				*e.addr.String() = ""
			default:
				*e.addr.Slice() = unsafeio.Slice{}
			}
		}
		s.logged = 0
		switch done {
		case refillDone:
			return s.at
		case refillLeft:
			d.Refill = false
			return -1
		}
	}
}

// split returns the offset and the length of e's text.
func (e *refillEntry) split() (off, l int) {
	return int(e.text >> howBits & (1<<offBits - 1)), int(e.text >> (howBits + offBits))
}

// listKind is how refill reads the elements of a list.
type listKind uint8

const (
	listOther listKind = iota
	list2
	list4
	list8
	listDouble
	listStrings
	listBytes
	listStructs
	listPointers // to structs
)

func listKindOf(elem *node) listKind {
	switch elem.code {
	case node2:
		return list2
	case node4:
		return list4
	case node8:
		return list8
	case nodeDouble:
		return listDouble
	case nodeString:
		return listStrings
	case nodeBytes:
		return listBytes
	case nodeStruct:
		return listStructs
	case nodePtr:
		if elem.elem.code == nodeStruct {
			return listPointers
		}
	}
	return listOther
}

// refillable reports whether refill has code for f, whatever its structs hold.
func (f *dfield) refillable() bool {
	return f.keep && f.code < decAny && (f.code != decList || f.list != listOther)
}

// nests reports whether f holds structs or a list.
func (f dfield) nests() bool { return f.code >= decOptStruct }

// findRefills finds the programs whose structs refill can read whole, and those
// where that is worth more than scan.
func (l *lowerer) findRefills() {
	users := map[*Program][]*Program{}
	var not []*Program
	for _, p := range l.progs {
		p.refills = bestLevel() > 0 && !p.fresh && !p.begin && !p.end && len(p.fields) <= 64
		for i := range len(p.fields) - 1 {
			f := &p.fields[i]
			if f.sub != nil {
				users[f.sub] = append(users[f.sub], p)
			}
			p.refills = p.refills && f.refillable()
		}
		if !p.refills {
			not = append(not, p)
		}
	}
	for sub := range users {
		if l.progs[sub.plan] != sub && !sub.refills {
			not = append(not, sub) // lowered earlier
		}
	}
	for ; len(not) > 0; not = not[1:] {
		for _, p := range users[not[0]] {
			if p.refills {
				p.refills = false
				not = append(not, p)
			}
		}
	}
	for _, p := range l.progs {
		p.enters = p.refills && len(p.fields) > 1 && slices.ContainsFunc(p.fields[:len(p.fields)-1], dfield.nests)
	}
}
