// Package wiretest is the one table of types and vectors that unit tests, fuzz seeds and benchmarks share.
//
// It holds the Go types of every struct in testdata/idl, the test vectors about them, and helpers: values
// from the vectors, comparison of decoded values, memory that ends at an unreadable page, mutated inputs.
// It knows neither the codec nor a wire format, so every package may use it in its tests; nothing else may
// import it. The vectors come from Apache Thrift's implementations, never from this library: the README in
// testdata says which.
//
// Everything that it returns is shared by all callers of the process: do not change the bytes of a vector.
// A fault in the data panics and names the file and line.
//
// Start at schema.go for the types and vectors.go for the vectors; build.go makes Go values of vectors and
// diff.go compares them.
package wiretest

//go:generate go run ./gen
