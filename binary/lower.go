package binary

import (
	"math/bits"

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
		ops = append(ops, lowerUnion(s))
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
		o.setRun(s, i)
		o.setChunks(s, nodes, first, i)
		ops = append(ops, o)
	}
	return ops
}

// runOps is the op of a run of fields of so many bytes.
var runOps = [...]opCode{1: opRun1, 2: opRun2, 4: opRun4, 8: opRun8}

// setRun says of the run o, which ends before field j, which enums are to be
// checked, and whether the stop field follows.
func (o *op) setRun(s *layout.Struct, j int) {
	if es := o.run.enums; len(es) > 0 {
		o.enum, o.enums = es[0].off, uint8(min(2, len(es)))
	}
	o.ends = j == len(s.Fields) && s.UnknownOff < 0
}

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
	o := op{code: opRunMixed, run: r, size: uint32(len(r.tmpl))}
	o.setRun(s, j)
	o.setChunks(s, nodes, i, j)
	for len(r.tmpl)%16 != 0 {
		r.tmpl = append(r.tmpl, 0)
	}
	return o
}

// lowerField lowers one field that is not part of a run.
func lowerField(f *layout.Field, nd *node) op {
	o := op{code: opField, off: uint32(f.Off), hdr: uint64(headerOf(nd.wire, f.ID)), node: nd, f: f}
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
	case opList, opListText, opListStruct, opListValue, opListNumber:
		o.hdr |= uint64(nd.elem.wire) << 24
		o.size = uint32(nd.elem.size)
		o.omit = f.Presence == layout.NonNil
	case opMap:
		o.omit = f.Presence == layout.NonNil
	case opStruct:
		o.sub = nd.prog
	case opOptStruct:
		o.sub = nd.elem.prog
	}
	switch o.code {
	case opListStruct:
		o.sub = nd.elem.elem.prog
	case opListValue:
		o.sub = nd.elem.prog
	case opListNumber:
		o.width = uint8(bits.TrailingZeros(uint(nd.elem.min)))
	}
	return o
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

func alwaysOp(nd *node) opCode {
	switch nd.code {
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
	case nodeBool, node1, node2, node4, node8, nodeUUID:
		return opListNumber
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
	case nodeBool, node1:
		return opOpt1
	case node2:
		return opOpt2
	case node4:
		return opOpt4
	case node8:
		return opOpt8
	}
	if wideEnum(nd.elem) {
		return opOptEnum
	}
	return opField
}
