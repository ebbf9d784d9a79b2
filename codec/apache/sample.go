package apache

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/layout"
)

// samplesOf returns messages of s in Binary with a value for each field: one, or
// of a union one for each field. The structs in them have their required fields
// only, so that what an absent field becomes shows too.
func samplesOf(s *layout.Struct) ([][]byte, error) {
	if !s.Union {
		w := sampler{}
		w.structure(s, s.Fields, true, 0)
		return [][]byte{w.b}, w.err
	}
	var all [][]byte
	for i := range s.Fields {
		w := sampler{n: byte(i)}
		w.structure(s, s.Fields[i:i+1], true, 0)
		if w.err != nil {
			return nil, w.err
		}
		all = append(all, w.b)
	}
	return all, nil
}

// mostSample bounds a sample: structs that require several of others may
// branch without end.
const mostSample = 1 << 20

// sampler writes values that differ from each other and from zero.
type sampler struct {
	b   []byte
	n   byte
	err error
}

func (w *sampler) structure(s *layout.Struct, fields []layout.Field, full bool, depth int) {
	if len(w.b) > mostSample || depth > 64 {
		w.err = fmt.Errorf("thrift: apache: %v requires too many structs to be compared with its generated code", s.Go)
		return
	}
	for i := range fields {
		f := &fields[i]
		if full || s.Union || f.Req == layout.Required {
			w.b = binary.AppendFieldHeader(w.b, binary.TypeOf(f.Type.Kind), f.ID)
			w.value(f.Type, full, depth)
		}
	}
	w.b = binary.AppendStop(w.b)
}

// deepUnion is how deep a union in a sample has a field, since unions may lead to
// each other without end.
const deepUnion = 8

// nested writes a struct with its required fields, or a union with one field,
// best one that leads to no struct.
func (w *sampler) nested(s *layout.Struct, depth int) {
	fields := s.Fields
	if s.Union && len(fields) > 0 {
		i := max(0, slices.IndexFunc(fields, func(f layout.Field) bool { return f.Type.Kind != layout.KindStruct }))
		fields = fields[i : i+1]
		if depth > deepUnion {
			fields = nil
		}
	}
	w.structure(s, fields, false, depth)
}

// value writes a value of type t, with an element in each container when full.
func (w *sampler) value(t *layout.Type, full bool, depth int) {
	if t.Mem == layout.MemPtr {
		w.value(t.Elem, full, depth)
		return
	}
	w.n = w.n%100 + 1
	size := 0
	if full {
		size = 1
	}
	switch t.Kind {
	case layout.Bool:
		w.b = binary.AppendBool(w.b, true)
	case layout.I8:
		w.b = binary.AppendI8(w.b, int8(w.n))
	case layout.Double:
		w.b = binary.AppendDouble(w.b, float64(w.n))
	case layout.I16:
		w.b = binary.AppendI16(w.b, int16(w.n))
	case layout.I32:
		w.b = binary.AppendI32(w.b, int32(w.n))
	case layout.I64:
		w.b = binary.AppendI64(w.b, int64(w.n))
	case layout.String, layout.Binary:
		w.b = binary.AppendString(w.b, strconv.Itoa(int(w.n)))
	case layout.UUID:
		w.b = binary.AppendUUID(w.b, [16]byte{w.n})
	case layout.KindStruct:
		w.nested(t.Struct, depth+1)
	case layout.List, layout.Set:
		w.b = binary.AppendListHeader(w.b, binary.TypeOf(t.Elem.Kind), size)
		if full {
			w.value(t.Elem, full, depth)
		}
	case layout.Map:
		w.b = binary.AppendMapHeader(w.b, binary.TypeOf(t.Key.Kind), binary.TypeOf(t.Elem.Kind), size)
		if full {
			w.value(t.Key, full, depth)
			w.value(t.Elem, full, depth)
		}
	}
}
