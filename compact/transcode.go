package compact

import (
	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/internal/walk"
)

// The functions of this file turn one protocol's bytes into the other's
// without a plan. They write what a writer of the other protocol writes: the
// shortest forms, one byte for true and one for false. Fields, elements and
// entries keep their order, so what Apache's writers wrote comes back as it
// was, except for the types of an empty map: Compact does not have them, and
// they are TypeStop in Binary, as other converters leave them. The same becomes
// of an unknown element type of an empty list or set.
//
// Each function appends to dst, which must not overlap src, and returns the
// extended slice with the number of bytes of src that it used. On failure it
// returns dst at its old length and a negative code, one that Skip would
// give. The time is linear in the bytes used, the stack is bounded by depth,
// and the bytes appended are at most 8 for each one used in Binary, at most 3
// for every 2 in Compact.

var toBinaryType = [256]binary.Type{
	TypeTrue:   binary.TypeBool,
	TypeFalse:  binary.TypeBool,
	TypeI8:     binary.TypeI8,
	TypeI16:    binary.TypeI16,
	TypeI32:    binary.TypeI32,
	TypeI64:    binary.TypeI64,
	TypeDouble: binary.TypeDouble,
	TypeString: binary.TypeString,
	TypeList:   binary.TypeList,
	TypeSet:    binary.TypeSet,
	TypeMap:    binary.TypeMap,
	TypeStruct: binary.TypeStruct,
	TypeUUID:   binary.TypeUUID,
}

var fromBinaryType = [256]Type{
	binary.TypeBool:   TypeBool,
	binary.TypeI8:     TypeI8,
	binary.TypeDouble: TypeDouble,
	binary.TypeI16:    TypeI16,
	binary.TypeI32:    TypeI32,
	binary.TypeI64:    TypeI64,
	binary.TypeString: TypeString,
	binary.TypeStruct: TypeStruct,
	binary.TypeMap:    TypeMap,
	binary.TypeSet:    TypeSet,
	binary.TypeList:   TypeList,
	binary.TypeUUID:   TypeUUID,
}

// AppendFieldToBinary appends to dst, as a whole Binary field, the field whose
// Compact header said t and id and whose value starts src. N is the length of
// that value: 0 for a bool, which is its type. The value may nest depth levels.
func AppendFieldToBinary(dst, src []byte, t Type, id int16, depth int) (out []byte, n int) {
	w := toBinary{src: src, dst: dst}
	if n = w.field(0, t, id, depth); n < 0 {
		return dst, n
	}
	return w.dst, n
}

// AppendFieldsFromBinary appends to dst, as Compact fields, the whole Binary
// fields that raw is a sequence of, without a stop field. Last is the id of the
// field before them in the struct, newLast that of the last one appended. N is
// len(raw); a stop field in raw is walk.BadHeader. The values may nest depth
// levels.
func AppendFieldsFromBinary(dst, raw []byte, last int16, depth int) (out []byte, newLast int16, n int) {
	w := fromBinary{src: raw, dst: dst}
	newLast = last
	for n < len(raw) {
		t, id, h := binary.ConsumeFieldHeader(raw[n:])
		if h < 0 {
			return dst, last, h
		}
		if t == binary.TypeStop {
			return dst, last, walk.BadHeader
		}
		if n = w.field(n+h, t, id, newLast, depth); n < 0 {
			return dst, last, n
		}
		newLast = id
	}
	return w.dst, newLast, n
}

// StructToBinary appends to dst, in Binary, the Compact struct at the start of
// src. N is its length there; what follows is the caller's. Its values may nest
// depth levels: the struct itself is none.
func StructToBinary(dst, src []byte, depth int) (out []byte, n int) {
	w := toBinary{src: src, dst: dst}
	if n = w.fields(0, depth); n < 0 {
		return dst, n
	}
	return w.dst, n
}

// StructFromBinary appends to dst, in Compact, the Binary struct at the start
// of src. N is its length there; what follows is the caller's. Its values may
// nest depth levels: the struct itself is none.
func StructFromBinary(dst, src []byte, depth int) (out []byte, n int) {
	w := fromBinary{src: src, dst: dst}
	if n = w.fields(0, depth); n < 0 {
		return dst, n
	}
	return w.dst, n
}

// toBinary appends to dst, in Binary, the Compact values of src. Its methods
// take the offset where something starts in src and return the offset behind
// it, or a negative code.
type toBinary struct{ src, dst []byte }

// field appends a field whose header has been read; i is where its value
// starts.
func (w *toBinary) field(i int, t Type, id int16, depth int) int {
	w.dst = binary.AppendFieldHeader(w.dst, toBinaryType[t], id)
	if t == TypeTrue || t == TypeFalse {
		w.dst = binary.AppendBool(w.dst, t == TypeTrue)
		return i
	}
	return w.value(i, t, depth)
}

// fields appends the fields of a struct and the stop field.
func (w *toBinary) fields(i, depth int) int {
	for last := int16(0); ; {
		t, id, n := ConsumeFieldHeader(w.src[i:], last)
		if n < 0 {
			return n
		}
		i += n
		if t == TypeStop {
			w.dst = binary.AppendStop(w.dst)
			return i
		}
		if i = w.field(i, t, id, depth); i < 0 {
			return i
		}
		last = id
	}
}

// value appends an element of type t.
func (w *toBinary) value(i int, t Type, depth int) int {
	src, n := w.src[i:], 0
	switch t {
	case TypeTrue, TypeFalse:
		var v bool
		v, n = ConsumeBool(src)
		w.dst = binary.AppendBool(w.dst, v)
	case TypeI8:
		var v int8
		v, n = ConsumeI8(src)
		w.dst = binary.AppendI8(w.dst, v)
	case TypeI16:
		var v int16
		v, n = ConsumeI16(src)
		w.dst = binary.AppendI16(w.dst, v)
	case TypeI32:
		var v int32
		v, n = ConsumeI32(src)
		w.dst = binary.AppendI32(w.dst, v)
	case TypeI64:
		var v int64
		v, n = ConsumeI64(src)
		w.dst = binary.AppendI64(w.dst, v)
	case TypeDouble:
		var v float64
		v, n = ConsumeDouble(src)
		w.dst = binary.AppendDouble(w.dst, v)
	case TypeString:
		var v []byte
		v, n = ConsumeBytes(src)
		w.dst = binary.AppendBinary(w.dst, v)
	case TypeUUID:
		var v [16]byte
		v, n = ConsumeUUID(src)
		w.dst = binary.AppendUUID(w.dst, v)
	case TypeStruct:
		if depth <= 0 {
			return walk.Depth
		}
		return w.fields(i, depth-1)
	case TypeList, TypeSet:
		return w.list(i, depth)
	case TypeMap:
		return w.entries(i, depth)
	default:
		return walk.TypeCode
	}
	if n < 0 {
		return n
	}
	return i + n
}

// list appends a list or set.
func (w *toBinary) list(i, depth int) int {
	t, size, n := ConsumeListHeader(w.src[i:])
	if n < 0 {
		return n
	}
	if size > 0 && depth <= 0 {
		return walk.Depth
	}
	w.dst = binary.AppendListHeader(w.dst, toBinaryType[t], size)
	for i += n; size > 0 && i >= 0; size-- {
		i = w.value(i, t, depth-1)
	}
	return i
}

// entries appends a map.
func (w *toBinary) entries(i, depth int) int {
	key, val, size, n := ConsumeMapHeader(w.src[i:])
	if n < 0 {
		return n
	}
	if size > 0 && depth <= 0 {
		return walk.Depth
	}
	w.dst = binary.AppendMapHeader(w.dst, toBinaryType[key], toBinaryType[val], size)
	for i += n; size > 0 && i >= 0; size-- {
		if i = w.value(i, key, depth-1); i >= 0 {
			i = w.value(i, val, depth-1)
		}
	}
	return i
}

// fromBinary appends to dst, in Compact, the Binary values of src. Its methods
// are those of toBinary.
type fromBinary struct{ src, dst []byte }

// field appends a field whose header has been read; i is where its value
// starts.
func (w *fromBinary) field(i int, t binary.Type, id, last int16, depth int) int {
	if t == binary.TypeBool {
		v, n := binary.ConsumeBool(w.src[i:])
		if n < 0 {
			return n
		}
		w.dst = AppendBoolField(w.dst, v, id, last)
		return i + n
	}
	w.dst = AppendFieldHeader(w.dst, fromBinaryType[t], id, last)
	return w.value(i, t, depth)
}

// fields appends the fields of a struct and the stop field.
func (w *fromBinary) fields(i, depth int) int {
	for last := int16(0); ; {
		t, id, n := binary.ConsumeFieldHeader(w.src[i:])
		if n < 0 {
			return n
		}
		i += n
		if t == binary.TypeStop {
			w.dst = AppendStop(w.dst)
			return i
		}
		if i = w.field(i, t, id, last, depth); i < 0 {
			return i
		}
		last = id
	}
}

// value appends an element of type t.
func (w *fromBinary) value(i int, t binary.Type, depth int) int {
	src, n := w.src[i:], 0
	switch t {
	case binary.TypeBool:
		var v bool
		v, n = binary.ConsumeBool(src)
		w.dst = AppendBool(w.dst, v)
	case binary.TypeI8:
		var v int8
		v, n = binary.ConsumeI8(src)
		w.dst = AppendI8(w.dst, v)
	case binary.TypeI16:
		var v int16
		v, n = binary.ConsumeI16(src)
		w.dst = AppendI16(w.dst, v)
	case binary.TypeI32:
		var v int32
		v, n = binary.ConsumeI32(src)
		w.dst = AppendI32(w.dst, v)
	case binary.TypeI64:
		var v int64
		v, n = binary.ConsumeI64(src)
		w.dst = AppendI64(w.dst, v)
	case binary.TypeDouble:
		var v float64
		v, n = binary.ConsumeDouble(src)
		w.dst = AppendDouble(w.dst, v)
	case binary.TypeString:
		var v []byte
		v, n = binary.ConsumeBytes(src)
		w.dst = AppendBinary(w.dst, v)
	case binary.TypeUUID:
		var v [16]byte
		v, n = binary.ConsumeUUID(src)
		w.dst = AppendUUID(w.dst, v)
	case binary.TypeStruct:
		if depth <= 0 {
			return walk.Depth
		}
		return w.fields(i, depth-1)
	case binary.TypeList, binary.TypeSet:
		return w.list(i, depth)
	case binary.TypeMap:
		return w.entries(i, depth)
	default:
		return walk.TypeCode
	}
	if n < 0 {
		return n
	}
	return i + n
}

// list appends a list or set.
func (w *fromBinary) list(i, depth int) int {
	t, size, n := binary.ConsumeListHeader(w.src[i:])
	if n < 0 {
		return n
	}
	if size > 0 && depth <= 0 {
		return walk.Depth
	}
	w.dst = AppendListHeader(w.dst, fromBinaryType[t], size)
	for i += n; size > 0 && i >= 0; size-- {
		i = w.value(i, t, depth-1)
	}
	return i
}

// entries appends a map.
func (w *fromBinary) entries(i, depth int) int {
	key, val, size, n := binary.ConsumeMapHeader(w.src[i:])
	if n < 0 {
		return n
	}
	if size > 0 && depth <= 0 {
		return walk.Depth
	}
	w.dst = AppendMapHeader(w.dst, fromBinaryType[key], fromBinaryType[val], size)
	for i += n; size > 0 && i >= 0; size-- {
		if i = w.value(i, key, depth-1); i >= 0 {
			i = w.value(i, val, depth-1)
		}
	}
	return i
}
