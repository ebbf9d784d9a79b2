package compact

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/unsafeio"
)

// A varintKind is what the tests need to know of a kind of number.
type varintKind[T number] struct {
	name    string
	node    node
	longest int
	consume func(b []byte) (T, int)
}

var (
	kind16 = varintKind[int16]{"i16", node{code: node2, size: 2}, varint16, ConsumeI16}
	kind32 = varintKind[int32]{"i32", node{code: node4, size: 4}, varint32, ConsumeI32}
	kind64 = varintKind[int64]{"i64", node{code: node8, size: 8}, varint64, ConsumeI64}
)

// random returns a number whose varint has from shortest to longest bytes,
// each equally often.
func (k *varintKind[T]) random(r *rand.Rand, shortest, longest int) T {
	n := min(shortest+r.IntN(longest-shortest+1), k.longest)
	for {
		u := r.Uint64()>>(64-min(7*n, 64)) | uint64(1)<<(7*n-7)
		if n == 1 {
			u = r.Uint64() & 0x7f
		}
		if v := T(Unzigzag(u)); Zigzag(int64(v)) == u {
			return v
		}
	}
}

// encode is the twin of appendVarints: one number after the other.
func (k *varintKind[T]) encode(list []T) (b []byte) {
	for _, v := range list {
		b = AppendI64(b, int64(v))
	}
	return b
}

// put encodes list to dst.
func (k *varintKind[T]) put(dst []byte, list []T) int {
	return appendVarints[T](unsafeio.Elems(list), len(list), k.node.size, unsafeio.Output(dst), 0, len(dst))
}

// get decodes size numbers from b, behind skip bytes.
func (k *varintKind[T]) get(list []T, b []byte, skip int) (n int, f walk.Fault, path string) {
	var d walk.Decoder
	n = decodeVarints(&d, &k.node, unsafeio.Heap(&list), unsafeio.Input(b), skip, len(b), len(list))
	return n, d.Fault, d.Path("")
}

// atVarintLevels runs f at each level that this CPU has.
func atVarintLevels(t *testing.T, f func(t *testing.T)) {
	best := varintBest()
	defer func(v int) { varintLevel = v }(varintLevel)
	for level, name := range varintLevels[:best+1] {
		varintLevel = level
		t.Run(name, f)
	}
}

// varintMixes are the shortest and the longest varint of a list.
var varintMixes = [][2]int{{1, 1}, {1, 2}, {1, 3}, {1, 5}, {2, 2}, {3, 3}, {5, 5}, {6, 6}, {8, 8}, {1, 8}, {8, 9}, {9, 9}, {9, 10}, {10, 10}, {1, 10}}

// TestVarintLevels compares each level with one number after the other, in
// buffers between unreadable pages: short lists, long ones, all mixes.
func TestVarintLevels(t *testing.T) {
	atVarintLevels(t, func(t *testing.T) {
		varintLevelCase(t, &kind16)
		varintLevelCase(t, &kind32)
		varintLevelCase(t, &kind64)
	})
}

func varintLevelCase[T number](t *testing.T, k *varintKind[T]) {
	r := rand.New(rand.NewPCG(1, 2))
	g, h := wiretest.NewGuard(t, 60_000), wiretest.NewGuard(t, 60_000)
	mem := wiretest.NewGuard(t, 50_000)
	for _, mix := range varintMixes {
		for n := 1; n < 71+4; n++ {
			size := n
			if n > 70 {
				size = r.IntN(5000) + 1
			}
			list := make([]T, size)
			for i := range list {
				list[i] = k.random(r, min(mix[0], k.longest), min(mix[1], k.longest))
				if r.IntN(100) == 0 {
					list[i] = k.random(r, 1, k.longest)
				}
			}
			want := k.encode(list)
			dsts := [][]byte{g.Tail(len(want)), g.Head(len(want)), h.Tail(len(want) + 200)}
			for extra := range 12 {
				dsts = append(dsts, h.Tail(len(want)+extra))
			}
			for _, dst := range dsts {
				if got := k.put(dst, list); got != len(want) || !bytes.Equal(dst[:len(want)], want) {
					t.Fatalf("%s x %d, %v: encode = %d, want %d\n%x\n%x", k.name, size, mix, got, len(want), dst, want)
				}
			}
			// The numbers between unreadable pages, the input too.
			back := views[T](mem, size, int(k.node.size))
			for i, b := range back {
				src := g.Put(want)
				if i > 0 {
					src = g.Head(len(want))
					copy(src, want)
				}
				if got, f, _ := k.get(b, src, 0); got != len(want) || !slices.Equal(b, list) {
					t.Fatalf("%s x %d, %v: decode = %d (%v), want %d", k.name, size, mix, got, f.Code, len(want))
				}
				if got := k.put(h.Tail(len(want)), b); got != len(want) {
					t.Fatalf("%s x %d, %v: encode at a page = %d, want %d", k.name, size, mix, got, len(want))
				}
			}
			// More input behind the list, which might be more numbers.
			for _, more := range []string{"\x80\xff\x07", "\x01", "\x80"} {
				src := slices.Concat([]byte{0xff}, want, bytes.Repeat([]byte(more), 100))
				clear(back[0])
				if got, _, _ := k.get(back[0], src, 1); got != len(want)+1 || !slices.Equal(back[0], list) {
					t.Fatalf("%s x %d, %v: decode before %x = %d, want %d", k.name, size, mix, more, got, len(want)+1)
				}
			}
		}
	}
}

// TestVarintsAtTheEnd lets a long varint, which is read as two words, come
// before short ones that end with the input.
func TestVarintsAtTheEnd(t *testing.T) {
	atVarintLevels(t, func(t *testing.T) {
		g := wiretest.NewGuard(t, 4096)
		for size := range 200 {
			list, back := make([]int64, 56+size), make([]int64, 56+size)
			list[0], list[55] = -1<<63, -1<<63 // 64 bytes from one to the other
			b := kind64.encode(list)
			if got, _, _ := kind64.get(back, g.Put(b), 0); got != len(b) || !slices.Equal(back, list) {
				t.Fatalf("%d numbers: decode = %d, want %d", len(list), got, len(b))
			}
		}
	})
}

// views returns size numbers of width bytes at both ends of the guarded room.
func views[T number](g *wiretest.Guard, size, width int) [2][]T {
	view := func(b []byte) (list []T) {
		unsafeio.Heap(&list).SetSlice(unsafeio.Slice{Data: unsafeio.Input(b), Len: size, Cap: size})
		return list
	}
	return [2][]T{view(g.Tail(size * width)), view(g.Head(size * width))}
}

// TestVarintLimits encodes into every length of buffer, and decodes every
// length of input: never a byte outside, and short or truncated when it is.
func TestVarintLimits(t *testing.T) {
	atVarintLevels(t, func(t *testing.T) {
		varintLimitCase(t, &kind16)
		varintLimitCase(t, &kind32)
		varintLimitCase(t, &kind64)
	})
}

func varintLimitCase[T number](t *testing.T, k *varintKind[T]) {
	r := rand.New(rand.NewPCG(3, 4))
	g := wiretest.NewGuard(t, 4096)
	for _, mix := range varintMixes {
		list := make([]T, 70)
		for i := range list {
			list[i] = k.random(r, min(mix[0], k.longest), min(mix[1], k.longest))
		}
		want := k.encode(list)
		back := make([]T, len(list))
		for lim := range len(want) {
			if got := k.put(g.Tail(lim), list); got != walk.Short {
				t.Fatalf("%s, %v: encode in %d of %d = %d, want short", k.name, mix, lim, len(want), got)
			}
			room := bytes.Repeat([]byte{0xa5}, lim+64)
			if got := k.put(room[:lim], list); got != walk.Short || !bytes.Equal(room[lim:], bytes.Repeat([]byte{0xa5}, 64)) {
				t.Fatalf("%s, %v: encode in %d of %d = %d, writes behind", k.name, mix, lim, len(want), got)
			}
			whole, off := 0, 0 // of what is left
			for {
				_, n := k.consume(want[off:lim])
				if n < 0 {
					break
				}
				whole, off = whole+1, off+n
			}
			got, f, path := k.get(back, g.Put(want[:lim]), 0)
			if got != walk.Truncated || f.Off != off || path != fmt.Sprintf("[%d]", whole) {
				t.Fatalf("%s, %v: decode of %d of %d = %d at %d%s, want truncated at %d[%d]",
					k.name, mix, lim, len(want), got, f.Off, path, off, whole)
			}
		}
	}
}

// TestVarintMalformed puts a varint that its kind does not allow at every
// position of a list.
func TestVarintMalformed(t *testing.T) {
	atVarintLevels(t, func(t *testing.T) {
		varintMalformedCase(t, &kind16, "80808000", "ffff04", "ffff7f", "80808004", "8080808000")
		varintMalformedCase(t, &kind32, "808080808000", "ffffffff10", "ffffffff7f", "80808080808080808000")
		varintMalformedCase(t, &kind64, "8080808080808080808000", "ffffffffffffffffff02", "ffffffffffffffffff7f", "8080808080808080808080808080808000")
	})
}

func varintMalformedCase[T number](t *testing.T, k *varintKind[T], malformed ...string) {
	r := rand.New(rand.NewPCG(5, 6))
	endless := bytes.Repeat([]byte{0x80}, 200)
	nested := append(bytes.Repeat([]byte{0x80}, 31), 0)
	bad := [][]byte{endless, nested, append(bytes.Repeat([]byte{0x80}, 63), 0), append(bytes.Repeat([]byte{0xff}, 64), 0)}
	for _, s := range malformed {
		b, err := hex.DecodeString(s)
		if err != nil {
			t.Fatal(err)
		}
		bad = append(bad, b)
	}
	padded := append(bytes.Repeat([]byte{0x80}, k.longest-1), 0) // allowed, if not the shortest
	for _, mix := range varintMixes {
		list := make([]T, 100)
		for i := range list {
			list[i] = k.random(r, min(mix[0], k.longest), min(mix[1], k.longest))
		}
		back := make([]T, len(list))
		for at := range list {
			head, tail := k.encode(list[:at]), k.encode(list[at+1:])
			b := slices.Concat(head, padded, tail)
			if got, f, _ := k.get(back, b, 0); got != len(b) || back[at] != 0 || !slices.Equal(back[at+1:], list[at+1:]) {
				t.Fatalf("%s, %v: %x at %d: decode = %d (%d), want %d", k.name, mix, padded, at, got, f.Code, len(b))
			}
			for _, x := range bad {
				got, f, path := k.get(back, slices.Concat(head, x, tail), 0)
				if got != walk.Varint || f.Off != len(head) || path != fmt.Sprintf("[%d]", at) {
					t.Fatalf("%s, %v: %x at %d: decode = %d at %d%s, want a malformed varint at %d[%d]",
						k.name, mix, x, at, got, f.Off, path, len(head), at)
				}
			}
		}
	}
}

// TestVarintsDuringGC runs lists while the collector runs.
func TestVarintsDuringGC(t *testing.T) {
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
	r := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		list := make([]int64, 1+r.IntN(2000))
		for i := range list {
			list[i] = kind64.random(r, 1, 10)
		}
		b, back := make([]byte, 10*len(list)), make([]int64, len(list))
		n := kind64.put(b, list)
		if got, _, _ := kind64.get(back, b[:n:n], 0); got != n || !slices.Equal(back, list) {
			t.Errorf("%d numbers: decode = %d, want %d", len(list), got, n)
		}
	}
	close(stop)
	wg.Wait()
}
