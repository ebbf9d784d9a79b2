// Package thrifttags is an analyzer of Thrift struct tags. It reports what
// package layout of miser would refuse when it compiles the struct, in the same
// words, and it works on source: nothing of the program runs.
//
// The forms of tags, and the Go types that go with them, are those that the
// documentation of package layout lists. A struct is looked at when it, or a
// struct embedded in it, has a thrift or frugal tag. Findings are of three
// categories:
//
//	refused   layout refuses the struct: malformed tag, id used twice, TYPE that
//	          the Go type cannot hold, Go type without a Thrift type, field that
//	          is not exported, misplaced union mark
//	disagree  layout accepts the field, but its thrift and its frugal tag differ
//	          in id, in TYPE or in whether it is a Thrift field at all
//	hint      layout accepts the field, but has to assume something: an optional
//	          scalar held by value; a slice without TYPE whose Go or Thrift name
//	          has the word set or unique; a named integer without TYPE and without
//	          the methods of an enum
//
// A name is cut into words at underscores and capitals, so that offset has no
// word set. The flag -hints=false leaves the hints out. There are none in
// generated files, which nobody edits, and none about optional scalars of a
// struct with an InitDefault method.
//
// Faults in a struct that is embedded, or that a field leads to, are reported
// where that struct is declared. What only running can tell, such as an
// InitDefault that panics, is not reported; nor are a struct's size and the
// number of its fields.
//
// Read in this order: analyzer.go, gather.go (which fields), tag.go and
// typeexpr.go (what tags say), gotype.go (what Go types are), hints.go.
package thrifttags
