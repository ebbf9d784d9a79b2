package layout

import (
	stdbinary "encoding/binary"

	"github.com/cespare/xxhash/v2"
)

// fingerprintForm starts what is hashed; it changes with the form.
const fingerprintForm = "miser schema 1\n"

// Fingerprint returns a number for what s means on the wire: the ids, kinds
// and requiredness of its fields and of all structs it leads to, and which of
// them are unions. Names, Go types and the order of Go fields do not count, an
// enum counts as i32, and it does not matter how a recursive schema is cut into
// structs: two types whose schemas unroll to the same tree are equal. It is
// the same on every architecture. The schema is walked on each call.
func (s *Struct) Fingerprint() uint64 {
	all := s.All()
	class := minimise(all)
	first := make(map[int]*Struct, len(all)) // one struct of each class
	for _, s := range all {
		if first[class[s]] == nil {
			first[class[s]] = s
		}
	}
	// Number the classes in the order in which a walk from the root meets
	// them; minimal and so numbered, equal schemas give equal bytes.
	number := map[int]uint64{class[s]: 0}
	order := []int{class[s]}
	out := []byte(fingerprintForm)
	for i := 0; i < len(order); i++ {
		out = first[order[i]].appendSchema(out, func(s *Struct) uint64 {
			c := class[s]
			n, ok := number[c]
			if !ok {
				n = uint64(len(order))
				number[c] = n
				order = append(order, c)
			}
			return n
		})
	}
	return xxhash.Sum64(out)
}

// minimise sorts the structs into classes of those whose schemas unroll to the
// same tree: it starts with one class and splits, by what the fields are and
// the classes they lead to, until nothing splits any more.
func minimise(all []*Struct) map[*Struct]int {
	class := make(map[*Struct]int, len(all))
	for _, s := range all {
		class[s] = 0
	}
	for count := 1; ; {
		next := make(map[*Struct]int, len(all))
		seen := map[string]int{}
		for _, s := range all {
			// The old class is part of the key, so that classes only split.
			key := stdbinary.AppendUvarint(nil, uint64(class[s]))
			key = s.appendSchema(key, func(s *Struct) uint64 { return uint64(class[s]) })
			c, ok := seen[string(key)]
			if !ok {
				c = len(seen)
				seen[string(key)] = c
			}
			next[s] = c
		}
		if len(seen) == count {
			return class
		}
		class, count = next, len(seen)
	}
}

// appendSchema appends what s is on the wire, where number stands for the
// structs that it leads to.
func (s *Struct) appendSchema(b []byte, number func(*Struct) uint64) []byte {
	b = append(b, 0)
	if s.Union {
		b[len(b)-1] = 1
	}
	b = stdbinary.AppendUvarint(b, uint64(len(s.Fields)))
	for i := range s.Fields {
		f := &s.Fields[i]
		b = stdbinary.AppendVarint(b, int64(f.ID))
		b = append(b, byte(f.Req))
		b = f.Type.appendSchema(b, number)
	}
	return b
}

// appendSchema appends what t is on the wire, in prefix form.
func (t *Type) appendSchema(b []byte, number func(*Struct) uint64) []byte {
	t = t.value()
	b = append(b, byte(t.Kind))
	if t.Struct != nil {
		return stdbinary.AppendUvarint(b, number(t.Struct))
	}
	if t.Key != nil {
		b = t.Key.appendSchema(b, number)
	}
	if t.Elem != nil {
		b = t.Elem.appendSchema(b, number)
	}
	return b
}
