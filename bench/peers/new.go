package peers

// New returns the cases of a workload, with no contestant yet. The messages
// reach Apache's code by way of thriftgo's Binary, and what Apache makes of
// them is the measure for all.
func New[A, T any, P Struct[A], F FastStruct[T]](work string, vs []*T) *Set {
	s := &Set{Work: work, Wire: map[string][][]byte{}}
	for _, v := range vs {
		a := P(new(A))
		must(ApacheRead(Binary, F(v).FastAppend(nil), a))
		for _, proto := range []string{Binary, Compact} {
			b, err := ApacheBytes(proto, a)
			must(err)
			s.Wire[proto] = append(s.Wire[proto], b)
		}
	}
	return s
}
