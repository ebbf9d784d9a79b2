package fuzz

import (
	"flag"
	"slices"
	"sync"
	"testing"

	"github.com/miserwire/miser/internal/ref"
	"github.com/miserwire/miser/internal/wiretest"
)

// seed is an input and the type that it is for.
type seed struct {
	data     []byte
	compact  bool
	selector uint16
	options  byte
}

// maxInput bounds the inputs: longer ones cost time and find nothing new.
const maxInput = 1 << 14

// randomSeeds is how many random values of each odd type are seeds.
const randomSeeds = 40

// seeds are the golden and malformed vectors, in every form of their type, with options that change from
// one to the next; every golden vector as the input of some other type; and random values of the odd types.
var seeds = sync.OnceValue(func() (all []seed) {
	add := func(data []byte, compact bool, selectors ...uint16) {
		if len(data) > maxInput {
			return
		}
		for _, s := range selectors {
			all = append(all, seed{slices.Clip(data), compact, s, byte(len(all))})
		}
	}
	byType := map[string][]uint16{}
	for _, s := range wiretest.Schemas() {
		byType[s.Name] = append(byType[s.Name], selectorOf(s.Name))
		if s.Entries != nil {
			byType[s.Name] = append(byType[s.Name], selectorOf(s.Name+"/entries"))
		}
		if s.AsMap != nil {
			byType[s.Name] = append(byType[s.Name], selectorOf(s.Name+"/asmap"))
		}
	}
	for i, v := range wiretest.Golden() {
		other := uint16(i * 7 % len(targets()))
		peculiar := selectorOf(odd[i%len(odd)].name)
		add(v.Binary, false, append(byType[v.Type], other, peculiar)...)
		add(v.Compact, true, append(byType[v.Type], other, peculiar)...)
	}
	for i, c := range wiretest.Malformed() {
		if c.Protocol == "binary" || c.Protocol == "compact" {
			add(c.Input, c.Protocol == "compact", append(byType[c.Type], selectorOf(odd[i%len(odd)].name))...)
		}
	}
	random := uint64(randomSeeds)
	if testing.Short() {
		random /= shortStride
	}
	for _, t := range odd {
		for i := range random {
			for _, compact := range []bool{false, true} {
				_, p := protocolOf(compact)
				if b, err := ref.Append(nil, p, randomValue(i, t), ref.Options{}); err == nil {
					add(b, compact, selectorOf(t.name))
				}
			}
		}
	}
	return all
})

// fuzzingStride is how many seeds are left out for one that is taken when fuzzing: the engine runs each of
// them for a long time before it begins, and learns little from many of a kind. In go test all of them run.
const fuzzingStride = 16

// shortStride is the same for go test -short. It has no factor in common with the number of seeds that a
// vector makes, so that it takes each kind.
const shortStride = 7

// sample calls f for every n-th seed.
func sample(n int, f func(s seed)) {
	switch {
	case flag.Lookup("test.fuzz").Value.String() != "":
		n *= fuzzingStride
	case testing.Short():
		n *= shortStride
	}
	for i := 0; i < len(seeds()); i += n {
		f(seeds()[i])
	}
}

// own returns a copy of data whose capacity is its length.
func own(data []byte) []byte {
	b := make([]byte, len(data))
	copy(b, data)
	return b
}
