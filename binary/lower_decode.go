package binary

import (
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

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
	run  *drun   // which begins with it, for assembly; mostly nil
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

// next returns the field after f. Caller: f is not the last, which has no header.
func (f *dfield) next() *dfield {
	if unsafeio.Checked && f.f == nil {
		panic("binary: dfield.next: there is none after the last")
	}
	return unsafeio.Next(f)
}

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
		if f.Type.Held() {
			d.code = decAny
		}
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
		switch {
		case !fs[i].scans():
			fs[i].scan, row = decAny, 0
		case fs[i].code < decString || fs[i].code > decOptString:
			row++
		}
		fs[i].fast = bestLevel() > 0 && row >= leastScan
	}
	if haveRuns {
		setRuns(s, fs)
	}
	return fs
}

// leastScan is how many numbers in a row are worth a call into assembly: texts
// among them cost as much as in Go.
const leastScan = 4

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
