package main

import (
	"fmt"
	"math/rand/v2"
	"reflect"

	"github.com/miserwire/miser/internal/fill"
	"github.com/miserwire/miser/internal/wiretest/flood"
	"github.com/miserwire/miser/layout"
)

// mostEntries is how many entries the maps of random values have at most.
const mostEntries = 6

// values makes random values of all types, the types in turn.
type values struct {
	seed    uint64
	plans   []*layout.Struct
	fillers []*fill.Filler
}

// newValues returns the values of a run.
func newValues(seed uint64) (vs *values) {
	vs = &values{seed: seed}
	for _, s := range flood.Plans() {
		f, err := fill.New(s, fill.Rules{})
		if err != nil {
			panic(fmt.Sprintf("figures: %v", err))
		}
		vs.plans = append(vs.plans, s)
		vs.fillers = append(vs.fillers, f)
	}
	return vs
}

// plan is that of the value of index i.
func (vs *values) plan(i int) *layout.Struct { return vs.plans[i%len(vs.plans)] }

// value returns a pointer to a new value of index i: the same for the same seed. Those of another salt are others.
func (vs *values) value(i int, salt uint64) any {
	r := rand.New(rand.NewPCG(vs.seed+salt<<32, uint64(i)))
	return vs.fillers[i%len(vs.fillers)].Make(r, mostEntries).Interface()
}

// name says which value that is, for who wants to make it again.
func (vs *values) name(i int) string {
	return fmt.Sprintf("value %d of seed %d, a %s", i, vs.seed, vs.plan(i).Name)
}

// byteSlices calls f with every []byte that v holds and that can be reached without map keys.
func byteSlices(v reflect.Value, f func([]byte)) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			byteSlices(v.Elem(), f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				byteSlices(v.Field(i), f)
			}
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			f(v.Bytes())
			return
		}
		for i := range v.Len() {
			byteSlices(v.Index(i), f)
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			byteSlices(it.Value(), f)
		}
	}
}
