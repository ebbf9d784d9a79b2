// Package miserkitex lets a kitex service encode and decode by miser: one
// option at the client or the server, and nothing else changes.
//
//	client.WithPayloadCodec(miserkitex.Default())
//	server.WithPayloadCodec(miserkitex.Default())
//
// The bytes are Thrift's Binary protocol, as kitex's own codec writes it, so
// each end switches alone. The package is not named kitex since it is imported
// beside packages of that name.
//
// # What it takes
//
// Arguments and results are the structs that kitex's generator wrote, by their
// thrift and frugal tags; their generated FastRead and FastWrite are not
// called. What has no such tags stays with kitex's own codec: generic calls,
// Protocol Buffers, structs of other origin. For a struct that is left to it for
// a fault of its tags, a warning in kitex's log says so once. Streams, which
// kitex never gives to a payload codec, stay as they are.
//
// # Invariants
//
//   - A decoded value shares nothing with kitex's buffers: strings are copied.
//   - No payload panics, or takes memory out of proportion to what arrived; see
//     [codec.Limits].
//   - A codec is immutable but for what it remembers of types, and safe for
//     concurrent use.
//
// Start reading at payload.go. How the end of a message is found that comes
// without a length is in find.go, the Compact protocol in compact.go.
package miserkitex
