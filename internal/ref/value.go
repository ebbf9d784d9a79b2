package ref

import "github.com/miserwire/miser/layout"

// node is one value on the wire, whatever the protocol. Its kind says which of the fields count:
//
//	bool, i8, i16, i32, i64   num, sign extended; a bool is 0 or 1
//	double                    num, its bits
//	string, binary, uuid      text (there is no kind binary here: on the wire it is a string)
//	list, set                 elem, items
//	map                       key, elem, items: key, value, key, value, ...
//	struct                    fields, unknown
//
// A container without elements may have layout.Invalid for its elem and key: an empty Compact map says
// nothing of them, and unknown codes are accepted where no element follows.
type node struct {
	kind layout.Kind
	elem layout.Kind
	key  layout.Kind

	off, end int // where it is in the input; zero when it was built from a Go value
	num      int64
	text     []byte
	items    []node
	fields   []field
	unknown  *unknownFields
}

// field is one field of a struct, in the order of the wire.
type field struct {
	id       int16
	off, end int // with its header
	node
}

// unknownFields are what a Go value keeps of fields that its type does not know.
type unknownFields struct {
	raw    []byte  // in Binary form, as it is kept
	fields []field // the same, parsed
}

// wireKind is the kind that k has on the wire.
func wireKind(k layout.Kind) layout.Kind {
	if k == layout.Binary {
		return layout.String
	}
	return k
}

// bits is the width of an integer kind on the wire, 0 for any other kind.
func bits(k layout.Kind) uint {
	switch k {
	case layout.I8:
		return 8
	case layout.I16:
		return 16
	case layout.I32:
		return 32
	case layout.I64:
		return 64
	}
	return 0
}

// fits reports whether n is within the integer kind k.
func fits(k layout.Kind, n int64) bool {
	unused := 64 - bits(k)
	return n<<unused>>unused == n
}
