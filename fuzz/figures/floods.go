package main

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/internal/wiretest/flood"
	"github.com/miserwire/miser/layout"
)

// The inputs of floods.
var (
	floodLengths  = []int{1 << 10, 1 << 16}
	floodElements = []int{0, 1, 17, 2000}
)

// floods measures what the least inputs allocate that make a type allocate most, as a part of 64 KiB + K × length: each
// field of each type, over and over in one struct and in a list of structs, and with containers in each other that claim
// all the bytes which follow. One in count of these inputs is decoded, in all modes, and without Limits.Alloc.
func floods(r *run) []figure {
	m := deluge{one: r.count}
	worst, at := 0.0, ""
	for _, s := range flood.Plans() {
		m.each(s, floodLengths, func(in input) {
			k := amplification(in.root, in.p)
			for i, c := range r.inMode(in.root.Go, in.p, codec.Limits{Alloc: -1}) {
				got := m.takes(r, in, i, c)
				if part := float64(got-baseline) / float64(k*int64(len(in.src))); part > worst {
					worst, at = part, fmt.Sprintf("%s, %s: %s bytes for an input of %s, K is %d", in.what(), modes[i].name, count(int(got)), count(len(in.src)), k)
				}
			}
		})
	}
	return []figure{r.figure(figure{
		Key: "memory-floods", Row: 2,
		Name:    "memory for any input, K being what Explain tells of its type",
		Goal:    "≤ 64 KiB + 1.25 × K × length",
		Figure:  fmt.Sprintf("64 KiB + %.2f × K × length at most", worst),
		Met:     worst <= 1.25 && m.decodes > 0,
		Counted: fmt.Sprintf("%s, %s", plural(m.inputs, "flood"), plural(m.decodes, "decode")),
		Note:    fmt.Sprintf("Most was taken by %s.", at),
	})}
}

// input is a flood, and the type that it is of.
type input struct {
	root *layout.Struct
	p    codec.Protocol
	name string
	src  []byte
}

func (in *input) what() string { return fmt.Sprintf("%s, %v", in.name, in.p) }

// deluge makes floods, and counts them.
type deluge struct {
	one, seen       int
	inputs, decodes int
}

// each calls f with those inputs about s that are to be tried.
func (m *deluge) each(s *layout.Struct, lengths []int, f func(input)) {
	fields, list := s.Fields, flood.ListOf(s)
	if s.Go == reflect.TypeFor[flood.Keeper]() {
		fields = slices.Concat(fields, flood.Strangers)
	}
	try := func(in input, make func() []byte) {
		if m.seen++; m.seen%m.one == 0 {
			m.inputs++
			in.src = make()
			f(in)
		}
	}
	for _, p := range protocols {
		for i := range fields {
			field := &fields[i]
			own := input{root: s, p: p, name: s.Name + "." + field.GoName}
			listed := input{root: list, p: p, name: "a list of " + own.name}
			for _, length := range lengths {
				try(own, func() []byte { return flood.Claims(p, field, length) })
				for _, elems := range floodElements {
					try(own, func() []byte { return flood.Fields(p, field, elems, length) })
					try(listed, func() []byte { return flood.Structs(p, field, elems, length) })
				}
			}
		}
	}
}

// takes returns the bytes that a decode of in takes.
func (m *deluge) takes(r *run, in input, mode int, c coder) int64 {
	m.decodes++
	v := reflect.New(in.root.Go).Interface()
	return int64(wiretest.AllocBytes(func() {
		r.guarded(in.what()+", "+modes[mode].name, in.src, func() { _, _ = c.Decode(in.src, v) })
	}))
}
