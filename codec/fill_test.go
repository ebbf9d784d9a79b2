package codec_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"

	"github.com/miserwire/miser/layout"
)

// Values for types that a test knows by reflection alone.

// fillAll sets every Thrift field in v to something other than zero: v is as dirty as can be. depth bounds how many
// pointers, lists and maps lead on from it.
func fillAll(v reflect.Value, depth int) { filler{nil}.value(v, depth, false) }

// fillSome sets v to something random that can be encoded: what may be nil or empty sometimes is.
func fillSome(r *rand.Rand, v reflect.Value) { filler{r}.value(v, 4, false) }

// filler makes values, random ones where it has a source.
type filler struct{ r *rand.Rand }

// less returns true sometimes, and never without a source.
func (f filler) less() bool { return f.r != nil && f.r.IntN(3) == 0 }

// number returns a number from -n to n, n without a source.
func (f filler) number(n int64) int64 {
	if f.r == nil {
		return n
	}
	if n == math.MaxInt64 {
		return f.r.Int64() >> f.r.IntN(63) * (1 - 2*f.r.Int64N(2))
	}
	return f.r.Int64N(2*n+1) - n
}

// size returns how many elements to make.
func (f filler) size(depth int) int {
	switch {
	case depth <= 0:
		return 0
	case f.r == nil:
		return 2
	}
	return f.r.IntN(4)
}

func (f filler) value(v reflect.Value, depth int, must bool) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(f.r == nil || f.r.IntN(2) == 0)
	case reflect.Int8, reflect.Int16, reflect.Int32:
		v.SetInt(f.number(1<<(v.Type().Bits()-1) - 1))
	case reflect.Int64, reflect.Int:
		n := int64(math.MaxInt64)
		if v.Type().PkgPath() != "" || v.Kind() == reflect.Int {
			n = math.MaxInt32 // it may be an enum
		}
		v.SetInt(f.number(n))
	case reflect.Float64:
		v.SetFloat(float64(f.number(1<<40)) / 8)
	case reflect.String:
		if !f.less() {
			v.SetString(strings.Repeat("x", int(f.number(3)+4)) + fmt.Sprint(f.number(1000)))
		}
	case reflect.Array:
		for i := range v.Len() {
			v.Index(i).SetUint(uint64(f.number(127) & 0xff))
		}
	case reflect.Pointer:
		if !must && (f.less() || depth <= 0 && v.Type().Elem().Kind() == reflect.Struct) {
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		f.value(v.Elem(), depth-1, v.Type().Elem().Kind() != reflect.Struct)
	case reflect.Slice:
		if !must && f.less() {
			return
		}
		n := f.size(depth)
		if v.Type().Elem().Kind() == reflect.Uint8 {
			n = int(f.number(9) + 10)
			v.SetBytes(make([]byte, n))
			for i := range n {
				v.Index(i).SetUint(uint64(f.number(127) & 0xff))
			}
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			f.value(v.Index(i), depth-1, true)
		}
	case reflect.Map:
		if !must && f.less() {
			return
		}
		v.Set(reflect.MakeMap(v.Type()))
		for range f.size(depth) {
			key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			f.value(key, depth-1, true)
			f.value(elem, depth-1, true)
			v.SetMapIndex(key, elem)
		}
	case reflect.Struct:
		f.fields(v, depth)
	}
}

// fields fills a struct; of a union it sets one field.
func (f filler) fields(v reflect.Value, depth int) {
	t := v.Type()
	var own []int
	for i := range t.NumField() {
		if v.Field(i).CanSet() && t.Field(i).Tag.Get("thrift") != "-" && t.Field(i).Type != reflect.TypeFor[layout.Unknown]() {
			own = append(own, i)
		}
	}
	union := t.NumField() > 0 && t.Field(0).Name == "_" && t.Field(0).Tag.Get("thrift") == ",union"
	if union {
		v.SetZero()
		arm := 0
		if f.r != nil {
			arm = f.r.IntN(len(own))
		}
		own = own[arm : arm+1]
	}
	entry := len(own) == 2 && t.Field(own[0]).Name == "Key" && t.Field(own[1]).Name == "Value"
	for _, i := range own {
		v.Field(i).SetZero()
		f.value(v.Field(i), depth-1, union || entry || strings.Contains(string(t.Field(i).Tag), "required"))
	}
	if d, ok := reflect.New(t).Interface().(interface{ InitDefault() }); ok {
		d.InitDefault()
		for _, i := range own { // nil does not go out, and would come back as the default
			if k := v.Field(i).Kind(); (k == reflect.Pointer || k == reflect.Slice || k == reflect.Map) && v.Field(i).IsNil() {
				v.Field(i).Set(reflect.ValueOf(d).Elem().Field(i))
			}
		}
	}
}

// wideType returns a struct type of n fields of all sorts, with ids from -31 in steps of 3; those at the given
// places are required.
func wideType(n int, required ...int) reflect.Type {
	fields := make([]reflect.StructField, n)
	for i := range fields {
		sort := wideSorts[i%len(wideSorts)]
		for _, at := range required {
			if at == i {
				sort.req = "required"
			}
		}
		fields[i] = reflect.StructField{
			Name: fmt.Sprintf("F%d", i), Type: sort.typ,
			Tag: reflect.StructTag(fmt.Sprintf(`thrift:"f%d,%d,%s"`, i, 3*i-31, sort.req)),
		}
	}
	return reflect.StructOf(fields)
}

var wideSorts = []struct {
	typ reflect.Type
	req string
}{
	{reflect.TypeFor[int32](), "default"},
	{reflect.TypeFor[*int64](), "optional"},
	{reflect.TypeFor[string](), "default"},
	{reflect.TypeFor[bool](), "default"},
	{reflect.TypeFor[[]int32](), "optional"},
	{reflect.TypeFor[*string](), "optional"},
	{reflect.TypeFor[float64](), "optional"},
	{reflect.TypeFor[[]byte](), "optional"},
	{reflect.TypeFor[map[string]int8](), "default"},
	{reflect.TypeFor[Inner](), "default"},
	{reflect.TypeFor[*bool](), "optional"},
	{reflect.TypeFor[int8](), "default"},
	{reflect.TypeFor[[]*Inner](), "optional"},
	{reflect.TypeFor[int16](), "default"},
	{reflect.TypeFor[*Inner](), "optional"},
}
