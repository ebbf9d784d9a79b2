// Package compact is Thrift's Compact protocol: the wire primitives, Skip, the
// converter to and from package binary's form, and the walker that runs a plan
// of package layout over them.
//
// # The protocol
//
// It is described in thrift-compact-protocol.md of Apache Thrift's doc/specs;
// where that page and the implementations disagree, this package does as the
// implementations do, and says so below.
//
// A varint is an unsigned number in groups of 7 bits, the least significant
// first, the top bit of a byte set when more follow (ULEB128):
//
//	50399    | 1 1011111 | 1 0001001 | 0 0000011 |          df 89 03
//
// A zigzag varint is a signed number folded so that small ones of either sign
// are short: 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4. The rest is bytes, not
// aligned.
//
// Values:
//
//	bool     in a field: nothing, the type code says it
//	         in a container: | 1 true or 2 false |
//	i8       | 1 byte |
//	i16      | zigzag varint 1 to 3 |
//	i32      | zigzag varint 1 to 5 |                       an enum is an i32
//	i64      | zigzag varint 1 to 10 |
//	double   | 8 bytes, IEEE 754, little-endian |
//	string   | length: varint | bytes... |                  binary is the same
//	uuid     | 16 bytes, as its text reads |
//
// A struct is its fields in any order, each behind a field header, and a stop
// field. A union and an exception are structs. The delta is the field id less
// that of the field before, or less 0 in the first field; an id that no delta
// from 1 to 15 reaches takes the long form:
//
//	short    | delta 4 bits, type 4 bits | value... |
//	long     | 0 4 bits, type 4 bits | id: zigzag varint 1 to 3 | value... |
//	true     | delta 4 bits, 1 |     or  | 0, 1 | id |      no value follows
//	false    | delta 4 bits, 2 |     or  | 0, 2 | id |      no value follows
//	stop     | 0 |
//
// Containers are a header and the values one after the other. A size counts
// elements, or entries of a map:
//
//	list     | size 4 bits, element type 4 bits | element... |       size < 15
//	         | 15, element type 4 bits | size: varint | element... |
//	set      as a list
//	map      | 0 |                                                   empty
//	         | size: varint | key type 4 bits, value type 4 bits | key | value...
//
// Type codes are the constants of [Type]; that of bool elements is written as
// 1, and 2 is the same. Lengths and sizes are below 2^31.
//
// A message puts a header before its struct:
//
//	message  | 82 | message type 3 bits, version 1 5 bits | sequence id: varint |
//	         | length: varint | name... |
//
// The sequence id is the varint of its 32 bits taken as unsigned, without
// zigzag.
//
// # What it reads
//
//   - A bool element other than 1 is false; writers have used 2 and 0.
//   - A varint longer than its kind allows, or with bits beyond its kind, is an
//     error; one that is longer than it need be within those bytes is not. A
//     sequence id may take 10 bytes, of which the low 32 bits count.
//   - A field id outside int16, by delta or in the long form, is an error, and
//     so is a stop field with a delta. The long form where the short would do
//     is none.
//   - An unknown type code is an error in a field header, and in the header of
//     a container that is not empty.
//   - A size is refused when its elements, at the least bytes of their type,
//     cannot be in the bytes left. Nothing is sized by a number that the input
//     does not pay for.
//   - Message types other than 1 to 4 are errors.
//
// # What it does, and what not
//
// The functions of wire.go, header.go, message.go and skip.go are stateless
// and know no Go types: AppendX extends a slice and returns it, ConsumeX reads
// from the start of a slice and returns the bytes used, SizeX is the exact
// length that AppendX writes. A negative count is a failure: a code that
// comments call by its name in internal/walk, and of which [Err] makes an
// error. They never panic on input and never read past it. They keep no
// reference to their arguments, save that ConsumeBytes and
// ConsumeMessageHeader return slices of the input. Those of search.go are for
// package codec: they find the end of a value that comes in pieces.
//
// transcode.go turns fields and structs into Binary and back without a plan:
// structs keep unknown fields in Binary form whatever the protocol.
//
// Limits other than depth, transports and errors with a path are the business
// of package codec.
//
// # Where to start reading
//
// For the walker: program.go, append.go, size.go, decode.go. For the
// primitives: type.go, wire.go, header.go, message.go, skip.go, search.go, then
// transcode.go. Package binary is this package's twin, file by file.
package compact
