package walk

import (
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// Least is the bytes that a protocol needs at the least.
type Least struct {
	Field     int                   // of a field header
	Container int                   // of the header of a list, set or map that is not empty
	Value     func(layout.Kind) int // of an element of that kind
	Bool      int                   // of the value of a bool field
	Kept      int                   // bytes, at the most, that a byte of an unknown field takes where it is kept
}

// Amplification returns K, how many bytes of memory a decode of s may allocate for
// each byte of input, but for 64 KiB that any decode may take. What
// InitDefault allocates does not count.
//
// Each byte of input belongs to one field header, to the header of one container,
// and to one element of the innermost container, at most, so that the worst of each
// sort of place add up.
func Amplification(s *layout.Struct, l Least) int64 {
	a := amplifier{least: l, seen: map[*layout.Type]bool{}}
	for _, s := range s.All() {
		slots := int64(0)
		if s.Slots != nil {
			slots = int64(s.Slots.Size())
		}
		for i := range s.Fields {
			f := &s.Fields[i]
			hops := int64(0)
			for _, h := range f.Hops {
				hops += int64(h.New.Size())
			}
			n := f.Type
			if n.Held() {
				n = n.Elem
			}
			header := l.Field + l.Value(n.Kind)
			if n.Kind == layout.Bool {
				header = l.Field + l.Bool
			}
			mem := hops + pointees(n)
			if f.Slot >= 0 {
				mem = hops + slots
			}
			a.field = max(a.field, ratio(batched*mem, header))
			a.below(n)
		}
		if s.UnknownOff >= 0 {
			a.text = max(a.text, grown*int64(l.Kept))
		}
	}
	return textFactor + a.text + a.field + a.container + a.element
}

// What memory costs beside its bytes.
const (
	grown   = 4 // a slice that doubles, with the halves before it
	batched = 2 // the blocks of an arena come in doubling arrays

	// textFactor is what a byte of text costs: a copy, rounded up to a size class
	// where it has memory of its own.
	textFactor = 16
)

type amplifier struct {
	least                           Least
	seen                            map[*layout.Type]bool
	field, container, element, text int64
}

// ratio is bytes of memory for each byte of input, rounded up.
func ratio(mem int64, wire int) int64 { return (mem + int64(wire) - 1) / int64(wire) }

// pointees is the bytes that the pointers from t on lead to.
func pointees(t *layout.Type) (mem int64) {
	for t.Mem == layout.MemPtr {
		if t.New != nil {
			mem += int64(t.New.Size())
		}
		t = t.Elem
	}
	return mem
}

// below takes the containers in t into account.
func (a *amplifier) below(t *layout.Type) {
	if a.seen[t] {
		return
	}
	a.seen[t] = true
	switch t.Mem {
	case layout.MemPtr:
		a.below(t.Elem)
	case layout.MemSlice:
		a.elements(int64(t.Slice.ElemSize()), a.least.Value(t.Elem.Kind), pointees(t.Elem))
		a.below(t.Elem)
	case layout.MemEntries:
		wire := a.least.Value(t.Key.Kind) + a.least.Value(t.Elem.Kind)
		a.elements(int64(t.Slice.ElemSize()), wire, pointees(t.Key)+pointees(t.Elem))
		a.below(t.Key)
		a.below(t.Elem)
	case layout.MemMap, layout.MemSetMap:
		wire, mem := a.least.Value(t.Elem.Kind), pointees(t.Elem)
		if t.Key != nil {
			wire, mem = wire+a.least.Value(t.Key.Kind), mem+pointees(t.Key)
			a.below(t.Key)
		}
		entry := int64(t.Map.EntrySize())
		_, first := t.Map.Room(1)
		a.container = max(a.container,
			ratio(int64(t.Map.EmptySize()), a.least.Value(t.Kind)),
			ratio(first, a.least.Container+wire))
		a.element = max(a.element, ratio(grown*entry+batched*mem, wire))
		a.below(t.Elem)
	}
}

// elements takes a slice into account whose elements take mem bytes, and lead to
// more, for wire bytes at the least.
func (a *amplifier) elements(mem int64, wire int, more int64) {
	if mem > coveredRatio*int64(wire) {
		mem *= grown
	}
	a.element = max(a.element, ratio(mem+batched*more, wire))
	// Short lists come from runs, which may be left half used.
	a.container = max(a.container, ratio(batched*int64(unsafeio.PtrSize), a.least.Container))
}
