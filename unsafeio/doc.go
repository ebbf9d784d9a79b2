// Package unsafeio is this module's memory: the only package that imports
// unsafe. It knows nothing of Thrift. Everything above it moves through
// memory with [Ptr], and the rules below are what make that safe.
//
// # What it holds
//
//	ptr.go     Ptr: typed views at plan offsets, pointers, strings and slices
//	wire.go    loads and stores of wire words at a Ptr into a byte slice, short copies;
//	           bytes.go for the last ones and for fresh bytes
//	header.go  slice headers, and variables of types that only reflect knows
//	block.go   typed allocation: one block per struct with its optional scalars
//	slice.go   slices by memory shape: make, resize, grow
//	maps.go    maps by memory shape: maps_shape.go, and maps_reflect.go for every other
//	bulk.go    lists of fixed-size numbers: byte order and copy; bulkbool.go for bools;
//	           bulk_amd64.go does both with vectors
//	reset.go   zeroing, typed copies and comparison of memory known only by reflect.Type
//	shape.go   what the garbage collector sees in a type
//	checked.go the build that asserts, with the other files of that name
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
//
// # The build that asserts
//
// With the tag thriftcheck a [Ptr] is four words: the address, where it stands in
// the memory that it was derived from and how long that is, the Go type that lies
// there, and the window, which says for how long it may be used and whether it may
// be written. What a pointer or a slice in memory leads to is known by the type of
// the variable. So each use is held against what that very Ptr was made for, not
// against what else may lie near, and goroutines share nothing. It panics with
// the function, the bytes, the offset and the memory:
//
//	unsafeio: Ptr.PutLE64: 8 bytes at offset 89 of 96 bytes of wire bytes, window of an output to be written, address 0xc000012089: they do not lie inside
//
// What it asserts:
//
//   - Bounds: every load, store, copy, view, string and slice lies inside; a derived
//     address too, never one past the end (U2). An encoder has the bytes up to its
//     limit and no more, of an arena's piece each block and list has its own.
//   - Types: a view is of a variable of that kind and size that begins there, aligned
//     (U2, U3). Variables are not looked for among wire bytes; bytes are neither loaded
//     from nor stored to variables with pointers, nor stored to bools (U3, U4, U7).
//     What is stored as a pointer or slice leads to such values, as many as it says (U5).
//   - Windows: input, strings and the value of an encode, with all that it leads to, are
//     not written; nothing is used after the call that it was lent for, nor are a map's
//     entries after theirs; what was lent is not stored in memory that stays, and lent
//     bytes become no string (U6).
//   - Calls: lists and copies have their length on both sides and do not overlap; blocks,
//     slices, maps and interfaces are of the type that they are for; counts are in range.
//
// What it cannot:
//
//   - Assembly is left out, as with purego: guard pages and the comparison with its twins
//     are about that.
//   - What a view, [As], [BytesAt] and [StringAt] return is Go's: a store through a view of
//     a value that is only to be read is not told from a load, nor is a use after the call.
//   - [Next] knows no end: its callers assert theirs, and checkptr the object's.
//   - A slice header in memory is believed, and so is that nobody else writes meanwhile.
//   - Fresh bytes of [NewBytes] are filled with 0xdb, so that one that was not written shows,
//     if anything compares it.
//   - Memory beyond 4 GiB has no bounds.
package unsafeio
