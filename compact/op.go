package compact

import "github.com/miserwire/miser/internal/walk"

// opCode says what an op does. A new one is described here in opTable, made in
// lower.go, and carried out in append.go, size.go and, unless it is left to
// Go, append_amd64.s, which relies on the order of the codes.
type opCode uint8

const (
	opStop opCode = iota
	opRun4
	opRun8
	opRunDouble
	opBool
	op1
	op2
	opString
	opOptString
	opOptBytes
	opOptBool
	opOpt1
	opOpt2
	opOpt4
	opOpt8
	opOptDouble
	opOptEnum
	opStruct
	opOptStruct
	opListText
	opListStruct
	opListValue
	opListVarint
	opListRaw
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
	reads  string // of the op, beside its code; head is key as well, and last is done, for assembly
	writes string // with the bytes of each part where they are always the same
	goOnly bool   // there is no code for it in assembly
}

var opTable = [opCount]opInfo{
	opStop: {name: "stop", what: "the struct ends",
		writes: "| 0 |"},
	opRun4: {name: "run4", what: "i32 fields, always present, and enums held in 8 bytes",
		reads: "head last run", writes: "| header | varint | ..."},
	opRun8: {name: "run8", what: "i64 fields, always present",
		reads: "head last run", writes: "| header | varint | ..."},
	opRunDouble: {name: "runDouble", what: "double fields, always present",
		reads: "head last run", writes: "| header | value 8 | ..."},
	opBool: {name: "bool", what: "bool, always present",
		reads: "off head last", writes: "| header |"},
	op1: {name: "i8", what: "i8, always present",
		reads: "off head last", writes: "| header | value 1 |"},
	op2: {name: "i16", what: "i16, always present",
		reads: "off head last", writes: "| header | varint |"},
	opString: {name: "string", what: "string or binary, always present",
		reads: "off head last", writes: "| header | length | bytes |"},
	opOptString: {name: "optString", what: "string by pointer",
		reads: "off head last must", writes: "| header | length | bytes |"},
	opOptBytes: {name: "optBytes", what: "binary, left out when nil",
		reads: "off head last", writes: "| header | length | bytes |"},
	opOptBool: {name: "optBool", what: "bool by pointer",
		reads: "off head last must", writes: "| header |"},
	opOpt1: {name: "opt1", what: "i8 by pointer",
		reads: "off head last must", writes: "| header | value 1 |"},
	opOpt2: {name: "opt2", what: "i16 by pointer",
		reads: "off head last must", writes: "| header | varint |"},
	opOpt4: {name: "opt4", what: "i32 by pointer",
		reads: "off head last must", writes: "| header | varint |"},
	opOpt8: {name: "opt8", what: "i64 by pointer",
		reads: "off head last must", writes: "| header | varint |"},
	opOptDouble: {name: "optDouble", what: "double by pointer",
		reads: "off head last must", writes: "| header | value 8 |"},
	opOptEnum: {name: "optEnum", what: "enum held in 8 bytes, by pointer",
		reads: "off head last must", writes: "| header | varint |"},
	opStruct: {name: "struct", what: "struct held by value",
		reads: "off head last sub", writes: "| header | the struct's fields | 0 |"},
	opOptStruct: {name: "optStruct", what: "struct by pointer, left out when nil",
		reads: "off head last sub must", writes: "| header | the struct's fields | 0 |"},
	opListText: {name: "listText", what: "list of strings or binaries",
		reads: "off head last elem size omit", writes: "| header | list header | length | bytes | ..."},
	opListStruct: {name: "listStruct", what: "list of structs by pointer",
		reads: "off head last elem sub omit", writes: "| header | list header | the struct's fields | 0 | ..."},
	opListValue: {name: "listValue", what: "list of structs held by value",
		reads: "off head last elem size sub omit", writes: "| header | list header | the struct's fields | 0 | ..."},
	opListVarint: {name: "listVarint", what: "list of i16, i32 or i64",
		reads: "off head last elem size omit", writes: "| header | list header | varint | ..."},
	opListRaw: {name: "listRaw", what: "list of i8, doubles or uuids",
		reads: "off head last elem size omit", writes: "| header | list header | value 1, 8 or 16 | ..."},
	opUUID: {name: "uuid", what: "uuid, always present",
		reads: "off head last", writes: "| header | value 16 |"},
	opUnion: {name: "union", what: "exactly one field must be present", reads: "run"},
	opUnknown: {name: "unknown", what: "retained unknown fields; assembly does none",
		reads: "off", writes: "| their fields |"},
	opList: {name: "list", what: "any other list or set in a slice",
		reads: "off head last node omit", writes: "| header | list header | elements |", goOnly: true},
	opMap: {name: "map", what: "map, or set in one",
		reads: "off head last node omit", writes: "| header | map or set header | entries |", goOnly: true},
	opField: {name: "field", what: "any other field",
		reads: "head last node f", writes: "| header | value |", goOnly: true},
}

// leastFast is the weight of a row of ops that is worth a call into assembly,
// the stop field among them.
const leastFast = 3

// maxCost bounds the cost of entering a struct.
const maxCost = 1 << 12

// weight is how much assembly gains on o, roughly.
func (o *op) weight() int {
	if o.sub != nil || o.code == opListText || o.code == opListVarint || o.run != nil && len(o.run.fields) > leastFast {
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
