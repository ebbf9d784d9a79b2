package thrifttags

// named are types that package reflect cannot make. TestAgreeNamed gives them
// to layout, and this file to the analyzer: it imports nothing, so that it can
// be checked alone.
var named = []any{
	AtField{}, AtEmbedded{}, TwoBases{}, TagBeside{}, Itself{}, ItselfFar{}, MarkedBase{}, ArmInBase{}, PlainBase{}, SkippedBase{}, TaggedBase{},
	Keepers{}, KeepersBehind{}, Hidden{}, Loops{}, LoopsByPointer{}, LoopsByMap{}, Times{}, Enums{}, Pairs{}, PairsTurned{}, PairsOfPointers{},
	EntryOfThree{}, EntryGeneric{}, NotEntry{}, UUIDs{}, Bytes{}, EmptySet{}, Wrapped{}, WrappedBad{}, Instance{}, Arms{}, LeadsTo{}, LeadsDeep{}, Tree{},
	Nulls{}, NullBad{}, NullInList{}, NullBehind{}, NullTagged{}, NullUnion{}, Held{}, HeldWide{}, CodedField{}, CodedBehind{}, CodedNull{},
}

type (
	Base struct {
		ID int64 `thrift:"id,1"`
	}
	Other struct {
		ID int64 `thrift:"id,1"`
	}
	Two struct {
		ID int64 `thrift:"id,2"`
	}
	Mark struct {
		_ struct{} `thrift:",union"`
		P *int32   `thrift:"p,7"`
	}
	Plain struct{ X int }
	Kept  struct {
		A int32 `thrift:"a,9"`
		//lint:ignore U1000 layout looks for this name
		_unknownFields []byte
	}
	Loop    []Loop
	LoopPtr *LoopPtr
	LoopMap map[string]LoopMap
	Color   int64
	Pair    struct {
		Key   string
		Value int32
	}
	Turned struct {
		Value int32
		Key   string
	}
	Three struct {
		Key         string
		Value, More int32
	}
	ID                            [16]byte
	Byte                          byte
	Empty                         struct{}
	List                          []int32
	MapEntry[K comparable, V any] struct {
		Key   K
		Value V
	}
	NotThat[K any] struct{ Key, Value K }
	Gen[T any]     struct {
		A T `thrift:"a,1"`
	}
)

type (
	AtField struct {
		Base
		A int64 `thrift:"a,1"`
	}
	AtEmbedded struct {
		A int64 `thrift:"a,1"`
		*Base
	}
	TwoBases struct {
		Base
		*Other
	}
	TagBeside struct {
		Base
		*Two
	}
	Itself struct {
		A int32 `thrift:"a,1"`
		*Itself
	}
	ItselfFar struct {
		A int32 `thrift:"a,1"`
		*Mid
	}
	Mid        struct{ *ItselfFar }
	MarkedBase struct{ Mark }
	ArmInBase  struct {
		_ struct{} `thrift:",union"`
		Base
	}
	PlainBase struct {
		Plain
		A int32 `thrift:"a,1"`
	}
	SkippedBase struct {
		Base `thrift:"-"`
		A    int32 `thrift:"a,1"`
	}
	TaggedBase struct {
		Base `thrift:"base,2"`
		A    int32 `thrift:"a,1"`
	}
	Keepers struct {
		Kept
		//lint:ignore U1000 layout looks for this name
		_unknownFields []byte
	}
	KeepersBehind struct {
		*Kept
		//lint:ignore U1000 layout looks for this name
		_unknownFields []byte
	}
	Hidden struct {
		*hidden
		A int32 `thrift:"a,1"`
	}
	hidden struct {
		B int32 `thrift:"b,1"`
	}
	Loops struct {
		A Loop `thrift:"a,1"`
	}
	LoopsByPointer struct {
		A LoopPtr `thrift:"a,1"`
	}
	LoopsByMap struct {
		A LoopMap `thrift:"a,1"`
	}
	Times struct {
		A []Plain `thrift:"a,1"`
	}
	Enums struct {
		A Color  `thrift:"a,1"`
		B Color  `thrift:"b,2,default,i64"`
		C Color  `thrift:"c,3,default,Color"`
		D *Color `thrift:"4,enum"`
		E Color  `thrift:"e,5,default,i32"`
	}
	Pairs struct {
		A []Pair `thrift:"a,1,default,map<string:i32>"`
	}
	PairsTurned struct {
		A []Turned `thrift:"a,1,default,map<string:i32>"`
	}
	PairsOfPointers struct {
		A []*Pair `thrift:"a,1,default,map<string:i32>"`
	}
	EntryOfThree struct {
		A []Three `thrift:"a,1,default,map<string:i32>"`
	}
	EntryGeneric struct {
		A []MapEntry[string, int32] `thrift:"a,1"`
		B []MapEntry[string, uint8] `thrift:"b,2"`
	}
	NotEntry struct {
		A []NotThat[string] `thrift:"a,1"`
	}
	UUIDs struct {
		A ID       `thrift:"a,1"`
		B []ID     `thrift:"b,2,default,list<uuid>"`
		C [16]Byte `thrift:"c,3"`
	}
	Bytes struct {
		A []Byte `thrift:"a,1,default,string"`
	}
	EmptySet struct {
		A map[string]Empty `thrift:"a,1"`
		B map[string]Empty `thrift:"b,2,default,map<string:Empty>"`
		C map[string]Empty `thrift:"c,3,default,list<string>"`
	}
	Wrapped struct {
		A List  `thrift:"a,1,default,set<i32>"`
		B *List `thrift:"b,2"`
	}
	WrappedBad struct {
		A List `thrift:"a,1,default,set<i64>"`
	}
	Instance struct {
		A Gen[int32]  `thrift:"a,1"`
		B Gen[string] `thrift:"b,2,default,Gen"`
	}
	Arms struct {
		_ struct{} `thrift:",union"`
		A *Base    `thrift:"a,1"`
		B Empty    `thrift:"b,2"`
	}
	LeadsTo struct {
		A Plain `thrift:"a,1"`
	}
	LeadsDeep struct {
		A map[string][]*Plain `thrift:"a,1"`
	}
	Tree struct {
		A []Tree          `thrift:"a,1"`
		B *Tree           `thrift:"b,2"`
		C map[string]Tree `thrift:"c,3"`
	}
)

type (
	Null[T any] struct {
		V     T
		Valid bool
	}
	Tagged struct {
		V     int64 `thrift:"v,1"`
		Valid bool  `thrift:"valid,2"`
	}
	Nulls struct {
		A Null[int64]  `thrift:"a,1,optional"`
		B Null[string] `thrift:"2,optional"`
		C Null[Two]    `thrift:"3,required"`
		D Null[[]int8] `thrift:"d,4,default,set<i8>"`
	}
	NullBad struct {
		A Null[uint16] `thrift:"a,1"`
	}
	NullInList struct {
		A []Null[int32] `thrift:"a,1"`
	}
	NullBehind struct {
		A *Null[int32] `thrift:"a,1"`
	}
	NullTagged struct {
		A Tagged `thrift:"a,1"`
	}
	NullUnion struct {
		_ struct{}    `thrift:",union"`
		A Null[int32] `thrift:"a,1"`
	}

	Coded      int64
	CodedField struct {
		A Coded `thrift:"a,1"`
	}
	CodedBehind struct {
		A []*Coded `thrift:"1"`
	}
	CodedNull struct {
		A Null[Coded] `thrift:"1"`
	}

	Member    interface{ FieldID() int16 }
	MemberOne struct {
		X int32 `thrift:"x,1"`
	}
	InInterface struct{ V Member }
	NotMarked   struct{ V Member }
	Held        struct {
		A InInterface `thrift:"a,1,optional"`
	}
	HeldWide struct {
		A NotMarked `thrift:"a,1,optional"`
	}
)

func (Coded) EncodeFunc() func()            { return nil }
func (Coded) DecodeFunc() func()            { return nil }
func (*MemberOne) FieldID() int16           { return 1 }
func (*InInterface) UnionMembers() []Member { return []Member{(*MemberOne)(nil)} }
