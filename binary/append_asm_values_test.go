package binary

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"

	"github.com/miserwire/miser/internal/wiretest"
)

// every has a field of every op that has code in assembly.
type every struct {
	B    bool             `thrift:"b,1"`
	I8   int8             `thrift:"i8,2"`
	S    string           `thrift:"s,3"`
	I16  int16            `thrift:"i16,4"`
	J16  int16            `thrift:"j16,5"`
	I32  int32            `thrift:"i32,6"`
	E    wiretest.Colour  `thrift:"e,7"`
	Bin  []byte           `thrift:"bin,8"`
	I64  int64            `thrift:"i64,9"`
	D    float64          `thrift:"d,10"`
	OB   *bool            `thrift:"ob,11,optional"`
	O8   *int8            `thrift:"o8,12,optional"`
	O16  *int16           `thrift:"o16,13,optional"`
	O32  *int32           `thrift:"o32,14,optional"`
	O64  *int64           `thrift:"o64,15,optional"`
	OD   *float64         `thrift:"od,16,optional"`
	OS   *string          `thrift:"os,17,optional"`
	OBin []byte           `thrift:"obin,18,optional"`
	V    inner            `thrift:"v,19"`
	P    *inner           `thrift:"p,20,optional"`
	LS   []string         `thrift:"ls,21"`
	LP   []*inner         `thrift:"lp,22"`
	OLS  []string         `thrift:"ols,23,optional"`
	LB   [][]byte         `thrift:"lb,24,optional"`
	OLP  []*inner         `thrift:"olp,25,optional"`
	LV   []inner          `thrift:"lv,26"`
	OLV  []tiny           `thrift:"olv,27,optional"`
	N1   []int8           `thrift:"n1,28"`
	N2   []int16          `thrift:"n2,29,optional"`
	N4   []int32          `thrift:"n4,30"`
	N8   []int64          `thrift:"n8,31,optional"`
	NB   []bool           `thrift:"nb,32,optional"`
	ND   []float64        `thrift:"nd,33"`
	NU   [][16]byte       `thrift:"nu,34,default,list<uuid>"`
	U    [16]byte         `thrift:"u,35,default,uuid"`
	OE   *wiretest.Colour `thrift:"oe,36,optional"`
	Un   *choice          `thrift:"un,37,optional"`
	Mix  mixedEnums       `thrift:"mix,38"`
	Next *every           `thrift:"next,40,optional"`
	M    *int32           `thrift:"m,41,required"`
}

// choice is a union.
type choice struct {
	_ struct{} `thrift:",union"`
	A *int32   `thrift:"a,1"`
	B *string  `thrift:"b,2"`
	C *inner   `thrift:"c,3"`
}

type tiny struct {
	A int8 `thrift:"a,1"`
}

type inner struct {
	A bool    `thrift:"a,1"`
	B int64   `thrift:"b,2"`
	C int16   `thrift:"c,3"`
	D string  `thrift:"d,4"`
	E int8    `thrift:"e,5"`
	F int32   `thrift:"f,6"`
	G float64 `thrift:"g,7"`
	H int16   `thrift:"h,8"`
}

type (
	oneEnum struct {
		A int32           `thrift:"a,1"`
		E wiretest.Colour `thrift:"e,2"`
	}
	someEnums struct {
		E wiretest.Colour  `thrift:"e,1"`
		F wiretest.Colour  `thrift:"f,2"`
		G *wiretest.Colour `thrift:"g,3,optional"`
	}
	mixedEnums struct {
		A int8            `thrift:"a,1"`
		B int16           `thrift:"b,2"`
		C int32           `thrift:"c,3"`
		D int64           `thrift:"d,4"`
		E wiretest.Colour `thrift:"e,5"`
		F wiretest.Colour `thrift:"f,6"`
	}
)

// filler makes random values.
type filler struct{ *rand.Rand }

func (r filler) number() int64 {
	return int64(r.Uint64()) >> r.IntN(64)
}

func (r filler) text() string {
	n := r.IntN(20)
	switch r.IntN(4) {
	case 0:
		n = r.IntN(80)
	case 1:
		n = r.IntN(400)
	}
	return strings.Repeat("0123456789abcdefghijklmnopqrstuvwxyz", 1+n/36)[:n]
}

func (r filler) inner() inner {
	return inner{
		r.IntN(2) == 0, r.number(), int16(r.number()), r.text(), int8(r.number()),
		int32(r.number()), float64(r.number()), int16(r.number()),
	}
}

func some[T any](r filler, v T) *T {
	if r.IntN(2) == 0 {
		return nil
	}
	return &v
}

// list is nil, empty, or some values.
func list[T any](r filler, value func() T) (l []T) {
	if r.IntN(3) > 0 {
		l = []T{}
	}
	if r.IntN(3) > 0 && l != nil {
		for range r.IntN(1 << r.IntN(7)) {
			l = append(l, value())
		}
	}
	return l
}

func (r filler) uuid() (u [16]byte) {
	for i := range u {
		u[i] = byte(r.Uint32())
	}
	return u
}

// choice is mostly one arm.
func (r filler) choice() choice {
	switch r.IntN(12) {
	case 0:
		return choice{}
	case 1, 2, 3:
		return choice{A: new(int32(r.number()))}
	case 4, 5, 6:
		return choice{B: new(r.text())}
	}
	return choice{C: new(r.inner())}
}

func (r filler) mixed() mixedEnums {
	return mixedEnums{
		int8(r.number()), int16(r.number()), int32(r.number()), r.number(),
		wiretest.Colour(int32(r.number())), wiretest.Colour(int32(r.number())),
	}
}

func (r filler) every(deep int) *every {
	v := &every{
		r.IntN(2) == 0, int8(r.number()), r.text(), int16(r.number()), int16(r.number()), int32(r.number()),
		wiretest.Colour(int32(r.number())), []byte(r.text()), r.number(), float64(r.number()),
		some(r, r.IntN(2) == 0), some(r, int8(r.number())), some(r, int16(r.number())), some(r, int32(r.number())),
		some(r, r.number()), some(r, float64(r.number())), some(r, r.text()), nil,
		r.inner(), some(r, r.inner()), nil, nil,
		nil, nil, nil, nil, nil,
		list(r, func() int8 { return int8(r.number()) }), list(r, func() int16 { return int16(r.number()) }),
		list(r, func() int32 { return int32(r.number()) }), list(r, r.number),
		list(r, func() bool { return r.IntN(2) == 0 }), list(r, r.Float64), list(r, r.uuid), r.uuid(),
		some(r, wiretest.Colour(int32(r.number()))), some(r, r.choice()), r.mixed(), nil, new(int32),
	}
	if r.IntN(2) == 0 {
		v.OLS, v.LB = list(r, r.text), list(r, func() []byte { return []byte(r.text()) })
		v.OLP, v.LV = list(r, func() *inner { return some(r, r.inner()) }), list(r, r.inner)
		v.OLV = list(r, func() tiny { return tiny{int8(r.number())} })
	}
	if r.IntN(2) == 0 {
		v.OBin = []byte(r.text())
	}
	for range r.IntN(5) * r.IntN(5) {
		v.LS = append(v.LS, r.text())
	}
	for range r.IntN(5) * r.IntN(5) {
		v.LP = append(v.LP, some(r, r.inner()))
	}
	if deep > 0 && r.IntN(4) > 0 {
		v.Next = r.every(deep - 1)
	}
	switch r.IntN(40) {
	case 0:
		v.M = nil // a missing field
	case 1:
		v.E = math.MaxInt32 + 1 // out of range
	case 2:
		v.OE = new(wiretest.Colour(math.MinInt32 - 1))
	case 3:
		v.Un = &choice{A: new(int32), B: new("two of them")}
	}
	return v
}

type (
	small1 struct {
		A bool `thrift:"a,1"`
	}
	small2 struct {
		A int8 `thrift:"a,1"`
		B bool `thrift:"b,2"`
	}
	small4 struct {
		A int32 `thrift:"a,1"`
	}
	small8 struct {
		A int16 `thrift:"a,1"`
		B int32 `thrift:"b,2"`
	}
	small12 struct {
		A int32 `thrift:"a,3"`
		B int32 `thrift:"b,2"`
		C int32 `thrift:"c,1"`
	}
	small16 struct {
		A int64 `thrift:"a,1"`
		B int64 `thrift:"b,2"`
	}
	small24 struct {
		A int32   `thrift:"a,9"`
		B float64 `thrift:"b,1"`
		C int16   `thrift:"c,3"`
		D bool    `thrift:"d,2"`
	}
	scattered struct {
		A int64   `thrift:"a,5"`
		B int8    `thrift:"b,9"`
		C int16   `thrift:"c,1"`
		D int64   `thrift:"d,6"`
		E int32   `thrift:"e,2"`
		F float64 `thrift:"f,8"`
		G bool    `thrift:"g,10"`
		H int32   `thrift:"h,3"`
		I int16   `thrift:"i,4"`
		J int64   `thrift:"j,7"`
	}
)

// normalise makes the bools of random memory 0 or 1.
func normalise(t reflect.Type, mem []byte) {
	for i := range t.NumField() {
		if f := t.Field(i); f.Type.Kind() == reflect.Bool {
			mem[f.Offset] &= 1
		}
	}
}
