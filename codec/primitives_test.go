package codec_test

import (
	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/layout"
)

// Wire values made of the primitives of packages binary and compact alone: no Go type and no plan has a say.

// wire is a value on the wire.
type wire struct {
	k   layout.Kind
	put func(p codec.Protocol, b []byte) []byte
}

// wireField is a field of wStruct.
type wireField struct {
	id int16
	v  wire
}

func wField(id int16, v wire) wireField { return wireField{id, v} }

// leaf is a value that has a function for each protocol.
func leaf[V any](k layout.Kind, v V, b, c func([]byte, V) []byte) wire {
	return wire{k, func(p codec.Protocol, dst []byte) []byte {
		if p == codec.Binary {
			return b(dst, v)
		}
		return c(dst, v)
	}}
}

func wBool(v bool) wire { return leaf(layout.Bool, v, binary.AppendBool, compact.AppendBool) }
func wI8(v int8) wire   { return leaf(layout.I8, v, binary.AppendI8, compact.AppendI8) }
func wI16(v int16) wire { return leaf(layout.I16, v, binary.AppendI16, compact.AppendI16) }
func wI32(v int32) wire { return leaf(layout.I32, v, binary.AppendI32, compact.AppendI32) }
func wI64(v int64) wire { return leaf(layout.I64, v, binary.AppendI64, compact.AppendI64) }
func wDouble(v float64) wire {
	return leaf(layout.Double, v, binary.AppendDouble, compact.AppendDouble)
}
func wString(v string) wire { return leaf(layout.String, v, binary.AppendString, compact.AppendString) }
func wUUID(v [16]byte) wire { return leaf(layout.UUID, v, binary.AppendUUID, compact.AppendUUID) }

func wList(elem layout.Kind, vs ...wire) wire {
	return wire{layout.List, func(p codec.Protocol, b []byte) []byte {
		if p == codec.Binary {
			b = binary.AppendListHeader(b, binary.TypeOf(elem), len(vs))
		} else {
			b = compact.AppendListHeader(b, compact.TypeOf(elem), len(vs))
		}
		return putAll(p, b, vs)
	}}
}

func wSet(elem layout.Kind, vs ...wire) wire {
	return wire{layout.Set, func(p codec.Protocol, b []byte) []byte {
		if p == codec.Binary {
			b = binary.AppendSetHeader(b, binary.TypeOf(elem), len(vs))
		} else {
			b = compact.AppendSetHeader(b, compact.TypeOf(elem), len(vs))
		}
		return putAll(p, b, vs)
	}}
}

// wMap has keys and values by turns.
func wMap(key, elem layout.Kind, vs ...wire) wire {
	return wire{layout.Map, func(p codec.Protocol, b []byte) []byte {
		if p == codec.Binary {
			b = binary.AppendMapHeader(b, binary.TypeOf(key), binary.TypeOf(elem), len(vs)/2)
		} else {
			b = compact.AppendMapHeader(b, compact.TypeOf(key), compact.TypeOf(elem), len(vs)/2)
		}
		return putAll(p, b, vs)
	}}
}

func putAll(p codec.Protocol, b []byte, vs []wire) []byte {
	for _, v := range vs {
		b = v.put(p, b)
	}
	return b
}

func wStruct(fields ...wireField) wire {
	return wire{layout.KindStruct, func(p codec.Protocol, b []byte) []byte {
		last := int16(0)
		for _, f := range fields {
			switch {
			case p == codec.Binary:
				b = f.v.put(p, binary.AppendFieldHeader(b, binary.TypeOf(f.v.k), f.id))
			case f.v.k == layout.Bool: // a bool is in the header of its field
				b = compact.AppendBoolField(b, f.v.put(codec.Binary, nil)[0] == 1, f.id, last)
			default:
				b = f.v.put(p, compact.AppendFieldHeader(b, compact.TypeOf(f.v.k), f.id, last))
			}
			last = f.id
		}
		return append(b, 0)
	}}
}
