package compact

import (
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

// refillEntry is a pointer to be stored at addr.
type refillEntry struct {
	addr unsafeio.Ptr
	text uint64 // offset in the input, and length from bit 32 on
	how  uint64
}

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
// input, as decodeStruct does, or reports that it could not. It changes no
// pointer but those of texts and of fields that are absent, so that decoding
// may start over.
//
//go:noinline
func refillStruct(d *walk.Decoder, p *Program, base, buf unsafeio.Ptr, n, lim, depth int) (int, bool) {
	s := refillState{f: &p.fields[0], p: p, base: base, at: n, levels: depth}
	for {
		done := refill(&s, buf, lim, d.Bytes)
		for i := range s.logged {
			e := &s.log[i&(refillLog-1)]
			off, l := int(uint32(e.text)), int(e.text>>32)
			t := unsafeio.Nothing()
			if l > 0 {
				t = d.Copy.Add(off - d.Base)
			}
			switch e.how {
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
		if done != refillFull {
			return s.at, done == refillDone
		}
	}
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

// findRefills finds the programs whose structs refill can read whole.
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
}
