package unsafeio

import (
	"math"
	"reflect"
	"testing"
)

func TestReset(t *testing.T) {
	types := []reflect.Type{reflect.TypeFor[views](), reflect.TypeFor[mixed](), reflect.TypeFor[[]mixed](), reflect.TypeFor[*mixed](), reflect.TypeFor[any]()}
	for _, tt := range sliceTypes {
		types = append(types, tt.typ.Elem())
	}
	for _, typ := range types {
		a, b := reflect.New(typ), reflect.New(typ)
		if typ.Kind() != reflect.Interface && typ != reflect.TypeFor[views]() {
			fill(a.Elem(), 6)
		}
		if got, want := IsZero(typ, PtrTo(a)), a.Elem().IsZero(); got != want {
			t.Errorf("%v: IsZero = %v, want %v", typ, got, want)
		}
		Assign(typ, PtrTo(b), PtrTo(a))
		if !reflect.DeepEqual(b.Interface(), a.Interface()) {
			t.Errorf("%v: Assign gives %v, want %v", typ, b.Elem(), a.Elem())
		}
		if v := At(typ, PtrTo(a)); v.Type() != reflect.PointerTo(typ) || v.Pointer() != a.Pointer() {
			t.Errorf("%v: At = %v", typ, v)
		}
		Zero(typ, PtrTo(b))
		if !b.Elem().IsZero() {
			t.Errorf("%v: Zero leaves %v", typ, b.Elem())
		}
		atMost(t, 0, func() {
			Assign(typ, PtrTo(b), PtrTo(a))
			Zero(typ, PtrTo(b))
			IsZero(typ, PtrTo(b))
		}, "%v: Assign, Zero and IsZero", typ)
	}
	minus := math.Copysign(0, -1)
	for _, v := range []any{float32(minus), minus, struct{ F float64 }{minus}, [2]float32{0, float32(minus)}, [1]mixed{{N: 1}}} {
		p := reflect.New(reflect.TypeOf(v))
		p.Elem().Set(reflect.ValueOf(v))
		if IsZero(p.Type().Elem(), PtrTo(p)) {
			t.Errorf("%T: %v is zero", v, v)
		}
	}
	// Stack variables stay where they are.
	typ := reflect.TypeFor[mixed]()
	src := &mixed{"s", 1, new(int64)}
	atMost(t, 0, func() {
		var v, w mixed
		Assign(typ, Of(&v), Heap(src))
		Assign(typ, Of(&w), Of(&v))
		if !Equal(typ, Of(&v), Of(&w)) || IsZero(typ, Of(&w)) {
			t.Error("not assigned")
		}
		Zero(typ, Of(&v))
		if v != (mixed{}) {
			t.Error("not zeroed")
		}
	}, "on the stack")
}

func TestFromAny(t *testing.T) {
	x := &mixed{N: 4}
	if p, typ := FromAny(x); As[mixed](p) != x || typ != reflect.TypeFor[*mixed]() {
		t.Errorf("FromAny = %v, %v", p, typ)
	}
	for _, v := range []any{nil, 5, "text", (*mixed)(nil), *x, []int{1}, map[int]int{}, func() {}} {
		if p, typ := FromAny(v); !p.IsNil() || typ != reflect.TypeOf(v) {
			t.Errorf("FromAny(%T) = %v, %v", v, p, typ)
		}
	}
	var sum int64
	atMost(t, 0, func() {
		v := mixed{N: 5}
		p, _ := FromAny(&v)
		sum += As[mixed](p).N
	}, "FromAny")
	if sum == 0 || sum%5 != 0 {
		t.Errorf("FromAny does not lead to the value: sum %d", sum)
	}
}

func TestEqual(t *testing.T) {
	type deep struct {
		F float64
		B []byte
		L []mixed
		M map[string]*pair
		P *deep
		A [2]string
		I any
		C func()
		_ int32
	}
	mk := func() *deep {
		return &deep{
			math.NaN(), []byte("b"), []mixed{{"s", 1, new(int64)}}, map[string]*pair{"a": {1, 2}, "b": nil},
			&deep{F: 2}, [2]string{"x", "y"}, int8(3), nil, 0,
		}
	}
	typ := reflect.TypeFor[deep]()
	if !Equal(typ, Heap(mk()), Heap(mk())) {
		t.Error("equal values differ")
	}
	for i, change := range []func(d *deep){
		func(d *deep) { d.F = 1 },
		func(d *deep) { d.B = []byte("c") },
		func(d *deep) { d.B = nil },
		func(d *deep) { d.L[0].N++ },
		func(d *deep) { *d.L[0].P++ },
		func(d *deep) { d.L = d.L[:0] },
		func(d *deep) { d.M["a"].B++ },
		func(d *deep) { d.M["b"] = new(pair) },
		func(d *deep) { delete(d.M, "a") },
		func(d *deep) { delete(d.M, "a"); d.M["c"] = nil },
		func(d *deep) { d.P.F = 3 },
		func(d *deep) { d.P = nil },
		func(d *deep) { d.A[1] = "z" },
		func(d *deep) { d.I = "3" },
		func(d *deep) { d.I = []int{3} },
		func(d *deep) { d.C = func() {} },
	} {
		d := mk()
		change(d)
		if Equal(typ, Heap(mk()), Heap(d)) || Equal(typ, Heap(d), Heap(mk())) {
			t.Errorf("change %d is not seen", i)
		}
	}
	for _, v := range []any{true, int8(-3), int16(300), int32(-70000), int64(1) << 40, 5, uint16(2), float32(1.5), 2.5, "text", named("n"), []byte(nil)} {
		typ := reflect.TypeOf(v)
		a, b := reflect.New(typ), reflect.New(typ)
		a.Elem().Set(reflect.ValueOf(v))
		b.Elem().Set(reflect.ValueOf(v))
		if !Equal(typ, PtrTo(a), PtrTo(b)) {
			t.Errorf("%v: %v differs from itself", typ, v)
		}
		if b.Elem().SetZero(); typ.Kind() != reflect.Slice && Equal(typ, PtrTo(a), PtrTo(b)) {
			t.Errorf("%v: %v equals zero", typ, v)
		}
		atMost(t, 0, func() { Equal(typ, PtrTo(a), PtrTo(b)) }, "%v: Equal", typ)
	}
	zero, minus := 0.0, math.Copysign(0, -1)
	if f := reflect.TypeFor[float64](); Equal(f, Of(&zero), Of(&minus)) || IsZero(f, Of(&minus)) {
		t.Error("0 and -0 are one")
	}
	var nilBytes []byte
	none := []byte{}
	if !Equal(reflect.TypeFor[[]byte](), Of(&nilBytes), Of(&none)) {
		t.Error("nil and empty bytes differ")
	}
	a, b := &deep{}, &deep{}
	a.P, b.P = b, a
	if Equal(typ, Heap(a), Heap(b)) {
		t.Error("a cycle equals another")
	}
}

func TestHolds(t *testing.T) {
	type all struct {
		N int
		S string
		A [2]struct{ P *int }
		L []byte
		M map[int]int
		I any
	}
	for i, tt := range []struct {
		v    all
		want bool
	}{
		{all{}, false},
		{all{N: 1, S: "x"}, false},
		{all{A: [2]struct{ P *int }{{}, {new(int)}}}, true},
		{all{L: []byte{}}, true},
		{all{M: map[int]int{}}, true},
		{all{I: 1}, true},
	} {
		if got := Holds(reflect.TypeFor[all](), Of(&tt.v)); got != tt.want {
			t.Errorf("%d: Holds = %v, want %v", i, got, tt.want)
		}
	}
}
