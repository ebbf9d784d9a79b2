package unsafeio

import (
	"fmt"
	"reflect"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

type (
	ifaceA struct{ N int64 }
	ifaceB struct{ S string }
	ifaceC struct{}
)

func (a *ifaceA) String() string { return "a" }
func (b *ifaceB) String() string { return "b" }
func (c *ifaceC) String() string { return "c" }

// TestIfaceOps compares with what the language says of interface variables, of
// the empty interface and of one with methods.
func TestIfaceOps(t *testing.T) {
	ptrs := []reflect.Type{reflect.TypeFor[*ifaceA](), reflect.TypeFor[*ifaceB](), reflect.TypeFor[*ifaceC]()}
	type foreign struct{ *ifaceA }
	t.Run("methods", func(t *testing.T) {
		h := NewIfaceOps(reflect.TypeFor[fmt.Stringer](), ptrs)
		for i, v := range []fmt.Stringer{&ifaceA{1}, &ifaceB{"x"}, &ifaceC{}, nil, foreign{}, (*ifaceB)(nil)} {
			want := i
			if i == 5 {
				want = 1
			}
			checkIface(t, h, Of(&v), want, v == nil)
		}
		var v fmt.Stringer = &ifaceA{7}
		b := &ifaceB{"text"}
		Of(&v).At(IfaceData).SetPtr(Heap(b))
		h.Set(Of(&v), 1)
		runtime.GC()
		require.Equal(t, fmt.Stringer(b), v)
		require.Equal(t, "text", v.(*ifaceB).S)
		var none fmt.Stringer
		c := new(ifaceC)
		Of(&none).At(IfaceData).SetPtr(Heap(c))
		h.Set(Of(&none), 2)
		require.Equal(t, "c", none.String())
	})
	t.Run("any", func(t *testing.T) {
		h := NewIfaceOps(reflect.TypeFor[any](), ptrs)
		for i, v := range []any{&ifaceA{1}, &ifaceB{"x"}, &ifaceC{}, nil, 12, (*ifaceB)(nil)} {
			want := i
			if i == 5 {
				want = 1
			}
			checkIface(t, h, Of(&v), want, v == nil)
		}
		var v any = 5
		a := &ifaceA{9}
		Of(&v).At(IfaceData).SetPtr(Heap(a))
		h.Set(Of(&v), 0)
		require.Equal(t, any(a), v)
	})
}

func checkIface(t *testing.T, h *IfaceOps, p Ptr, want int, isNil bool) {
	t.Helper()
	for i := range 3 {
		require.Equal(t, i == want, h.Holds(p, i), "%d, want %d", i, want)
	}
	require.Equal(t, isNil, h.IsNil(p))
}
