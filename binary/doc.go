// Package binary is Thrift's Binary protocol: the wire primitives, Skip, and
// the walker that runs a plan of package layout over them.
//
// # The protocol
//
// Everything is fixed-size and big-endian, and nothing is aligned. It is
// described in thrift-binary-protocol.md of Apache Thrift's doc/specs; what
// that page leaves open is settled below.
//
// Values:
//
//	bool     | 0 or 1 |
//	i8       | 1 byte |
//	i16      | 2 bytes, two's complement |
//	i32      | 4 bytes, two's complement |           an enum is an i32
//	i64      | 8 bytes, two's complement |
//	double   | 8 bytes, IEEE 754 |
//	string   | length 4 | bytes... |                 binary is the same
//	uuid     | 16 bytes, as its text reads |
//
// A struct is its fields in any order, each behind a field header, and a stop
// field. A union and an exception are structs:
//
//	field    | type code 1 | field id 2 | value... |
//	stop     | 0 |
//
// Containers are a header and the values one after the other. A size counts
// elements, or entries of a map:
//
//	list     | element type 1 | size 4 | element... |
//	set      | element type 1 | size 4 | element... |
//	map      | key type 1 | value type 1 | size 4 | key | value | key | value... |
//
// Type codes are the constants of [Type]. Lengths and sizes are signed on the
// wire; a negative one is an error.
//
// A message puts a header before its struct. There are two forms, and the sign
// of the first word tells them apart; this package writes the strict one:
//
//	strict   | 80 01 | unused 1 | message type 1 | length 4 | name... | sequence id 4 |
//	old      | length 4 | name... | message type 1 | sequence id 4 |
//
// # What it reads
//
//   - A bool byte other than 1 is false.
//   - An unknown type code is an error in a field header, and in the header of
//     a container that is not empty.
//   - A size is refused when its elements, at the least bytes of their type,
//     cannot be in the bytes left. Nothing is sized by a number that the input
//     does not pay for.
//   - The unused byte of a strict message header is ignored. Message types
//     other than 1 to 4 are errors.
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
// Limits other than depth, transports and errors with a path are the business
// of package codec. Little-endian Binary, an option of Apache's C++ library,
// is not supported.
//
// # Where to start reading
//
// For the walker: program.go, append.go, size.go, decode.go. For the
// primitives: type.go, wire.go, header.go, message.go, skip.go, search.go. Package
// compact is this package's twin, file by file.
package binary
