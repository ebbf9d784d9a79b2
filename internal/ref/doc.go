// Package ref is the oracle: a slow and obvious codec for both protocols, which the fast walkers are
// compared with. It is for tests only.
//
// It shares no code with them. Everything goes through one neutral tree of wire values (value.go):
//
//	bytes --parse.go--> node --bind.go--> Go value        Decode
//	Go value --build.go--> node --write.go--> bytes       Append, Size
//
// parse and write know a protocol and no Go type; bind and build know a Go type and no protocol. So the
// rules of the wire (sizes, limits, depth, unknown codes) are all in parse.go, the rules of a type
// (requiredness, unions, presence, mismatches) all in bind.go and build.go, the order of Canonical in
// order.go. What a protocol is lies in binary.go and compact.go.
//
// Of a type it takes from package layout what tags mean: ids, kinds, requiredness, presence. Memory it
// reaches through package reflect alone, by field names.
//
// Of an input with two faults it may report another one than the fast walkers do, because it parses the
// whole input before it looks at the type.
package ref
