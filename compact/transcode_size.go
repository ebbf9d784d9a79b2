package compact

import "github.com/miserwire/miser/binary"

// sizeInBinary returns how many bytes [AppendFieldToBinary] appends for the
// field whose header said t, and whose value starts at offset i of src.
// Caller: the value has been skipped without a failure.
func sizeInBinary(src []byte, i int, t Type) int {
	s := binarySizer{src: src, size: binary.SizeFieldHeader()}
	if t == TypeTrue || t == TypeFalse {
		return s.size + binary.SizeBool(true)
	}
	s.value(i, t)
	return s.size
}

// binarySizer adds up what values of src take in Binary. Its methods are those
// of toBinary, on values that are known to be good: they cannot fail.
type binarySizer struct {
	src  []byte
	size int
}

// value adds an element of type t.
func (s *binarySizer) value(i int, t Type) int {
	switch t {
	case TypeStruct:
		return s.fields(i)
	case TypeList, TypeSet:
		elem, size, n := ConsumeListHeader(s.src[i:])
		s.size += binary.SizeListHeader()
		for i += n; size > 0; size-- {
			i = s.value(i, elem)
		}
		return i
	case TypeMap:
		key, val, size, n := ConsumeMapHeader(s.src[i:])
		s.size += binary.SizeMapHeader()
		for i += n; size > 0; size-- {
			i = s.value(s.value(i, key), val)
		}
		return i
	case TypeString:
		v, n := ConsumeBytes(s.src[i:])
		s.size += binary.SizeBinary(v)
		return i + n
	case TypeI16, TypeI32, TypeI64:
		s.size += binary.MinSize(toBinaryType[t])
		for s.src[i] >= 0x80 {
			i++
		}
		return i + 1
	}
	n := int(least[t]) // as long in both protocols
	s.size += n
	return i + n
}

// fields adds the fields of a struct and the stop field.
func (s *binarySizer) fields(i int) int {
	for last := int16(0); ; {
		t, id, n := ConsumeFieldHeader(s.src[i:], last)
		i += n
		if t == TypeStop {
			s.size += binary.SizeStop()
			return i
		}
		last = id
		s.size += binary.SizeFieldHeader()
		if t == TypeTrue || t == TypeFalse {
			s.size += binary.SizeBool(true)
			continue
		}
		i = s.value(i, t)
	}
}
