package layout

import (
	"reflect"
	"testing"
)

type (
	fpA struct {
		ID   int32    `thrift:"id,1"`
		Name string   `thrift:"name,2,optional"`
		Kids []string `thrift:"kids,3"`
	}
	fpAOrder struct {
		Kids  []string `thrift:"other,3"`
		Title *string  `thrift:"title,2,optional"`
		N     int32    `thrift:"n,1"`
		Skip  int8
	}
	fpAEnum struct {
		ID   int64    `thrift:"id,1,default,Colour"`
		Name string   `thrift:"name,2,optional"`
		Kids []string `thrift:"kids,3"`
	}
	fpAID struct {
		ID   int32    `thrift:"id,4"`
		Name string   `thrift:"name,2,optional"`
		Kids []string `thrift:"kids,3"`
	}
	fpAReq struct {
		ID   int32    `thrift:"id,1,required"`
		Name string   `thrift:"name,2,optional"`
		Kids []string `thrift:"kids,3"`
	}
	fpASet struct {
		ID   int32               `thrift:"id,1"`
		Name string              `thrift:"name,2,optional"`
		Kids map[string]struct{} `thrift:"kids,3"`
	}
	fpASetSlice struct {
		ID   int32    `thrift:"id,1"`
		Name string   `thrift:"name,2,optional"`
		Kids []string `thrift:"kids,3,default,set<string>"`
	}
	fpABinary struct {
		ID   int32    `thrift:"id,1"`
		Name []byte   `thrift:"name,2,optional"`
		Kids []string `thrift:"kids,3"`
	}
	fpABytesAsString struct {
		ID   int32    `thrift:"id,1"`
		Name []byte   `thrift:"name,2,optional,string"`
		Kids []string `thrift:"kids,3"`
	}
	fpAMore struct {
		ID   int32    `thrift:"id,1"`
		Name string   `thrift:"name,2,optional"`
		Kids []string `thrift:"kids,3"`
		More bool     `thrift:"more,4"`
	}

	fpUnion struct {
		_ struct{} `thrift:",union"`
		A *int32   `thrift:"a,1"`
	}
	fpNoUnion struct {
		A *int32 `thrift:"a,1,optional"`
	}

	fpMap struct {
		M map[string]int32 `thrift:"m,1"`
	}
	fpEntries struct {
		M []pair `thrift:"m,1,default,map<string:i32>"`
	}
	fpMapFlipped struct {
		M map[int32]string `thrift:"m,1"`
	}

	// Chains that unroll to the same tree, in one, two and three structs.
	chain1 struct {
		V    int32   `thrift:"v,1"`
		Next *chain1 `thrift:"next,2,optional"`
	}
	chain2a struct {
		V    int32    `thrift:"v,1"`
		Next *chain2b `thrift:"next,2,optional"`
	}
	chain2b struct {
		W    int32    `thrift:"w,1"`
		Next *chain2a `thrift:"next,2,optional"`
	}
	chain3a struct {
		V    int32    `thrift:"v,1"`
		Next *chain3b `thrift:"next,2,optional"`
	}
	chain3b struct {
		V    int32    `thrift:"v,1"`
		Next *chain3c `thrift:"next,2,optional"`
	}
	chain3c struct { // ends in a loop of its own
		V    int32    `thrift:"v,1"`
		Next *chain3b `thrift:"next,2,optional"`
	}
	lead struct { // one step into chain1
		V    int32   `thrift:"v,1"`
		Next *chain1 `thrift:"next,2,optional"`
	}
	chainBool struct { // differs at the second level
		V    int32      `thrift:"v,1"`
		Next *chainEven `thrift:"next,2,optional"`
	}
	chainEven struct {
		V    bool       `thrift:"v,1"`
		Next *chainBool `thrift:"next,2,optional"`
	}
	chainLate1 struct { // differs from chain1 at the fourth level
		V    int32       `thrift:"v,1"`
		Next *chainLate2 `thrift:"next,2,optional"`
	}
	chainLate2 struct {
		V    int32       `thrift:"v,1"`
		Next *chainLate3 `thrift:"next,2,optional"`
	}
	chainLate3 struct {
		V    int32       `thrift:"v,1"`
		Next *chainLate4 `thrift:"next,2,optional"`
	}
	chainLate4 struct {
		V    int64       `thrift:"v,1"`
		Next *chainLate1 `thrift:"next,2,optional"`
	}

	twoSame struct {
		A *point  `thrift:"a,1"`
		B *point2 `thrift:"b,2"`
	}
	twoShared struct {
		A point  `thrift:"a,1"`
		B *point `thrift:"b,2"`
	}
	twoOther struct {
		A point `thrift:"a,1"`
		B fpMap `thrift:"b,2"`
	}
	twoSwapped struct {
		A fpMap `thrift:"a,1"`
		B point `thrift:"b,2"`
	}
	point2 struct {
		Y int32 `thrift:"y,1"`
	}
)

// fpClasses are types whose schemas unroll to equal trees within a class and
// to different ones across classes.
var fpClasses = [][]reflect.Type{
	{typ[fpA](), typ[fpAOrder](), typ[fpAEnum](), typ[fpABytesAsString]()},
	{typ[fpAID]()},
	{typ[fpAReq]()},
	{typ[fpASet](), typ[fpASetSlice]()},
	{typ[fpABinary]()},
	{typ[fpAMore]()},
	{typ[fpUnion]()},
	{typ[fpNoUnion]()},
	{typ[fpMap](), typ[fpEntries]()},
	{typ[fpMapFlipped]()},
	{typ[chain1](), typ[chain2a](), typ[chain2b](), typ[chain3a](), typ[chain3b](), typ[chain3c](), typ[lead]()},
	{typ[chainBool]()},
	{typ[chainEven]()},
	{typ[chainLate1]()},
	{typ[chainLate2]()},
	{typ[twoSame](), typ[twoShared]()},
	{typ[twoOther]()},
	{typ[twoSwapped]()},
	{typ[blank](), typ[struct{}](), typ[onlyHidden]()},
	{typ[point](), typ[point2]()},
	{typ[selfSlice]()},
	{typ[selfMap]()},
	{typ[ping]()},
	{typ[pong]()},
}

func TestFingerprint(t *testing.T) {
	seen := map[uint64]int{}
	for i, class := range fpClasses {
		for _, typ := range class {
			s, err := Of(typ)
			if err != nil {
				t.Fatal(err)
			}
			got := s.Fingerprint()
			if j, ok := seen[got]; ok && j != i {
				t.Errorf("%s: has the fingerprint of %s", typ, fpClasses[j][0])
			} else if !ok && typ != class[0] {
				t.Errorf("%s: fingerprint %x is not that of %s", typ, got, class[0])
			}
			seen[got] = i
			if s.Fingerprint() != got {
				t.Errorf("%s: the fingerprint changes", typ)
			}
		}
	}
}

// TestFingerprintIsStable: what users store must not change with a release or
// an architecture.
func TestFingerprintIsStable(t *testing.T) {
	for _, tt := range []struct {
		t    reflect.Type
		want uint64
	}{
		{typ[fpA](), 0xddaa86ed86081ab7},
		{typ[chain1](), 0x74cdd67e3cd1ee97},
		{typ[pong](), 0xd9b80ae1f9c47a49},
		{one(typ[int](), `thrift:"a,1"`), 0xde1f729096544417},
	} {
		s, err := Of(tt.t)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Fingerprint(); got != tt.want {
			t.Errorf("%s: got %#x, want %#x", tt.t, got, tt.want)
		}
	}
}
