// Package flood makes inputs that cost a reader as much memory as its type lets them: the least bytes that make it
// allocate, over and over, and sizes that the bytes cannot cover. It is for tests and for the command that measures
// how much is taken.
//
// What it makes follows from a type's plan alone, so that it meets each field of each type in reach. It
// writes the wire formats by their primitives and uses no codec.
//
// Start at flood.go; lies.go has the sizes that are not true, types.go the types.
package flood
