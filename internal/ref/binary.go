package ref

import (
	"encoding/binary"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/layout"
)

// binaryProtocol is TBinaryProtocol: every number in big-endian order at its full width.
//
//	field    | type 1 | id 2 | value ...        stop field  | 0 |
//	list     | element type 1 | size 4 | elements ...
//	map      | key type 1 | value type 1 | size 4 | key, value ...
//	string   | length 4 | bytes ...
type binaryProtocol struct{}

// binaryCodes are the type codes; layout.String stands for binary too.
var binaryCodes = map[layout.Kind]byte{
	layout.Bool: 2, layout.I8: 3, layout.Double: 4, layout.I16: 6, layout.I32: 8, layout.I64: 10,
	layout.String: 11, layout.KindStruct: 12, layout.Map: 13, layout.Set: 14, layout.List: 15, layout.UUID: 16,
}

// kindOf returns the kind with that code, layout.Invalid for an unknown code.
func kindOf(codes map[layout.Kind]byte, code byte) layout.Kind {
	for k, c := range codes {
		if c == code {
			return k
		}
	}
	return layout.Invalid
}

func (binaryProtocol) readFieldHeader(r *reader, last int16) (h fieldHeader, err error) {
	at := r.i
	code, err := r.byte()
	if err != nil || code == 0 {
		return h, err
	}
	if h.kind = kindOf(binaryCodes, code); h.kind == layout.Invalid {
		return h, fail(at, walk.TypeCode)
	}
	b, err := r.take(2)
	if err != nil {
		return h, err
	}
	h.id = int16(binary.BigEndian.Uint16(b))
	return h, nil
}

func (binaryProtocol) readListHeader(r *reader) (elem layout.Kind, size int, err error) {
	b, err := r.take(1)
	if err != nil {
		return 0, 0, err
	}
	size, err = readBinarySize(r)
	return kindOf(binaryCodes, b[0]), size, err
}

func (binaryProtocol) readMapHeader(r *reader) (key, elem layout.Kind, size int, err error) {
	b, err := r.take(2)
	if err != nil {
		return 0, 0, 0, err
	}
	size, err = readBinarySize(r)
	return kindOf(binaryCodes, b[0]), kindOf(binaryCodes, b[1]), size, err
}

func (binaryProtocol) readLength(r *reader) (int, error) { return readBinarySize(r) }

func readBinarySize(r *reader) (int, error) {
	at := r.i
	b, err := r.take(4)
	if err != nil {
		return 0, err
	}
	n := int32(binary.BigEndian.Uint32(b))
	if n < 0 {
		return 0, fail(at, walk.Negative)
	}
	return int(n), nil
}

// A byte other than 0 and 1 is false.
func (binaryProtocol) readBool(r *reader) (bool, error) {
	b, err := r.byte()
	return b == 1, err
}

func (binaryProtocol) readInt(r *reader, k layout.Kind) (n int64, err error) {
	b, err := r.take(int(bits(k) / 8))
	if err != nil {
		return 0, err
	}
	n = int64(int8(b[0]))
	for _, c := range b[1:] {
		n = n<<8 | int64(c)
	}
	return n, nil
}

func (binaryProtocol) readDouble(r *reader) (uint64, error) {
	b, err := r.take(8)
	if err != nil {
		return 0, err
	}
	return binary.BigEndian.Uint64(b), nil
}

func (binaryProtocol) least(k layout.Kind) int {
	switch k {
	case layout.I16:
		return 2
	case layout.I32, layout.String:
		return 4
	case layout.I64, layout.Double:
		return 8
	case layout.List, layout.Set:
		return 1 + 4
	case layout.Map:
		return 1 + 1 + 4
	case layout.UUID:
		return 16
	}
	return 1 // bool, i8, and the stop field of a struct
}

func (p binaryProtocol) appendField(b []byte, last int16, f field) []byte {
	b = append(b, binaryCodes[f.kind])
	b = binary.BigEndian.AppendUint16(b, uint16(f.id))
	return appendNode(b, p, f.node)
}

func (binaryProtocol) appendStop(b []byte) []byte { return append(b, 0) }

func (p binaryProtocol) appendListHeader(b []byte, elem layout.Kind, size int) []byte {
	return p.appendLength(append(b, binaryCodes[elem]), size)
}

func (p binaryProtocol) appendMapHeader(b []byte, key, elem layout.Kind, size int) []byte {
	return p.appendLength(append(b, binaryCodes[key], binaryCodes[elem]), size)
}

func (binaryProtocol) appendBool(b []byte, v bool) []byte {
	if v {
		return append(b, 1)
	}
	return append(b, 0)
}

func (binaryProtocol) appendInt(b []byte, k layout.Kind, v int64) []byte {
	for shift := int(bits(k)) - 8; shift >= 0; shift -= 8 {
		b = append(b, byte(v>>shift))
	}
	return b
}

func (binaryProtocol) appendDouble(b []byte, bits uint64) []byte {
	return binary.BigEndian.AppendUint64(b, bits)
}

func (binaryProtocol) appendLength(b []byte, n int) []byte {
	return binary.BigEndian.AppendUint32(b, uint32(n))
}

// Kept fields are in Binary form, and go out as they were.
func (binaryProtocol) appendUnknown(b []byte, last int16, u *unknownFields) []byte {
	return append(b, u.raw...)
}
