package flood

import (
	"bytes"
	"strings"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/layout"
)

// Fields returns a struct of length bytes or a little more, with field f many times: each has containers of elems
// elements, which are as small as can be; where containers nest, all but the outermost have one.
func Fields(p codec.Protocol, f *layout.Field, elems, length int) []byte {
	w := writer{p: p}
	for len(w.b) < length {
		w.field(f, elems)
	}
	return append(w.b, 0)
}

// Structs returns a [ListOf] the struct of f, of length bytes or a little more, or of what one element takes: each
// element has field f, as in [Fields]. There a header is shorter than where a field comes again.
func Structs(p codec.Protocol, f *layout.Field, elems, length int) []byte {
	one := writer{p: p}
	one.field(f, elems)
	one.b = append(one.b, 0)
	w := writer{p: p}
	list := &layout.Type{Kind: layout.List, Elem: &layout.Type{Kind: layout.KindStruct}}
	w.header(&layout.Field{ID: 1, Type: list})
	n := max(1, length/len(one.b))
	w.size(list, n)
	return append(append(w.b, bytes.Repeat(one.b, n)...), 0)
}

// Claims returns a struct of length bytes or a little more: field f, whose containers nest in each other, each as its
// parent's first element, and each with the size that the bytes behind it can just cover.
func Claims(p codec.Protocol, f *layout.Field, length int) []byte {
	w := writer{p: p}
	w.header(f)
	for t := target(f.Type); isContainer(t); t = target(t.Elem) {
		n := (length - len(w.b)) / w.leastOf(t)
		if n < 1 {
			break
		}
		w.size(t, n)
		if t.Key != nil {
			w.key(t.Key, 0)
		}
	}
	return append(w.b, make([]byte, max(0, length-len(w.b))+16)...)
}

// writer appends least values to b.
type writer struct {
	p    codec.Protocol
	last int16 // the id of the last field
	b    []byte
}

func (w *writer) field(f *layout.Field, elems int) {
	if w.header(f) {
		w.value(f.Type, elems)
	}
}

// header appends the header of field f, and reports whether a value is to follow.
func (w *writer) header(f *layout.Field) bool {
	last := w.last
	w.last = f.ID
	switch {
	case w.p == codec.Binary:
		w.b = binary.AppendFieldHeader(w.b, binary.TypeOf(f.Type.Kind), f.ID)
	case f.Type.Kind == layout.Bool:
		w.b = compact.AppendBoolField(w.b, true, f.ID, last)
		return false
	default:
		w.b = compact.AppendFieldHeader(w.b, compact.TypeOf(f.Type.Kind), f.ID, last)
	}
	return true
}

func (w *writer) value(t *layout.Type, elems int) {
	t = target(t)
	switch {
	case isContainer(t):
		w.size(t, elems)
		for i := range elems {
			if key := keyOf(t); key != nil {
				w.key(key, i)
			}
			if t.Mem != layout.MemSetMap {
				w.value(t.Elem, min(elems, 1))
			}
		}
	case t.Kind == layout.String || t.Kind == layout.Binary:
		w.key(t, 0)
	default:
		w.b = append(w.b, make([]byte, w.least(t.Kind))...)
	}
}

// target is what pointers, and what else stands for a value, lead to.
func target(t *layout.Type) *layout.Type {
	for t.Mem == layout.MemPtr || t.Held() {
		t = t.Elem
	}
	return t
}

func isContainer(t *layout.Type) bool {
	return t.Kind == layout.List || t.Kind == layout.Set || t.Kind == layout.Map
}

// keyOf is the type of what a container tells its elements apart by, if it does.
func keyOf(t *layout.Type) *layout.Type {
	if t.Mem == layout.MemSetMap {
		return t.Elem
	}
	return t.Key
}

// least is the fewest bytes of an element of kind k.
func (w *writer) least(k layout.Kind) int {
	if w.p == codec.Binary {
		return binary.MinSize(binary.TypeOf(k))
	}
	return compact.MinSize(compact.TypeOf(k))
}

// leastOf is the fewest bytes of an element, or an entry, of the container t.
func (w *writer) leastOf(t *layout.Type) int {
	n := w.least(t.Elem.Kind)
	if t.Key != nil {
		n += w.least(t.Key.Kind)
	}
	return n
}

// size appends the header of the container t.
func (w *writer) size(t *layout.Type, elems int) {
	switch {
	case w.p == codec.Binary && t.Key != nil:
		w.b = binary.AppendMapHeader(w.b, binary.TypeOf(t.Key.Kind), binary.TypeOf(t.Elem.Kind), elems)
	case w.p == codec.Binary:
		w.b = binary.AppendListHeader(w.b, binary.TypeOf(t.Elem.Kind), elems)
	case t.Key != nil:
		w.b = compact.AppendMapHeader(w.b, compact.TypeOf(t.Key.Kind), compact.TypeOf(t.Elem.Kind), elems)
	default:
		w.b = compact.AppendListHeader(w.b, compact.TypeOf(t.Elem.Kind), elems)
	}
}

// key writes a value that differs with i where the type has so many.
func (w *writer) key(t *layout.Type, i int) {
	switch t = target(t); t.Kind {
	case layout.I8, layout.Bool:
		w.b = append(w.b, byte(i))
	case layout.String, layout.Binary:
		text := strings.Repeat("x", i%2+1)
		if w.p == codec.Binary {
			w.b = binary.AppendString(w.b, text)
		} else {
			w.b = compact.AppendString(w.b, text)
		}
	case layout.I32:
		if w.p == codec.Binary {
			w.b = binary.AppendI32(w.b, int32(i))
		} else {
			w.b = compact.AppendI32(w.b, int32(i))
		}
	default:
		w.value(t, 0)
	}
}
