// Package tags has tags and types that layout refuses.
package tags

import "time"

type Tags struct {
	A int32            `thrift:"a"`                                      // want `^thrift: tags.Tags.A: tag "a": there is no id; write thrift:"name,id"$`
	B int32            `thrift:"b,x"`                                    // want `tag "b,x": id "x" is not a number`
	C int32            `thrift:"c,99999"`                                // want `id 99999 is outside -32768 to 32767; choose an id that fits in 16 bits`
	D int32            `thrift:"4,maybe"`                                // want `"maybe" is no option of the form that starts with the id`
	E int32            `frugal:"5,default,int32"`                        // want `TYPE "int32": "int32" is no Thrift type`
	F int32            `thrift:"f,6,default,i64"`                        // want `TYPE i64 does not fit Go type int32; write i32 or the name of an enum or change the Go type`
	G string           `json:g thrift:"g,7"`                             // want `the struct tag is malformed`
	H map[string]int64 `thrift:"h,8,default,map<string,i64>"`            // want `has a comma; write map<K:V>, with a colon`
	I int32            `frugal:"9,default,i32,nocopy"`                   // want `nocopy is for string and binary only; leave it out`
	J string           `frugal:"10,optional,list<string>" thrift:"j,10"` // want `TYPE list<string> does not fit Go type string`
}

type Types struct {
	A chan int           `thrift:"a,1"`  // want `Types.A: tag "a,1": Go type chan int has no Thrift type; leave the field out with thrift:"-"`
	B func()             `thrift:"b,2"`  // want `Go type func\(\) has no Thrift type`
	C uint32             `thrift:"c,3"`  // want `Go type uint32 has no Thrift type; use int32, or int64 for its whole range`
	D float32            `thrift:"d,4"`  // want `use float64`
	E complex128         `thrift:"e,5"`  // want `use a struct of two float64`
	F any                `thrift:"f,6"`  // want `Go type any has no Thrift type; use a concrete type, or a union`
	G []map[string]uint8 `thrift:"g,7"`  // want `Go type uint8 has no Thrift type; use int8`
	h int32              `thrift:"h,8"`  // want `Types.h: tag "h,8": the field is not exported; export it, or leave it out with thrift:"-"`
	I Loop               `thrift:"i,9"`  // want `tags.Loop holds itself without a struct between`
	J time.Time          `thrift:"j,10"` // want `struct time.Time has fields, and none of them has a thrift tag`
	K []*Plain           `thrift:"k,11"` // want `struct tags.Plain has fields`
	_ int32              `thrift:"l,12"` // want `a blank field cannot be a Thrift field`
	M chan int           `thrift:"-"`
	N chan int
}

type Loop []Loop

type Plain struct{ X int }

type Ids struct {
	A    int32  `thrift:"a,1"`
	B    string `thrift:"a,1"` // want `Ids.B: tag "a,1": id 1 is that of A too; give each field an id of its own`
	C    string `thrift:"a,2"`
	D, E int32  `thrift:"d,3"`                        // want `Ids.E: tag "d,3": id 3 is that of D too`
	F    int32  `thrift:"2"`                          // want `id 2 is that of C too`
	G    int32  `frugal:"1,default,i32" thrift:"g,9"` // want `id 1 is that of A too` `they disagree: id 9 is not id 1`
}

type Union struct {
	_ struct{} `thrift:",union"`
	A *int32   `thrift:"a,1"`
	B int32    `thrift:"b,2"` // want `a union's field must be able to be nil; make it a pointer: \*int32`
}

type Held struct {
	U any      `thrift:",union"` // want `an interface that points back into its struct`
	V struct{} `thrift:",union"` // want `the union mark is not on a blank field`
}

type Entries struct {
	A []Pair  `thrift:"a,1,default,map<string:i32>"`
	B []*Pair `thrift:"b,2,default,map<string:i32>"` // want `a slice of pointers to entries; write \[\]tags.Pair`
	C []int32 `thrift:"c,3,default,map<i32:i32>"`    // want `whose element is no struct of exactly two exported fields Key and Value`
}

type Pair struct {
	Key   string
	Value int32
}

var local struct {
	A uint64 `thrift:"a,1"` // want `^thrift: struct.A: tag "a,1": Go type uint64 has no Thrift type; use int64$`
}

type Generic[T any] struct {
	A T      `thrift:"a,1"`
	B []T    `thrift:"b,2"`
	C uint16 `thrift:"c,3"` // want `Generic\[T any\].C|Generic\[T\].C`
}
