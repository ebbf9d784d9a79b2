// Package doctest holds the test that the programs shown in README.md compile against this checkout, and
// that they are the examples of package codec where they say so. It has no code of its own.
//
// A program is a ```go block that starts with package main. A comment right above the block,
//
//	<!-- example: ExampleNew -->
//
// says that its main is the body of that example in codec/example_test.go, and that its other declarations
// stand there too.
package doctest
