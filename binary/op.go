package binary

import "github.com/miserwire/miser/internal/walk"

// opCode says what an op does. A new one is described here in opTable, made in
// lower.go, and carried out in append.go and, unless it is left to
// Go, append_amd64.s, which relies on the order of the codes.
type opCode uint8

const (
	opStop opCode = iota
	opRun1
	opRun2
	opRun4
	opRun8
	opRunMixed
	opString
	opOptString
	opOptBytes
	opOpt1
	opOpt2
	opOpt4
	opOpt8
	opOptEnum
	opStruct
	opOptStruct
	opListText
	opListStruct
	opListValue
	opListNumber
	opUUID
	opUnion
	opUnknown
	opList
	opMap
	opField

	opCount
)

// opInfo describes an op once, for whoever carries it out.
type opInfo struct {
	name   string
	what   string // when it stands for a field, and for which
	reads  string // of the op, beside its code
	writes string // with the bytes of each part
	goOnly bool   // there is no code for it in assembly
}

var opTable = [opCount]opInfo{
	opStop: {name: "stop", what: "the struct ends",
		writes: "| 0 |"},
	opRun1: {name: "run1", what: "fields of 1 byte, always present",
		reads: "size run", writes: "| header 3 | value 1 | ..."},
	opRun2: {name: "run2", what: "fields of 2 bytes, always present",
		reads: "size run", writes: "| header 3 | value 2 | ..."},
	opRun4: {name: "run4", what: "fields of 4 bytes, always present, and enums held in 8",
		reads: "size run", writes: "| header 3 | value 4 | ..."},
	opRun8: {name: "run8", what: "fields of 8 bytes, always present",
		reads: "size run", writes: "| header 3 | value 8 | ..."},
	opRunMixed: {name: "runMixed", what: "fields of any of these widths: template and patches",
		reads: "size run", writes: "| header 3 | value 1, 2, 4 or 8 | ..."},
	opString: {name: "string", what: "string or binary, always present",
		reads: "off hdr", writes: "| header 3 | length 4 | bytes |"},
	opOptString: {name: "optString", what: "string by pointer",
		reads: "off hdr must", writes: "| header 3 | length 4 | bytes |"},
	opOptBytes: {name: "optBytes", what: "binary, left out when nil",
		reads: "off hdr", writes: "| header 3 | length 4 | bytes |"},
	opOpt1: {name: "opt1", what: "scalar of 1 byte by pointer",
		reads: "off hdr must", writes: "| header 3 | value 1 |"},
	opOpt2: {name: "opt2", what: "scalar of 2 bytes by pointer",
		reads: "off hdr must", writes: "| header 3 | value 2 |"},
	opOpt4: {name: "opt4", what: "scalar of 4 bytes by pointer",
		reads: "off hdr must", writes: "| header 3 | value 4 |"},
	opOpt8: {name: "opt8", what: "scalar of 8 bytes by pointer",
		reads: "off hdr must", writes: "| header 3 | value 8 |"},
	opOptEnum: {name: "optEnum", what: "enum held in 8 bytes, by pointer",
		reads: "off hdr must", writes: "| header 3 | value 4 |"},
	opStruct: {name: "struct", what: "struct held by value",
		reads: "off hdr sub", writes: "| header 3 | the struct's fields | 0 |"},
	opOptStruct: {name: "optStruct", what: "struct by pointer, left out when nil",
		reads: "off hdr sub must", writes: "| header 3 | the struct's fields | 0 |"},
	opListText: {name: "listText", what: "list of strings or binaries",
		reads: "off hdr size omit", writes: "| header 3 | element type 1 | size 4 | length 4 | bytes | ..."},
	opListStruct: {name: "listStruct", what: "list of structs by pointer",
		reads: "off hdr sub omit", writes: "| header 3 | element type 1 | size 4 | the struct's fields | 0 | ..."},
	opListValue: {name: "listValue", what: "list of structs held by value",
		reads: "off hdr size sub omit", writes: "| header 3 | element type 1 | size 4 | the struct's fields | 0 | ..."},
	opListNumber: {name: "listNumber", what: "list of bools, numbers or uuids as wide in memory as on the wire",
		reads: "off hdr width omit", writes: "| header 3 | element type 1 | size 4 | value 1, 2, 4, 8 or 16 | ..."},
	opUUID: {name: "uuid", what: "uuid, always present",
		reads: "off hdr", writes: "| header 3 | value 16 |"},
	opUnion: {name: "union", what: "exactly one field must be present", reads: "run"},
	opUnknown: {name: "unknown", what: "retained unknown fields; assembly does none",
		reads: "off", writes: "| their bytes |"},
	opList: {name: "list", what: "any other list or set in a slice",
		reads: "off hdr node omit", writes: "| header 3 | element type 1 | size 4 | elements |", goOnly: true},
	opMap: {name: "map", what: "map, or set in one",
		reads: "off hdr node omit", writes: "| header 3 | map or set header | entries |", goOnly: true},
	opField: {name: "field", what: "any other field",
		reads: "hdr node f", writes: "| header 3 | value |", goOnly: true},
}

// leastFast is the weight of a row of ops that is worth a call into assembly,
// the stop field among them.
const leastFast = 3

// maxCost bounds the cost of entering a struct.
const maxCost = 1 << 12

// weight is how much assembly gains on o, roughly.
func (o *op) weight() int {
	if o.sub != nil || o.code == opListText || o.code == opListNumber || o.run != nil && len(o.run.fields) > leastFast {
		return leastFast
	}
	return 1
}

// hasCode reports whether there is code for o in assembly, leaving aside what
// is nested in it.
func (o *op) hasCode() bool {
	return !opTable[o.code].goOnly && (o.code != opUnion || len(o.run.fields) > 0)
}

// findCode finds the programs that assembly can run whole, and the ops from
// which on it is worth calling.
func (l *lowerer) findCode() {
	users := map[*Program][]*Program{}
	var not []*Program
	for _, p := range l.progs {
		p.whole = true
		for i := range p.ops {
			o := &p.ops[i]
			if o.sub != nil {
				users[o.sub] = append(users[o.sub], p)
			}
			if !o.hasCode() {
				p.whole = false
			}
		}
	}
	for _, p := range l.progs {
		if !p.whole {
			not = append(not, p)
		}
	}
	for sub := range users {
		if l.progs[sub.plan] != sub && !sub.whole {
			not = append(not, sub) // lowered earlier
		}
	}
	walk.Spread(not, users, func(p *Program) bool {
		news := p.whole
		p.whole = false
		return news
	})
	for _, p := range l.progs {
		row := 0
		for i := len(p.ops) - 1; i >= 0; i-- {
			o := &p.ops[i]
			if o.sub != nil {
				o.first = o.sub.first
				o.cost = uint16(min(1+len(o.sub.ops)/8, maxCost))
				if haveAssembly && o.sub.whole && (o.code == opListStruct || o.code == opListValue) {
					o.node.batch = newBatch(o)
				}
			}
			row += o.weight()
			if !o.hasCode() || o.sub != nil && !o.sub.whole {
				row = 0
			}
			o.fast = row >= leastFast
		}
	}
}
