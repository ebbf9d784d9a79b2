package binary

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// result is all that an encode gives.
type result struct {
	n     int
	fault walk.Fault
	bytes []byte
}

// encodeAt encodes the value at v into dst at a level. Tests that call it are
// not parallel, since the level is everyone's.
func encodeAt[T any](lv int, p *Program, v *T, dst []byte, depth int) result {
	defer func(old int) { level = old }(level)
	level = lv
	e := walk.Encoder{Depth: depth}
	n := p.Encode(&e, addressOf(p, v), unsafeio.BytesOf(dst), len(dst))
	runtime.KeepAlive(v)
	return result{n, e.Fault, bytes.Clone(dst[:max(n, 0)])}
}

// addressOf returns the address of v, where *byte stands for any type.
func addressOf[T any](p *Program, v *T) unsafeio.Ptr {
	if reflect.TypeFor[T]() == p.plan.Go {
		return unsafeio.Of(v)
	}
	return unsafeio.PtrTo(reflect.NewAt(p.plan.Go, unsafe.Pointer(v))).Hide()
}

func lowerOf(t testing.TB, typ reflect.Type) *Program {
	t.Helper()
	s, err := layout.Of(typ)
	if err != nil {
		t.Fatal(err)
	}
	return Lower(s)
}

// testDepth is codec's default.
const testDepth = 64

// sizeOf returns the bytes that v takes, 0 when it cannot be encoded.
func sizeOf[T any](p *Program, v *T) int {
	n := p.Size(&walk.Encoder{Depth: testDepth}, addressOf(p, v))
	runtime.KeepAlive(v)
	return max(0, n)
}

// canary is what dst holds, and the bytes behind it.
const canary = 0xa5

// agree encodes into the dst of every length that is given, at every level,
// and compares with the Go walker: result, fault, bytes, and nothing written
// behind dst.
func agree[T any](t *testing.T, name string, p *Program, v *T, lengths []int, depth int) {
	t.Helper()
	room := make([]byte, lengths[len(lengths)-1]+160)
	for _, l := range lengths {
		want := encodeAt(0, p, v, room[:l], depth)
		for lv := 1; lv <= bestLevel(); lv++ {
			for i := range room {
				room[i] = canary
			}
			got := encodeAt(lv, p, v, room[:l], depth)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: %d bytes of dst: %s gives %d %v %x, Go %d %v %x",
					name, l, levels[lv], got.n, got.fault, got.bytes, want.n, want.fault, want.bytes)
			}
			for i, b := range room[l:] {
				if b != canary {
					t.Fatalf("%s: %d bytes of dst: %s writes %d bytes behind them", name, l, levels[lv], i)
				}
			}
		}
	}
}

// around returns every length from 0 to somewhat more than need.
func around(need int) (ls []int) {
	for l := range need + 100 {
		ls = append(ls, l)
	}
	return ls
}

// everyFew is around in steps, exact close to need.
func everyFew(need int) (ls []int) {
	for _, l := range around(need) {
		if l%13 == 0 || l > need-40 {
			ls = append(ls, l)
		}
	}
	return ls
}

func TestExecutorsMedia(t *testing.T) {
	p := lowerOf(t, reflect.TypeFor[wiretest.MediaContent]())
	if bestLevel() > 0 && (!p.whole || !p.ops[0].fast) {
		t.Error("MediaContent is not for assembly")
	}
	msgs := append(wiretest.VariedMediaContents(7, 60), wiretest.NewMediaContent(), &wiretest.MediaContent{})
	for i, m := range msgs {
		agree(t, fmt.Sprint("message ", i), p, m, around(sizeOf(p, m)), testDepth)
	}
}

func TestExecutorsGolden(t *testing.T) {
	for _, vec := range wiretest.Golden() {
		m := wiretest.Lookup(vec.Type).Ordered()
		if err := wiretest.Build(m, vec.Value); err != nil {
			t.Fatal(err)
		}
		p := lowerOf(t, reflect.TypeOf(m).Elem())
		v := (*byte)(reflect.ValueOf(m).UnsafePointer())
		need := sizeOf(p, v)
		if need > 4096 {
			agree(t, vec.Name, p, v, []int{0, need / 2, need - 1, need, need + 100}, testDepth)
			continue
		}
		agree(t, vec.Name, p, v, everyFew(need), testDepth)
	}
}

func TestExecutorsEveryOp(t *testing.T) {
	p := lowerOf(t, reflect.TypeFor[every]())
	if bestLevel() > 0 && !p.whole {
		t.Error("there is no code for some op")
	}
	seen := map[opCode]bool{opUnknown: true} // there is code for a struct that retained nothing
	codesOf(p, seen)
	for code := range opCount {
		if !opTable[code].goOnly && !seen[code] {
			t.Errorf("every has no %s", opTable[code].name)
		}
	}
	r := filler{rand.New(rand.NewPCG(3, 4))}
	for i := range 300 {
		v := r.every(i % 5)
		agree(t, fmt.Sprint("value ", i), p, v, everyFew(sizeOf(p, v)), testDepth)
		agree(t, fmt.Sprint("shallow value ", i), p, v, []int{8192, 65536}, i%8)
	}
}

// codesOf adds the ops that p consists of, nested structs' too.
func codesOf(p *Program, seen map[opCode]bool) {
	for i := range p.ops {
		o := &p.ops[i]
		seen[o.code] = true
		if o.sub != nil && o.sub != p { // every leads back to itself alone
			codesOf(o.sub, seen)
		}
	}
}

// An enum that is no i32 is refused, wherever it stands, by every executor.
func TestExecutorsEnumRange(t *testing.T) {
	const large = math.MaxInt32 + 1
	refuse(t, &oneEnum{E: large}, walk.Range)
	refuse(t, &oneEnum{E: -large - 1}, walk.Range)
	refuse(t, &oneEnum{E: large - 1}, 0)
	refuse(t, &someEnums{E: large}, walk.Range)
	refuse(t, &someEnums{F: large}, walk.Range)
	refuse(t, &someEnums{G: new(wiretest.Colour(large))}, walk.Range)
	refuse(t, &someEnums{E: -large, F: large - 1}, 0)
	refuse(t, &mixedEnums{E: large}, walk.Range)
	refuse(t, &mixedEnums{F: -large - 1}, walk.Range)
	refuse(t, &mixedEnums{E: -large}, 0)
}

func refuse[T any](t *testing.T, v *T, want int) {
	t.Helper()
	p := lowerOf(t, reflect.TypeFor[T]())
	for lv := range levels {
		if lv > bestLevel() {
			break
		}
		if r := encodeAt(lv, p, v, make([]byte, 100), testDepth); min(0, r.n) != want {
			t.Errorf("%+v: %s gives %d, want %d", *v, levels[lv], r.n, want)
		}
	}
}

// Lists and strings longer than one call does, and nesting deeper.
func TestExecutorsLarge(t *testing.T) {
	p := lowerOf(t, reflect.TypeFor[every]())
	m := &every{M: new(int32)}
	compare := func(name string) {
		t.Helper()
		need := sizeOf(p, m)
		agree(t, name, p, m, []int{need / 2, need - 1, need, need + 100, 2 * need}, testDepth)
	}
	for range 60 {
		m = &every{Next: m, M: new(int32)}
		m.LP = append(m.LP, &inner{})
	}
	compare("deep")
	for range 10 {
		m = &every{Next: m, M: new(int32)}
	}
	agree(t, "too deep", p, m, []int{100, 1 << 20}, testDepth)
	m = &every{M: new(int32)}
	for range 3000 {
		m.LP = append(m.LP, &inner{D: "hello"})
		m.LS = append(m.LS, "hello, world")
	}
	compare("long lists")
	m.Next = &every{M: new(int32), LP: m.LP[:2000], LS: []string{strings.Repeat("x", 100)}}
	compare("long lists inside")
	for _, n := range []int{63, 64, 65, 127, 128, 129, 4095, 4096, 16383, 16384, 65535, 65536, 100_000, 200_000} {
		s := strings.Repeat("x", n)
		m = &every{S: s, Bin: []byte(s), OS: &s, LS: []string{s, "", s}, V: inner{D: s}, M: new(int32)}
		m.Next = &every{S: s, LS: []string{s}, LP: []*inner{{D: s}}, M: new(int32)}
		compare(fmt.Sprint("strings of ", n))
	}
	for _, n := range []int{14, 15, 16, 127, 128, 129, 2047, 2048, 2049} {
		m = &every{LS: make([]string, n), LP: make([]*inner, n), N2: make([]int16, n), N8: make([]int64, n), M: new(int32)}
		compare(fmt.Sprint("lists of ", n))
	}
	r := filler{rand.New(rand.NewPCG(5, 6))}
	for shift := range 64 {
		for _, x := range []int64{1, -1, 3, -3, int64(r.Uint64() | 1<<63)} {
			x := int64(uint64(x) << shift >> r.IntN(2))
			m = &every{I64: x, I32: int32(x), I16: int16(x), J16: int16(x >> 8), O64: &x, M: new(int32(x)), O16: new(int16(x))}
			compare(fmt.Sprint("number ", x))
		}
	}
}

// Strings between unreadable pages, and a dst that ends at one.
func TestExecutorsAtPages(t *testing.T) {
	p := lowerOf(t, reflect.TypeFor[every]())
	src, dst := wiretest.NewGuard(t, 512), wiretest.NewGuard(t, 8192)
	for n := range 300 {
		for _, b := range [][]byte{src.Tail(n), src.Head(n)} {
			for i := range b {
				b[i] = byte('a' + i%26)
			}
			s := ""
			if n > 0 {
				s = unsafeio.StringAt(unsafeio.BytesOf(b), n)
			}
			m := &every{S: s, Bin: b, OS: &s, OBin: b, LS: []string{s, s}, LP: []*inner{{D: s}}, M: new(int32)}
			need := sizeOf(p, m)
			want := encodeAt(0, p, m, make([]byte, need), testDepth)
			for lv := 1; lv <= bestLevel(); lv++ {
				for _, l := range []int{need, need - 1, need + 1, need + 3, need + 70, need / 2, need / 3} {
					got := encodeAt(lv, p, m, dst.Tail(l), testDepth)
					if l >= need && !reflect.DeepEqual(got, want) || l < need && got.n != walk.Short {
						t.Fatalf("strings of %d, %d bytes for %d: %s gives %d %x, Go %d %x",
							n, l, need, levels[lv], got.n, got.bytes, want.n, want.bytes)
					}
				}
			}
		}
	}
}

// Lists of numbers between unreadable pages, and a dst that ends at one.
func TestExecutorsNumbersAtPages(t *testing.T) {
	p := lowerOf(t, reflect.TypeFor[every]())
	src, dst := wiretest.NewGuard(t, 1024), wiretest.NewGuard(t, 8192)
	for n := range 60 {
		for _, mem := range []func(int) []byte{src.Tail, src.Head} {
			b := mem(16 * n)
			for i := range b {
				b[i] = byte(i) & 1
			}
			for w := range 5 {
				m := &every{M: new(int32)}
				l := unsafeio.Slice{Data: unsafeio.BytesOf(mem(n << w)), Len: n, Cap: n}
				switch w {
				case 0:
					unsafeio.Of(&m.N1).SetSlice(l)
					unsafeio.Of(&m.NB).SetSlice(l)
				case 1:
					unsafeio.Of(&m.N2).SetSlice(l)
				case 2:
					unsafeio.Of(&m.N4).SetSlice(l)
				case 3:
					unsafeio.Of(&m.N8).SetSlice(l)
					unsafeio.Of(&m.ND).SetSlice(l)
				case 4:
					unsafeio.Of(&m.NU).SetSlice(l)
				}
				need := sizeOf(p, m)
				want := encodeAt(0, p, m, make([]byte, need), testDepth)
				for lv := 1; lv <= bestLevel(); lv++ {
					for _, l := range []int{need, need - 1, need + 1, need + 3, need + 70, need / 2} {
						got := encodeAt(lv, p, m, dst.Tail(l), testDepth)
						if l >= need && !reflect.DeepEqual(got, want) || l < need && got.n != walk.Short {
							t.Fatalf("%d numbers of %d, %d bytes for %d: %s gives %d %x, Go %d %x",
								n, 1<<w, l, need, levels[lv], got.n, got.bytes, want.n, want.bytes)
						}
					}
				}
			}
		}
	}
}

// Structs of fixed-size fields that end or begin at an unreadable page.
func TestExecutorsStructsAtPages(t *testing.T) {
	g := wiretest.NewGuard(t, 512)
	r := rand.New(rand.NewPCG(9, 9))
	for _, typ := range []reflect.Type{
		reflect.TypeFor[small1](), reflect.TypeFor[small2](), reflect.TypeFor[small4](), reflect.TypeFor[small8](),
		reflect.TypeFor[small12](), reflect.TypeFor[small16](), reflect.TypeFor[small24](), reflect.TypeFor[scattered](),
	} {
		p := lowerOf(t, typ)
		for _, mem := range [][]byte{g.Tail(int(typ.Size())), g.Head(int(typ.Size()))} {
			for range 50 {
				for i := range mem {
					mem[i] = byte(r.Uint32()) >> r.IntN(9)
				}
				normalise(typ, mem)
				agree(t, typ.Name(), p, &mem[0], around(sizeOf(p, &mem[0])), testDepth)
			}
		}
	}
}

// Collections and stacks that move, while goroutines encode values that are on
// them.
func TestExecutorsCollected(t *testing.T) {
	p := lowerOf(t, reflect.TypeFor[every]())
	stop := make(chan struct{})
	var gc, work sync.WaitGroup
	gc.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	})
	for g := range 4 {
		work.Go(func() {
			r := filler{rand.New(rand.NewPCG(uint64(g), 1))}
			for i := range 300 {
				onStack(t, p, *r.every(3), i%64)
			}
		})
	}
	work.Wait()
	close(stop)
	gc.Wait()
}

// onStack encodes a value that lives on the stack, so many calls deep.
//
//go:noinline
func onStack(t *testing.T, p *Program, v every, deep int) byte {
	var pad [256]byte
	if deep > 0 {
		pad[deep] = onStack(t, p, v, deep-1)
		return pad[deep/2]
	}
	var e, plain walk.Encoder
	e.Depth, plain.Depth, plain.Plain = testDepth, testDepth, true
	dst, want := make([]byte, 64<<10), make([]byte, 64<<10)
	n := p.Encode(&e, unsafeio.Of(&v), unsafeio.BytesOf(dst), len(dst))
	m := p.Encode(&plain, unsafeio.Of(&v), unsafeio.BytesOf(want), len(want))
	runtime.KeepAlive(&v)
	if n != m || !bytes.Equal(dst[:max(0, n)], want[:max(0, m)]) {
		t.Errorf("Encode = %d, Go %d", n, m)
	}
	return pad[0]
}
