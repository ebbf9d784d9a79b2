package ref

import (
	"encoding/binary"
	"math"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/layout"
)

// compactProtocol is TCompactProtocol: integers are zigzag varints, sizes plain ones, doubles
// little-endian.
//
//	field    | id delta 4, type 4 | value ...             for deltas 1 to 15
//	         | 0, type 4 | id, zigzag varint | value ...   for all others
//	bool     as a field has no value: its type is 1 for true, 2 for false
//	         as an element is a byte: 1 for true, 2 for false, written with element type 1
//	stop     | 0 |
//	list     | size 4, element type 4 | elements ...       for sizes 0 to 14
//	         | 15, element type 4 | size | elements ...    for all others
//	map      | size | key type 4, value type 4 | key, value ...   the types only when size is not 0
//	string   | length | bytes ...
type compactProtocol struct{}

// compactCodes are the type codes; layout.String stands for binary too. Bool has 2 besides.
var compactCodes = map[layout.Kind]byte{
	layout.Bool: compactTrue, layout.I8: 3, layout.I16: 4, layout.I32: 5, layout.I64: 6, layout.Double: 7,
	layout.String: 8, layout.List: 9, layout.Set: 10, layout.Map: 11, layout.KindStruct: 12, layout.UUID: 13,
}

const (
	compactTrue  = 1
	compactFalse = 2
)

func compactKind(code byte) layout.Kind {
	if code == compactFalse {
		return layout.Bool
	}
	return kindOf(compactCodes, code)
}

func (p compactProtocol) readFieldHeader(r *reader, last int16) (h fieldHeader, err error) {
	at := r.i
	b, err := r.byte()
	if err != nil || b == 0 {
		return h, err
	}
	delta, code := b>>4, b&15
	if code == 0 {
		return h, fail(at, walk.BadHeader)
	}
	if h.kind = compactKind(code); h.kind == layout.Invalid {
		return h, fail(at, walk.TypeCode)
	}
	h.inline, h.value = h.kind == layout.Bool, code == compactTrue
	id := int64(last) + int64(delta)
	if delta == 0 {
		u, err := readVarint(r, 16)
		if err != nil {
			return h, err
		}
		id = unzigzag(u)
	}
	if !fits(layout.I16, id) {
		return h, fail(at, walk.FieldID)
	}
	h.id = int16(id)
	return h, nil
}

func (p compactProtocol) readListHeader(r *reader) (elem layout.Kind, size int, err error) {
	b, err := r.byte()
	if err != nil {
		return 0, 0, err
	}
	size = int(b >> 4)
	if size == 15 {
		size, err = p.readLength(r)
	}
	return compactKind(b & 15), size, err
}

func (p compactProtocol) readMapHeader(r *reader) (key, elem layout.Kind, size int, err error) {
	size, err = p.readLength(r)
	if err != nil || size == 0 {
		return layout.Invalid, layout.Invalid, size, err
	}
	b, err := r.byte()
	return compactKind(b >> 4), compactKind(b & 15), size, err
}

func (compactProtocol) readLength(r *reader) (int, error) {
	at := r.i
	u, err := readVarint(r, 32)
	if err == nil && u > math.MaxInt32 {
		err = fail(at, walk.Negative)
	}
	return int(u & math.MaxInt32), err
}

// An element other than 1 is false.
func (compactProtocol) readBool(r *reader) (bool, error) {
	b, err := r.byte()
	return b == compactTrue, err
}

func (compactProtocol) readInt(r *reader, k layout.Kind) (int64, error) {
	if k == layout.I8 {
		b, err := r.byte()
		return int64(int8(b)), err
	}
	u, err := readVarint(r, bits(k))
	return unzigzag(u), err
}

// readVarint reads a number of at most width bits: seven in a byte, least significant first, the eighth
// set in every byte but the last. It may take more bytes than it needs, but no more than width needs.
func readVarint(r *reader, width uint) (u uint64, err error) {
	at := r.i
	for shift := uint(0); shift < width; shift += 7 {
		b, err := r.byte()
		if err != nil {
			return 0, err
		}
		part := uint64(b & 0x7f)
		if part>>(width-shift) != 0 {
			return 0, fail(at, walk.Varint)
		}
		u |= part << shift
		if b < 0x80 {
			return u, nil
		}
	}
	return 0, fail(at, walk.Varint)
}

func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

func (compactProtocol) readDouble(r *reader) (uint64, error) {
	b, err := r.take(8)
	if err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint64(b), nil
}

func (compactProtocol) least(k layout.Kind) int {
	switch k {
	case layout.Double:
		return 8
	case layout.UUID:
		return 16
	}
	return 1
}

func (p compactProtocol) appendField(b []byte, last int16, f field) []byte {
	code := compactCodes[f.kind]
	if f.kind == layout.Bool && f.num == 0 {
		code = compactFalse
	}
	if delta := int(f.id) - int(last); delta >= 1 && delta <= 15 {
		b = append(b, byte(delta)<<4|code)
	} else {
		b = p.appendInt(append(b, code), layout.I16, int64(f.id))
	}
	if f.kind == layout.Bool {
		return b
	}
	return appendNode(b, p, f.node)
}

func (compactProtocol) appendStop(b []byte) []byte { return append(b, 0) }

func (p compactProtocol) appendListHeader(b []byte, elem layout.Kind, size int) []byte {
	if size < 15 {
		return append(b, byte(size)<<4|compactCodes[elem])
	}
	return p.appendLength(append(b, 0xf0|compactCodes[elem]), size)
}

func (p compactProtocol) appendMapHeader(b []byte, key, elem layout.Kind, size int) []byte {
	b = p.appendLength(b, size)
	if size == 0 {
		return b
	}
	return append(b, compactCodes[key]<<4|compactCodes[elem])
}

func (compactProtocol) appendBool(b []byte, v bool) []byte {
	if v {
		return append(b, compactTrue)
	}
	return append(b, compactFalse)
}

func (compactProtocol) appendInt(b []byte, k layout.Kind, v int64) []byte {
	if k == layout.I8 {
		return append(b, byte(v))
	}
	return binary.AppendVarint(b, v)
}

func (compactProtocol) appendDouble(b []byte, bits uint64) []byte {
	return binary.LittleEndian.AppendUint64(b, bits)
}

func (compactProtocol) appendLength(b []byte, n int) []byte {
	return binary.AppendUvarint(b, uint64(n))
}

// Kept fields are in Binary form, and go out as the values that they are.
func (p compactProtocol) appendUnknown(b []byte, last int16, u *unknownFields) []byte {
	return appendFields(b, p, last, u.fields)
}
