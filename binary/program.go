package binary

import (
	"sync"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// Program is a plan lowered to this protocol: ops for encoding and sizing,
// fields for decoding. It is immutable, but for odds, and safe for concurrent use.
//
// Invariants: ops ends in opStop; fields has one entry per plan field, in
// ascending id, and a last one that no header matches.
type Program struct {
	plan    *layout.Struct
	first   *op // of ops
	ops     []op
	sizes   []sizer
	least   int // bytes that every value has: see lowerSizes
	fields  []dfield
	dense   []int16      // position in fields by id, of the low ids
	need    uint64       // presence bits of the required fields among the first 64
	all     uint64       // presence bits of the first 64 fields
	words   int          // presence words beyond the first
	resets  []walk.Reset // by field, nil when end
	union   bool
	fresh   bool      // decoding into fresh memory still gives it defaults
	begin   bool      // decoding into used memory first drops what reuse does not keep
	end     bool      // the stop field always needs finish
	refills bool      // assembly can read a used struct whole
	enters  bool      // and is worth entering there
	numbers bool      // and it has nothing but numbers and bools
	odds    walk.Odds // of that
	whole   bool      // assembly has code for all of it, nested structs included
}

// op is one step of encoding: one field, or a run of fields.
type op struct {
	code opCode
	must bool   // nil is a missing required field
	omit bool   // nil is left out
	fast bool   // it and the ops after it are worth a call into assembly
	off  uint32 // offset of the field in the struct
	hdr  uint64 // field header, least significant byte first; lists: and element type
	size uint32 // bytes that a run writes; bytes in memory from one element of a list to the next

	enum  uint32 // offset of the first enum of a run that is to be checked
	enums uint8  // how many of them there are, 2 for more
	ends  bool   // a run is followed by the stop field

	// For assembly: the chunks of a run, none in a struct of less than 16 bytes,
	// the last one with the stop field where there is one; the width of a list's
	// numbers, 0 to 4 for 1 to 16 bytes; the first op of a nested struct.
	chunks uint16
	width  uint8
	chunk  *chunk
	first  *op
	cost   uint16 // of entering that, in work

	run  *run
	node *node
	sub  *Program
	f    *layout.Field
}

// run is the fields of a run, or of a union. An enum held in 8 bytes is checked, then its low
// word goes out as any i32. A mixed run has a template of the headers, padded
// to 16 bytes, and cut says where the entries of 4, 8, 1 and 2 bytes end.
type run struct {
	prog   *Program
	fields []entry
	enums  []entry // held in 8 bytes, with the offset of the whole
	tmpl   []byte
	cut    [4]int
}

// entry is one field of a run. In a mixed run at is where its value goes.
type entry struct {
	off uint32
	hdr uint32
	at  uint32
	idx uint16
}

// node is how a value of some type is walked.
type node struct {
	code  nodeCode
	wire  Type
	min   int     // least bytes on the wire
	size  uintptr // bytes in memory, the stride in a slice
	t     *layout.Type
	prog  *Program // of a struct
	batch *batch   // of a list of structs, where assembly can do them
	elem  *node
	key   *node
	// Entries of a map, and elements of a set in a map, lie in pairs of key and
	// value, stride bytes apart.
	keyOff, valueOff uintptr
	stride           uintptr
	pairs            pairCode
	pointee          *Program // of values that are structs by pointer
	before, after    int      // of pairBeside: bytes of the number on the wire
	// order compares encoded elements of a set, or entries of a map.
	order func(a, b []byte) int
}

type nodeCode uint8

const (
	nodeBool    nodeCode = iota
	node1                // i8
	node2                // i16
	node4                // i32, and an enum held in 4 bytes
	node8                // i64, double
	nodeConv             // integer whose width in memory is not that on the wire
	nodeString           // string or binary in a string
	nodeBytes            // string or binary in a []byte
	nodeUUID             //
	nodeStruct           //
	nodePtr              // pointer to elem
	nodeList             // list or set in a slice
	nodeEntries          // map in a slice of entries
	nodeMap              //
	nodeSetMap           // set in a map
)

// pairCode says which pairs have code of their own.
type pairCode uint8

const (
	pairAny    pairCode = iota
	pairTexts           // two strings and nothing else
	pairBeside          // a string with a number in the 8 bytes before or after it
)

// pairCode returns how the entries of nd are encoded.
func (nd *node) pairCode() (c pairCode, before, after int) {
	if nd.key == nil || nd.keyOff != 0 {
		return pairAny, 0, 0
	}
	key, val := nd.key, nd.elem
	switch {
	case key.code == nodeString && val.code == nodeString:
		return pairTexts, 0, 0
	case nd.stride != 2*ptrSize+8:
	case key.code == nodeString && (val.code == node4 || val.code == node8):
		return pairBeside, 0, val.min
	case (key.code == node4 || key.code == node8) && val.code == nodeString && nd.valueOff == 8:
		return pairBeside, key.min, 0
	}
	return pairAny, 0, 0
}

// fixed reports whether every value has the same length on the wire.
func (nd *node) fixed() bool { return nd.code <= nodeConv || nd.code == nodeUUID }

// lowering holds the programs by plan; a program is published only whole.
var lowering struct {
	sync.RWMutex
	done map[*layout.Struct]*Program
}

// Lower returns the program of s, the same one for every call.
// It is safe for concurrent use.
func Lower(s *layout.Struct) *Program {
	lowering.RLock()
	p := lowering.done[s]
	lowering.RUnlock()
	if p != nil {
		return p
	}
	lowering.Lock()
	defer lowering.Unlock()
	l := lowerer{progs: map[*layout.Struct]*Program{}, nodes: map[*layout.Type]*node{}}
	p = l.program(s)
	for len(l.queue) > 0 {
		next := l.queue[0]
		l.queue = l.queue[1:]
		l.lower(next)
	}
	l.findCode()
	l.findRefills()
	if lowering.done == nil {
		lowering.done = map[*layout.Struct]*Program{}
	}
	for k, v := range l.progs {
		lowering.done[k] = v
	}
	return p
}

// Plan returns the plan that p was lowered from.
func (p *Program) Plan() *layout.Struct { return p.plan }

// lowerer lowers one type graph.
type lowerer struct {
	progs map[*layout.Struct]*Program
	nodes map[*layout.Type]*node
	queue []*Program // named by a node, and still to be lowered
	room  []node     // for the next nodes
}

// program returns the program of s. A new one is queued, not lowered on the
// way: a struct that leads back to a type would find its node half made.
func (l *lowerer) program(s *layout.Struct) *Program {
	if p := lowering.done[s]; p != nil {
		return p
	}
	if p := l.progs[s]; p != nil {
		return p
	}
	p := &Program{plan: s, union: s.Union, fresh: s.Init != nil && !s.Init.Trivial}
	l.progs[s] = p
	l.queue = append(l.queue, p)
	return p
}

// lower fills in p.
func (l *lowerer) lower(p *Program) {
	s := p.plan
	nodes := make([]*node, len(s.Fields))
	for i := range s.Fields {
		nodes[i] = l.node(s.Fields[i].Type)
	}
	p.ops = lowerOps(s, nodes)
	p.sizes, p.least = lowerSizes(s, nodes)
	p.first = &p.ops[0]
	for i := range p.ops {
		if r := p.ops[i].run; r != nil {
			r.prog = p
		}
	}
	p.fields = lowerFields(s, nodes)
	p.dense = s.Dense()
	p.words = max(0, (len(s.Fields)-1)/64)
	p.all = ^uint64(0)
	if n := len(s.Fields); n < 64 {
		p.all = 1<<n - 1
	}
	p.begin = walk.NeedsBegin(s)
	p.resets = walk.Resets(s)
	p.end = p.words > 0 || s.UnknownOff >= 0 || p.resets == nil
	if len(s.Required) > 0 {
		p.need = s.Required[0]
	}
}

func (l *lowerer) node(t *layout.Type) *node {
	if nd := l.nodes[t]; nd != nil {
		return nd
	}
	if t.Held() {
		nd := l.node(t.Elem) // walk.Find and walk.Hold lead to it
		l.nodes[t] = nd
		return nd
	}
	if len(l.room) == 0 {
		l.room = make([]node, 8)
	}
	nd := &l.room[0]
	l.room = l.room[1:]
	nd.t, nd.wire, nd.size = t, TypeOf(t.Kind), t.Size
	l.nodes[t] = nd
	nd.min = MinSize(nd.wire)
	switch t.Mem {
	case layout.MemBool:
		nd.code = nodeBool
	case layout.MemInt8, layout.MemInt16, layout.MemInt32, layout.MemInt64:
		nd.code = intCode(t)
	case layout.MemFloat64:
		nd.code = node8
	case layout.MemString:
		nd.code = nodeString
	case layout.MemBytes:
		nd.code = nodeBytes
	case layout.MemArray16:
		nd.code = nodeUUID
	case layout.MemStruct:
		nd.code, nd.prog = nodeStruct, l.program(t.Struct)
	case layout.MemPtr:
		nd.code, nd.elem = nodePtr, l.node(t.Elem)
	case layout.MemSlice:
		nd.code, nd.elem = nodeList, l.node(t.Elem)
	case layout.MemEntries:
		nd.code, nd.key, nd.elem = nodeEntries, l.node(t.Key), l.node(t.Elem)
		nd.keyOff, nd.valueOff, nd.stride = t.KeyOff, t.ValueOff, t.Entry.Size()
	case layout.MemMap:
		nd.code, nd.key, nd.elem = nodeMap, l.node(t.Key), l.node(t.Elem)
		nd.valueOff, nd.stride = t.Map.ValueOff(), t.Map.PairSize()
	case layout.MemSetMap:
		nd.code, nd.elem = nodeSetMap, l.node(t.Elem)
		nd.stride = t.Map.PairSize()
	}
	nd.pairs, nd.before, nd.after = nd.pairCode()
	if nd.key != nil && nd.elem.code == nodePtr && nd.elem.elem.code == nodeStruct {
		nd.pointee = nd.elem.elem.prog
	}
	switch t.Kind {
	case layout.Set:
		nd.order = nd.elem.compareFirst
	case layout.Map:
		nd.order = nd.compareEntry
	}
	return nd
}

func intCode(t *layout.Type) nodeCode {
	switch {
	case t.Kind == layout.I8 && t.Mem == layout.MemInt8:
		return node1
	case t.Kind == layout.I16 && t.Mem == layout.MemInt16:
		return node2
	case t.Kind == layout.I32 && t.Mem == layout.MemInt32:
		return node4
	case t.Kind == layout.I64 && t.Mem == layout.MemInt64:
		return node8
	}
	return nodeConv
}

// next returns the op after o. Caller: o is not opStop.
func (o *op) next() *op {
	if unsafeio.Checked && o.code == opStop {
		panic("binary: op.next: there is none after opStop")
	}
	return unsafeio.Next(o)
}
