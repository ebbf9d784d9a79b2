package agree

import (
	stdbinary "encoding/binary"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/layout"
)

// retyped reports whether some container in the struct at the start of src, at a
// place that s knows, says that its elements are of another type than s says. Who
// does not look at that reads them, and what follows, otherwise.
func retyped(p codec.Protocol, s *layout.Struct, src []byte) bool {
	r := retypes{compact: p == codec.Compact}
	r.fields(src, s, retypesDepth)
	return r.found
}

// retypesDepth is how deep it looks.
const retypesDepth = 100

// retypes walks over values. Its methods return how many bytes they went over, or
// a negative number where there is nothing more to see.
type retypes struct {
	compact, found bool
}

const ended = -1

func (r *retypes) fields(b []byte, s *layout.Struct, depth int) int {
	at, last := 0, int16(0)
	for depth > 0 {
		kind, whole, id, n := r.field(b[at:], last)
		if n < 0 {
			return ended
		}
		if at += n; kind == layout.Invalid {
			return at
		}
		last = id
		if whole {
			continue
		}
		if i := s.Lookup(id); i >= 0 && alike(s.Fields[i].Type.Kind, kind) {
			n = r.value(b[at:], s.Fields[i].Type, depth)
		} else {
			n = r.skip(b[at:], kind, depth)
		}
		if n < 0 {
			return ended
		}
		at += n
	}
	return ended
}

// value walks over a value of type t.
func (r *retypes) value(b []byte, t *layout.Type, depth int) int {
	for t.Mem == layout.MemPtr || t.Mem == layout.MemNull || t.Mem == layout.MemMember {
		t = t.Elem
	}
	if depth <= 0 {
		return ended
	}
	of := []*layout.Type{t.Elem}
	switch t.Kind {
	case layout.KindStruct:
		return r.fields(b, t.Struct, depth-1)
	case layout.Map:
		of = []*layout.Type{t.Key, t.Elem}
	case layout.List, layout.Set:
	default:
		return r.skip(b, t.Kind, depth)
	}
	kinds, size, at := r.header(b, t.Kind)
	if at < 0 { // perhaps only since it says other elements
		kinds = r.said(b, len(of))
	}
	for i, k := range kinds {
		if (size > 0 || at < 0) && !alike(of[i].Kind, k) {
			r.found = true
		}
	}
	if at < 0 || r.found {
		return ended
	}
	for range size {
		for _, t := range of {
			n := r.value(b[at:], t, depth-1)
			if n < 0 {
				return ended
			}
			at += n
		}
	}
	return at
}

// field reads a field header: the kind is Invalid for the stop field, and whole
// says that no value follows.
func (r *retypes) field(b []byte, last int16) (kind layout.Kind, whole bool, id int16, n int) {
	if r.compact {
		t, id, n := compact.ConsumeFieldHeader(b, last)
		return t.Kind(), t == compact.TypeTrue || t == compact.TypeFalse, id, n
	}
	t, id, n := binary.ConsumeFieldHeader(b)
	return t.Kind(), false, id, n
}

// header reads the header of a container: the kinds of what is in it, which are
// Invalid where they are none.
func (r *retypes) header(b []byte, kind layout.Kind) (kinds []layout.Kind, size, n int) {
	var k, v layout.Kind
	switch {
	case r.compact && kind == layout.Map:
		var kt, vt compact.Type
		kt, vt, size, n = compact.ConsumeMapHeader(b)
		k, v = kt.Kind(), vt.Kind()
	case r.compact:
		var t compact.Type
		t, size, n = compact.ConsumeListHeader(b)
		k = t.Kind()
	case kind == layout.Map:
		var kt, vt binary.Type
		kt, vt, size, n = binary.ConsumeMapHeader(b)
		k, v = kt.Kind(), vt.Kind()
	default:
		var t binary.Type
		t, size, n = binary.ConsumeListHeader(b)
		k = t.Kind()
	}
	if kind == layout.Map {
		return []layout.Kind{k, v}, size, n
	}
	return []layout.Kind{k}, size, n
}

// said returns what the header of a list, a set, or a map, with n kinds, says of
// its elements, whatever their number is.
func (r *retypes) said(b []byte, n int) (kinds []layout.Kind) {
	if r.compact && n == 2 {
		_, m := stdbinary.Uvarint(b)
		if m <= 0 || m >= len(b) {
			return nil
		}
		return []layout.Kind{compact.Type(b[m] >> 4).Kind(), compact.Type(b[m] & 15).Kind()}
	}
	for i := range min(n, len(b)) {
		if r.compact {
			kinds = append(kinds, compact.Type(b[i]&15).Kind())
		} else {
			kinds = append(kinds, binary.Type(b[i]).Kind())
		}
	}
	return kinds
}

func (r *retypes) skip(b []byte, kind layout.Kind, depth int) int {
	if r.compact {
		return compact.Skip(b, compact.TypeOf(kind), depth)
	}
	return binary.Skip(b, binary.TypeOf(kind), depth)
}

// alike reports whether two kinds are one on the wire.
func alike(a, b layout.Kind) bool {
	if a == layout.Binary {
		a = layout.String
	}
	if b == layout.Binary {
		b = layout.String
	}
	return a == b
}
