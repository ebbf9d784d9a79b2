package unsafeio

import "unsafe"

const (
	arenaBatches = 32      // kinds of block that are told apart
	arenaProbes  = 8       // places where the batch of a kind may be
	arenaArray   = 1 << 10 // bytes of an array of more than one block: of larger ones too much is left over
	arenaFirst   = 256     // bytes of the first run of each kind of element
	arenaLast    = 4 << 10 // and of the later ones
	arenaList    = 512     // bytes of the longest list that comes from a run
)

// Arena gives out the zeroed memory of one decode in pieces of larger
// allocations, which double up to a few KiB: many small structs and lists cost
// few allocations, and what is kept of them pins at most such a piece. The
// zero Arena is ready; it is not safe for concurrent use.
type Arena struct {
	batches [arenaBatches]batch // by the low bits of a block's number, or behind that
	words   run                 // of 8 bytes without pointers
	strings run
	ptrs    run
}

// batch is what is left of an array of blocks.
type batch struct {
	of   *Block
	next unsafe.Pointer
	left int
	last int // blocks in the array
}

// run is what is left of an array of elements.
type run struct {
	next unsafe.Pointer
	left int
	last int // elements in the array
}

// BlockCost returns the bytes that NewBlock will allocate for a block of b.
// Rules: none. Guard: TestArenaBlocks.
func (a *Arena) BlockCost(b *Block) int64 {
	t := a.batch(b)
	if t.of == b && t.left > 0 {
		return 0
	}
	return b.Cost(t.room(b))
}

// batch returns that of b, or the one to be used for it.
// Rules: none. Guard: TestArenaBlocks, TestArenaKinds.
func (a *Arena) batch(b *Block) *batch {
	for i := range uint32(arenaProbes) {
		if t := &a.batches[(b.number+i)%arenaBatches]; t.of == b || t.of == nil {
			return t
		}
	}
	return &a.batches[b.number%arenaBatches]
}

// room returns how many blocks the next array has, 1 at least.
// Rules: none. Guard: TestArenaBlocks.
func (t *batch) room(b *Block) int {
	if t.of != b {
		return 1
	}
	return min(2*t.last, b.MaxArray(), max(1, arenaArray/max(1, int(b.size))))
}

// NewBlock returns a zeroed block of b.
// Rules: U2, U5. Guard: TestArenaBlocks.
func (a *Arena) NewBlock(b *Block) Ptr {
	t := a.batch(b)
	if t.of != b || t.left == 0 {
		n := t.room(b)
		*t = batch{of: b, next: b.NewArray(n).p, left: n, last: n}
	}
	p := t.next
	if t.left--; t.left > 0 {
		t.next = unsafe.Add(p, b.size)
	}
	return b.at(p, 1)
}

// runOf returns the run that n elements of s come from, their number and size
// in it, and nil when they are allocated alone.
// Rules: none. Guard: TestArenaLists.
func (a *Arena) runOf(s *SliceOps, n int) (r *run, units int, size uintptr) {
	if n <= 0 || s.size == 0 || uintptr(n) > arenaList/s.size {
		return nil, 0, 0
	}
	switch s.class {
	case slice8, slice16, slice32, slice64:
		return &a.words, (n*int(s.size) + 7) / 8, 8
	case sliceString:
		return &a.strings, n, unsafe.Sizeof("")
	case slicePointer:
		return &a.ptrs, n, PtrSize
	}
	return nil, 0, 0
}

// ListCost returns the bytes that Make will allocate for n elements of s.
// Caller: n >= 0. Rules: none. Guard: TestArenaLists.
func (a *Arena) ListCost(s *SliceOps, n int) int64 {
	r, units, size := a.runOf(s, n)
	switch {
	case r == nil:
		return s.Cost(n)
	case r.left >= units:
		return 0
	}
	return Rounded(int64(r.room(units, size)) * int64(size))
}

// room returns how many elements the next array has, units at least.
// Rules: none. Guard: TestArenaLists.
func (r *run) room(units int, size uintptr) int {
	return max(units, min(max(2*r.last, arenaFirst/int(size)), arenaLast/int(size)))
}

// Make is s.Make from a's memory where the list is short.
// Caller: as of SliceOps.Make. Rules: U2, U4, U5. Guard: TestArenaLists.
func (a *Arena) Make(s *SliceOps, p Ptr, n int) {
	r, units, size := a.runOf(s, n)
	if r == nil {
		s.Make(p, n)
		return
	}
	if r.left < units {
		k := r.room(units, size)
		switch s.class {
		case sliceString:
			r.next = unsafe.Pointer(unsafe.SliceData(make([]string, k)))
		case slicePointer:
			r.next = unsafe.Pointer(unsafe.SliceData(make([]unsafe.Pointer, k)))
		default:
			r.next = unsafe.Pointer(unsafe.SliceData(make([]uint64, k)))
		}
		r.left, r.last = k, k
	}
	mustHold("Arena.Make", p, s.typ, 1, true)
	*(*header)(p.p) = header{r.next, n, n}
	if r.left -= units; r.left > 0 {
		r.next = unsafe.Add(r.next, units*int(size))
	}
}
