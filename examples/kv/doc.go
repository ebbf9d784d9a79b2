// Package kv is an example to copy: a key-value service of Thrift on the
// standard library's net and package codec. It speaks the Compact and the
// Binary protocol, in frames, on one port. The IDL is kv.thrift.
//
//	store.go    what the service does; knows nothing of Thrift
//	wire.go     the IDL as tagged structs, the limits, the codecs of each method
//	session.go  one connection: requests in, replies out; the method table
//	deadline.go timeouts that cost little
//	server.go   listening, connections, shutdown
//	client.go   calls; batch.go has those of many at once
//
// To make a service of your own of it, replace store.go, the structs, limits
// and methods in wire.go, the table and values in session.go, the store in
// NewServer, and the calls in client.go and batch.go. The limits are this
// service's, and hold for results too: a result beyond them is an
// INTERNAL_ERROR of the server.
//
// # Who owns which bytes
//
// A frame is a piece of the codec.Reader's buffer, and lives until the next
// call of Frame. The arguments are decoded with Alias and Reuse, so their
// strings are that frame's bytes, and their slices, maps and pointees those of
// the request before. The handler therefore copies what it keeps, all of it;
// where that is structs, leave both options out, and keep what was decoded. The
// reply is encoded before the next frame is read. What the store holds is never
// changed in place, so a reply may be encoded from it without a lock.
//
// # What a connection may cost
//
// About three times Limits.Message and 128 KiB at most, and as much as 64 KiB
// for each of requests and replies when it is idle: a frame while it arrives
// takes up to twice its size, replies are sent when there are 16 KiB of them,
// and a reply has at most one value. A length is only a claim: up to 64 KiB
// are allocated for it before the bytes are there, see limits. A peer that is
// slow, silent or does not read is cut off by the timeouts of [Server], and
// holds up nobody but itself; fault_test.go has them all at once. What the
// store grows to is the service's own matter; this one sets no bound.
//
// # Allocations
//
// A request that is read, decoded, answered and encoded costs none in a warm
// connection, but for what a put stores and the exception of a get that finds
// nothing; allocs_test.go counts them. The client allocates.
package kv
