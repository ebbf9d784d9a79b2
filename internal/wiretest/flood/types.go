package flood

import (
	"reflect"

	"github.com/miserwire/miser/internal/parquetmeta"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
)

// Amplifying takes much memory for little input.
type Amplifying struct {
	Own    *Amplifying                    `thrift:"own,1,optional"`
	Kids   []*Amplifying                  `thrift:"kids,2,optional"`
	Values []Wide                         `thrift:"values,3,optional"`
	ByID   map[int8]*Amplifying           `thrift:"by_id,4,optional"`
	Big    map[int8]Wide                  `thrift:"big,5,optional"`
	Sets   map[bool]struct{}              `thrift:"sets,6,optional"`
	Pairs  []wiretest.Entry[int8, []int8] `thrift:"pairs,7,optional,map<i8:list<i8>>"`
	Lists  [][][]string                   `thrift:"lists,8,optional"`
	Flag   *bool                          `thrift:"flag,9,optional"`
	Far    ***int64                       `thrift:"far,10,optional"`
	Texts  []string                       `thrift:"texts,11,optional"`
	Bools  []bool                         `thrift:"bools,12,optional"`
	Longs  []int64                        `thrift:"longs,13,optional"`
	Inner  Wide                           `thrift:"inner,14,optional"`
	Kept   layout.Unknown
	Optionals
}

// Optionals are fields that take memory of their own when they are there.
type Optionals struct {
	A, B, C, D, E, F, G, H *[16]byte `thrift:"-"`
	O1                     *int64    `thrift:"o1,21,optional"`
	O2                     *string   `thrift:"o2,22,optional"`
	O3                     *[16]byte `thrift:"o3,23,optional"`
	O4                     *[16]byte `thrift:"o4,24,optional"`
	O5                     *[16]byte `thrift:"o5,25,optional"`
	O6                     *[16]byte `thrift:"o6,26,optional"`
}

// Wide is 1 byte on the wire where all of it is absent.
type Wide struct {
	A, B, C, D, E, F [16]byte
	X                *int64 `thrift:"x,1,optional"`
	Y                *int64 `thrift:"y,2,optional"`
	Z                string `thrift:"z,3,optional"`
}

// Keeper keeps what it does not know, and that is all it does.
type Keeper struct {
	Kept layout.Unknown
	A    int64 `thrift:"a,1,optional"`
}

// ListOf returns the plan of a struct whose field 1 is a list of s, and of s alone.
func ListOf(s *layout.Struct) *layout.Struct {
	return planOf(reflect.StructOf([]reflect.StructField{
		{Name: "List", Type: reflect.SliceOf(reflect.PointerTo(s.Go)), Tag: `thrift:"list,1,optional"`},
	}))
}

func planOf(t reflect.Type) *layout.Struct {
	plan, err := layout.Of(t)
	if err != nil {
		panic(err)
	}
	return plan
}

// Strangers are fields that Keeper does not know, with ids from 2 on.
var Strangers = makeStrangers()

func makeStrangers() (fields []layout.Field) {
	for i, t := range []*layout.Type{
		{Kind: layout.Bool},
		{Kind: layout.I64},
		{Kind: layout.Binary},
		{Kind: layout.KindStruct},
		{Kind: layout.List, Elem: &layout.Type{Kind: layout.I64}},
		{Kind: layout.Set, Elem: &layout.Type{Kind: layout.KindStruct}},
		{Kind: layout.Map, Key: &layout.Type{Kind: layout.String}, Elem: &layout.Type{Kind: layout.Binary}},
		{Kind: layout.Map, Key: &layout.Type{Kind: layout.I64}, Elem: &layout.Type{Kind: layout.I64}},
		{Kind: layout.List, Elem: &layout.Type{Kind: layout.List, Elem: &layout.Type{Kind: layout.Bool}}},
	} {
		fields = append(fields, layout.Field{ID: int16(i + 2), Name: "unknown", GoName: "Unknown", Type: t})
	}
	return fields
}

// Plans returns the plans of all types to flood, each once: Amplifying, Keeper, Parquet's metadata, the types of
// internal/wiretest in every form, and all structs that these lead to. A type without a plan panics.
func Plans() (plans []*layout.Struct) {
	roots := []any{new(Amplifying), new(Keeper), new(parquetmeta.FileMetaData)}
	for _, s := range wiretest.Schemas() {
		for _, form := range []func() any{s.New, s.Entries, s.AsMap} {
			if form != nil {
				roots = append(roots, form())
			}
		}
	}
	seen := map[reflect.Type]bool{}
	for _, root := range roots {
		for _, s := range planOf(reflect.TypeOf(root).Elem()).All() {
			if !seen[s.Go] {
				seen[s.Go] = true
				plans = append(plans, s)
			}
		}
	}
	return plans
}
