package layout

// All returns s and every struct that its fields lead to, each once, s first.
func (s *Struct) All() []*Struct {
	all := []*Struct{s}
	seen := map[*Struct]bool{s: true}
	for i := 0; i < len(all); i++ {
		for j := range all[i].Fields {
			all[i].Fields[j].Type.walk(func(t *Type) {
				if t.Struct != nil && !seen[t.Struct] {
					seen[t.Struct] = true
					all = append(all, t.Struct)
				}
			})
		}
	}
	return all
}

// walk calls visit for t and every node below it, structs left closed.
func (t *Type) walk(visit func(*Type)) {
	visit(t)
	if t.Key != nil {
		t.Key.walk(visit)
	}
	if t.Elem != nil {
		t.Elem.walk(visit)
	}
}

// Dense returns the table of Lookup for ids from 0 to its length: the position
// in Fields, or -1. It is shared; the caller must not change it.
func (s *Struct) Dense() []int16 { return s.index.dense }
