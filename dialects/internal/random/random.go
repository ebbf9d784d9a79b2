// Package random fills values of types that a test knows by reflection alone
// with random contents, zeros, nils and extremes more often than chance would.
//
// It sets exported fields only, leaves interfaces nil and arrays as they are,
// and makes no NaN, so that reflect.DeepEqual compares what it makes. It knows
// nothing of tags: what a peer cannot encode is an Options' matter.
package random

import (
	"flag"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

var (
	values = flag.Int("values", 2000, "random values of each type")
	seed   = flag.Uint64("seed", 0, "seed of random values; 0 takes a new one")
)

// Options say what Fill makes.
type Options struct {
	Depth   int  // levels of pointers, slices and maps that may nest; 4 when 0
	Entries int  // of a map at most; with 1, its order cannot matter. 4 when 0
	NoMinus bool // no -0, which == takes for 0

	// Hook is asked first for each value, and returns true where it has set it.
	Hook func(r *rand.Rand, v reflect.Value) bool
}

// Source returns a source of t's own, whose seed t logs, and how many values
// to make.
func Source(t *testing.T) (*rand.Rand, int) {
	t.Helper()
	s := *seed
	if s == 0 {
		s = rand.Uint64()
	}
	t.Logf("%d values, -seed %d", *values, s)
	return rand.New(rand.NewPCG(s, 0)), *values
}

// New returns a new random T.
func New[T any](r *rand.Rand, o Options) *T {
	v := new(T)
	Fill(r, reflect.ValueOf(v).Elem(), o)
	return v
}

// Fill sets v, which can be set, to something random.
func Fill(r *rand.Rand, v reflect.Value, o Options) {
	if o.Depth == 0 {
		o.Depth = 4
	}
	if o.Entries == 0 {
		o.Entries = 4
	}
	filler{r, o}.fill(v, o.Depth, false)
}

type filler struct {
	*rand.Rand
	o Options
}

// rarely returns true once in n times.
func (f filler) rarely(n int) bool { return f.IntN(n) == 0 }

// fill sets v. must says that it may not be nil, as what a container holds.
func (f filler) fill(v reflect.Value, depth int, must bool) {
	if f.o.Hook != nil && f.o.Hook(f.Rand, v) {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(f.rarely(2))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(f.integer(v.Type().Bits()))
	case reflect.Uint8:
		v.SetUint(uint64(f.IntN(256)))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(f.float())
	case reflect.String:
		v.SetString(f.text())
	case reflect.Pointer:
		f.pointer(v, depth, must)
	case reflect.Slice:
		f.slice(v, depth)
	case reflect.Map:
		f.mapping(v, depth)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				f.fill(v.Field(i), depth, false)
			}
		}
	default: // arrays and interfaces stay as they are
	}
}

func (f filler) integer(width int) int64 {
	switch f.IntN(5) {
	case 0:
		return 0
	case 1:
		return int64(f.IntN(3)) - 1
	case 2:
		return math.MinInt64 >> (64 - width)
	}
	return int64(f.Uint64()) >> (64 - width) >> f.IntN(width)
}

func (f filler) float() float64 {
	switch f.IntN(5) {
	case 0:
		return 0
	case 1:
		if f.o.NoMinus {
			return 1
		}
		return math.Copysign(0, -1)
	case 2:
		return math.Inf(f.IntN(2) - 1)
	}
	return f.NormFloat64()
}

func (f filler) text() string {
	if f.rarely(3) {
		return ""
	}
	return strings.Repeat(string(rune('a'+f.IntN(26))), f.size())
}

// size is that of a container or text: mostly few, sometimes more than the
// short form of a header holds.
func (f filler) size() int {
	if f.rarely(8) {
		return 14 + f.IntN(4)
	}
	return f.IntN(4)
}

func (f filler) pointer(v reflect.Value, depth int, must bool) {
	if !must && (depth <= 0 || f.rarely(3)) {
		return
	}
	v.Set(reflect.New(v.Type().Elem()))
	f.fill(v.Elem(), depth-1, true)
}

func (f filler) slice(v reflect.Value, depth int) {
	if f.rarely(4) {
		return
	}
	n := f.size()
	if depth <= 0 {
		n = 0
	}
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	for i := range n {
		f.fill(v.Index(i), depth-1, true)
	}
}

func (f filler) mapping(v reflect.Value, depth int) {
	if f.rarely(4) {
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	if depth <= 0 {
		return
	}
	for range f.IntN(f.o.Entries + 1) {
		key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		f.fill(key, depth-1, true)
		f.fill(elem, depth-1, true)
		v.SetMapIndex(key, elem)
	}
}
