// Package frugal asks frugal, kitex' reflective codec, and miser what they make of
// a tag, thrift or frugal, on a Go type. What each makes of generated structs is
// compared in dialects/thriftgo. It is tests alone; README.md has what they found.
package frugal
