package binary

import (
	"slices"

	"github.com/miserwire/miser/internal/walk"
)

// What an entry stores: text, nothing in a field that did not come, or numbers,
// whose count is in place of the length.
const (
	refillString = iota
	refillBytes
	refillNil
	refillNoString
	refillNoSlice
	refillBools
	refill1
	refill2
	refill4
	refill8
)

// listKind is how refill reads the elements of a list: what its entries store,
// or structs.
type listKind uint8

const (
	listOther listKind = iota
	listStrings
	listBytes
	listBools    = listKind(refillBools)
	list1        = listKind(refill1)
	list2        = listKind(refill2)
	list4        = listKind(refill4)
	list8        = listKind(refill8)
	listStructs  = listKind(refill8 + 1)
	listPointers = listKind(refill8 + 2) // to structs
)

func listKindOf(elem *node) listKind {
	switch elem.code {
	case nodeBool:
		return listBools
	case node1:
		return list1
	case node2:
		return list2
	case node4:
		return list4
	case node8:
		return list8
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

// leads reports whether f holds a pointer, or a struct.
func (f dfield) leads() bool { return !f.scans() || f.code >= decString }

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
	walk.Spread(not, users, func(p *Program) bool {
		news := p.refills
		p.refills = false
		return news
	})
	for _, p := range l.progs {
		p.numbers = p.refills && len(p.fields) > leastScan && !slices.ContainsFunc(p.fields[:len(p.fields)-1], dfield.leads)
		p.enters = p.refills && len(p.fields) > 1 && slices.ContainsFunc(p.fields[:len(p.fields)-1], dfield.nests)
	}
}
