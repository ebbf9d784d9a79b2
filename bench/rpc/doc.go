// Package rpc measures servers on loopback: requests per second, latency, and
// what a request costs the server in CPU time and in allocations. The service
// is Echo of idl/rpc.thrift.
//
// Each server is a process of its own, the running program started again, so
// that its CPU time and its memory are its own. One client drives them all, in
// turns: it sends frames that were encoded before, decodes the first reply of
// each kind, and compares the others with that, byte by byte, so that it takes
// little of the machine and no wrong reply counts.
//
// What it does not: no network but loopback, no overload, no slow peers. Client
// and server share the machine's cores, so requests per second say how the two
// together fare, and CPU time per request what the server has of that.
//
// Start with [Measure]; servers.go lists the servers, workloads.go the calls.
package rpc
