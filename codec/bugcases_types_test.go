package codec_test

import (
	"database/sql/driver"
	"fmt"
)

// The types of the bug cases, named as the cases name them and made of what their struct text says.
type (
	LBool struct {
		A []bool `thrift:"a,1,default,list<bool>"`
	}
	Bools struct {
		A bool `thrift:"a,1"`
		B bool `thrift:"b,2"`
	}
	OptB struct {
		A *bool   `thrift:"a,1,optional"`
		S *string `thrift:"s,2,optional"`
	}
	OptBB struct { // T007's note: **bool
		A **bool `thrift:"a,1,optional"`
	}
	MSB struct {
		A map[string]bool `thrift:"a,1,default,map<string:bool>"`
	}
	Dbl struct {
		A float64 `thrift:"a,1"`
	}
	LDbl struct {
		A []float64 `thrift:"a,1,default,list<double>"`
	}
	MIS struct {
		A map[int32]string `thrift:"a,1,default,map<i32:string>"`
		Z int32            `thrift:"z,2"`
	}
	LI32 struct {
		A []int32 `thrift:"a,1,default,list<i32>"`
		Z int32   `thrift:"z,2"`
	}
	Sparse struct {
		A int32 `thrift:"a,1"`
		B int32 `thrift:"b,17"`
		C int32 `thrift:"c,300"`
		D int32 `thrift:"d,32767"`
	}
	Inner struct {
		A *int32 `thrift:"a,1,optional"`
		B *int32 `thrift:"b,2,optional"`
	}
	Outer struct {
		Inn *Inner `thrift:"inn,1"`
		Z   int32  `thrift:"z,2"`
	}
	I32s struct {
		A int32 `thrift:"a,1"`
	}
	Zero struct {
		A int32 `thrift:"a,0"`
	}
	Two struct {
		A int32 `thrift:"a,1"`
		B int32 `thrift:"b,2"`
	}
	I64s struct {
		A int64 `thrift:"a,1"`
	}
	I16s struct {
		A int16 `thrift:"a,1"`
	}
	I8s struct {
		A int8 `thrift:"a,1"`
	}
	Bin struct {
		A []byte `thrift:"a,1,default,binary"`
	}
	TwoBin struct { // T160: two adjacent binary fields
		A []byte `thrift:"a,1"`
		B []byte `thrift:"b,2"`
	}
	SetI32 struct {
		A []int32 `thrift:"a,1,default,set<i32>"`
	}
	En struct {
		C Color `thrift:"c,1"`
	}
	Req struct {
		A int32  `thrift:"a,1,required"`
		B string `thrift:"b,2,required"`
	}
	ReqFar struct {
		A int32 `thrift:"a,1,required"`
		B int32 `thrift:"b,9,required"`
	}
	Str struct {
		A string `thrift:"a,1"`
	}
	Empty  struct{}
	LEmpty struct {
		A []*Empty `thrift:"a,1,default,list<Empty>"`
	}
	LStr struct {
		A []string `thrift:"a,1,default,list<string>"`
	}
	RecTree struct {
		Kids []*RecTree `thrift:"kids,1,default,list<RecTree>"`
		V    int32      `thrift:"v,2"`
	}
	LM struct {
		A []map[int32]int32 `thrift:"a,1,default,list<map<i32:i32>>"`
	}
	Wide struct {
		A, B, C, D int64  `thrift:"-"`
		E          int64  `thrift:"e,1"`
		F          string `thrift:"f,2"`
	}
	MIW struct {
		A map[int32]Wide `thrift:"a,1,default,map<i32:Wide>"`
	}
	Rec struct {
		Nx *Rec  `thrift:"nx,1,optional"`
		V  int32 `thrift:"v,2"`
	}
	OptL struct {
		A []int32 `thrift:"a,1,optional,list<i32>"`
	}
	MS struct {
		A map[string]*Inner `thrift:"a,1,default,map<string:Inner>"`
	}
	LS struct {
		A []*Inner `thrift:"a,1,default,list<Inner>"`
	}
	Def struct {
		A int32  `thrift:"a,1,optional"`
		B int32  `thrift:"b,2"`
		S string `thrift:"s,3"`
	}
	DefHolder struct { // T124: defaults inside of what holds them
		L []*Def          `thrift:"l,1"`
		V []Def           `thrift:"v,2"`
		M map[string]*Def `thrift:"m,3"`
		N map[string]Def  `thrift:"n,4"`
		P *Def            `thrift:"p,5"`
		S Def             `thrift:"s,6"`
	}
	Keep struct {
		A              int32 `thrift:"a,1"`
		_unknownFields []byte
	}
	U struct {
		_ struct{} `thrift:",union"`
		A *int32   `thrift:"a,1,optional"`
		B *string  `thrift:"b,2,optional"`
	}
	MDI struct {
		A map[float64]int32 `thrift:"a,1,default,map<double:i32>"`
	}
	MyStr   string
	MyBytes []byte
	MyEnum  int32
	MyFloat float64
	MyBool  bool
	MyList  []MyEnum
	MyMap   map[MyStr]MyEnum
	MyWord  int64
	Alias   MyStr
	Named   struct { // T049
		A []Alias            `thrift:"a,1"`
		M map[MyStr]MyEnum   `thrift:"m,2"`
		B MyBytes            `thrift:"b,3"`
		L MyList             `thrift:"l,4"`
		N MyMap              `thrift:"n,5"`
		F *MyFloat           `thrift:"f,6,optional"`
		O []MyBool           `thrift:"o,7"`
		S map[MyWord]MyBytes `thrift:"s,8"`
		E MyEnum             `thrift:"e,9,default,MyEnum"`
	}
	Base struct {
		A int32 `thrift:"a,1"`
	}
	Emb struct {
		*Base
		Z int32 `thrift:"z,2"`
	}
	ByVal struct { // T209
		A Two            `thrift:"a,1"`
		B Inner          `thrift:"b,2,optional"`
		L []Two          `thrift:"l,3"`
		M map[int8]Inner `thrift:"m,4"`
	}
	Tail struct { // T173
		A int32    `thrift:"a,1"`
		E struct{} `thrift:"e,2"`
	}
	Tails struct {
		P []*Tail        `thrift:"p,1"`
		V []Tail         `thrift:"v,2"`
		M map[int8]*Tail `thrift:"m,3"`
		O *Tail          `thrift:"o,4"`
	}
	OneMap struct { // T169: in an interface the data word is the pointer itself
		A map[string]string `thrift:"a,1"`
	}
	OnePtr struct {
		P *Inner `thrift:"p,1"`
	}
	Growing struct { // T177
		S string  `thrift:"s,1"`
		L []int64 `thrift:"l,2"`
		P *int32  `thrift:"p,3,optional"`
		T string  `thrift:"t,4"`
	}
	Mutual1 struct { // T183
		B *Mutual2           `thrift:"b,1"`
		S []Mutual1          `thrift:"s,2"`
		M map[string]Mutual1 `thrift:"m,3"`
		V int32              `thrift:"v,4"`
	}
	Mutual2 struct {
		A []*Mutual1           `thrift:"a,1"`
		M map[string]*Mutual2  `thrift:"m,2"`
		N [][]map[int8]Mutual1 `thrift:"n,3"`
	}
)

// InitDefault sets the defaults of the case.
func (p *Def) InitDefault() { p.A, p.B, p.S = 7, 9, "x" }

// Color has the methods that Apache's generator gives an enum.
type Color int64

func (c Color) String() string               { return fmt.Sprint(int64(c)) }
func (c Color) MarshalText() ([]byte, error) { return []byte(c.String()), nil }
func (c *Color) UnmarshalText([]byte) error  { return nil }
func (c *Color) Scan(any) error              { return nil }
func (c *Color) Value() (driver.Value, error) {
	return int64(*c), nil
}

// chain returns a Rec with n structs below it.
func chain(n int) *Rec {
	r := new(Rec)
	for range n {
		r = &Rec{Nx: r}
	}
	return r
}
