package fuzz

import "reflect"

// Types whose memory says by other means than a pointer whether something is there, as parquet-go's library has them.
type (
	// Null is a value and whether it is there.
	Null[T any] struct {
		V     T
		Valid bool
	}

	// Nulls has one of each kind.
	Nulls struct {
		A Null[bool]            `thrift:"a,1,optional"`
		B Null[int32]           `thrift:"2"`
		C Null[string]          `thrift:"c,3,optional"`
		D Null[[]byte]          `thrift:"d,4,required"`
		E Null[[]int64]         `thrift:"e,5,optional,set<i64>"`
		F Null[map[string]int8] `thrift:"f,6,optional"`
		G Null[WarmLeaf]        `thrift:"g,7,optional"`
		H Null[*Nulls]          `thrift:"h,8,optional"`
		I Null[Small]           `thrift:"i,9,optional,Small"`
		J Null[[16]byte]        `thrift:"j,10,optional"`
		K []Nulls               `thrift:"k,11,optional"`
		L int64                 `thrift:"l,12"`
		M HeldUnion             `thrift:"m,13"`
		N *HeldUnion            `thrift:"n,14,optional"`
		O []HeldUnion           `thrift:"o,15,optional"`
		P map[int8]*HeldUnion   `thrift:"p,16,optional"`
	}

	// HeldUnion is a union that one interface holds.
	HeldUnion  struct{ Value HeldMember }
	HeldMember interface{ FieldID() int16 }
	HeldEmpty  struct{}
	HeldLeaf   struct {
		A string `thrift:"1"`
		B int32  `thrift:"2,optional"`
	}
	HeldDeep struct {
		A []string  `thrift:"1,required"`
		B HeldUnion `thrift:"2,optional"`
		C *HeldLeaf `thrift:"3,optional"`
	}
)

func (*HeldEmpty) FieldID() int16 { return 1 }
func (*HeldLeaf) FieldID() int16  { return 3 }
func (*HeldDeep) FieldID() int16  { return 20 }

// UnionMembers is what parquet-go's library asks for.
func (*HeldUnion) UnionMembers() []HeldMember {
	return []HeldMember{(*HeldLeaf)(nil), (*HeldEmpty)(nil), (*HeldDeep)(nil)}
}

// held are what the interfaces may hold.
var held = map[reflect.Type][]reflect.Type{
	of[HeldMember](): {of[HeldLeaf](), of[HeldEmpty](), of[HeldDeep]()},
}

// fillHeld sets an interface of a union.
func (g generator) fillHeld(v reflect.Value, depth int) {
	if members := held[v.Type()]; len(members) > 0 && g.IntN(4) > 0 {
		m := reflect.New(members[g.IntN(len(members))])
		g.fill(m.Elem(), depth+1)
		v.Set(m)
	}
}
