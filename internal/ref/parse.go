package ref

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/layout"
)

// parser turns bytes into nodes. It knows no Go type: everything that it refuses, it refuses in known and
// unknown fields alike.
type parser struct {
	wire  protocol
	depth int // values that may nest below the root
	reader
}

// structNode parses a struct, up to and with its stop field. depth is how many values it lies in.
func (p *parser) structNode(depth int) (n node, err error) {
	n = node{kind: layout.KindStruct, off: p.i}
	if depth > p.depth {
		return n, fail(p.i, walk.Depth)
	}
	for last := int16(0); ; {
		f, err := p.field(last, depth)
		if err != nil {
			return n, err
		}
		if f.kind == layout.Invalid {
			n.end = p.i
			return n, nil
		}
		n.fields = append(n.fields, f)
		last = f.id
	}
}

// field parses one field of a struct at depth, or the stop field, which has kind layout.Invalid.
func (p *parser) field(last int16, depth int) (f field, err error) {
	f.off = p.i
	h, err := p.wire.readFieldHeader(&p.reader, last)
	if err != nil || h.kind == layout.Invalid {
		return f, err
	}
	f.id = h.id
	if h.inline {
		f.node = node{kind: layout.Bool, off: f.off, num: number(h.value)}
	} else {
		f.node, err = p.node(h.kind, depth+1)
	}
	f.end = p.i
	return f, err
}

// node parses one value. depth is the one that it has if it is a struct or a container with elements.
func (p *parser) node(k layout.Kind, depth int) (n node, err error) {
	n = node{kind: k, off: p.i}
	switch k {
	case layout.Bool:
		var v bool
		v, err = p.wire.readBool(&p.reader)
		n.num = number(v)
	case layout.I8, layout.I16, layout.I32, layout.I64:
		n.num, err = p.wire.readInt(&p.reader, k)
	case layout.Double:
		var u uint64
		u, err = p.wire.readDouble(&p.reader)
		n.num = int64(u)
	case layout.String:
		n.text, err = p.text()
	case layout.UUID:
		n.text, err = p.take(16)
	case layout.KindStruct:
		return p.structNode(depth)
	case layout.List, layout.Set:
		var size int
		if n.elem, size, err = p.wire.readListHeader(&p.reader); err == nil {
			n.items, err = p.items(n.off, size, depth, n.elem)
		}
	case layout.Map:
		var size int
		if n.key, n.elem, size, err = p.wire.readMapHeader(&p.reader); err == nil {
			n.items, err = p.items(n.off, size, depth, n.key, n.elem)
		}
	}
	n.end = p.i
	return n, err
}

// text parses the length and bytes of a string.
func (p *parser) text() ([]byte, error) {
	n, err := p.wire.readLength(&p.reader)
	if err != nil {
		return nil, err
	}
	return p.take(n)
}

// items parses size elements, each of which is one value of every kind of kinds, after the header at off.
func (p *parser) items(off, size, depth int, kinds ...layout.Kind) (items []node, err error) {
	if size == 0 {
		return nil, nil
	}
	least := 0
	for _, k := range kinds {
		if k == layout.Invalid {
			return nil, fail(off, walk.TypeCode)
		}
		least += p.wire.least(k)
	}
	if int64(size)*int64(least) > int64(p.left()) {
		return nil, fail(off, walk.Truncated)
	}
	if depth > p.depth {
		return nil, fail(off, walk.Depth)
	}
	for range size {
		for _, k := range kinds {
			n, err := p.node(k, depth+1)
			if err != nil {
				return nil, err
			}
			items = append(items, n)
		}
	}
	return items, nil
}

// parseUnknown parses fields kept in Binary form, of a struct at depth. No stop field ends them.
func parseUnknown(raw []byte, limit, depth int) ([]field, error) {
	p := parser{wire: binaryProtocol{}, depth: limit, reader: reader{b: raw}}
	var fields []field
	for p.left() > 0 {
		f, err := p.field(0, depth)
		if err != nil {
			return nil, err
		}
		if f.kind == layout.Invalid {
			return nil, fail(f.off, walk.BadHeader)
		}
		fields = append(fields, f)
	}
	return fields, nil
}

func number(v bool) int64 {
	if v {
		return 1
	}
	return 0
}
