// Package segmentio compares miser with segmentio/encoding/thrift on structs with
// the tags of that library, which are used as they are: the bytes of random
// values, what each reads of the other's, and what each makes of a tag. It is
// tests alone; README.md has what they found.
package segmentio
