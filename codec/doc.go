// Package codec turns Go structs into Apache Thrift bytes and back, in the
// Binary and the Compact protocol, driven by struct tags: no generated code,
// no reflection per call, and no allocation where the caller provides memory.
//
//	type Point struct {
//		X int32 `thrift:"x,1"`
//		Y int32 `thrift:"y,2"`
//	}
//
//	var points = codec.Must(codec.New[Point](codec.Compact, codec.Options{}))
//
//	b, err := points.Append(nil, &Point{X: 1, Y: 2})
//	var p Point
//	n, err := points.Decode(b, &p)
//
// # Terminology
//
// A plan is what the library knows of a Go type; it is compiled once, on the
// first [New] of that type, and shared. The grammar of tags and the mapping of
// Go types are those of package layout; the bytes are those of packages binary
// and compact.
//
// # Ownership and aliasing
//
// Encoding reads v and writes dst; neither is kept. Decoding reads src and
// writes v. What a decoded string or []byte shares is said by [Strings]; what
// becomes of the memory that v held before, by [Options].Reuse. Every decoded
// []byte has its capacity equal to its length.
//
// # Concurrency
//
// A [Codec] and an [Any] are immutable and safe for concurrent use. The values
// handed to them are not guarded: a value must not change during a call.
//
// # Errors
//
// Faults of a type or a tag are reported by [New]. Faults of a value or of
// bytes are an [*Error] with the offset and the path. On error Decode leaves v
// its zero value, Append returns dst as it was.
//
// # Messages, frames and streams
//
// What servers and clients exchange is a [Message]: a header, then the struct
// of the arguments or of the result. [Codec.AppendMessage] writes both,
// [ParseMessage] reads the header; [Detect] tells the protocols apart. A framed
// transport puts a length before each message: [BeginFrame] and [EndFrame]. A
// [Reader] finds frames, messages and bare structs in an io.Reader. [Methods]
// and [Pair] help a server, [ParseReply] a client; [ApplicationException] is
// what both know as an error. Package examples/kv has all of it together.
//
// # Security
//
// The zero [Options] are meant for bytes from anyone: depth, sizes and
// allocation are bounded before memory is taken, and no input makes the
// library panic or read outside src.
package codec
