package unsafeio

import (
	"reflect"
	"runtime"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

type arenaNode struct {
	next *arenaNode
	text string
	n    int64
}

// Blocks of several kinds, in any order: each is zero, alone, and kept alive by
// what points at it; the cost is what is allocated.
func TestArenaBlocks(t *testing.T) {
	node, word := NewBlock(reflect.TypeFor[arenaNode]()), NewBlock(reflect.TypeFor[int64]())
	large := NewBlock(reflect.TypeFor[[3000]int64]())
	var a Arena
	var head *arenaNode
	var words []*int64
	paid := map[*Block]int64{}
	for i := range 1000 {
		for _, b := range []*Block{node, word, large}[:2+i%50/49] {
			paid[b] += a.BlockCost(b)
			p := a.NewBlock(b)
			switch b {
			case node:
				n := As[arenaNode](p)
				require.Zero(t, *n)
				*n = arenaNode{head, string(rune('a' + i%26)), int64(i)}
				head = n
			case word:
				require.Zero(t, *p.I64())
				*p.I64() = int64(-i)
				words = append(words, p.I64())
			}
		}
		if i%100 == 0 {
			runtime.GC()
		}
	}
	for i := 999; i >= 0; i-- {
		require.Equal(t, arenaNode{head.next, string(rune('a' + i%26)), int64(i)}, *head)
		require.Equal(t, int64(-i), *words[i])
		head = head.next
	}
	// The arrays double up to 16, so that few blocks are left over.
	require.LessOrEqual(t, paid[node], int64(1000+16)*int64(node.Size())*6/5)
	require.GreaterOrEqual(t, paid[node], int64(1000)*int64(node.Size()))
	require.Equal(t, 20*large.Cost(1), paid[large])
}

// colliding returns n kinds of block that have the same place.
func colliding(n int) (bs []*Block) {
	for len(bs) < n {
		b := NewBlock(reflect.TypeFor[arenaNode]())
		if len(bs) == 0 || b.number%arenaBatches == bs[0].number%arenaBatches {
			bs = append(bs, b)
		}
	}
	return bs
}

// More kinds of block in one place than there is room for take each other's, and
// no harm.
func TestArenaBlocksCollide(t *testing.T) {
	var a Arena
	bs := colliding(arenaProbes + 3)
	var got []*arenaNode
	for i := range 30 * len(bs) {
		n := As[arenaNode](a.NewBlock(bs[i/(1+i/30)%len(bs)]))
		require.Zero(t, *n)
		n.n = int64(i)
		got = append(got, n)
	}
	for i, n := range got {
		require.Equal(t, int64(i), n.n)
	}
}

// As many kinds in one place as there is room for come from arrays, in turns.
func TestArenaKinds(t *testing.T) {
	const each = 64
	bs := colliding(arenaProbes)
	var a Arena
	arrays := 0
	for range each {
		for _, b := range bs {
			if a.BlockCost(b) > 0 {
				arrays++
			}
			a.NewBlock(b)
		}
	}
	require.LessOrEqual(t, arrays, len(bs)*(4+each/maxArray))
}

// Lists of all kinds and sizes: zero, of that capacity, and apart from each
// other; the cost is what is allocated.
func TestArenaLists(t *testing.T) {
	ops := []*SliceOps{
		NewSliceOps(reflect.TypeFor[[]int8]()), NewSliceOps(reflect.TypeFor[[]int16]()), NewSliceOps(reflect.TypeFor[[]int32]()),
		NewSliceOps(reflect.TypeFor[[]int64]()), NewSliceOps(reflect.TypeFor[[][16]byte]()), NewSliceOps(reflect.TypeFor[[]string]()),
		NewSliceOps(reflect.TypeFor[[]*arenaNode]()), NewSliceOps(reflect.TypeFor[[][]byte]()), NewSliceOps(reflect.TypeFor[[]arenaNode]()),
		NewSliceOps(reflect.TypeFor[[]struct{}]()),
	}
	for _, s := range ops {
		var a Arena
		var got []reflect.Value
		paid, bytes := int64(0), int64(0)
		for i := range 400 {
			n := i % 37
			v := reflect.New(s.typ)
			cost := a.ListCost(s, n)
			paid, bytes = paid+cost, bytes+int64(n)*int64(s.size)
			a.Make(s, PtrTo(v), n)
			v = v.Elem()
			require.Equal(t, n, v.Len())
			require.Equal(t, n, v.Cap())
			require.False(t, v.IsNil(), "nil for %d of %v", n, s.typ)
			require.NotZero(t, v.UnsafePointer(), "no address for %d of %v", n, s.typ)
			for k := range n {
				require.True(t, v.Index(k).IsZero(), "element %d of %d of %v", k, n, s.typ)
			}
			fillElems(v, i)
			got = append(got, v)
			if i%100 == 0 {
				runtime.GC()
			}
		}
		for i, v := range got {
			want := reflect.MakeSlice(s.typ, v.Len(), v.Len())
			fillElems(want, i)
			require.Equal(t, want.Interface(), v.Interface())
		}
		require.GreaterOrEqual(t, paid, bytes, "%v", s.typ)
		require.LessOrEqual(t, paid, bytes*9/5+400*8, "%v", s.typ)
	}
}

// fillElems gives each element of v a value that tells it apart.
func fillElems(v reflect.Value, i int) {
	for k := range v.Len() {
		switch e := v.Index(k); e.Kind() {
		case reflect.String:
			e.SetString(string(rune('a' + (i+k)%26)))
		case reflect.Pointer:
			e.Set(reflect.ValueOf(&arenaNode{n: int64(i + k)}))
		case reflect.Slice:
			e.SetBytes([]byte{byte(i), byte(k)})
		case reflect.Struct:
			if e.NumField() == 0 {
				continue
			}
			e.Set(reflect.ValueOf(arenaNode{n: int64(i + k)}))
		case reflect.Array:
			e.Index(15).SetUint(uint64(i+k) & 0xff)
		default:
			e.SetInt(int64(int8(i + k)))
		}
	}
}

// A list with its blocks: the pointers are nil, the blocks zero and of their
// type to the collector.
func TestBlockList(t *testing.T) {
	slots, offs := NewSlotsBlock([]reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[int16]()})
	for _, b := range []*Block{
		NewBlock(reflect.TypeFor[arenaNode]()), NewBlock(reflect.TypeFor[byte]()), NewBlock(reflect.TypeFor[struct{}]()),
		NewStructBlock(reflect.TypeFor[arenaNode](), slots),
	} {
		for n := 1; n <= b.MaxArray(); n++ {
			ptrs, first := b.NewList(n)
			list := reflect.NewAt(reflect.ArrayOf(n, reflect.TypeFor[unsafe.Pointer]()), ptrs.p).Elem()
			require.True(t, list.IsZero())
			require.Zero(t, uintptr(first.p)%b.align)
			if b.size != arenaSize(b) {
				continue
			}
			for i := range n {
				node := As[arenaNode](first.At(uintptr(i) * b.size))
				require.Zero(t, *node)
				node.text = string([]byte{'x', byte(i)})
				if b.HasSlots() {
					*first.At(uintptr(i)*b.size + b.SlotsOff() + offs[0]).String() = string([]byte{'y', byte(i)})
				}
			}
			runtime.GC()
			for i := range n {
				require.Equal(t, string([]byte{'x', byte(i)}), As[arenaNode](first.At(uintptr(i)*b.size)).text)
				if b.HasSlots() {
					require.Equal(t, string([]byte{'y', byte(i)}), *first.At(uintptr(i)*b.size + b.SlotsOff() + offs[0]).String())
				}
			}
		}
	}
	require.Panics(t, func() { NewBlock(reflect.TypeFor[arenaNode]()).NewList(17) })
}

// arenaSize is the size of b when its element is an arenaNode, else something
// other.
func arenaSize(b *Block) uintptr {
	if b.elem == reflect.TypeFor[arenaNode]() {
		return b.size
	}
	return b.size + 1
}
