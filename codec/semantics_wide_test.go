package codec_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/ref"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
)

// Structs with more fields than one word has bits.

var wideSizes = []int{1, 63, 64, 65, 66, 127, 128, 129, 192, 300}

// TestWide has random values of wide structs, into fresh targets and used ones.
func TestWide(t *testing.T) {
	for _, n := range wideSizes {
		typ := wideType(n)
		r := rand.New(rand.NewPCG(20, uint64(n)))
		used := func() any {
			v := reflect.New(typ)
			fillAll(v.Elem(), 3)
			return v.Interface()
		}
		for _, p := range bothProtocols {
			decodes(t, p, []byte{0}, reflect.New(typ).Interface(), used)
		}
		for range 4 {
			v := reflect.New(typ)
			fillSome(r, v.Elem())
			roundTrips(t, v.Interface())
			for _, p := range bothProtocols {
				decodes(t, p, plain(t, p, v.Interface()), v.Interface(), used)
				// Fields that come twice: of each the last counts.
				w := reflect.New(typ)
				fillSome(r, w.Elem())
				src := after(plain(t, p, v.Interface()), plain(t, p, w.Interface()))
				want := reflect.New(typ).Interface()
				if n, err := ref.Decode(src, ref.Protocol(p), want, ref.Options{}); n != len(src) || err != nil {
					t.Fatal(n, err)
				}
				decodes(t, p, src, want, used)
			}
		}
	}
}

// TestWideUnion: the last arm counts, whichever words the others are in.
func TestWideUnion(t *testing.T) {
	fields := []reflect.StructField{{Name: "_", PkgPath: "codec_test", Type: reflect.TypeFor[struct{}](), Tag: `thrift:",union"`}}
	for i := range 200 {
		fields = append(fields, reflect.StructField{
			Name: fmt.Sprintf("F%d", i), Type: reflect.TypeFor[*int32](), Tag: reflect.StructTag(fmt.Sprintf(`thrift:"f%d,%d"`, i, i+20)),
		})
	}
	typ := reflect.StructOf(fields)
	arm := func(i int) any {
		v := reflect.New(typ)
		v.Elem().Field(i + 1).Set(reflect.ValueOf(new(int32(i))))
		return v.Interface()
	}
	arms := []int{0, 1, 63, 64, 65, 127, 128, 191, 192, 199}
	for _, p := range bothProtocols {
		for _, i := range arms {
			for _, j := range arms {
				decodes(t, p, after(plain(t, p, arm(i)), plain(t, p, arm(j))), arm(j), func() any { return arm(i) }, func() any { return arm(77) })
			}
		}
	}
}

// TestWideRequired leaves out required fields in every word, one by one.
func TestWideRequired(t *testing.T) {
	for _, n := range wideSizes {
		var required []int
		for _, at := range []int{0, 1, 62, 63, 64, 65, 127, 128, 191, 192, 255, 256, n - 1} {
			if at < n && !slices.Contains(required, at) {
				required = append(required, at)
			}
		}
		typ, writer := wideType(n, required...), lazyType(n)
		for _, p := range bothProtocols {
			v := reflect.New(writer)
			fillAll(v.Elem(), 3)
			want := reflect.New(typ)
			fillAll(want.Elem(), 3)
			decodes(t, p, plain(t, p, v.Interface()), want.Interface())
			for _, at := range required {
				was := reflect.New(v.Elem().Field(at).Type()).Elem()
				was.Set(v.Elem().Field(at))
				v.Elem().Field(at).SetZero()
				path := fmt.Sprintf("struct.F%d", at)
				if e := refuses(t, p, plain(t, p, v.Interface()), want.Interface(), codec.ErrMissingRequired); e != nil && e.Path != path {
					t.Errorf("%v, %d fields: %q is missing, want %q", p, n, e.Path, path)
				}
				v.Elem().Field(at).Set(was)
			}
		}
	}
}

// lazyType is wideType with every field by pointer, absent when nil.
func lazyType(n int) reflect.Type {
	fields := make([]reflect.StructField, n)
	for i := range fields {
		typ := wideSorts[i%len(wideSorts)].typ
		if typ.Kind() != reflect.Pointer {
			typ = reflect.PointerTo(typ)
		}
		fields[i] = reflect.StructField{
			Name: fmt.Sprintf("F%d", i), Type: typ, Tag: reflect.StructTag(fmt.Sprintf(`thrift:"f%d,%d,optional"`, i, 3*i-31)),
		}
	}
	return reflect.StructOf(fields)
}

// TestWideNested has wide structs in lists, maps and one another, so that the words of one stand on those of
// another; a fault inside leaves nothing behind.
func TestWideNested(t *testing.T) {
	inner := wideType(70, 3, 69)
	middle := reflect.StructOf(append(slices.Collect(wideType(100, 66).Fields()),
		reflect.StructField{Name: "L", Type: reflect.SliceOf(inner), Tag: `thrift:"l,2000"`},
		reflect.StructField{Name: "P", Type: reflect.SliceOf(reflect.PointerTo(inner)), Tag: `thrift:"p,2001"`},
		reflect.StructField{Name: "M", Type: reflect.MapOf(reflect.TypeFor[int8](), inner), Tag: `thrift:"m,2002"`},
		reflect.StructField{Name: "Z", Type: reflect.TypeFor[int32](), Tag: `thrift:"z,2003,required"`},
	))
	outer := reflect.StructOf(append(slices.Collect(wideType(65).Fields()),
		reflect.StructField{Name: "One", Type: reflect.PointerTo(middle), Tag: `thrift:"one,3000,optional"`},
		reflect.StructField{Name: "Many", Type: reflect.SliceOf(middle), Tag: `thrift:"many,3001,required"`},
		reflect.StructField{Name: "Kept", Type: reflect.TypeFor[layout.Unknown]()},
	))
	used := reflect.New(outer).Interface()
	for seed := range uint64(6) {
		v := reflect.New(outer)
		fillSome(rand.New(rand.NewPCG(21, seed)), v.Elem())
		roundTrips(t, v.Interface())
		for _, p := range bothProtocols {
			src := plain(t, p, v.Interface())
			for _, o := range []codec.Options{{}, {Reuse: true}} {
				c := codecOf(t, used, p, o)
				for cut := 0; cut < len(src); cut += 1 + len(src)/20 {
					if n, err := c.Decode(src[:cut], used); n != 0 || err == nil {
						t.Errorf("%v: Decode of %d of %d bytes = %d, %v", p, cut, len(src), n, err)
					}
					if n, err := c.Decode(src, used); n != len(src) || err != nil {
						t.Fatalf("%v: Decode = %d, %v, want %d", p, n, err, len(src))
					}
					if d := wiretest.Diff(used, v.Interface()); d != "" {
						t.Fatalf("%v: differs%s", p, d)
					}
				}
			}
		}
	}
}
