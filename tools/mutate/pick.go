package main

import "math/rand/v2"

// cell is a package and a kind.
type cell struct{ pkg, kind string }

// order puts mutants in the order in which they are judged: each round takes one
// at random of each package and kind that has some left.
func order(all []*mutant, seed uint64) (drawn []*mutant) {
	rng := rand.New(rand.NewPCG(seed, 0))
	cells := map[cell][]*mutant{}
	var names []cell
	for _, m := range all {
		c := cell{m.Pkg, m.Kind}
		if cells[c] == nil {
			names = append(names, c)
		}
		cells[c] = append(cells[c], m)
	}
	rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, c := range names {
		list := cells[c]
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	for len(drawn) < len(all) {
		for _, c := range names {
			if list := cells[c]; len(list) > 0 {
				drawn = append(drawn, list[0])
				cells[c] = list[1:]
			}
		}
	}
	return drawn
}
