package layout

// All returns s and every struct that its fields reach, each once, s first.
func (s *Struct) All() []*Struct { return s.reachable() }
