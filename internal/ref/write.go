package ref

import "github.com/miserwire/miser/layout"

// appendStruct appends a struct with its stop field.
func appendStruct(b []byte, p protocol, n node) []byte {
	b = appendFields(b, p, 0, n.fields)
	if n.unknown != nil {
		last := int16(0)
		if len(n.fields) > 0 {
			last = n.fields[len(n.fields)-1].id
		}
		b = p.appendUnknown(b, last, n.unknown)
	}
	return p.appendStop(b)
}

func appendFields(b []byte, p protocol, last int16, fields []field) []byte {
	for _, f := range fields {
		b = p.appendField(b, last, f)
		last = f.id
	}
	return b
}

// appendNode appends a value, a bool as an element has it.
func appendNode(b []byte, p protocol, n node) []byte {
	switch n.kind {
	case layout.Bool:
		return p.appendBool(b, n.num != 0)
	case layout.I8, layout.I16, layout.I32, layout.I64:
		return p.appendInt(b, n.kind, n.num)
	case layout.Double:
		return p.appendDouble(b, uint64(n.num))
	case layout.String:
		return append(p.appendLength(b, len(n.text)), n.text...)
	case layout.UUID:
		return append(b, n.text...)
	case layout.KindStruct:
		return appendStruct(b, p, n)
	case layout.List, layout.Set:
		b = p.appendListHeader(b, n.elem, len(n.items))
	case layout.Map:
		b = p.appendMapHeader(b, n.key, n.elem, len(n.items)/2)
	}
	for _, item := range n.items {
		b = appendNode(b, p, item)
	}
	return b
}
