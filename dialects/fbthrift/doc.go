// Package fbthrift has miser read and write structs in the form in which fbthrift's
// compiler writes them for Go, and compares the bytes with those of fbthrift's own
// Go library. The structs are made by hand after the compiler's templates, and so is
// the code that writes them, since the compiler is no Go module. It is tests alone;
// README.md has what they found.
package fbthrift
