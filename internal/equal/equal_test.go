package equal

import (
	"math"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/layout"
)

type inner struct {
	A *int32   `thrift:"a,1,optional"`
	B []string `thrift:"b,2"`
}

type outer struct {
	N int64              `thrift:"n,1,required"`
	X float64            `thrift:"x,2"`
	S []*inner           `thrift:"s,3"`
	M map[string]int32   `thrift:"m,4"`
	O []int32            `thrift:"o,5,optional"`
	K map[*inner]float64 `thrift:"k,6"`
	U []int32            `thrift:"u,7,default,set<i32>"`
}

type defaulted struct {
	L *[]int32 `thrift:"l,1,optional"`
}

func (d *defaulted) InitDefault() { d.L = &[]int32{1} }

// TestArrived: what may differ between what was sent and what arrives.
func TestArrived(t *testing.T) {
	plan, err := layout.Of(reflect.TypeFor[outer]())
	require.NoError(t, err)
	values, err := Of(plan)
	require.NoError(t, err)
	for _, tt := range []struct {
		name          string
		sent, got     outer
		same, arrived string
	}{
		{"equal", outer{N: 1}, outer{N: 1}, "", ""},
		{"nil is empty where both go out", outer{}, outer{S: []*inner{}}, ".S ", ""},
		{"nil map", outer{}, outer{M: map[string]int32{}}, ".M ", ""},
		{"nil is not empty where it stays away", outer{}, outer{O: []int32{}}, ".O ", ".O "},
		{"in a container", outer{S: []*inner{{}}}, outer{S: []*inner{{B: []string{}}}}, ".S[0].B ", ""},
		{"a number", outer{N: 1}, outer{N: 2}, ".N ", ".N "},
		{"a zero", outer{X: 0}, outer{X: math.Copysign(0, -1)}, ".X ", ".X "},
		{"behind a key", outer{K: map[*inner]float64{{}: 1}}, outer{K: map[*inner]float64{{B: []string{"b"}}: 1}}, ".K[0 of no order]", ".K[0 of no order]"},
		{"equal behind keys", outer{K: map[*inner]float64{{}: 1, {A: new(int32)}: 2}}, outer{K: map[*inner]float64{{A: new(int32)}: 2, {}: 1}}, "", ""},
	} {
		a, b := reflect.ValueOf(tt.sent), reflect.ValueOf(tt.got)
		require.Equal(t, tt.same, values.Same(a, b), tt.name)
		require.Equal(t, tt.arrived, values.Arrived(a, b), tt.name)
	}
}

// TestDefaulted: a field that was not sent arrives as its default.
func TestDefaulted(t *testing.T) {
	plan, err := layout.Of(reflect.TypeFor[defaulted]())
	require.NoError(t, err)
	values, err := Of(plan)
	require.NoError(t, err)
	sent, one, two := reflect.ValueOf(defaulted{}), reflect.ValueOf(defaulted{&[]int32{1}}), reflect.ValueOf(defaulted{&[]int32{2}})
	require.Empty(t, values.Arrived(sent, one))
	require.NotEmpty(t, values.Arrived(sent, two))
	require.NotEmpty(t, values.Arrived(sent, sent))
	require.NotEmpty(t, values.Same(sent, one))
}

// TestAlike: what a peer may take for equal keys.
func TestAlike(t *testing.T) {
	type keys struct {
		K map[string]outer `thrift:"k,1"`
	}
	plan, err := layout.Of(reflect.TypeFor[keys]())
	require.NoError(t, err)
	values, err := Of(plan)
	require.NoError(t, err)
	for _, tt := range []struct {
		name string
		a, b outer
		want bool
	}{
		{"equal", outer{N: 1}, outer{N: 1}, true},
		{"another number", outer{N: 1}, outer{N: 2}, false},
		{"zeros", outer{X: 0}, outer{X: math.Copysign(0, -1)}, true},
		{"nil is empty", outer{O: nil}, outer{O: []int32{}}, true},
		{"a set in another order", outer{U: []int32{1, 2}}, outer{U: []int32{2, 1}}, true},
		{"another set", outer{U: []int32{1, 2}}, outer{U: []int32{2, 2}}, false},
		{"a list in another order", outer{O: []int32{1, 2}}, outer{O: []int32{2, 1}}, false},
	} {
		require.Equal(t, tt.want, values.Alike(plan.Fields[0].Type.Elem, reflect.ValueOf(tt.a), reflect.ValueOf(tt.b)), tt.name)
	}
}
