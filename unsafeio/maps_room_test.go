package unsafeio

import (
	"reflect"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

type largeKey [20]int64

// taken returns the bytes that f allocates.
func taken(f func()) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

// TestMapRoom compares what is counted for a map with what it takes: never less, and not much more.
func TestMapRoom(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	for _, m := range []any{
		map[int8]bool{}, map[int32]struct{}{}, map[int32]int32{}, map[int64]string{}, map[string]string{},
		map[string][]byte{}, map[[16]byte]int8{}, map[largeKey]int8{}, map[int32]largeKey{}, map[[24]byte]struct{}{},
	} {
		typ := reflect.TypeOf(m)
		o := NewMapOps(typ)
		for _, n := range []int{1, 7, 8, 9, 13, 14, 15, 100, 112, 113, 895, 896, 897, 1500, 1700, 3000, 7000, 30_000, 100_000} {
			if testing.Short() && n > 3000 {
				continue
			}
			for _, hint := range []int{n, min(n, 1000), min(n, 100), 0} {
				distinct := min(n, 1<<(8*min(int(typ.Key().Size()), 4)))
				keys := reflect.MakeSlice(reflect.SliceOf(typ.Key()), distinct, distinct)
				for i := range distinct {
					setKey(keys.Index(i), i)
				}
				room, counted := o.Room(hint)
				for i := range distinct {
					if i >= room.Holds {
						var cost int64
						room, cost = o.Grown(room)
						counted += cost
					}
				}
				counted += int64(distinct) * o.EntryCost()
				value := reflect.Zero(typ.Elem())
				v := reflect.New(typ).Elem()
				got := taken(func() {
					v.Set(reflect.MakeMapWithSize(typ, hint))
					for i := range distinct {
						v.SetMapIndex(keys.Index(i), value)
					}
				})
				require.LessOrEqual(t, got, counted+512, "%v of %d, made for %d", typ, distinct, hint)
				require.LessOrEqual(t, counted, 4*got+1024, "%v of %d, made for %d", typ, distinct, hint)
				require.LessOrEqual(t, o.Filled(distinct).slots, room.slots)
				require.GreaterOrEqual(t, o.Filled(distinct).Holds, distinct)
			}
		}
	}
}

// setKey makes k one that differs with i.
func setKey(k reflect.Value, i int) {
	switch k.Kind() {
	case reflect.String:
		k.SetString(string(rune(i)) + string(rune(i>>8)))
	case reflect.Array:
		for j := range 4 {
			if e := k.Index(j); e.CanInt() {
				e.SetInt(int64(i))
			} else {
				e.SetUint(uint64(i >> (8 * j) & 0xff))
			}
		}
	default:
		k.SetInt(int64(i))
	}
}

// TestMapSpareCost counts the old values of a map where the pool does not keep so many.
func TestMapSpareCost(t *testing.T) {
	pointers, plain := NewMapOps(reflect.TypeFor[map[int32]*int32]()), NewMapOps(reflect.TypeFor[map[int32]int32]())
	require.EqualValues(t, 0, pointers.SpareCost(maxSpare, 1<<20))
	require.EqualValues(t, (maxSpare+1)*PtrSize, pointers.SpareCost(maxSpare+1, 1<<20))
	require.EqualValues(t, (maxSpare+1)*PtrSize, pointers.SpareCost(1<<20, maxSpare+1))
	require.EqualValues(t, 0, plain.SpareCost(1<<20, 1<<20))
}
