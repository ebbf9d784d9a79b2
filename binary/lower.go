package binary

import (
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// mixedRun is the number of fields of differing widths from which one
// template copy is used instead of a run per width.
const mixedRun = 6

// headerOf returns the three bytes of a field header, least significant first.
func headerOf(t Type, id int16) uint32 {
	return uint32(t) | uint32(uint16(id)>>8)<<8 | uint32(uint16(id)&0xff)<<16
}

// lowerOps turns the fields of s into ops: runs of fixed-size fields that are
// always present become one op each, every other field its own.
func lowerOps(s *layout.Struct, nodes []*node) []op {
	ops := make([]op, 0, len(s.Fields)+2)
	if s.Union {
		ops = append(ops, op{code: opUnion})
	}
	for i := 0; i < len(s.Fields); {
		j := i
		for j < len(s.Fields) && runWidth(&s.Fields[j], nodes[j]) > 0 {
			j++
		}
		if j > i {
			ops = appendRuns(ops, s, nodes, i, j)
			i = j
			continue
		}
		ops = append(ops, lowerField(&s.Fields[i], nodes[i]))
		i++
	}
	if s.UnknownOff >= 0 {
		ops = append(ops, op{code: opUnknown, off: uint32(s.UnknownOff)})
	}
	return append(ops, op{code: opStop})
}

// runWidth returns the bytes of f's value on the wire when f can be part of a
// run, else 0.
func runWidth(f *layout.Field, nd *node) int {
	if f.Presence != layout.Always || len(f.Hops) > 0 {
		return 0
	}
	switch nd.code {
	case nodeBool, node1:
		return 1
	case node2:
		return 2
	case node4:
		return 4
	case node8:
		return 8
	}
	if wideEnum(nd) {
		return 4
	}
	return 0
}

// wideEnum reports whether nd is an enum held in 8 bytes, the form that the
// generators write.
func wideEnum(nd *node) bool {
	return nd.code == nodeConv && nd.t.Enum && nd.t.Mem == layout.MemInt64
}

// appendRuns lowers the fields [i, j), all of them fit for runs.
func appendRuns(ops []op, s *layout.Struct, nodes []*node, i, j int) []op {
	if j-i >= mixedRun && !sameWidth(s, nodes, i, j) {
		return append(ops, mixed(s, nodes, i, j))
	}
	for i < j {
		first, w := i, runWidth(&s.Fields[i], nodes[i])
		k := i
		for k < j && runWidth(&s.Fields[k], nodes[k]) == w {
			k++
		}
		o := op{code: runOps[w], run: &run{fields: make([]entry, 0, k-i)}}
		for ; i < k; i++ {
			o.run.fields = append(o.run.fields, o.run.entry(s, nodes, i))
			o.size += uint32(3 + w)
		}
		o.enum = len(o.run.enums) > 0
		o.setChunks(s, nodes, first, i)
		ops = append(ops, o)
	}
	return ops
}

// runOps is the op of a run of fields of so many bytes.
var runOps = [...]opCode{1: opRun1, 2: opRun2, 4: opRun4, 8: opRun8}

func sameWidth(s *layout.Struct, nodes []*node, i, j int) bool {
	for k := i + 1; k < j; k++ {
		if runWidth(&s.Fields[k], nodes[k]) != runWidth(&s.Fields[i], nodes[i]) {
			return false
		}
	}
	return true
}

// entry returns the entry of field i, and takes note when it is an enum held
// in 8 bytes.
func (r *run) entry(s *layout.Struct, nodes []*node, i int) entry {
	f := &s.Fields[i]
	e := entry{off: uint32(f.Off), hdr: headerOf(nodes[i].wire, f.ID), idx: uint16(i)}
	if wideEnum(nodes[i]) {
		r.enums = append(r.enums, e)
		e.off += uint32(unsafeio.LowWord)
	}
	return e
}

// mixed lowers a run of fields of differing widths to a template of all
// their headers, and patches ordered by width: 4, 8, 1, 2 bytes.
func mixed(s *layout.Struct, nodes []*node, i, j int) op {
	r := &run{}
	var by [4][]entry
	for k := i; k < j; k++ {
		w := runWidth(&s.Fields[k], nodes[k])
		e := r.entry(s, nodes, k)
		r.tmpl = append(r.tmpl, byte(e.hdr), byte(e.hdr>>8), byte(e.hdr>>16))
		e.at = uint32(len(r.tmpl))
		r.tmpl = append(r.tmpl, make([]byte, w)...)
		at := [...]int{4: 0, 8: 1, 1: 2, 2: 3}[w]
		by[at] = append(by[at], e)
	}
	for i, es := range by {
		r.fields = append(r.fields, es...)
		r.cut[i] = len(r.fields)
	}
	o := op{code: opRunMixed, run: r, size: uint32(len(r.tmpl)), enum: len(r.enums) > 0}
	o.setChunks(s, nodes, i, j)
	for len(r.tmpl)%16 != 0 {
		r.tmpl = append(r.tmpl, 0)
	}
	return o
}

// lowerField lowers one field that is not part of a run.
func lowerField(f *layout.Field, nd *node) op {
	o := op{code: opField, off: uint32(f.Off), hdr: uint64(headerOf(nd.wire, f.ID)), node: nd, f: f}
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
	case opList, opOptList, opListText, opListStruct:
		o.hdr |= uint64(nd.elem.wire) << 24
	case opStruct:
		o.sub = nd.prog
	case opOptStruct:
		o.sub = nd.elem.prog
	}
	if o.code == opListStruct {
		o.sub = nd.elem.elem.prog
	}
	return o
}

func alwaysOp(nd *node) opCode {
	switch nd.code {
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
	case nodeBool, node1:
		return opOpt1
	case node2:
		return opOpt2
	case node4:
		return opOpt4
	case node8:
		return opOpt8
	}
	return opField
}

// dfield is one field for decoding.
type dfield struct {
	hdr  uint32 // field header, least significant byte first
	code dcode
	scan dcode // what assembly takes it for, decAny when it is left to Go
	wire Type
	fast bool // it and the fields after it are worth a call into assembly
	list listKind
	elem Type // of a list
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
	decEnum            // enum held in 8 bytes
	decString          // string or binary in a string
	decBytes           // string or binary in a []byte
	decOptString       // string by pointer, in a slot
	decOptBool         // bool by pointer, in a slot
	decOpt1            //
	decOpt2            //
	decOpt4            //
	decOpt8            //
	decOptStruct       // struct by pointer
	decStruct          // held by value
	decList            // list or set in a slice
	decAny             // by node
)

// noHeader is what no three header bytes equal.
const noHeader = 1 << 31

func lowerFields(s *layout.Struct, nodes []*node) []dfield {
	fs := make([]dfield, len(s.Fields)+1)
	for i := range s.Fields {
		f, nd := &s.Fields[i], nodes[i]
		d := &fs[i]
		*d = dfield{
			hdr: headerOf(nd.wire, f.ID), wire: nd.wire, idx: i,
			off: f.Off, node: nd, f: f, keep: s.Init == nil || s.Init.Trivial || !f.HasDefaultRef(),
		}
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
	fs[len(fs)-1].hdr = noHeader
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
const leastScan = 3

// scans reports whether assembly has code for f. What reuse may not decode
// into is left to Go.
func (f *dfield) scans() bool {
	return f.bit != 0 && f.keep && f.code <= decOpt8
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
	case nodeString:
		return decOptString
	}
	return decAny
}
