package main

import (
	"fmt"
	"reflect"

	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
)

// hostileRoot is what most hostile inputs are decoded into: a field for each.
type hostileRoot struct {
	Chains   []*hostileChain              `thrift:"chains,2,optional"`
	Empties  []*wiretest.Blank            `thrift:"empties,3,optional"`
	Tiny     []tinyFields                 `thrift:"tiny,4,optional"`
	ByName   map[string]int32             `thrift:"by_name,5,optional"`
	ByDouble map[float64]int8             `thrift:"by_double,6,optional"`
	Lists    [][]int32                    `thrift:"lists,7,optional"`
	Choices  []hostileChoice              `thrift:"choices,8,optional"`
	Longs    []int64                      `thrift:"longs,9,optional"`
	Number   int32                        `thrift:"number,10"`
	Texts    []string                     `thrift:"texts,12,optional"`
	Ints     []int32                      `thrift:"ints,14,optional"`
	Maps     []map[int8]*wiretest.Point   `thrift:"maps,16,optional"`
	Pairs    []wiretest.Entry[bool, int8] `thrift:"pairs,18,optional,map<bool:i8>"`
}

// hostileChain nests in itself.
type hostileChain struct {
	Next *hostileChain   `thrift:"next,1,optional"`
	List []*hostileChain `thrift:"list,2,optional"`
}

type hostileChoice struct {
	_ struct{}        `thrift:",union"`
	A *int64          `thrift:"a,1"`
	B *string         `thrift:"b,2"`
	C []string        `thrift:"c,3"`
	D *wiretest.Point `thrift:"d,4"`
}

// tinyFields are fields of a byte each, or of none.
type tinyFields struct {
	F1 bool  `thrift:"f1,1"`
	F2 *int8 `thrift:"f2,2,optional"`
	F3 bool  `thrift:"f3,3,optional"`
	F4 int8  `thrift:"f4,4"`
	F5 *bool `thrift:"f5,5,optional"`
	F6 int8  `thrift:"f6,6,optional"`
	F7 *int8 `thrift:"f7,7,optional"`
	F8 bool  `thrift:"f8,8"`
}

// hostileKeeper keeps what it does not know.
type hostileKeeper struct {
	Number  int32 `thrift:"number,10"`
	Unknown layout.Unknown
}

// manyFields is a struct type of so many optional fields, with ids from 1 on.
func manyFields(n int) reflect.Type {
	fields := make([]reflect.StructField, n)
	for i := range fields {
		fields[i] = reflect.StructField{
			Name: fmt.Sprintf("F%d", i+1), Type: reflect.TypeFor[*int32](),
			Tag: reflect.StructTag(fmt.Sprintf(`thrift:"f%d,%d,optional"`, i+1, i+1)),
		}
	}
	return reflect.StructOf(fields)
}

// listOf is a struct type whose field 1 is a list of pointers to structs of type t.
func listOf(t reflect.Type) reflect.Type {
	return reflect.StructOf([]reflect.StructField{
		{Name: "List", Type: reflect.SliceOf(reflect.PointerTo(t)), Tag: `thrift:"list,1,optional"`},
	})
}
