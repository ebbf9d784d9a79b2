// Package apache compares miser with what Apache's Go compiler generates: the
// structs in gen, as they are, written and read by their own Write and Read over
// TBinaryProtocol and TCompactProtocol of the newest library, and by miser with
// the schema that the probe finds.
//
// peer_test.go is the peer, agree_test.go the comparison with random values,
// differ_test.go holds each difference that README.md lists to what it says.
package apache
