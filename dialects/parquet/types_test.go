package parquet_test

import (
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// What the dialect has beside segmentio's. Each struct is used as it is by both
// libraries.

type (
	level int32
	point struct {
		X int32 `thrift:"1"`
		Y int32 `thrift:"2"`
	}
)

// zeros has each kind with writezero.
type zeros struct {
	Bool   bool                `thrift:"1,writezero"`
	Int8   int8                `thrift:"2,writezero"`
	Int16  int16               `thrift:"3,optional,writezero"`
	Int32  int32               `thrift:"4,writezero"`
	Int64  int64               `thrift:"5,writezero,optional"`
	Double float64             `thrift:"6,writezero"`
	Text   string              `thrift:"7,writezero"`
	Bytes  []byte              `thrift:"8,writezero"`
	List   []int32             `thrift:"9,writezero"`
	Set    map[string]struct{} `thrift:"10,writezero"`
	Map    map[string]int32    `thrift:"11,writezero"`
	Struct point               `thrift:"12,writezero"`
	Ptr    *int32              `thrift:"13,writezero"`
	Must   int32               `thrift:"14,required,writezero"`
	Slice  thrift.Slice[int32] `thrift:"15,writezero"`
	Enum   level               `thrift:"16,enum,writezero"`
}

// nulls has a Null of each kind.
type nulls struct {
	Bool   thrift.Null[bool]                `thrift:"1"`
	Int8   thrift.Null[int8]                `thrift:"2,optional"`
	Int16  thrift.Null[int16]               `thrift:"3"`
	Int32  thrift.Null[int32]               `thrift:"4,writezero"`
	Int64  thrift.Null[int64]               `thrift:"5"`
	Int    thrift.Null[int]                 `thrift:"6"`
	Double thrift.Null[float64]             `thrift:"7"`
	Text   thrift.Null[string]              `thrift:"8,optional"`
	Bytes  thrift.Null[[]byte]              `thrift:"9"`
	Level  thrift.Null[level]               `thrift:"10"`
	Struct thrift.Null[point]               `thrift:"11"`
	Ptr    thrift.Null[*point]              `thrift:"12"`
	List   thrift.Null[[]point]             `thrift:"30"`
	Slice  thrift.Null[thrift.Slice[int64]] `thrift:"31"`
	Map    thrift.Null[map[string]int32]    `thrift:"32"`
	Set    thrift.Null[map[int16]struct{}]  `thrift:"33"`
	Deep   thrift.Null[nullPoint]           `thrift:"50"`
	Union  thrift.Null[format.LogicalType]  `thrift:"51"`
}

type nullPoint struct {
	X thrift.Null[int32] `thrift:"1"`
	Y thrift.Null[bool]  `thrift:"2"`
}

// lists has the list type of the library.
type lists struct {
	Texts  thrift.Slice[string]              `thrift:"1"`
	Must   thrift.Slice[point]               `thrift:"2,required"`
	Rows   thrift.Slice[thrift.Slice[int32]] `thrift:"3,optional"`
	Refs   thrift.Slice[*point]              `thrift:"4"`
	Bools  thrift.Slice[bool]                `thrift:"5"`
	Unions thrift.Slice[format.LogicalType]  `thrift:"6"`
}

// unions has them in each place.
type unions struct {
	May   format.LogicalType            `thrift:"1"`
	Must  format.TimeUnit               `thrift:"2,required"`
	Zero  format.LogicalType            `thrift:"3,writezero"`
	Ref   *format.LogicalType           `thrift:"4"`
	List  []format.LogicalType          `thrift:"5"`
	Refs  []*format.TimeUnit            `thrift:"6"`
	Named map[string]format.LogicalType `thrift:"7"`
	outer
}

type outer struct {
	Inner format.EncryptionAlgorithm `thrift:"8"`
}
