package unsafeio

import (
	"reflect"
	"strconv"
	"testing"
	"unsafe"
)

type (
	pair  struct{ A, B int32 }
	mixed struct {
		S string
		N int64
		P *int64
	}
	named string
	wide  struct { // a map keeps such values outside its table
		P *int64
		A [150]byte
	}
)

var sliceTypes = []struct {
	typ   reflect.Type
	class sliceClass
}{
	{reflect.TypeFor[[]bool](), slice8},
	{reflect.TypeFor[[]int8](), slice8},
	{reflect.TypeFor[[][16]byte](), slice8},
	{reflect.TypeFor[[]int16](), slice16},
	{reflect.TypeFor[[]int32](), slice32},
	{reflect.TypeFor[[]pair](), slice32},
	{reflect.TypeFor[[]int64](), wordClass()},
	{reflect.TypeFor[[]float64](), wordClass()},
	{reflect.TypeFor[[]struct{}](), slice8},
	{reflect.TypeFor[[]string](), sliceString},
	{reflect.TypeFor[[]named](), sliceString},
	{reflect.TypeFor[[]*mixed](), slicePointer},
	{reflect.TypeFor[[]map[string]int64](), slicePointer},
	{reflect.TypeFor[[]onePtr](), slicePointer},
	{reflect.TypeFor[[][]byte](), sliceSlice},
	{reflect.TypeFor[[][]mixed](), sliceSlice},
	{reflect.TypeFor[[]mixed](), sliceReflect},
	{reflect.TypeFor[[]any](), sliceReflect},
	{reflect.TypeFor[[]wide](), sliceReflect},
	{reflect.TypeFor[[][1]string](), sliceReflect},
}

// wordClass is the class of elements that are 64-bit words.
func wordClass() sliceClass {
	if unsafe.Alignof(int64(0)) == 4 {
		return slice32
	}
	return slice64
}

func TestSliceClasses(t *testing.T) {
	for _, tt := range sliceTypes {
		s := NewSliceOps(tt.typ)
		if s.class != tt.class || s.ElemSize() != tt.typ.Elem().Size() {
			t.Errorf("%v: class %d of size %d, want %d of %d", tt.typ, s.class, s.ElemSize(), tt.class, tt.typ.Elem().Size())
		}
	}
}

func TestSliceMake(t *testing.T) {
	for _, tt := range sliceTypes {
		s := NewSliceOps(tt.typ)
		for _, n := range []int{0, 1, 2, 3, 15, 16, 17, 100, 1000} {
			v := reflect.New(tt.typ)
			s.Make(PtrTo(v), n)
			if v.Elem().IsNil() || v.Elem().Len() != n || v.Elem().Cap() != n {
				t.Errorf("%v: Make(%d): nil %v, len %d, cap %d", tt.typ, n, v.Elem().IsNil(), v.Elem().Len(), v.Elem().Cap())
			}
			for i := range n {
				if !v.Elem().Index(i).IsZero() {
					t.Errorf("%v: Make(%d): element %d is not zero", tt.typ, n, i)
				}
			}
			want := 1.0
			if n == 0 || s.ElemSize() == 0 {
				want = 0
			}
			atMost(t, want, func() { s.Make(PtrTo(v), n) }, "%v: Make(%d)", tt.typ, n)
		}
		v := reflect.New(tt.typ)
		mustPanic(t, tt.typ.String()+": Make(-1)", func() { s.Make(PtrTo(v), -1) })
		if s.max != int(^uint(0)>>1) {
			mustPanic(t, tt.typ.String()+": Make beyond an int", func() { s.Make(PtrTo(v), s.max+1) })
			mustPanic(t, tt.typ.String()+": Grow beyond an int", func() { s.Grow(PtrTo(v), s.max+1) })
		}
	}
}

// fill sets v, of any type here, to something that names i.
func fill(v reflect.Value, i int) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(i%2 == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(i) % (1 << (v.Type().Bits() - 1)))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(i) % (1 << (v.Type().Bits() - 1)))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(i))
	case reflect.String:
		v.SetString("text " + strconv.Itoa(i))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(1), i)
	case reflect.Array:
		for j := range min(v.Len(), 16) {
			fill(v.Index(j), i>>(8*(j%8)))
		}
	case reflect.Struct:
		for j := range v.NumField() {
			if v.Field(j).CanSet() {
				fill(v.Field(j), i)
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), i)
	case reflect.Map:
		k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(k, i)
		fill(e, i)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(k, e)
	case reflect.Interface:
		v.Set(reflect.ValueOf("any " + strconv.Itoa(i)))
	}
}

func TestSliceGrow(t *testing.T) {
	withGC(func() {
		for _, tt := range sliceTypes {
			s := NewSliceOps(tt.typ)
			for _, from := range []int{0, 1, 5, 16} {
				for _, to := range []int{from + 1, from + 7, 40} {
					v, want := reflect.New(tt.typ), reflect.New(tt.typ)
					if from > 0 { // from nil otherwise
						s.Make(PtrTo(v), from)
					}
					want.Elem().Set(reflect.MakeSlice(tt.typ, to, to))
					for i := range from {
						fill(v.Elem().Index(i), i+1)
						fill(want.Elem().Index(i), i+1)
					}
					old := v.Elem().Slice(0, from)
					s.Grow(PtrTo(v), to)
					if !reflect.DeepEqual(v.Elem().Interface(), want.Elem().Interface()) || v.Elem().Cap() != to {
						t.Errorf("%v: Grow(%d) of %d = %v, want %v", tt.typ, to, from, v.Elem(), want.Elem())
					}
					s.Zero(PtrTo(v), 0, to)
					if !reflect.DeepEqual(old.Interface(), want.Elem().Slice(0, from).Interface()) && from > 0 {
						t.Errorf("%v: Grow(%d) of %d: old memory is %v", tt.typ, to, from, old)
					}
				}
			}
		}
	})
	for _, tt := range sliceTypes {
		s := NewSliceOps(tt.typ)
		v := reflect.New(tt.typ)
		atMost(t, 1, func() {
			v.Elem().SetZero()
			s.Grow(PtrTo(v), 40)
		}, "%v: Grow", tt.typ)
	}
}

func TestSliceSetLen(t *testing.T) {
	for _, tt := range sliceTypes {
		s := NewSliceOps(tt.typ)
		v := reflect.New(tt.typ)
		s.Make(PtrTo(v), 9)
		for n := range 10 {
			s.SetLen(PtrTo(v), n)
			if v.Elem().Len() != n || v.Elem().Cap() != 9 {
				t.Errorf("%v: SetLen(%d): len %d, cap %d", tt.typ, n, v.Elem().Len(), v.Elem().Cap())
			}
		}
		mustPanic(t, "SetLen beyond cap", func() { s.SetLen(PtrTo(v), 10) })
		mustPanic(t, "SetLen below zero", func() { s.SetLen(PtrTo(v), -1) })
	}
}

func TestSliceZero(t *testing.T) {
	for _, tt := range sliceTypes {
		s := NewSliceOps(tt.typ)
		for _, cut := range [][2]int{{0, 0}, {0, 12}, {12, 12}, {3, 4}, {3, 12}, {0, 5}} {
			v := reflect.New(tt.typ)
			s.Make(PtrTo(v), 12)
			want := reflect.MakeSlice(tt.typ, 12, 12)
			for i := range 12 {
				fill(v.Elem().Index(i), 2*i+2)
				if i < cut[0] || i >= cut[1] {
					fill(want.Index(i), 2*i+2)
				}
			}
			s.SetLen(PtrTo(v), 2) // what lies between len and cap can be zeroed too
			s.Zero(PtrTo(v), cut[0], cut[1])
			s.SetLen(PtrTo(v), 12)
			if !reflect.DeepEqual(v.Elem().Interface(), want.Interface()) {
				t.Errorf("%v: Zero %v = %v, want %v", tt.typ, cut, v.Elem(), want)
			}
			atMost(t, 0, func() { s.Zero(PtrTo(v), cut[0], cut[1]) }, "%v: Zero", tt.typ)
		}
		v := reflect.New(tt.typ)
		s.Zero(PtrTo(v), 0, 0) // nil
	}
}
