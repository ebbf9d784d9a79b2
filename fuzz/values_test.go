package fuzz

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/ref"
	"github.com/miserwire/miser/internal/wiretest"
)

// FuzzAppendEqualsRef compares the encodings of random values, which hold what no decode gives: nil
// elements, enums that do not fit, unions with several arms. Then both codecs decode the bytes.
func FuzzAppendEqualsRef(f *testing.F) {
	of, ofOdd := uint64(4), uint64(60)
	if testing.Short() {
		of, ofOdd = 1, ofOdd/shortStride
	}
	for i := range targets() {
		for seed := range of {
			f.Add(seed, uint16(i))
		}
	}
	for i := range odd {
		for seed := range ofOdd {
			f.Add(4+seed, uint16(len(targets())-1-i))
		}
	}
	f.Fuzz(func(t *testing.T, seed uint64, selector uint16) {
		v := randomValue(seed, pick(selector))
		for _, compact := range []bool{false, true} {
			compareAppend(t, compact, v)
			p, rp := protocolOf(compact)
			b, err := ref.Append(nil, rp, v, ref.Options{})
			if err != nil {
				continue
			}
			got, want := pick(selector).new(), pick(selector).new()
			n, err := codecFor(v, p, codec.Options{}).Decode(own(b), got)
			wantN, wantErr := ref.Decode(b, rp, want, ref.Options{})
			if n != wantN || classOf(err) != classOf(wantErr) {
				t.Fatalf("%T: Decode of %x = %d, %v; ref: %d, %v", v, b, n, err, wantN, wantErr)
			}
			if d := wiretest.Diff(got, want); err == nil && d != "" {
				t.Fatalf("%T: Decode of %x: %s", v, b, d)
			}
		}
	})
}

// randomValue returns a value of the target that the seed stands for.
func randomValue(seed uint64, t target) any {
	v := t.new()
	g := generator{rand.New(rand.NewPCG(seed, 0))}
	g.fill(reflect.ValueOf(v).Elem(), 0)
	return v
}

// generator fills values at random.
type generator struct{ *rand.Rand }

// maxNest bounds how deep a random value nests.
const maxNest = 5

// fill sets v. depth is how deep it lies.
func (g generator) fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(g.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(g.integer(v.Type()))
	case reflect.Float64:
		doubles := []float64{0, math.Copysign(0, -1), 1.5, math.NaN(), math.Inf(-1), math.Float64frombits(g.Uint64())}
		v.SetFloat(doubles[g.IntN(len(doubles))])
	case reflect.String:
		v.SetString(string(g.text()))
	case reflect.Array:
		reflect.Copy(v, reflect.ValueOf(append(g.text(), make([]byte, 16)...)))
	case reflect.Pointer:
		if depth < maxNest && g.IntN(4) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			g.fill(v.Elem(), depth+1)
		}
	case reflect.Struct:
		g.fillStruct(v, depth)
	case reflect.Interface:
		g.fillHeld(v, depth)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			if g.IntN(5) > 0 {
				v.SetBytes(g.text())
			}
			return
		}
		if n := g.size(depth); n >= 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
		}
		for i := range v.Len() {
			g.fill(v.Index(i), depth+1)
		}
	case reflect.Map:
		n := g.size(depth)
		if n >= 0 {
			v.Set(reflect.MakeMap(v.Type()))
		}
		for range n {
			key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			g.fill(key, depth+1)
			g.fill(elem, depth+1)
			v.SetMapIndex(key, elem)
		}
	}
}

// fillStruct sets the fields of v: of a union mostly one, of others mostly all.
func (g generator) fillStruct(v reflect.Value, depth int) {
	if d, ok := v.Addr().Interface().(interface{ InitDefault() }); ok && g.IntN(2) == 0 {
		d.InitDefault()
		return
	}
	first := v.NumField() > 1 && v.Type().Field(0).Tag.Get("thrift") == ",union"
	if first && g.IntN(8) > 0 {
		if i := 1 + g.IntN(v.NumField()-1); v.Field(i).CanSet() {
			for try := 0; v.Field(i).IsZero() && try < 9; try++ {
				g.fill(v.Field(i), depth)
			}
		}
		return
	}
	for i := range v.NumField() {
		f := v.Field(i)
		switch {
		case !f.CanSet():
		case v.Type().Field(i).Name == "Unknown":
			f.SetBytes(g.unknown())
		case g.IntN(6) > 0:
			g.fill(f, depth)
		}
	}
}

// integer returns a value of an integer type: small, or any. Of an int64 that may be an enum most are in
// its range.
func (g generator) integer(t reflect.Type) int64 {
	unused := 64 - t.Bits()
	if t.PkgPath() != "" && t.Bits() > 32 && g.IntN(16) > 0 {
		unused = 32
	}
	if g.IntN(3) == 0 {
		return g.Int64N(40) - 20
	}
	return int64(g.Uint64()) << unused >> unused
}

func (g generator) text() []byte {
	b := make([]byte, []int{0, 1, 2, 3, 4, 7, 15, 16, 17, 40, 130}[g.IntN(11)])
	for i := range b {
		b[i] = byte(g.Uint32())
	}
	return b
}

// size returns the length of a container, -1 for nil.
func (g generator) size(depth int) int {
	if depth >= maxNest {
		return g.IntN(2) - 1
	}
	return []int{-1, 0, 1, 1, 2, 2, 3, 5, 15, 16}[g.IntN(10-min(depth, 2)*2)]
}

// unknown returns kept fields, as another type would write them, sometimes with a fault.
func (g generator) unknown() []byte {
	if g.IntN(2) == 0 {
		return nil
	}
	types := []reflect.Type{
		reflect.TypeFor[wiretest.EvoWide](), reflect.TypeFor[wiretest.Scalars](), reflect.TypeFor[wiretest.OptScalars](),
		reflect.TypeFor[wiretest.MapFromString](), reflect.TypeFor[wiretest.Deep3](), reflect.TypeFor[Base](),
	}
	v := reflect.New(types[g.IntN(len(types))])
	g.fill(v.Elem(), maxNest-1)
	b, err := ref.Append(nil, ref.Binary, v.Interface(), ref.Options{})
	if err != nil {
		return nil
	}
	if g.IntN(20) > 0 {
		b = b[:len(b)-1]
	}
	return b
}
