package main

import (
	"fmt"
	"reflect"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/internal/wiretest/flood"
	"github.com/miserwire/miser/layout"
)

// baseline is the memory that any decode may take.
const baseline = 64 << 10

// uncovered measures what is allocated for inputs that declare a size which their bytes cannot cover: every container
// and text of every type, in all modes; one in count of these inputs.
func uncovered(r *run) []figure {
	m := hunt{one: r.count}
	for _, s := range flood.Plans() {
		for _, p := range protocols {
			decoders := m.decoders(r, s, p)
			for src := range flood.Lies(p, s) {
				if m.next() {
					m.input(r, s, src, decoders)
				}
			}
		}
	}
	return []figure{r.figure(figure{
		Key: "memory-uncovered", Row: 2,
		Name:    "memory for sizes that the bytes cannot cover",
		Goal:    "≤ 64 KiB",
		Figure:  fmt.Sprintf("%s bytes at most", count(int(m.worst))),
		Met:     m.worst <= baseline && m.inputs > 0,
		Counted: fmt.Sprintf("%s in %d modes", plural(m.inputs, "input"), len(modes)),
		Note:    fmt.Sprintf("Most was taken by %s.", m.at),
	})}
}

// hunt looks for the input that takes the most memory.
type hunt struct {
	one    int // in so many inputs is tried
	seen   int
	inputs int // tried
	worst  uint64
	at     string
}

// next reports whether an input is to be tried.
func (m *hunt) next() bool {
	if m.seen++; m.seen%m.one != 0 {
		return false
	}
	m.inputs++
	return true
}

type decoder struct {
	what string
	coder
}

func (m *hunt) decoders(r *run, s *layout.Struct, p codec.Protocol) (ds []decoder) {
	for i, c := range r.inMode(s.Go, p, codec.Limits{}) {
		ds = append(ds, decoder{fmt.Sprintf("%s, %v, %s", s.Name, p, modes[i].name), c})
	}
	return ds
}

// input decodes src in every mode. What a mode takes is looked at only where all together take more than the most so
// far: to look stops the world.
func (m *hunt) input(r *run, s *layout.Struct, src []byte, ds []decoder) {
	targets := make([]any, len(ds))
	for i := range targets {
		targets[i] = reflect.New(s.Go).Interface()
	}
	one := func(i int) {
		r.guarded(ds[i].what, src, func() {
			if _, err := ds[i].Decode(src, targets[i]); err == nil {
				r.fault("%s: accepts a size that the bytes cannot cover: %s", ds[i].what, inHex(src))
			}
		})
	}
	if wiretest.AllocBytes(func() {
		for i := range ds {
			one(i)
		}
	}) <= m.worst {
		return
	}
	for i := range ds {
		if got := wiretest.AllocBytes(func() { one(i) }); got > m.worst {
			m.worst, m.at = got, fmt.Sprintf("%s, %d bytes: `%s`", ds[i].what, len(src), inHex(src[:min(len(src), 64)]))
		}
	}
}
