package compact

import (
	"math"

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
	var ops []op
	if s.Union {
		ops = append(ops, op{code: opUnion})
	}
	prev := int16(0)
	for i := 0; i < len(s.Fields); {
		o := op{code: runCode(&s.Fields[i], nodes[i]), run: &run{}}
		if o.code == opStop {
			ops = append(ops, lowerField(&s.Fields[i], nodes[i], prev))
			prev = s.Fields[i].ID
			i++
			continue
		}
		o.key = makeKey(nodes[i].wire, s.Fields[i].ID)
		for i < len(s.Fields) && runCode(&s.Fields[i], nodes[i]) == o.code {
			o.run.add(s, nodes, i, prev)
			prev = s.Fields[i].ID
			i++
		}
		o.last, o.run.most = prev, mostBytes(o)
		ops = append(ops, o)
	}
	if s.UnknownOff >= 0 {
		ops = append(ops, op{code: opUnknown, off: uint32(s.UnknownOff)})
	}
	return append(ops, op{code: opStop})
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

// tooMany is more bytes than any dst has.
const tooMany = math.MaxInt

// mostBytes bounds what the run o writes, wide stores included; tooMany when
// a header is not of the short form.
func mostBytes(o op) int {
	for i := range o.run.fields {
		if !o.run.fields[i].head.isShort() {
			return tooMany
		}
	}
	if o.code == opRun4 {
		return (1+varint32)*len(o.run.fields) + 8
	}
	return (1+varint64)*len(o.run.fields) + 8
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
		key: makeKey(nd.wire, f.ID), node: nd, f: f, last: f.ID,
	}
	if len(f.Hops) > 0 {
		o.off = 0 // Off is not from this struct: walk.Reach finds the field
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
	}
	if nd.code == nodeList {
		o.elem = nd.elem.wire
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
	case nodeList:
		switch {
		case nd.wire == TypeSet: // may be sorted
		case nd.elem.code == nodeString:
			return opListText
		case nd.elem.code == nodePtr && nd.elem.elem.code == nodeStruct:
			return opListStruct
		}
		return opList
	case nodeMap, nodeSetMap:
		return opMap
	}
	return opField
}

func nonNilOp(nd *node) opCode {
	switch nd.code {
	case nodeBytes:
		return opOptBytes
	case nodeList:
		return opOptList
	case nodeMap, nodeSetMap:
		return opOptMap
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
	return opField
}

// dfield is one field for decoding.
type dfield struct {
	hdr  uint16 // short form header after the field before; noHeader for none
	alt  uint16 // the other one that a bool may have
	code dcode
	scan dcode // what assembly takes it for, decAny when it is left to Go
	wire Type
	fast bool // it and the fields after it are worth a call into assembly
	list listKind
	elem Type // of a list
	id   int16
	prev int16 // id of the field before, 0 for the first
	// keep says that reuse may decode into what the field holds; false where
	// InitDefault gives it memory that others may share.
	keep bool
	idx  int
	bit  uint64 // presence bit, 0 in a union and beyond the first 64 fields
	one  uint64 // presence bit of any of the first 64 fields
	log  uint64 // how the log names it: off, idx from bit 32 on, code from bit 48 on
	off  uintptr
	slot uintptr // of an optional scalar's pointee in the slots block
	step uintptr // from one element of a list to the next
	node *node
	sub  *Program
	f    *layout.Field
}

type dcode uint8

const (
	decBool      dcode = iota
	dec1               // i8
	dec2               //
	dec4               //
	dec8               //
	decDouble          //
	decEnum            // enum held in 8 bytes
	decString          // string or binary in a string
	decBytes           // string or binary in a []byte
	decOptString       // string by pointer, in a slot
	decOptBool         // bool by pointer, in a slot
	decOpt1            //
	decOpt2            //
	decOpt4            //
	decOpt8            //
	decOptDouble       //
	decOptStruct       // struct by pointer
	decStruct          // held by value
	decList            // list or set in a slice
	decAny             // by node
)

// noHeader is what no header byte equals.
const noHeader = 1 << 8

func lowerFields(s *layout.Struct, nodes []*node) []dfield {
	fs := make([]dfield, len(s.Fields)+1)
	prev := int16(0)
	for i := range s.Fields {
		f, nd := &s.Fields[i], nodes[i]
		d := &fs[i]
		*d = dfield{
			hdr: noHeader, wire: nd.wire, id: f.ID, prev: prev, idx: i,
			off: f.Off, node: nd, f: f, keep: s.Init == nil || s.Init.Trivial || !f.HasDefaultRef(),
		}
		if h := makeHeader(nd.wire, f.ID, prev); h.isShort() {
			d.hdr = uint16(byte(h.word))
		}
		d.alt = d.hdr
		if nd.wire == TypeBool && d.hdr != noHeader {
			d.alt = d.hdr ^ uint16(TypeTrue^TypeFalse)
		}
		prev = f.ID
		if d.one = 1 << i; !s.Union {
			d.bit = d.one // 0 from 64 on
		}
		if f.Slot >= 0 {
			d.slot = uintptr(f.Slot)
		}
		d.code = decodeCode(f, nd)
		if len(f.Hops) > 0 {
			d.code = decAny
			d.off = 0 // Off is not from this struct: walk.ReachNew finds the field
		}
		switch d.code {
		case decStruct:
			d.sub = nd.prog
		case decOptStruct:
			d.sub = nd.elem.prog
		case decList:
			d.list, d.elem, d.step = listKindOf(nd.elem), nd.elem.wire, nd.elem.size
			if d.sub = nd.elem.prog; d.list == listPointers {
				d.sub = nd.elem.elem.prog
			}
		}
	}
	end := &fs[len(fs)-1]
	end.hdr, end.alt, end.prev = noHeader, noHeader, prev
	row := 0
	for i := len(fs) - 2; i >= 0; i-- {
		fs[i].scan = fs[i].code
		fs[i].log = uint64(fs[i].off) | uint64(fs[i].idx)<<32 | uint64(fs[i].code)<<48
		if row++; !fs[i].scans() {
			fs[i].scan, row = decAny, 0
		}
		fs[i].fast = bestLevel() > 0 && row >= leastScan
	}
	return fs
}

// leastScan is how many fields in a row are worth a call into assembly.
const leastScan = 2

// scans reports whether assembly has code for f. What reuse may not decode
// into is left to Go.
func (f *dfield) scans() bool {
	return f.bit != 0 && f.keep && f.code <= decOptDouble
}

func decodeCode(f *layout.Field, nd *node) dcode {
	switch nd.code {
	case nodeBool:
		return decBool
	case node1:
		return dec1
	case node2:
		return dec2
	case node4:
		return dec4
	case node8:
		return dec8
	case nodeDouble:
		return decDouble
	case nodeConv:
		if wideEnum(nd) {
			return decEnum
		}
	case nodeString:
		return decString
	case nodeBytes:
		return decBytes
	case nodeStruct:
		return decStruct
	case nodeList:
		return decList
	case nodePtr:
		return pointeeCode(f, nd.elem)
	}
	return decAny
}

func pointeeCode(f *layout.Field, nd *node) dcode {
	if nd.code == nodeStruct {
		return decOptStruct
	}
	if f.Slot < 0 {
		return decAny
	}
	switch nd.code {
	case nodeBool:
		return decOptBool
	case node1:
		return decOpt1
	case node2:
		return decOpt2
	case node4:
		return decOpt4
	case node8:
		return decOpt8
	case nodeDouble:
		return decOptDouble
	case nodeString:
		return decOptString
	}
	return decAny
}
