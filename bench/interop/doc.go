// Package interop proves on loopback that package codec talks to other
// people's Thrift. It has a server and a client written plainly against codec,
// with net alone, for the service of bench/idl/interop.thrift; its tests put
// them opposite the clients and servers that Apache's compiler generates:
//
//	peer     library                               transports        protocols
//	go       github.com/apache/thrift, see go.mod  framed, buffered  Binary, Binary with old headers, Compact
//	python   Debian's python3-thrift               framed, buffered  the same; Binary and Compact accelerated too
//	c++      Debian's libthrift-dev                framed, buffered  as go
//
// Each peer is once the client of our server, once the server of our client;
// each of these combinations has a connection of its own, over which goes all
// that [Checks] lists. The peer's values are constants that its generator made
// of the IDL; both sides compare what they get with their own. Our server
// tells protocol and transport by codec.Reader.Detect; none is told to it.
// Both its and our client's limits are the defaults.
//
// Not here: how fast anything is; faults on the network; other transports than
// TCP; the header transport, which codec does not speak.
//
// # Run it
//
//	apt-get install -y python3-thrift thrift-compiler libthrift-dev libboost-dev g++
//	cd bench && go test -v ./interop
//
// The log ends with a table of the combinations: which ran, and which did not
// since something is not installed. The file that INTEROP_TABLE names gets the
// same table. With CI=true it is a failure when a combination did not run
// although its peer is installed. One is picked by
//
//	go test -v -run 'TestPeers/c\+\+/server/framed/compact$' ./interop
//
// Python's and C++'s sides are testdata/peer.py and testdata/peer.cpp. Their
// code is generated, and the C++ compiled, in a folder that goes with the
// test. At most one of these programs runs at a time. The test ends it after
// half a minute; where the test itself was killed, it ends soon after that.
//
// # Where to start reading
//
// server.go and client.go are our side of the wire, service.go what is said
// there. Then peers_test.go.
package interop
