// Package seg holds the workloads' types as segmentio/encoding and parquet-go
// read them. They have no generator, so these are written by hand, to write
// what Apache's code writes: all but the optional fields are required, since
// these two leave other zeros out.
package seg

// Image of MediaContent.
type Image struct {
	URI    string  `thrift:"1,required"`
	Title  *string `thrift:"2,optional"`
	Width  int32   `thrift:"3,required"`
	Height int32   `thrift:"4,required"`
	Size   int32   `thrift:"5,required"`
}

// Media of MediaContent.
type Media struct {
	URI       string   `thrift:"1,required"`
	Title     *string  `thrift:"2,optional"`
	Width     int32    `thrift:"3,required"`
	Height    int32    `thrift:"4,required"`
	Format    string   `thrift:"5,required"`
	Duration  int64    `thrift:"6,required"`
	Size      int64    `thrift:"7,required"`
	Bitrate   *int32   `thrift:"8,optional"`
	Person    []string `thrift:"9,required"`
	Player    int32    `thrift:"10,required"`
	Copyright *string  `thrift:"11,optional"`
}

// MediaContent is the object of thrift-protobuf-compare.
type MediaContent struct {
	Image []Image `thrift:"1,required"`
	Media Media   `thrift:"2,required"`
}

// Empty knows no field.
type Empty struct{}

// OneOfEach is the small struct.
type OneOfEach struct {
	ImTrue          bool    `thrift:"1,required"`
	ImFalse         bool    `thrift:"2,required"`
	ABite           int8    `thrift:"3,required"`
	Integer16       int16   `thrift:"4,required"`
	Integer32       int32   `thrift:"5,required"`
	Integer64       int64   `thrift:"6,required"`
	DoublePrecision float64 `thrift:"7,required"`
	SomeCharacters  string  `thrift:"8,required"`
	ZomgUnicode     string  `thrift:"9,required"`
	WhatWho         *bool   `thrift:"10,optional"`
	Base64          []byte  `thrift:"11,optional"`
}

// Nested1 is the innermost level of the Holder.
type Nested1 struct {
	AList  []OneOfEach           `thrift:"1,required"`
	I32Map map[int32]OneOfEach   `thrift:"2,required"`
	I64Map map[int64]OneOfEach   `thrift:"3,required"`
	DblMap map[float64]OneOfEach `thrift:"4,required"`
	StrMap map[string]OneOfEach  `thrift:"5,required"`
}

// Nested2 is a level of the Holder.
type Nested2 struct {
	AList  []Nested1           `thrift:"1,required"`
	I32Map map[int32]Nested1   `thrift:"2,required"`
	I64Map map[int64]Nested1   `thrift:"3,required"`
	DblMap map[float64]Nested1 `thrift:"4,required"`
	StrMap map[string]Nested1  `thrift:"5,required"`
}

// Nested3 is a level of the Holder.
type Nested3 struct {
	AList  []Nested2           `thrift:"1,required"`
	I32Map map[int32]Nested2   `thrift:"2,required"`
	I64Map map[int64]Nested2   `thrift:"3,required"`
	DblMap map[float64]Nested2 `thrift:"4,required"`
	StrMap map[string]Nested2  `thrift:"5,required"`
}

// Nested4 is the Holder.
type Nested4 struct {
	AList  []Nested3           `thrift:"1,required"`
	I32Map map[int32]Nested3   `thrift:"2,required"`
	I64Map map[int64]Nested3   `thrift:"3,required"`
	DblMap map[float64]Nested3 `thrift:"4,required"`
	StrMap map[string]Nested3  `thrift:"5,required"`
}

// WideItem is an item of Wide.
type WideItem struct {
	ID    int32   `thrift:"1,required"`
	TS    int64   `thrift:"2,required"`
	Score float64 `thrift:"3,required"`
	Ok    bool    `thrift:"4,required"`
	Name  string  `thrift:"5,required"`
}

// Wide is a request as a server sees it.
type Wide struct {
	I1    int32             `thrift:"1,required"`
	I2    int32             `thrift:"2,required"`
	I3    int32             `thrift:"3,required"`
	I4    int32             `thrift:"4,required"`
	I5    int32             `thrift:"5,required"`
	I6    int32             `thrift:"6,required"`
	L1    int64             `thrift:"7,required"`
	L2    int64             `thrift:"8,required"`
	L3    int64             `thrift:"9,required"`
	L4    int64             `thrift:"10,required"`
	L5    int64             `thrift:"11,required"`
	L6    int64             `thrift:"12,required"`
	D1    float64           `thrift:"13,required"`
	D2    float64           `thrift:"14,required"`
	D3    float64           `thrift:"15,required"`
	D4    float64           `thrift:"16,required"`
	B1    bool              `thrift:"17,required"`
	B2    bool              `thrift:"18,required"`
	B3    bool              `thrift:"19,required"`
	B4    bool              `thrift:"20,required"`
	S1    string            `thrift:"21,required"`
	S2    string            `thrift:"22,required"`
	S3    string            `thrift:"23,required"`
	S4    string            `thrift:"24,required"`
	S5    string            `thrift:"25,required"`
	Nums  []int64           `thrift:"26,required"`
	Tags  []string          `thrift:"27,required"`
	Attrs map[string]string `thrift:"28,required"`
	Items []WideItem        `thrift:"29,required"`
}

// Scalars has 20 fields of fixed size.
type Scalars struct {
	I1 int32   `thrift:"1,required"`
	L1 int64   `thrift:"2,required"`
	B1 bool    `thrift:"3,required"`
	D1 float64 `thrift:"4,required"`
	S1 int16   `thrift:"5,required"`
	Y1 int8    `thrift:"6,required"`
	E1 int32   `thrift:"7,required"`
	I2 int32   `thrift:"8,required"`
	L2 int64   `thrift:"9,required"`
	B2 bool    `thrift:"10,required"`
	D2 float64 `thrift:"11,required"`
	S2 int16   `thrift:"12,required"`
	Y2 int8    `thrift:"13,required"`
	E2 int32   `thrift:"14,required"`
	I3 int32   `thrift:"15,required"`
	I4 int32   `thrift:"16,required"`
	L3 int64   `thrift:"17,required"`
	L4 int64   `thrift:"18,required"`
	D3 float64 `thrift:"19,required"`
	D4 float64 `thrift:"20,required"`
}

// The structs of one container.
type (
	// ListI64 is a list of i64.
	ListI64 struct {
		V []int64 `thrift:"1,required"`
	}
	// ListI32 is a list of i32.
	ListI32 struct {
		V []int32 `thrift:"1,required"`
	}
	// ListF64 is a list of double.
	ListF64 struct {
		V []float64 `thrift:"1,required"`
	}
	// ListStr is a list of string.
	ListStr struct {
		V []string `thrift:"1,required"`
	}
	// Bin is one binary.
	Bin struct {
		V []byte `thrift:"1,required"`
	}
	// MapStrStr is a map of string to string.
	MapStrStr struct {
		V map[string]string `thrift:"1,required"`
	}
	// MapI64Str is a map of i64 to string.
	MapI64Str struct {
		V map[int64]string `thrift:"1,required"`
	}
	// MapStrI64 is a map of string to i64.
	MapStrI64 struct {
		V map[string]int64 `thrift:"1,required"`
	}
)
