// Package fuzz holds the fuzz targets, which are tests and nothing else. Every target runs its seeds in
// go test: the vectors of internal/wiretest, and what fuzzing once found, in testdata.
//
//	decode_test.go     any bytes, any type, any options: no panic, and what a decoded value promises
//	ref_test.go        what the fast codec decodes, and its bytes, are those of internal/ref
//	values_test.go     the same for values that no decode gives
//	executors_test.go  assembly encodes as the Go walkers do
//	skip_test.go       Skip agrees with Decode
//	search_test.go     the end of a message in pieces is that of Skip
//	reader_test.go     headers; a stream gives the same, however it was cut
//	transcode_test.go  Binary to Compact and back
//	reuse_test.go      a decode into a used value equals a fresh one
//	tags_test.go       struct types of any Go types with any tags: refused with a remedy, or they work
//	mutated_test.go    all of these on damaged seeds, in every go test
//
// What they share: types_test.go, held_types_test.go and wide_test.go have the types that a selector chooses from,
// options_test.go the options that a byte stands for, seeds_test.go the seeds.
package fuzz
