package unsafeio

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"github.com/miserwire/miser/internal/wiretest"
)

// bulkFuncs are the bulk functions that have vectors, with the bytes of their
// element.
var bulkFuncs = []struct {
	name string
	f    func(dst, src Ptr, n int)
	size int
}{
	{"PutBE16s", PutBE16s, 2},
	{"GetBE16s", GetBE16s, 2},
	{"PutBE32s", PutBE32s, 4},
	{"GetBE32s", GetBE32s, 4},
	{"PutBE64s", PutBE64s, 8},
	{"GetBE64s", GetBE64s, 8},
	{"PutBools", PutBools, 1},
	{"GetBools", GetBools, 1},
	{"PutCompactBools", PutCompactBools, 1},
	{"GetCompactBools", GetCompactBools, 1},
}

// atBulkLevels runs f at each level that this CPU has.
func atBulkLevels(t *testing.T, f func(t *testing.T)) {
	best := bulkBest()
	defer func(v int) { bulkLevel = v }(bulkLevel)
	for level, name := range bulkLevels[:best+1] {
		bulkLevel = level
		t.Run(name, f)
	}
}

// randomBytes are small often, so that bools and their neighbours occur.
func randomBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		if b[i] = byte(r.Uint32()); b[i] < 0x80 {
			b[i] &= 3
		}
	}
	return b
}

// TestBulkLevels compares each level with the Go loops: short lists, long
// ones, and such as pass by the caches, at odd addresses on either side.
func TestBulkLevels(t *testing.T) {
	if bulkBest() == 0 {
		t.Skip("one level only: TestBulk is about it")
	}
	r := rand.New(rand.NewPCG(5, 6))
	var sizes []int // bytes
	for n := range 600 {
		sizes = append(sizes, n)
	}
	for range 200 {
		sizes = append(sizes, r.IntN(5000*8))
	}
	for _, n := range []int{64 << 10, 128 << 10, 128<<10 + 8, 1 << 20, 1<<20 + 56, 1<<20 + 5<<15 + 104} {
		sizes = append(sizes, n-8, n, n+8)
	}
	noise := randomBytes(r, 2<<20)
	for _, tt := range bulkFuncs {
		for _, size := range sizes {
			n := size / tt.size
			size = n * tt.size
			from, to := 8*r.IntN(5), r.IntN(40) // memory is aligned, the wire is not
			if tt.name[0] == 'G' {
				from, to = to, from
			}
			src := noise[:from+size]
			fresh := bytes.Repeat([]byte{0xa5}, to+size+40)
			run := func(level int) []byte {
				defer func(v int) { bulkLevel = v }(bulkLevel)
				bulkLevel = level
				dst := bytes.Clone(fresh)
				if n > 0 {
					tt.f(Input(dst).Add(to), Input(src).Add(from), n)
				}
				return dst
			}
			want := run(0)
			if !bytes.Equal(want[:to], fresh[:to]) || !bytes.Equal(want[to+size:], fresh[to+size:]) {
				t.Fatalf("%s(%d): the loop writes outside", tt.name, n)
			}
			for level, name := range bulkLevels[:bulkBest()+1] {
				if got := run(level); !bytes.Equal(got, want) {
					t.Fatalf("%s(%d) from %d to %d: %s differs from the loop", tt.name, n, from, to, name)
				}
			}
		}
	}
}

// TestBulkAtPages lets both sides begin and end at unreadable pages.
func TestBulkAtPages(t *testing.T) {
	if Checked {
		t.Skip("no numbers lie at the pages, which the asserts ask for")
	}
	r := rand.New(rand.NewPCG(7, 8))
	gdst, gsrc := wiretest.NewGuard(t, 4096), wiretest.NewGuard(t, 4096)
	const huge = 1<<20 + 24
	hdst, hsrc := wiretest.NewGuard(t, huge), wiretest.NewGuard(t, huge)
	atBulkLevels(t, func(t *testing.T) {
		for _, tt := range bulkFuncs {
			for n := 1; n < 300; n++ {
				size := n * tt.size
				b := randomBytes(r, size)
				want := make([]byte, size)
				tt.f(Input(want), Input(b), n)
				for _, src := range [][]byte{gsrc.Tail(size), gsrc.Head(size)} {
					copy(src, b)
					for _, dst := range [][]byte{gdst.Tail(size), gdst.Head(size)} {
						clear(dst)
						tt.f(Input(dst), Input(src), n)
						if !bytes.Equal(dst, want) {
							t.Fatalf("%s(%d) at a page: %x, want %x", tt.name, n, dst, want)
						}
					}
				}
			}
			tt.f(Input(hdst.Tail(huge)), Input(hsrc.Tail(huge)), huge/tt.size)
			tt.f(Input(hdst.Head(huge)), Input(hsrc.Head(huge)), huge/tt.size)
		}
	})
}

// TestBulkDuringGC runs every function on fresh memory while the collector
// runs and stacks move.
func TestBulkDuringGC(t *testing.T) {
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	})
	for g := range 2 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(9, uint64(g)))
			for range 500 {
				deeper(r.IntN(60), func() {
					mem := make([]uint64, 1+r.IntN(3000))
					for i := range mem {
						mem[i] = r.Uint64()
					}
					wire, back := make([]byte, 8*len(mem)), make([]uint64, len(mem))
					PutBE64s(BytesOf(wire), Elems(mem).Hide(), len(mem))
					GetBE64s(Elems(back).Hide(), BytesOf(wire), len(mem))
					for i := range mem {
						if mem[i] != back[i] {
							panic(fmt.Sprintf("[%d] = %x, want %x", i, back[i], mem[i]))
						}
					}
				})
			}
			if g == 0 {
				close(stop)
			}
		})
	}
	wg.Wait()
}

// deeper calls f with n more frames on the stack.
func deeper(n int, f func()) {
	var frame [128]byte
	if n > 0 {
		frame[n] = 1
		deeper(n-int(frame[n]), f)
		return
	}
	f()
}
