package walk

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/unsafeio"
)

// optionals has slots.
type optionals struct {
	A *int64  `thrift:"a,1,optional"`
	B *string `thrift:"b,2,optional"`
}

// TestArenaStarts: a message of 1 KiB takes its fifth block, and all after it, from an arena; a shorter one does not.
func TestArenaStarts(t *testing.T) {
	b := plan[point](t).Block
	size := int64(b.Size())
	for _, tt := range []struct{ end, blocks int }{{arenaInput, arenaBlocks}, {1 << 20, arenaBlocks}, {arenaInput - 1, 100}} {
		d, charged := budgeted(tt.end, plenty)
		for range tt.blocks {
			require.False(t, d.NewBlock(b).IsNil())
			require.Nil(t, d.arena)
			requireCost(t, size, charged())
		}
		if tt.end < arenaInput {
			continue
		}
		require.False(t, d.NewBlock(b).IsNil())
		require.NotNil(t, d.arena)
		requireCost(t, size, charged(), "the block that begins it comes alone")
		paid := int64(0)
		for n := range 10 {
			p := d.NewBlock(b)
			require.Equal(t, point{}, *unsafeio.As[point](p))
			unsafeio.As[point](p).X = int64(n)
			paid += charged()
		}
		requireCost(t, int64(b.Size())*(1+2+4+8), paid, "arrays that double")
	}
}

// TestArenaBudget: what the arena allocates is paid for, and what it has is not.
func TestArenaBudget(t *testing.T) {
	b := plan[point](t).Block
	const before = arenaBlocks + 1 + 1 + 2 // alone, then an array of one, and one of two
	d, charged := budgeted(arenaInput, plenty)
	for range before {
		require.False(t, d.NewBlock(b).IsNil())
	}
	d, _ = budgeted(arenaInput, charged())
	for range before {
		require.False(t, d.NewBlock(b).IsNil())
	}
	require.True(t, d.NewBlock(b).IsNil())

	d, charged = budgeted(arenaInput, plenty)
	d.arena = new(unsafeio.Arena)
	next, left := d.NewBlocks(b, 9)
	require.False(t, next.IsNil())
	require.Equal(t, 1, left)
	requireCost(t, int64(b.Size()), charged())
	s := plan[lists](t)
	var v lists
	n, used := d.MakeList(s.Fields[1].Type, false, unsafeio.Heap(&v).At(s.Fields[1].Off), 3, 8)
	require.Equal(t, 3, n)
	require.False(t, used)
	require.Equal(t, []int64{0, 0, 0}, v.Longs)
	first := charged()
	require.Greater(t, first, int64(3*8), "the run is longer than the list")
	_, _ = d.MakeList(s.Fields[1].Type, false, unsafeio.Heap(&v).At(s.Fields[1].Off), 3, 8)
	require.Zero(t, charged())
	_, left, _, code := d.MakePointers(s.Fields[3].Type, b, false, unsafeio.Heap(&v).At(s.Fields[3].Off), 2)
	require.Zero(t, code)
	require.Zero(t, left, "blocks come one by one")
	require.Len(t, v.Points, 2)
}

// TestNewBlocks: adjacent blocks, as many as one array has.
func TestNewBlocks(t *testing.T) {
	b := plan[point](t).Block
	most := b.MaxArray()
	for _, tt := range [][2]int{{1, 1}, {most, most}, {most + 1, most}} {
		d, charged := budgeted(1<<20, plenty)
		next, left := d.NewBlocks(b, tt[0])
		require.False(t, next.IsNil())
		require.Equal(t, tt[1], left)
		paid := charged()
		requireCost(t, int64(b.Size())*int64(left), paid)
		require.Equal(t, left, d.blocks)
		d, _ = budgeted(1<<20, paid)
		_, left = d.NewBlocks(b, tt[0])
		require.Equal(t, tt[1], left)
		d, _ = budgeted(1<<20, paid-1)
		next, left = d.NewBlocks(b, tt[0])
		require.True(t, next.IsNil())
		require.Zero(t, left)
	}
}

// TestSlots: an optional scalar lies in the room of its struct, in room of its own, or where it was.
func TestSlots(t *testing.T) {
	s := plan[optionals](t)
	d, charged := budgeted(0, plenty)
	p, slots := d.NewStruct(s)
	whole := charged()
	requireCost(t, int64(s.Block.Size()), whole)
	require.True(t, slots.Same(p.At(s.Block.SlotsOff())))
	v := unsafeio.As[optionals](p)
	a, b := &s.Fields[0], &s.Fields[1]
	at, block := d.Slot(s, uintptr(a.Slot), p.At(a.Off), slots, false)
	require.True(t, slots.Same(block))
	require.True(t, at.Same(unsafeio.Heap(v.A)))
	*v.A = 5
	at, block = d.Slot(s, uintptr(b.Slot), p.At(b.Off), slots, false)
	require.True(t, slots.Same(block))
	require.True(t, at.Same(unsafeio.Heap(v.B)))
	*v.B = "text"
	require.Equal(t, int64(5), *v.A)
	require.Zero(t, charged())

	at, block = d.Slot(s, uintptr(a.Slot), p.At(a.Off), unsafeio.Ptr{}, true)
	require.True(t, at.Same(unsafeio.Heap(v.A)), "where it was")
	require.True(t, block.IsNil())
	require.Zero(t, charged())
	old := v.A
	_, block = d.Slot(s, uintptr(a.Slot), p.At(a.Off), unsafeio.Ptr{}, false)
	require.NotSame(t, old, v.A)
	require.Zero(t, *v.A)
	require.False(t, block.IsNil())
	room := charged()
	requireCost(t, int64(s.Slots.Size()), room)
	v.B = nil
	_, again := d.Slot(s, uintptr(b.Slot), p.At(b.Off), block, true)
	require.True(t, block.Same(again))
	require.Zero(t, charged())

	d, _ = budgeted(0, room-1)
	v.A = nil
	at, _ = d.Slot(s, uintptr(a.Slot), p.At(a.Off), unsafeio.Ptr{}, false)
	require.True(t, at.IsNil())
	require.Nil(t, v.A)
	d, _ = budgeted(0, whole-1)
	p, slots = d.NewStruct(s)
	require.True(t, p.IsNil())
	require.True(t, slots.IsNil())
	require.True(t, (&Decoder{}).Ready(plan[point](t), unsafeio.Heap(new(point))).IsNil(), "a struct without slots")
}

// TestRetain: kept bytes double, and each memory is paid for.
func TestRetain(t *testing.T) {
	d, charged := budgeted(0, plenty)
	var kept []byte
	field := bytes.Repeat([]byte("field"), 100)
	require.True(t, d.Retain(&kept, field[:300]))
	requireCost(t, 300, charged())
	require.True(t, d.Retain(&kept, field[:1]))
	requireCost(t, 600, charged())
	require.True(t, d.Retain(&kept, field[:299]))
	require.Zero(t, charged())
	require.Equal(t, slices.Concat(field[:300], field[:1], field[:299]), kept)
	require.Equal(t, 600, cap(kept))
	was := kept
	require.True(t, d.Retain(&kept, bytes.Repeat(field, 10)))
	paid := charged()
	requireCost(t, 5600, paid)
	require.Equal(t, slices.Concat(was, bytes.Repeat(field, 10)), kept)
	for _, budget := range []int64{paid - 1, paid} {
		d, _ = budgeted(0, budget)
		kept = was
		require.Equal(t, budget == paid, d.Retain(&kept, bytes.Repeat(field, 10)))
	}
}

// TestStart: budgets and modes are as the options and the input say.
func TestStart(t *testing.T) {
	src := unsafeio.Input([]byte("input"))
	start := func(o Options, n int) *Decoder {
		d := &Decoder{Options: &o}
		d.Start(src, n)
		return d
	}
	require.Equal(t, int64(allocBase+allocFactor*5), start(Options{}, 5).budget)
	require.Equal(t, int64(9), start(Options{Limits: Limits{Alloc: 9}}, 5).budget)
	free := start(Options{Limits: Limits{Alloc: -1}}, 5)
	require.True(t, free.Charge(1<<40))
	require.True(t, free.Charge(1<<40))
	tight := start(Options{Limits: Limits{Alloc: 9}}, 5)
	require.True(t, tight.Charge(9))
	require.True(t, tight.Charge(0))
	require.False(t, tight.Charge(1))

	require.True(t, src.Same(start(Options{Mode: Alias}, 5).Copy))
	require.True(t, start(Options{Mode: Shared}, 5).Copy.IsNil())
	require.True(t, start(Options{Mode: Own}, 5).Copy.IsNil())
	require.True(t, start(Options{}, 5).Scan)
	require.False(t, start(Options{NoScan: true}, 5).Scan)
	require.Equal(t, 77, start(Options{Limits: Limits{Bytes: 77}}, 5).Log.Most)
	all := Options{Mode: Alias, Reuse: true}
	require.True(t, start(all, 5).Refill)
	for name, o := range map[string]Options{
		"no reuse":    {Mode: Alias},
		"no alias":    {Mode: Own, Reuse: true},
		"a container": {Mode: Alias, Reuse: true, Limits: Limits{Container: 5}},
		"no scan":     {Mode: Alias, Reuse: true, NoScan: true},
	} {
		require.False(t, start(o, 5).Refill, name)
	}
	require.True(t, start(all, 1<<RefillBits-1).Refill)
	require.False(t, start(all, 1<<RefillBits).Refill)
	require.True(t, start(all, 1<<31-1).Scan)
}
