package main

import (
	"reflect"

	"github.com/miserwire/miser/internal/wiretest"
)

// ringA to ringD lead to one another, by pointer, by value, in lists and in maps.
type (
	ringA[T any] struct {
		Next *ringB[T]   `thrift:"next,1"`
		All  []*ringD[T] `thrift:"all,2"`
		V    T           `thrift:"v,3"`
	}
	ringB[T any] struct {
		Next *ringC[T]           `thrift:"next,1"`
		By   map[string]ringA[T] `thrift:"by,2"`
		V    T                   `thrift:"v,3"`
	}
	ringC[T any] struct {
		Next []ringD[T] `thrift:"next,1"`
		V    T          `thrift:"v,3"`
	}
	ringD[T any] struct {
		Next *ringA[T] `thrift:"next,1"`
		Back *ringC[T] `thrift:"back,2"`
		V    T         `thrift:"v,3"`
	}
)

// ringTypes are all rings of all values, and recursive types that are as generated.
func ringTypes() (all []reflect.Type) {
	all = append(all, ringOf[int32]()...)
	all = append(all, ringOf[string]()...)
	all = append(all, ringOf[[]int64]()...)
	all = append(all, ringOf[map[int8]string]()...)
	all = append(all, ringOf[*float64]()...)
	all = append(all, ringOf[*wiretest.Tree]()...)
	for _, name := range []string{"Chain", "Tree", "TreeMap", "Choice", "HoldsChoice"} {
		all = append(all, reflect.TypeOf(wiretest.Lookup(name).New()).Elem())
	}
	return all
}

func ringOf[T any]() []reflect.Type {
	return []reflect.Type{reflect.TypeFor[ringA[T]](), reflect.TypeFor[ringB[T]](), reflect.TypeFor[ringC[T]](), reflect.TypeFor[ringD[T]]()}
}
