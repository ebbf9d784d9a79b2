// Package unsafeio is this module's memory: the only package that imports
// unsafe. It knows nothing of Thrift. Everything above it moves through
// memory with [Ptr], and the rules below are what make that safe.
//
// # What it holds
//
//	ptr.go     Ptr: typed views at plan offsets, strings and slices, short copies
//	wire.go    loads and stores of wire words at a Ptr into a byte slice
//	block.go   typed allocation: one block per struct with its optional scalars
//	slice.go   slices by memory shape: make, resize, grow
//	maps.go    maps by memory shape: maps_shape.go, and maps_reflect.go for every other
//	bulk.go    lists of fixed-size numbers: byte order and copy; bulkbool.go for bools;
//	           bulk_amd64.go does both with vectors
//	reset.go   zeroing, typed copies and comparison of memory known only by reflect.Type
//	shape.go   what the garbage collector sees in a type
//
// # The rules
//
//	U1  Never keep an address in an integer across statements.
//	U2  A derived pointer stays inside its object, never one past its end;
//	    convert only to the type that is really there.
//	U3  Typed loads only at plan offsets; wire bytes only through the forms of
//	    encoding/binary or the bulk functions.
//	U4  Pointers are stored through pointer-typed lvalues, so that the
//	    compiler emits write barriers.
//	U5  Memory is allocated with its real type, or with a type of the same
//	    size and the same pointer words.
//	U6  Memory is shared with the input only under Alias.
//	U7  Wire bytes are normalised before they become a bool, an enum or a length.
//	U8  No go:linkname, and no mirrored runtime structure beyond the slice,
//	    string and interface headers, each with a test of the assumption.
//	U9  No go:nocheckptr.
//
// Every function says what its caller owes (Caller), which rules it leans on
// (Rules), and the test that guards it (Guard).
package unsafeio
