// Package hints has what layout accepts, but has to assume.
package hints

import (
	"database/sql/driver"
	"time"
)

type Scalars struct {
	A int32    `thrift:"a,1,optional"`                  // want `hints.Scalars.A: tag "a,1,optional": the field is optional and held by value, so that its zero value is left out as if it were absent; make it a pointer: \*int32`
	B string   `frugal:"2,optional,string"`             // want `make it a pointer: \*string`
	C bool     `thrift:"3,optional"`                    // want `optional and held by value`
	D [16]byte `thrift:"d,4" db:"d" json:"d,omitempty"` // want `optional and held by value`
	E *int32   `thrift:"e,5,optional"`
	F []int32  `thrift:"f,6,optional"`
	G Scalar   `thrift:"g,7,optional"`
	H int32    `thrift:"8,optional,writezero"`
	I int32    `thrift:"i,9"`
}

type Scalar struct {
	A int32 `thrift:"a,1,optional"`
}

func (*Scalar) InitDefault() {}

type Sets struct {
	IDSet     []int64            `thrift:"ids,1"`          // want `the name says a set, and a slice without TYPE is a list; write TYPE set<T>, or list<T> if it is one`
	Names     []string           `thrift:"unique_names,2"` // want `the name says a set`
	UniqueIDs [][16]byte         `thrift:"3"`              // want `the name says a set`
	Typed     []int64            `thrift:"id_set,4,default,list<i64>"`
	Offsets   []int64            `thrift:"offsets,5"`
	Assets    []string           `thrift:"assets,6"`
	RawSet    []byte             `thrift:"raw_set,7"`
	Set       map[int64]struct{} `thrift:"set,8"`
	SetOfList [][]int32          `thrift:"lists,9"`
}

type Integers struct {
	A time.Duration  `thrift:"a,1"` // want `Go type time.Duration is taken for i64, since it has no enum methods; write TYPE i64, or the name of the enum if it is one`
	B []Color        `thrift:"b,2"` // want `Go type hints.Color is taken for i64`
	C Color          `thrift:"c,3,default,Color"`
	D Color          `thrift:"d,4,default,i64"`
	E Color          `thrift:"5,enum"`
	F Full           `thrift:"f,6"`
	G map[Small]Full `thrift:"g,7"` // want `Go type hints.Small is taken for i8`
	H Wide           `thrift:"h,8"`
}

type (
	Color int64
	Small int8
	Wide  int32
	Full  int64
)

func (Full) String() string                   { return "" }
func (Full) MarshalText() ([]byte, error)     { return nil, nil }
func (*Full) UnmarshalText(text []byte) error { return nil }
func (*Full) Scan(v interface{}) error        { return nil }
func (*Full) Value() (driver.Value, error)    { return nil, nil }
