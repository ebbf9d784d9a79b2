package fill

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/layout"
)

type colour int64

type leaf struct {
	N int32 `thrift:"n,1,required"`
}

type arm struct {
	_    struct{} `thrift:",union"`
	Deep *tree    `thrift:"deep,1"`
	Flat *int8    `thrift:"flat,2"`
	List []leaf   `thrift:"list,3"`
}

// tree cannot end but by an arm that is not Deep.
type tree struct {
	Arm  *arm              `thrift:"arm,1,required"`
	Kids []*tree           `thrift:"kids,2"`
	More map[string]*tree  `thrift:"more,3"`
	Uniq []*leaf           `thrift:"uniq,4,default,set<leaf>"`
	Tint colour            `thrift:"tint,5,default,Colour"`
	Real map[float64]int16 `thrift:"real,6"`
	Opt  []string          `thrift:"opt,7,optional"`
	Raw  []byte            `thrift:"raw,8"`
	X    float64           `thrift:"x,9"`
	L    *leaf             `thrift:"l,10"`
}

type defaulted struct {
	A int32            `thrift:"a,1,optional"`
	M map[string]int32 `thrift:"m,2"`
}

func (d *defaulted) InitDefault() { d.A, d.M = 77, map[string]int32{"one": 1, "two": 2} }

func newFiller(t *testing.T, typ reflect.Type, rules Rules) *Filler {
	t.Helper()
	plan, err := layout.Of(typ)
	require.NoError(t, err)
	f, err := New(plan, rules)
	require.NoError(t, err)
	return f
}

const tries = 5000

// TestMake: values are what the plan allows, and all kinds of them come.
func TestMake(t *testing.T) {
	f := newFiller(t, reflect.TypeFor[tree](), Rules{})
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[string]int{}
	var visit func(v *tree, depth int)
	visit = func(v *tree, depth int) {
		require.NotNil(t, v.Arm)
		require.NotNil(t, v.L, "default requiredness")
		arms := 0
		for i, set := range []bool{v.Arm.Deep != nil, v.Arm.Flat != nil, v.Arm.List != nil} {
			if set {
				arms++
				seen["arm "+string(rune('0'+i))]++
			}
		}
		require.Equal(t, 1, arms)
		for i := range v.Uniq {
			for j := range i {
				require.NotEqual(t, *v.Uniq[i], *v.Uniq[j], "a set")
			}
		}
		require.Equal(t, int64(v.Tint), int64(int32(v.Tint)))
		for k := range v.Real {
			require.False(t, math.IsNaN(k) || k == 0 && math.Signbit(k), "a key is %v", k)
		}
		for what, is := range map[string]bool{
			"optional nil": v.Opt == nil, "optional empty": v.Opt != nil && len(v.Opt) == 0, "many": len(v.Opt) > 100,
			"nil": v.Raw == nil, "empty": v.Raw != nil && len(v.Raw) == 0, "long": len(v.Raw) > 1000,
			"lowest": v.Tint == math.MinInt32, "highest": v.Tint == math.MaxInt32, "zero": v.Tint == 0,
			"NaN": math.IsNaN(v.X), "-0": v.X == 0 && math.Signbit(v.X), "deep": depth > 5, "several entries": len(v.More) > 1,
		} {
			if is {
				seen[what]++
			}
		}
		if v.Arm.Deep != nil {
			visit(v.Arm.Deep, depth+1)
		}
		for _, kid := range v.Kids {
			visit(kid, depth+1)
		}
		for _, kid := range v.More {
			visit(kid, depth+1)
		}
	}
	for range tries {
		visit(f.Make(r, 8).Interface().(*tree), 0)
	}
	for _, what := range []string{
		"arm 0", "arm 1", "arm 2", "optional nil", "optional empty", "many", "nil", "empty", "long",
		"lowest", "highest", "zero", "NaN", "-0", "deep", "several entries",
	} {
		require.NotZero(t, seen[what], what)
	}
}

// TestEntries: no map has more entries than asked for, also by default.
func TestEntries(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	f := newFiller(t, reflect.TypeFor[defaulted](), Rules{})
	defaults := 0
	for range tries {
		require.LessOrEqual(t, len(f.Make(r, 1).Interface().(*defaulted).M), 1)
		if v := f.Make(r, 2).Interface().(*defaulted); v.A == 77 || len(v.M) == 2 && v.M["two"] == 2 {
			defaults++
		}
	}
	require.NotZero(t, defaults)
}

// TestNilStructs: a rule lets them be nil.
func TestNilStructs(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	f := newFiller(t, reflect.TypeFor[tree](), Rules{NilStructs: true})
	nils := 0
	for range tries {
		if f.Make(r, 1).Interface().(*tree).L == nil {
			nils++
		}
	}
	require.NotZero(t, nils)
}

// TestSameSeed: a source of chance makes the same values again.
func TestSameSeed(t *testing.T) {
	f := newFiller(t, reflect.TypeFor[defaulted](), Rules{})
	a, b := rand.New(rand.NewPCG(7, 8)), rand.New(rand.NewPCG(7, 8))
	for range tries {
		require.Equal(t, f.Make(a, 3).Interface(), f.Make(b, 3).Interface())
	}
}

type endlessly struct {
	Self *endlessly `thrift:"self,1,required"`
}

// TestRefuses: what cannot be made is an error.
func TestRefuses(t *testing.T) {
	plan, err := layout.Of(reflect.TypeFor[endlessly]())
	require.NoError(t, err)
	_, err = New(plan, Rules{})
	require.ErrorContains(t, err, "no value of fill.endlessly ends")
}
