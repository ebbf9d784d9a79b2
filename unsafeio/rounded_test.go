package unsafeio

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/internal/wiretest"
)

// TestRounded compares what is counted for memory with what is taken: append makes use of all of it.
func TestRounded(t *testing.T) {
	for n := range 70_000 {
		if n > 5000 && n%61 != 0 {
			continue
		}
		got := int64(cap(append([]byte(nil), make([]byte, n)...)))
		require.LessOrEqual(t, got, Rounded(int64(n)), "%d", n)
		require.LessOrEqual(t, Rounded(int64(n)), got+max(got/4, mostSmall), "%d", n)
	}
}

// TestBlockListCost compares what is counted for lists of pointers and their blocks with what is taken.
func TestBlockListCost(t *testing.T) {
	if raceEnabled || escapes {
		t.Skip("this build allocates otherwise")
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[struct{}](), reflect.TypeFor[int8](), reflect.TypeFor[[16]byte](), reflect.TypeFor[arenaNode](), reflect.TypeFor[[9]string]()} {
		b := NewBlock(typ)
		for n := 1; n <= b.MaxArray(); n++ {
			b.NewList(n) // the first time, its type is made
			const times = 100
			took := int64(wiretest.AllocBytes(func() {
				for range times {
					b.NewList(n)
				}
			})) / times
			require.LessOrEqual(t, took, b.ListCost(n), "%v, %d", typ, n)
			require.LessOrEqual(t, b.ListCost(n), took*5/4+mostSmall, "%v, %d", typ, n)
		}
	}
}
