package unsafeio

import (
	"reflect"
	"runtime"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// A Var is a variable of a type that only reflect knows.
func TestVar(t *testing.T) {
	var list, table, pointer Var
	texts := reflect.TypeFor[[]string]()
	NewSliceOps(texts).Make(list.At(texts), 3)
	As[[]string](list.At(texts))
	(*As[[]string](list.At(texts)))[2] = string([]byte("last"))
	maps := reflect.TypeFor[map[string]int]()
	Assign(maps, table.At(maps), Heap(&map[string]int{"a": 1}))
	pointers := reflect.TypeFor[*int64]()
	n := new(int64)
	*n = 7
	pointer.At(pointers).SetPtr(Heap(n))
	runtime.GC()
	require.Equal(t, []string{"", "", "last"}, *As[[]string](list.At(texts)))
	require.Equal(t, map[string]int{"a": 1}, *As[map[string]int](table.At(maps)))
	require.Equal(t, int64(7), **As[*int64](pointer.At(pointers)))
	require.Equal(t, list.At(texts).Slice().Len, 3)
	require.True(t, new(Var).At(maps).Ptr().IsNil())
}

// Without asserts a Ptr is one word, and what the asserts would need is the
// address alone.
func TestUnchecked(t *testing.T) {
	if Checked {
		t.Skip("this build has the asserts: see TestChecked")
	}
	require.Equal(t, PtrSize, unsafe.Sizeof(Ptr{}))
	v, typ := new(int64), reflect.TypeFor[int64]()
	p := Heap(v)
	for _, q := range []Ptr{p.Is(typ), p.Lend(typ, true), p.Window(8, false), p.retyped(typ), p.Hide()} {
		require.True(t, p.Same(q))
		q.End()
	}
	p.End()
	*p.I64() = 5
	require.Equal(t, int64(5), *v)
}
