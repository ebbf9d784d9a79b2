package unsafeio

import (
	"math/bits"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSliceRange: a length whose words an int cannot count is refused also where their number comes out small.
func TestSliceRange(t *testing.T) {
	check := func(typ reflect.Type) {
		s := NewSliceOps(typ)
		v := reflect.New(typ)
		for _, n := range []int{1 << (bits.UintSize - 3), 1<<(bits.UintSize-3) + 1} {
			require.PanicsWithValue(t, "unsafeio: SliceOps.Make: n is out of range", func() { s.Make(PtrTo(v), n) }, "%v", typ)
			require.PanicsWithValue(t, "unsafeio: SliceOps.Grow: n is out of range", func() { s.Grow(PtrTo(v), n) }, "%v", typ)
		}
		require.True(t, v.Elem().IsZero())
	}
	check(reflect.TypeFor[[][8]uint8]())
	check(reflect.TypeFor[[][8]uint16]())
	check(reflect.TypeFor[[][8]uint32]())
	check(reflect.TypeFor[[][8]uint64]())
}
