// Package plans measures what the first use of a type costs: reading its tags,
// building its plan, lowering it to one protocol.
//
// A plan is built once per type and process, so each measurement needs types
// of its own: copies of MediaContent made by reflection, with the same fields,
// tags and nested structs.
package plans

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// StructsPerCopy is how many struct types one copy of MediaContent has.
const StructsPerCopy = 3

// next numbers the copies of this process, so that no two are alike.
var next int

// Copies returns n new types with the shape of MediaContent.
func Copies(n int) []reflect.Type {
	out := make([]reflect.Type, n)
	for i := range out {
		next++
		out[i] = copyOf(reflect.TypeFor[wiretest.MediaContent](), next)
	}
	return out
}

// copyOf returns t with every struct in it replaced by one that differs in a
// tag that nobody reads.
func copyOf(t reflect.Type, number int) reflect.Type {
	switch t.Kind() {
	case reflect.Pointer:
		return reflect.PointerTo(copyOf(t.Elem(), number))
	case reflect.Slice:
		return reflect.SliceOf(copyOf(t.Elem(), number))
	case reflect.Struct:
		fields := make([]reflect.StructField, t.NumField())
		for i := range fields {
			f := t.Field(i)
			fields[i] = reflect.StructField{Name: f.Name, Type: copyOf(f.Type, number),
				Tag: f.Tag + reflect.StructTag(fmt.Sprintf(` copy:"%d"`, number))}
		}
		return reflect.StructOf(fields)
	}
	return t
}

// FirstUse builds a codec for each type and returns how long each took.
func FirstUse(types []reflect.Type) ([]time.Duration, error) {
	took := make([]time.Duration, len(types))
	for i, t := range types {
		start := time.Now()
		_, err := codec.ForType(t, codec.Binary, codec.Options{})
		took[i] = time.Since(start)
		if err != nil {
			return nil, err
		}
	}
	return took, nil
}

// Result is what plans cost, in nanoseconds.
type Result struct {
	Media, MediaP25, MediaP75 float64 // first use of MediaContent: three structs
	Per100, Per1000           float64 // one struct type, of 100 and of 1,000 built in a row
}

// Measure measures first uses, repeat times each.
func Measure(repeat int) (*Result, error) {
	if _, err := FirstUse(Copies(20)); err != nil { // warm up
		return nil, err
	}
	took, err := FirstUse(Copies(10 * repeat))
	if err != nil {
		return nil, err
	}
	slices.Sort(took)
	r := &Result{
		Media:    float64(took[len(took)/2]),
		MediaP25: float64(took[len(took)/4]),
		MediaP75: float64(took[len(took)*3/4]),
	}
	if r.Per100, err = perType(100, repeat); err != nil {
		return nil, err
	}
	r.Per1000, err = perType(1000, repeat)
	return r, err
}

// perType returns the least time for one of n struct types.
func perType(n, repeat int) (float64, error) {
	best := 0.0
	for range max(3, repeat/4) {
		types := Copies((n + StructsPerCopy - 1) / StructsPerCopy)
		start := time.Now()
		if _, err := FirstUse(types); err != nil {
			return 0, err
		}
		per := float64(time.Since(start)) / float64(len(types)*StructsPerCopy)
		if best == 0 || per < best {
			best = per
		}
	}
	return best, nil
}
