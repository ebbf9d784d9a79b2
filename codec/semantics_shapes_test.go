package codec_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// Forms that a type can have in Go, and what they hold after a round trip.

// Embedded structs, in place and by pointer, several levels deep.
type (
	rootMixin struct {
		E float64 `thrift:"e,5,optional"`
		F []int16 `thrift:"f,6,optional"`
	}
	deepBase struct {
		C []int64         `thrift:"c,3,optional"`
		D map[string]bool `thrift:"d,4"`
		G *Inner          `thrift:"g,8,optional"`
	}
	midBase struct {
		A int32   `thrift:"a,1"`
		B *string `thrift:"b,2,optional"`
		*deepBase
	}
	shapeEmbedded struct {
		*midBase
		rootMixin
		Named *midBase `thrift:"named,7,optional"`
		Z     int16    `thrift:"z,9"`
	}
)

// embeddedOther has two fields of deepBase with other elements.
type embeddedOther struct {
	C []int32         `thrift:"c,3,optional"`
	D map[string]int8 `thrift:"d,4"`
}

func TestShapesEmbedded(t *testing.T) {
	deep := &deepBase{C: []int64{1}, D: map[string]bool{"d": true}, G: &Inner{A: new(int32(1))}}
	full := &shapeEmbedded{
		&midBase{1, new("b"), deep}, rootMixin{1.5, []int16{2}}, &midBase{2, nil, &deepBase{D: map[string]bool{}}}, 3,
	}
	used := func() any {
		return &shapeEmbedded{&midBase{9, new("x"), &deepBase{C: []int64{9}, G: &Inner{}}}, rootMixin{9, []int16{9}}, &midBase{}, 9}
	}
	roundTrips(t, full)
	roundTrips(t, &shapeEmbedded{Z: 1})
	for _, p := range bothProtocols {
		decodes(t, p, plain(t, p, full), full, used)
		decodes(t, p, plain(t, p, &I32s{5}), &shapeEmbedded{midBase: &midBase{A: 5}}, used)
		decodes(t, p, plain(t, p, &shapeEmbedded{rootMixin: rootMixin{E: 2}, Z: 4}), &shapeEmbedded{rootMixin: rootMixin{E: 2}, Z: 4}, used)
		decodes(t, p, plain(t, p, &deepBase{C: []int64{}, D: map[string]bool{}}), // ids 3 and 4 alone
			&shapeEmbedded{midBase: &midBase{deepBase: &deepBase{C: []int64{}, D: map[string]bool{}}}}, used)
		// A field that is skipped for its element types makes no embedded struct.
		other := plain(t, p, &embeddedOther{C: []int32{1}, D: map[string]int8{"d": 1}})
		decodes(t, p, other, &shapeEmbedded{}, used)
		strictly(t, p, other, &shapeEmbedded{})
	}
}

// pointers has a pointer wherever one can be.
type shapePointers struct {
	A ***bool                   `thrift:"a,1,optional"`
	B **string                  `thrift:"b,2,optional"`
	C **Inner                   `thrift:"c,3,optional"`
	D *[]byte                   `thrift:"d,4,optional"`
	E *[]*string                `thrift:"e,5,optional"`
	F *map[string]*[]int32      `thrift:"f,6,optional"`
	G map[*Two]*bool            `thrift:"g,7,optional"`
	H []*float64                `thrift:"h,8,optional"`
	I []**shapePointers         `thrift:"i,9,optional"`
	J *[16]byte                 `thrift:"j,10,optional"`
	K []*[]*bool                `thrift:"k,11,optional"`
	L map[*string]**int64       `thrift:"l,12,optional"`
	M *[]Two                    `thrift:"m,13,optional"`
	N *map[*[16]byte]*Color     `thrift:"n,14,optional"`
	O *map[string]struct{}      `thrift:"o,15,optional"`
	P *[]pair[*string, **int8]  `thrift:"p,16,optional,map<string:i8>"`
	Q **[][]*map[int8]*[]*Inner `thrift:"q,17,optional"`
	R *int                      `thrift:"r,18,required"`
}

func TestShapesPointers(t *testing.T) {
	roundTrips(t, &shapePointers{R: new(0)})
	full := new(shapePointers)
	fillAll(reflect.ValueOf(full).Elem(), 6)
	roundTrips(t, full)
	for seed := range uint64(20) {
		v := new(shapePointers)
		fillSome(rand.New(rand.NewPCG(10, seed)), reflect.ValueOf(v).Elem())
		roundTrips(t, v)
		for _, p := range bothProtocols {
			decodes(t, p, plain(t, p, v), v, func() any {
				w := new(shapePointers)
				fillAll(reflect.ValueOf(w).Elem(), 6)
				return w
			})
		}
	}
}

// Named types of every kind, in every place.
type (
	nBool  bool
	nI8    int8
	nI16   int16
	nI32   int32
	nI64   int64
	nInt   int
	nF64   float64
	nStr   string
	nBytes []byte
	nByte  byte
	nUUID  [16]byte
	nUUID2 [16]nByte
	nBlob  []nByte
	nPtr   *nI32
	nTwo   Two
	nList  []nStr
	nSet   map[nStr]struct{}
	nMap   map[nI64]nList
	nStrs  []nPtr
	nAll   struct {
		A nBool             `thrift:"a,1"`
		B nI8               `thrift:"b,2"`
		C nI16              `thrift:"c,3"`
		D nI32              `thrift:"d,4"`
		E nI64              `thrift:"e,5"`
		F nInt              `thrift:"f,6"`
		G nF64              `thrift:"g,7"`
		H nStr              `thrift:"h,8"`
		I nBytes            `thrift:"i,9"`
		J nUUID             `thrift:"j,10"`
		K nUUID2            `thrift:"k,11"`
		L nBlob             `thrift:"l,12"`
		M nPtr              `thrift:"m,13,optional"`
		N nTwo              `thrift:"n,14"`
		O *nTwo             `thrift:"o,15,optional"`
		P nList             `thrift:"p,16"`
		Q nSet              `thrift:"q,17"`
		R nMap              `thrift:"r,18"`
		S nStrs             `thrift:"s,19"`
		T []nBool           `thrift:"t,20"`
		U []nI8             `thrift:"u,21"`
		V []nF64            `thrift:"v,22"`
		W []nInt            `thrift:"w,23"`
		X map[nBool]nUUID   `thrift:"x,24"`
		Y map[nUUID2]nBytes `thrift:"y,25"`
		Z map[nF64]nBlob    `thrift:"z,26"`
	}
)

func TestShapesNamed(t *testing.T) {
	roundTrips(t, &nAll{})
	full := new(nAll)
	fillAll(reflect.ValueOf(full).Elem(), 5)
	roundTrips(t, full)
	for seed := range uint64(20) {
		v := new(nAll)
		fillSome(rand.New(rand.NewPCG(11, seed)), reflect.ValueOf(v).Elem())
		roundTrips(t, v)
	}
}

// Structs that lead back to a type in whose making they are met.
type (
	forest struct {
		Kids []*sapling         `thrift:"kids,1"`
		By   map[string]sapling `thrift:"by,2"`
		One  *sapling           `thrift:"one,3"`
		Nest [][]*sapling       `thrift:"nest,4"`
	}
	sapling struct {
		Kids []*sapling         `thrift:"kids,1"`
		By   map[string]sapling `thrift:"by,2"`
		One  *sapling           `thrift:"one,3"`
		Nest [][]*sapling       `thrift:"nest,4"`
		V    int32              `thrift:"v,5"`
	}
)

func TestShapesRecursive(t *testing.T) {
	grown := func() sapling {
		leaf := sapling{Kids: []*sapling{}, By: map[string]sapling{}, Nest: [][]*sapling{}, V: 1}
		return sapling{[]*sapling{&leaf, &leaf}, map[string]sapling{"x": leaf}, &leaf, [][]*sapling{{&leaf}, {}}, 2}
	}
	a, b, c, d := grown(), grown(), grown(), grown()
	roundTrips(t, &forest{[]*sapling{&a}, map[string]sapling{"k": b}, &c, [][]*sapling{{}, {&d, &a}}})
}

// shapeNumeric has the tags that begin with the id.
type shapeNumeric struct {
	A int32             `thrift:"1"`
	B int64             `thrift:"2,required"`
	C string            `thrift:"3,optional"`
	D float64           `thrift:"4"`
	E bool              `thrift:"5,writezero"`
	F int32             `thrift:"6,enum"`
	G []string          `thrift:"7"`
	H Two               `thrift:"8"`
	I [16]byte          `thrift:"9"`
	J *shapeNumeric     `thrift:"10"`
	K []byte            `thrift:"11"`
	L int8              `thrift:"12,optional"`
	M map[string]Two    `thrift:"13"`
	N map[int64]bool    `thrift:"14,optional"`
	O []Two             `thrift:"15,writezero"`
	P map[int8]struct{} `thrift:"0"`
}

func TestShapesNumeric(t *testing.T) {
	roundTrips(t, &shapeNumeric{})
	full := new(shapeNumeric)
	fillAll(reflect.ValueOf(full).Elem(), 4)
	roundTrips(t, full)
	b, err := encodings(t, codec.Compact, codec.Options{}, &shapeNumeric{})
	if want := hexed("2600 32 a90c 00"); err != nil || !bytes.Equal(b, want) {
		t.Errorf("Append = %x, %v, want %x", b, err, want)
	}
}

// shapeIDs has the field ids at the ends of their range, and far apart.
type shapeIDs struct {
	Least  int32   `thrift:"least,-32768"`
	Less   bool    `thrift:"less,-129"`
	Minus  *string `thrift:"minus,-1,optional"`
	Zero   []int32 `thrift:"zero,0"`
	One    bool    `thrift:"one,1"`
	Far    *bool   `thrift:"far,16,optional"`
	Next   int64   `thrift:"next,31"`
	Beyond Two     `thrift:"beyond,1000"`
	Big    string  `thrift:"big,32766"`
	Last   bool    `thrift:"last,32767"`
}

// TestShapesIDs also has the fields in every rotation, since they may come in any order.
func TestShapesIDs(t *testing.T) {
	v := &shapeIDs{1, true, new("m"), []int32{2}, true, new(true), 3, Two{4, 5}, "b", true}
	roundTrips(t, v)
	roundTrips(t, &shapeIDs{Zero: []int32{}})
	var binary, compact [][]byte // a field each, the compact ones by the long form
	for _, f := range []struct{ b, c string }{
		{"088000 00000001", "05ffff03 02"}, {"02ff7f 01", "018102"}, {"0bffff 00000001 6d", "0801 01 6d"},
		{"0f0000 08 00000001 00000002", "0900 15 04"}, {"020001 01", "0102"}, {"020010 01", "0120"},
		{"0a001f 0000000000000003", "063e 06"}, {"0c03e8 080001 00000004 080002 00000005 00", "0cd00f 1508 150a 00"},
		{"0b7ffe 00000001 62", "08fcff03 01 62"}, {"027fff 01", "01feff03"},
	} {
		binary, compact = append(binary, hexed(f.b)), append(compact, hexed(f.c))
	}
	for i := range binary {
		for p, fields := range map[codec.Protocol][][]byte{codec.Binary: binary, codec.Compact: compact} {
			turned := append(append([][]byte{}, fields[i:]...), fields[:i]...)
			decodes(t, p, append(bytes.Join(turned, nil), 0), v)
			for l, r := 0, len(turned)-1; l < r; l, r = l+1, r-1 {
				turned[l], turned[r] = turned[r], turned[l]
			}
			decodes(t, p, append(bytes.Join(turned, nil), 0), v)
			again := append(append([][]byte{}, turned...), turned...)
			decodes(t, p, append(bytes.Join(again, nil), 0), v)
		}
	}
}

// TestShapesInt: an int is i64 on the wire, whatever its width.
func TestShapesInt(t *testing.T) {
	type ints struct {
		A int          `thrift:"a,1"`
		B *int         `thrift:"b,2,optional"`
		C []int        `thrift:"c,3"`
		D map[int]int  `thrift:"d,4"`
		E map[int8]int `thrift:"e,5"`
	}
	for _, n := range []int{0, 1, -1, math.MaxInt32, math.MinInt32, math.MaxInt, math.MinInt} {
		roundTrips(t, &ints{n, &n, []int{n, 0, n}, map[int]int{n: n}, map[int8]int{1: n}})
	}
	b, err := encodings(t, codec.Binary, codec.Options{}, &ints{A: -2})
	if want := hexed("0a0001 fffffffffffffffe 0f00030a00000000 0d00040a0a00000000 0d0005030a00000000 00"); err != nil || !bytes.Equal(b, want) {
		t.Errorf("Append = %x, %v, want %x", b, err, want)
	}
	if math.MaxInt == math.MaxInt32 {
		refuses(t, codec.Binary, hexed("0a0001 0000000080000000 00"), &ints{}, codec.ErrOverflow)
	}
}

// TestShapesRandom has random values of all schemas of the vectors.
func TestShapesRandom(t *testing.T) {
	for i, s := range wiretest.Schemas() {
		for _, form := range formsOf(s.Name) {
			for seed := range uint64(3) {
				v := form.new()
				fillSome(rand.New(rand.NewPCG(12+seed, uint64(i))), reflect.ValueOf(v).Elem())
				roundTrips(t, v)
			}
		}
	}
}
