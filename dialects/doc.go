// Package dialects compares miser with what other people's generators and
// libraries make of Thrift: their code, as it is, on random values and on real
// bytes. Each folder is one of them.
package dialects
