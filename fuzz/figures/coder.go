package main

import (
	"fmt"
	"reflect"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/layout"
)

// coder is what is measured: codec.Any, or what a test puts in its place.
type coder interface {
	Decode(src []byte, v any) (n int, err error)
	Append(dst []byte, v any) ([]byte, error)
	Encode(dst []byte, v any) (n int, err error)
	Size(v any) (int, error)
}

// maker makes the coder of a type; the same one for the same arguments.
type maker func(t reflect.Type, p codec.Protocol, o codec.Options) coder

// library is the maker of the library itself.
func library(t reflect.Type, p codec.Protocol, o codec.Options) coder {
	c, err := codec.ForType(t, p, o)
	if err != nil {
		panic(fmt.Sprintf("figures: %v", err))
	}
	return c
}

var protocols = []codec.Protocol{codec.Binary, codec.Compact}

// modes are all that a decode may be told.
var modes = []struct {
	name string
	o    codec.Options
}{
	{"shared", codec.Options{}},
	{"own", codec.Options{Strings: codec.Own}},
	{"alias", codec.Options{Strings: codec.Alias}},
	{"shared reuse", codec.Options{Reuse: true}},
	{"own reuse", codec.Options{Strings: codec.Own, Reuse: true}},
	{"alias reuse", codec.Options{Strings: codec.Alias, Reuse: true}},
	{"strict", codec.Options{Strict: true}},
}

// inMode are the coders of a type in all modes, with other limits where l is not zero.
func (r *run) inMode(t reflect.Type, p codec.Protocol, l codec.Limits) []coder {
	cs := make([]coder, len(modes))
	for i, m := range modes {
		m.o.Limits = l
		cs[i] = r.codec(t, p, m.o)
	}
	return cs
}

// amplification is K: how many bytes of memory a decode may take for each byte of input.
func amplification(s *layout.Struct, p codec.Protocol) int64 {
	if p == codec.Binary {
		return binary.Amplification(s)
	}
	return compact.Amplification(s)
}

// depth is the default of codec.Limits.Depth.
const depth = 64

// skip returns the length of the struct at the front of b, or a negative code.
func skip(p codec.Protocol, b []byte, depth int) int {
	if p == codec.Binary {
		return binary.Skip(b, binary.TypeStruct, depth+1)
	}
	return compact.Skip(b, compact.TypeStruct, depth+1)
}
