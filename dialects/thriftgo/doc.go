// Package thriftgo compares miser with what thriftgo and kitex make of Thrift:
// the structs of gen/, with their options, as they are; their own codecs, and
// frugal's. There is nothing here to import. README.md says what was found;
// gen.sh writes gen/.
package thriftgo
