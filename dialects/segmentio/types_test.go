package segmentio_test

// The dialect's forms. Each struct is used as it is by both libraries.

type (
	label string
	blob  []byte
	grade int64
	level int32
	tags  []string
	blank struct{}
)

// scalars has every kind that both take, without and with each option.
type scalars struct {
	Bool     bool   `thrift:"1"`
	Int8     int8   `thrift:"2"`
	Int16    int16  `thrift:"3"`
	Int32    int32  `thrift:"4"`
	Int64    int64  `thrift:"5"`
	Int      int    `thrift:"6"`
	Text     string `thrift:"7"`
	Bytes    []byte `thrift:"8"`
	Enum     level  `thrift:"9,enum"`
	Grade    grade  `thrift:"10"`
	Label    label  `thrift:"11,optional"`
	Blob     blob   `thrift:"12,optional"`
	MustBool bool   `thrift:"30,required"`
	Must8    int8   `thrift:"31,required"`
	Must16   int16  `thrift:"32,required"`
	Must32   int32  `thrift:"33,required"`
	Must64   int64  `thrift:"34,required"`
	MustInt  int    `thrift:"35,required"`
	MustText string `thrift:"36,required"`
	MustBlob []byte `thrift:"37,required"`
	MustEnum level  `thrift:"38,required,enum"`
	Untagged string
}

// pointers has optional values by pointer, and their ids far apart.
type pointers struct {
	Bool  *bool     `thrift:"1"`
	Int8  *int8     `thrift:"17,optional"`
	Int16 *int16    `thrift:"33"`
	Int32 *int32    `thrift:"34"`
	Int64 *int64    `thrift:"50,optional"`
	Text  *string   `thrift:"51"`
	Bytes *[]byte   `thrift:"52"`
	List  *[]string `thrift:"53"`
	Next  *pointers `thrift:"54"`
}

// doubles are apart, since plain Compact has them in another byte order.
type doubles struct {
	Must  float64            `thrift:"1,required"`
	May   float64            `thrift:"2,optional"`
	Ptr   *float64           `thrift:"3"`
	List  []float64          `thrift:"4"`
	Named map[string]float64 `thrift:"5"`
}

// bools are apart, since plain Compact has them in lists in another form.
type bools struct {
	List  []bool          `thrift:"1"`
	Must  []bool          `thrift:"2,required"`
	Named map[string]bool `thrift:"3"`
}

// containers nests them.
type containers struct {
	Texts   []string                    `thrift:"1"`
	Numbers []int64                     `thrift:"2,optional"`
	Must    []int16                     `thrift:"3,required"`
	Tags    tags                        `thrift:"4"`
	Points  []point                     `thrift:"5"`
	Refs    []*point                    `thrift:"6"`
	Rows    [][]int32                   `thrift:"7"`
	Blobs   [][]byte                    `thrift:"8"`
	Set     map[int32]struct{}          `thrift:"9"`
	Texts2  map[string]struct{}         `thrift:"10,required"`
	Named   map[string]blank            `thrift:"11"`
	Counts  map[string]int64            `thrift:"12"`
	ByPoint map[point]string            `thrift:"13"`
	Deep    map[int8][]point            `thrift:"14,optional"`
	Sets    []map[int64]struct{}        `thrift:"15"`
	Maps    map[int16]map[string]*point `thrift:"16,required"`
}

// point has no required field, so that an empty one is the zero value.
type point struct {
	X int32  `thrift:"1"`
	Y int32  `thrift:"2"`
	N string `thrift:"3"`
}

// structs holds structs by value, which are left out when zero.
type structs struct {
	May    point  `thrift:"1"`
	Must   point  `thrift:"2,required"`
	Ref    *point `thrift:"3"`
	Blank  blank  `thrift:"4"`
	MustBe blank  `thrift:"5,required"`
	Nested struct {
		Point point    `thrift:"1"`
		Texts []string `thrift:"2"`
	} `thrift:"6"`
}

// embeds flattens structs, by value and by pointer, exported or not.
type embeds struct {
	First int32 `thrift:"1"`
	point2
	*Outer
	Last string `thrift:"60,required"`
}

type point2 struct {
	A int64 `thrift:"50"`
	B int64 `thrift:"49,required"`
}

// Outer is exported, since the peer cannot allocate an unexported one.
type Outer struct {
	C string `thrift:"20"`
	*Inner
}

// Inner lies two embedded pointers deep.
type Inner struct {
	D []int32 `thrift:"21"`
	E bool    `thrift:"22,optional"`
}

// node leads to itself in three ways.
type node struct {
	Value string           `thrift:"1"`
	Next  *node            `thrift:"2"`
	Kids  []*node          `thrift:"3"`
	Named map[string]*node `thrift:"4"`
}
