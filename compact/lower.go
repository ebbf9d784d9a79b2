package compact

import (
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// makeHeader returns the header of field id after field prev.
func makeHeader(t Type, id, prev int16) header {
	h := header{typ: t, id: id, prev: prev}
	if d := int(id) - int(prev); d > 0 && d <= shortDelta {
		h.word = packed(d<<4|int(t)) | 1<<countShift
		return h
	}
	w, n := spread32(zigzag32(int32(id)))
	h.word = packed(t) | packed(w<<8) | packed(n+1)<<countShift
	return h
}

// isShort reports whether h is of the short form.
func (h *header) isShort() bool { return h.word>>countShift == 1 }

// lowerOps turns the fields of s into ops: runs of numbers that are always
// present become one op each, every other field its own.
func lowerOps(s *layout.Struct, nodes []*node) []op {
	ops := make([]op, 0, len(s.Fields)+2)
	if s.Union {
		ops = append(ops, lowerUnion(s))
	}
	prev := int16(0)
	for i := 0; i < len(s.Fields); {
		o := op{code: runCode(&s.Fields[i], nodes[i])}
		if o.code == opStop {
			ops = append(ops, lowerField(&s.Fields[i], nodes[i], prev))
			prev = s.Fields[i].ID
			i++
			continue
		}
		o.run, o.key = &run{}, makeKey(nodes[i].wire, s.Fields[i].ID)
		for i < len(s.Fields) && runCode(&s.Fields[i], nodes[i]) == o.code && o.run.takes(s.Fields[i].ID) {
			o.run.add(s, nodes, i, prev)
			prev = s.Fields[i].ID
			i++
		}
		o.last, o.done = prev, int32(prev)<<4
		o.most = longHeader + uint32((1+varint64)*len(o.run.fields)+8)
		if es := o.run.enums; len(es) > 0 {
			o.enum, o.enums = es[0].off, uint8(min(2, len(es)))
		}
		ops = append(ops, o)
	}
	if s.UnknownOff >= 0 {
		ops = append(ops, op{code: opUnknown, off: uint32(s.UnknownOff)})
	}
	return append(ops, op{code: opStop})
}

// longHeader is how many bytes more a header has in its long form.
const longHeader = 3

// takes reports whether the field id has the short form of header after the
// fields of r, or is the first.
func (r *run) takes(id int16) bool {
	if len(r.fields) == 0 {
		return true
	}
	h := makeHeader(TypeI32, id, r.fields[len(r.fields)-1].head.id)
	return h.isShort()
}

// lowerUnion returns the op that counts the fields of s. It has them for
// assembly where all of them can be nil and nothing else counts.
func lowerUnion(s *layout.Struct) op {
	r := &run{}
	for i := range s.Fields {
		f := &s.Fields[i]
		if len(f.Hops) > 0 || f.Presence != layout.NonNil || s.UnknownOff >= 0 {
			r.fields = nil
			break
		}
		r.fields = append(r.fields, entry{off: uint32(f.Off)})
	}
	return op{code: opUnion, run: r}
}

// add appends the entry of field i to r, and takes note when it is an enum
// held in 8 bytes.
func (r *run) add(s *layout.Struct, nodes []*node, i int, prev int16) {
	f := &s.Fields[i]
	e := entry{off: uint32(f.Off), head: makeHeader(nodes[i].wire, f.ID, prev), idx: uint16(i)}
	if wideEnum(nodes[i]) {
		r.enums = append(r.enums, e)
		e.off += uint32(unsafeio.LowWord)
	}
	r.fields = append(r.fields, e)
}

// runCode returns the run that f can be part of, opStop for none.
func runCode(f *layout.Field, nd *node) opCode {
	if f.Presence != layout.Always || len(f.Hops) > 0 {
		return opStop
	}
	switch nd.code {
	case node4:
		return opRun4
	case node8:
		return opRun8
	case nodeDouble:
		return opRunDouble
	}
	if wideEnum(nd) {
		return opRun4
	}
	return opStop
}

// wideEnum reports whether nd is an enum held in 8 bytes, the form that the
// generators write.
func wideEnum(nd *node) bool {
	return nd.code == nodeConv && nd.t.Enum && nd.t.Mem == layout.MemInt64
}

// lowerField lowers one field that is not part of a run.
func lowerField(f *layout.Field, nd *node, prev int16) op {
	o := op{
		code: opField, off: uint32(f.Off), head: makeHeader(nd.wire, f.ID, prev),
		key: makeKey(nd.wire, f.ID), node: nd, f: f, last: f.ID, done: int32(f.ID) << 4,
	}
	if len(f.Hops) > 0 || f.Type.Held() {
		o.off = 0 // walk.Find finds the value
		return o
	}
	switch {
	case f.Presence == layout.Always:
		o.code = alwaysOp(nd)
	case f.Presence == layout.NonNil, f.Presence == layout.Must && nd.code == nodePtr:
		o.code = nonNilOp(nd)
		o.must = f.Presence == layout.Must
	}
	switch o.code {
	case opStruct:
		o.sub = nd.prog
	case opOptStruct:
		o.sub = nd.elem.prog
	case opListStruct:
		o.sub = nd.elem.elem.prog
	case opListValue:
		o.sub = nd.elem.prog
	}
	switch nd.code {
	case nodeList:
		o.elem, o.size = nd.elem.wire, uint32(nd.elem.size)
		o.omit = f.Presence == layout.NonNil
	case nodeMap, nodeSetMap:
		o.omit = f.Presence == layout.NonNil
	}
	return o
}

// makeKey returns what an op's key is for field id.
func makeKey(t Type, id int16) int32 { return int32(id)<<4 | int32(t) }

func alwaysOp(nd *node) opCode {
	switch nd.code {
	case nodeBool:
		return opBool
	case node1:
		return op1
	case node2:
		return op2
	case nodeString, nodeBytes:
		return opString
	case nodeStruct:
		return opStruct
	case nodeUUID:
		return opUUID
	case nodeList:
		return listOp(nd)
	case nodeMap, nodeSetMap:
		return opMap
	}
	return opField
}

func listOp(nd *node) opCode {
	if nd.wire == TypeSet {
		return opList // may be sorted
	}
	switch nd.elem.code {
	case node1, nodeDouble, nodeUUID:
		return opListRaw
	case node2, node4, node8:
		return opListVarint
	case nodeString, nodeBytes:
		return opListText
	case nodeStruct:
		return opListValue
	case nodePtr:
		if nd.elem.elem.code == nodeStruct {
			return opListStruct
		}
	}
	return opList
}

func nonNilOp(nd *node) opCode {
	switch nd.code {
	case nodeBytes:
		return opOptBytes
	case nodeList:
		return listOp(nd)
	case nodeMap, nodeSetMap:
		return opMap
	case nodePtr:
	default:
		return opField
	}
	switch nd.elem.code {
	case nodeString:
		return opOptString
	case nodeStruct:
		return opOptStruct
	case nodeBool:
		return opOptBool
	case node1:
		return opOpt1
	case node2:
		return opOpt2
	case node4:
		return opOpt4
	case node8:
		return opOpt8
	case nodeDouble:
		return opOptDouble
	}
	if wideEnum(nd.elem) {
		return opOptEnum
	}
	return opField
}
