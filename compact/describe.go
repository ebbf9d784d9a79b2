package compact

// Describe returns the type t in words, and for a container, whose header b begins
// with, those of its elements.
func Describe(t Type, b []byte) string {
	switch t {
	case TypeList, TypeSet:
		if et, _, n := ConsumeListHeader(b); n >= 0 {
			return t.String() + "<" + et.String() + ">"
		}
	case TypeMap:
		if kt, vt, size, n := ConsumeMapHeader(b); n >= 0 && size > 0 {
			return t.String() + "<" + kt.String() + ":" + vt.String() + ">"
		}
	}
	return t.String()
}
