package fuzz

import (
	"reflect"
	"sync"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
)

// target is a type to decode into.
type target struct {
	name string
	new  func() any
}

// targets are all forms of all types of the vectors, then the odd ones.
var targets = sync.OnceValue(func() (all []target) {
	for _, s := range wiretest.Schemas() {
		all = append(all, target{s.Name, s.New})
		if s.Entries != nil {
			all = append(all, target{s.Name + "/entries", s.Entries})
		}
		if s.AsMap != nil {
			all = append(all, target{s.Name + "/asmap", s.AsMap})
		}
	}
	return append(all, odd...)
})

// pick returns the target that a selector chooses.
func pick(selector uint16) target { return targets()[int(selector)%len(targets())] }

// selectorOf returns the selector of a target.
func selectorOf(name string) uint16 {
	for i, t := range targets() {
		if t.name == name {
			return uint16(i)
		}
	}
	panic("fuzz: no target " + name)
}

func odds[T any](name string) target { return target{name, func() any { return new(T) }} }

// odd are types that the vectors do not have.
var odd = []target{
	odds[Keeper]("Keeper"), odds[KeeperUnion]("KeeperUnion"), odds[Embedding]("Embedding"),
	odds[Numeric]("Numeric"), odds[Pointers]("Pointers"), odds[ByValue]("ByValue"), odds[Wide]("Wide"),
	odds[WideRequired]("WideRequired"), odds[Narrow]("Narrow"), odds[Tangled]("Tangled"), odds[Dense]("Dense"), odds[Warm]("Warm"),
	odds[Nulls]("Nulls"), odds[Figures]("Figures"),
}

// Dense has numbers and texts alone, by value and by pointer.
type Dense struct {
	A bool            `thrift:"a,1"`
	B int8            `thrift:"b,2"`
	C int16           `thrift:"c,3"`
	D int32           `thrift:"d,4"`
	E int64           `thrift:"e,5"`
	F wiretest.Colour `thrift:"f,6"`
	G float64         `thrift:"g,7"`
	H string          `thrift:"h,8"`
	I []byte          `thrift:"i,9,optional"`
	J *string         `thrift:"j,10,optional"`
	K *bool           `thrift:"k,11,optional"`
	L *int8           `thrift:"l,12,optional"`
	M *int16          `thrift:"m,13,optional"`
	N *int32          `thrift:"n,14,optional"`
	O *int64          `thrift:"o,15,optional"`
	P *float64        `thrift:"p,40,optional"`
	Q string          `thrift:"q,41"`
	R string          `thrift:"r,42"`
	S *string         `thrift:"s,43,optional"`
	T *string         `thrift:"t,44,optional"`
	U []byte          `thrift:"u,45"`
	V string          `thrift:"v,46"`
	W *string         `thrift:"w,600,optional"`
	X int32           `thrift:"x,601,required"`
	Y *int32          `thrift:"y,602,optional"`
	Z int16           `thrift:"z,603"`
}

// Figures has numbers alone, more than one load of assembly has, in an order of
// their own, and one that may be left out.
type Figures struct {
	A int64           `thrift:"a,1"`
	B int32           `thrift:"b,20"`
	C bool            `thrift:"c,2"`
	D int8            `thrift:"d,3,required"`
	E wiretest.Colour `thrift:"e,4"`
	F float64         `thrift:"f,5"`
	G int64           `thrift:"g,6"`
	H int64           `thrift:"h,7"`
	I int64           `thrift:"i,8"`
	J int64           `thrift:"j,9"`
	K int64           `thrift:"k,10"`
	L int64           `thrift:"l,11"`
	M int16           `thrift:"m,12"`
	N int32           `thrift:"n,13,optional"`
	O bool            `thrift:"o,14"`
	P float64         `thrift:"p,600"`
}

// Warm has structs and lists of all kinds that a warm decode may read at once.
type Warm struct {
	A []*Dense   `thrift:"a,1"`
	B []WarmLeaf `thrift:"b,2,optional"`
	C [][]byte   `thrift:"c,3,optional"`
	D []string   `thrift:"d,4"`
	E []int16    `thrift:"e,5,optional"`
	F []int32    `thrift:"f,6"`
	G []int64    `thrift:"g,7,optional"`
	H []float64  `thrift:"h,8"`
	I []WarmArm  `thrift:"i,9,optional"`
	J WarmLeaf   `thrift:"j,10"`
	K *WarmArm   `thrift:"k,41,optional"`
	L []bool     `thrift:"l,42,optional,set<bool>"`
	M *Warm      `thrift:"m,43,optional"`
	N []int8     `thrift:"n,44,optional,list<i8>"`
	O *Figures   `thrift:"o,45,optional"`
	P Figures    `thrift:"p,46"`
}

// WarmLeaf is in Warm, and has nothing by pointer.
type WarmLeaf struct {
	A string `thrift:"a,1"`
	B int32  `thrift:"b,2,required"`
	C []byte `thrift:"c,3,optional"`
	D bool   `thrift:"d,4"`
}

// WarmArm is a union without maps.
type WarmArm struct {
	_ struct{} `thrift:",union"`

	A *int32    `thrift:"a,1,optional"`
	B *string   `thrift:"b,2,optional"`
	C *WarmLeaf `thrift:"c,3,optional"`
	D []string  `thrift:"d,4,optional"`
}

// Keeper keeps unknown fields, and so do the structs in it.
type Keeper struct {
	A       int32            `thrift:"a,5"`
	Inner   *Keeper          `thrift:"inner,6,optional"`
	List    []Keeper         `thrift:"list,7,optional"`
	Set     []*Keeper        `thrift:"set,8,optional,set<Keeper>"`
	Keyed   map[int8]*Keeper `thrift:"keyed,9,optional"`
	Flag    bool             `thrift:"flag,20,optional"`
	Unknown layout.Unknown
}

// KeeperUnion is a union that keeps an unknown arm.
type KeeperUnion struct {
	_ struct{} `thrift:",union"`

	A              *int32       `thrift:"a,1,optional"`
	B              []*Keeper    `thrift:"b,2,optional"`
	C              *KeeperUnion `thrift:"c,3,optional"`
	D              *bool        `thrift:"d,4,optional"`
	_unknownFields []byte
}

// Base and Deeper are embedded.
type (
	Base struct {
		A int32   `thrift:"a,1"`
		B *string `thrift:"b,2,optional"`
		*Deeper
	}
	Deeper struct {
		C []int64         `thrift:"c,3,optional"`
		D map[string]bool `thrift:"d,4"`
	}
	Mixin struct {
		E float64 `thrift:"e,5,optional"`
	}
)

// Embedding has promoted fields, behind pointers and not.
type Embedding struct {
	*Base
	Mixin
	Z int16 `thrift:"z,9"`
}

// Numeric has the tags of parquet-go.
type Numeric struct {
	A int32    `thrift:"1"`
	B int64    `thrift:"2,required"`
	C string   `thrift:"3,optional"`
	D float64  `thrift:"4"`
	E bool     `thrift:"5,writezero"`
	F int32    `thrift:"6,enum"`
	G []string `thrift:"7"`
	H Narrow   `thrift:"8"`
	I [16]byte `thrift:"9"`
	J *Numeric `thrift:"10"`
	K []byte   `thrift:"11"`
	L int8     `thrift:"12,optional"`
}

// Pointers has pointers wherever one can be.
type Pointers struct {
	A *int8                    `thrift:"a,1"`
	B *int16                   `thrift:"b,2,required"`
	C **int64                  `thrift:"c,3,optional"`
	D *[]byte                  `thrift:"d,4,optional"`
	E *[]*string               `thrift:"e,5,optional"`
	F *map[string]*[]int32     `thrift:"f,6,optional"`
	G map[*wiretest.Point]bool `thrift:"g,7,optional"`
	H []*float64               `thrift:"h,8"`
	I []**Pointers             `thrift:"i,9"`
	J *[16]byte                `thrift:"j,10,optional"`
	K []*[]*bool               `thrift:"k,11,optional"`
}

// ByValue nests structs by value, with defaults inside.
type ByValue struct {
	A wiretest.Point              `thrift:"a,1"`
	B wiretest.Needs              `thrift:"b,2"`
	C wiretest.OptDefaults        `thrift:"c,3"`
	D []wiretest.Defaults         `thrift:"d,4"`
	E map[wiretest.Point]Tangled  `thrift:"e,5"`
	F map[string]wiretest.Choice  `thrift:"f,6"`
	G map[[16]byte]map[bool]int   `thrift:"g,7"`
	H [][]map[int16][]ByValueLeaf `thrift:"h,8"`
}

// ByValueLeaf is in ByValue.
type ByValueLeaf struct {
	A string `thrift:"a,-3"`
	B []byte `thrift:"b,0"`
}

// Small is an enum in fewer bytes than it has on the wire.
type Small int8

// Narrow has integers whose width in memory is not that on the wire.
type Narrow struct {
	A Small           `thrift:"a,1,default,Small"`
	B int16           `thrift:"b,2,optional,Other"`
	C []Small         `thrift:"c,3,optional,list<Small>"`
	D map[Small]Small `thrift:"d,4,optional,map<Small:Small>"`
	E *Small          `thrift:"e,5,optional,Small"`
	F int             `thrift:"f,6,optional"`
	G []int           `thrift:"g,7,optional"`
	H int64           `thrift:"h,8,optional,Other"`
}

// Tangled leads back to itself in several ways.
type Tangled struct {
	A []Tangled           `thrift:"a,1"`
	B map[string]*Tangled `thrift:"b,2"`
	C *Tangled            `thrift:"c,3"`
	D [][]*Tangled        `thrift:"d,4,optional"`
	E *KeeperUnion        `thrift:"e,5,optional"`
}

// codecs are made once for each type, protocol and options.
var codecs sync.Map

type codecKey struct {
	t reflect.Type
	p codec.Protocol
	o codec.Options
}

// codecFor returns the codec for what v points to.
func codecFor(v any, p codec.Protocol, o codec.Options) *codec.Any {
	k := codecKey{reflect.TypeOf(v).Elem(), p, o}
	if c, ok := codecs.Load(k); ok {
		return c.(*codec.Any)
	}
	c, err := codec.ForType(k.t, p, o)
	if err != nil {
		panic(err)
	}
	codecs.Store(k, c)
	return c
}
