// Package apache brings miser to programs whose code Apache Thrift's Go
// compiler generated: a [Client] takes the place of thrift.TStandardClient, a
// [ProtocolFactory] that of Apache's, and [Handle] gives single methods of a
// generated processor a handler whose structs miser encodes and decodes.
// Servers, transports, middlewares and generated code stay as they are.
//
// # What it does not
//
// The generated Read and Write of a struct call a thrift.TProtocol for each
// value, so no protocol can make them fast: the gain is in not calling them. A
// generated client leaves that choice to its thrift.TClient. A generated
// processor does not, so its methods are switched one by one; those that are
// not go on through Apache's protocol, over memory. The header transport, JSON
// and zlib are not supported.
//
// # What always holds
//
// What a generated struct is on the wire, package probe learns from its generated
// code, unless the options name a schema. Then the two are compared on samples. A
// struct that they do not read alike, since its code was edited by hand, say, is
// left to that code: right, at Apache's cost. [Check] says which those are, and
// why.
//
// Nothing is shared between connections but pools, and no bytes make the
// package panic.
//
// # Where to start
//
// client.go and function.go are what takes the place of generated code;
// protocol.go is the rest of a server. inbox.go and outbox.go read and write
// messages for both, coder.go chooses between miser and generated code, and
// check.go has the probe learn, and compares them. Package probe is of use without
// the rest, too: it makes the schema for any codec of generated structs.
package apache
