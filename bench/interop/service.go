package interop

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// Checks are what goes over each connection, in this order. The programs in
// testdata print these names, so that a check that they leave out is missed.
var Checks = []string{
	"ping",               // a void method
	"add",                // a call and its reply
	"echo full",          // a struct with every kind of field, there and back
	"echo sparse",        // no optional field, empty containers
	"declared exception", // and the same method without one
	"unknown method",     // an application exception of type 1
	"internal error",     // an application exception: what the handler failed with is not declared
	"oneway",             // gets no reply, and the calls behind it theirs
	"calls in sequence",  // 1,000 of them
	"calls pipelined",    // 1,000 written before the first reply is read
	"large argument",     // 12 MiB
}

// Kind is an enum.
type Kind int32

// Inner is a struct in a struct.
type Inner struct {
	ID     int32    `thrift:"id,1,required"`
	Name   string   `thrift:"name,2"`
	Weight *float64 `thrift:"weight,3,optional"`
}

// Choice is a union.
type Choice struct {
	_      struct{} `thrift:",union"`
	Number *int32   `thrift:"number,1"`
	Text   *string  `thrift:"text,2"`
}

// Everything has a field of every kind.
type Everything struct {
	Yes     bool                `thrift:"yes,1"`
	No      bool                `thrift:"no,2"`
	I8      int8                `thrift:"i8v,3"`
	I16     int16               `thrift:"i16v,4"`
	I32     int32               `thrift:"i32v,5"`
	I64     int64               `thrift:"i64v,6"`
	Real    float64             `thrift:"real,7"`
	Text    string              `thrift:"text,8"`
	Raw     []byte              `thrift:"raw,9"`
	Kind    Kind                `thrift:"kind,10,default,Kind"`
	Inner   Inner               `thrift:"inner,11"`
	Numbers []int32             `thrift:"numbers,12"`
	Inners  []*Inner            `thrift:"inners,13"`
	Flags   []bool              `thrift:"flags,14"`
	Words   map[string]struct{} `thrift:"words,15"`
	IDs     []int32             `thrift:"ids,16,default,set<i32>"`
	Counts  map[string]int64    `thrift:"counts,17"`
	Groups  map[int32][]string  `thrift:"groups,18"`
	Named   map[string]Inner    `thrift:"named,19"`
	Nested  [][]int16           `thrift:"nested,20"`
	Kinds   []Kind              `thrift:"kinds,21,default,list<Kind>"`
	Choice  *Choice             `thrift:"choice,22"`
	Nick    *string             `thrift:"nick,23,optional"`
	Born    *int64              `thrift:"born,24,optional"`
	More    *Inner              `thrift:"more,25,optional"`
	Reals   []float64           `thrift:"reals,26,optional"`
	Last    *bool               `thrift:"last,300,optional"`
}

// Full returns what the IDL calls FULL.
func Full() *Everything {
	return &Everything{
		Yes: true, I8: -128, I16: -32768, I32: 2147483647, I64: -9223372036854775807,
		Real: -0.15625, Text: "grüße, 世界", Raw: []byte("raw bytes"), Kind: 70000,
		Inner:   Inner{7, "inner", new(1.5)},
		Numbers: []int32{0, 1, -1, 63, 64, -65, 8192, 2147483647, -2147483647, 5, 6, 7, 8, 9, 10, 11, 12},
		Inners:  []*Inner{{1, "a", nil}, {2, "", new(-2.25)}},
		Flags:   []bool{true, false, true},
		Words:   map[string]struct{}{"alpha": {}, "beta": {}, "gamma": {}},
		IDs:     []int32{-5, 0, 300},
		Counts:  map[string]int64{"one": 1, "many": 1 << 40},
		Groups:  map[int32][]string{1: {"x", "y"}, -2: {}},
		Named:   map[string]Inner{"k": {3, "named", nil}},
		Nested:  [][]int16{{1, 2, 300}, {}, {-1}},
		Kinds:   []Kind{0, 1, 70000},
		Choice:  &Choice{Text: new("chosen")},
		Nick:    new("nick"), Born: new(int64(0)), More: &Inner{0, "more", nil}, Reals: []float64{0.5, 1024}, Last: new(true),
	}
}

// Sparse returns what the IDL calls SPARSE.
func Sparse() *Everything {
	return &Everything{
		Raw: []byte{}, Numbers: []int32{}, Inners: []*Inner{}, Flags: []bool{}, Words: map[string]struct{}{}, IDs: []int32{},
		Counts: map[string]int64{}, Groups: map[int32][]string{}, Named: map[string]Inner{}, Nested: [][]int16{},
		Kinds: []Kind{}, Choice: &Choice{Number: new(int32(0))},
	}
}

// Equal reports whether two values are one, whatever the order of a set is.
func (e *Everything) Equal(other *Everything) bool {
	if e == nil || other == nil {
		return e == other
	}
	a, b := *e, *other
	a.IDs, b.IDs = slices.Sorted(slices.Values(a.IDs)), slices.Sorted(slices.Values(b.IDs))
	return reflect.DeepEqual(a, b)
}

// Refusal is the exception that methods declare.
type Refusal struct {
	Code int32  `thrift:"code,1"`
	Why  string `thrift:"why,2"`
}

// The arguments and results of the methods.
type (
	none struct{}
	pair struct {
		A int32 `thrift:"a,1"`
		B int32 `thrift:"b,2"`
	}
	value struct {
		Value *Everything `thrift:"value,1"`
	}
	text struct {
		Text string `thrift:"why,1"`
	}
	data struct {
		Data []byte `thrift:"data,1"`
	}
	count struct {
		N int64 `thrift:"n,1"`
	}
	result[T any] struct {
		Success *T       `thrift:"success,0,optional"`
		Refusal *Refusal `thrift:"refusal,1,optional"`
	}
)

// DivisionByZero is the code of the Refusal of divide.
const DivisionByZero = 33

func add(a *pair) (*result[int32], error) {
	return &result[int32]{Success: new(a.A + a.B)}, nil
}

func echo(a *value) (*result[Everything], error) {
	if a.Value.Equal(Full()) || a.Value.Equal(Sparse()) {
		return &result[Everything]{Success: a.Value}, nil
	}
	return &result[Everything]{Refusal: &Refusal{Why: fmt.Sprintf("echo of %+v", a.Value)}}, nil
}

func divide(a *pair) (*result[int32], error) {
	if a.B == 0 {
		return &result[int32]{Refusal: &Refusal{DivisionByZero, "division by zero"}}, nil
	}
	return &result[int32]{Success: new(a.A / a.B)}, nil
}

func fail(a *text) (*result[int32], error) { return nil, errors.New(a.Text) }

func blob(a *data) (*result[int64], error) {
	if !bytes.Equal(a.Data, Blob(len(a.Data))) {
		return &result[int64]{Refusal: &Refusal{Why: "the blob is another"}}, nil
	}
	return &result[int64]{Success: new(int64(len(a.Data)))}, nil
}

// blobCycle is where the bytes of a blob begin again at 0: a prime, so that a
// piece of a blob in the wrong place is seen.
const blobCycle = 251

// Blob returns a blob of n bytes.
func Blob(n int) []byte {
	cycle := make([]byte, blobCycle)
	for i := range cycle {
		cycle[i] = byte(i)
	}
	return bytes.Repeat(cycle, n/blobCycle+1)[:n]
}
