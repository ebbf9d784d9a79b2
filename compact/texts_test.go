package compact

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/unsafeio"
)

// beside has entries of every kind that assembly has code for, in a fixed
// order.
type beside struct {
	SS []wiretest.Entry[string, string] `thrift:"ss,1,default,map<string:string>"`
	SI []wiretest.Entry[string, int32]  `thrift:"si,2,default,map<string:i32>"`
	SL []wiretest.Entry[string, int64]  `thrift:"sl,3,default,map<string:i64>"`
	IS []wiretest.Entry[int32, string]  `thrift:"is,4,default,map<i32:string>"`
	LS []wiretest.Entry[int64, string]  `thrift:"ls,5,default,map<i64:string>"`
	LL []string                         `thrift:"ll,6"`
	LB [][]byte                         `thrift:"lb,7"`
	HS []wiretest.Entry[int16, string]  `thrift:"hs,8,default,map<i16:string>"`
}

func (r filler) beside(n int, text func() string) *beside {
	v := &beside{}
	for range n {
		v.SS = append(v.SS, wiretest.Entry[string, string]{Key: text(), Value: text()})
		v.SI = append(v.SI, wiretest.Entry[string, int32]{Key: text(), Value: int32(r.number())})
		v.SL = append(v.SL, wiretest.Entry[string, int64]{Key: text(), Value: r.number()})
		v.IS = append(v.IS, wiretest.Entry[int32, string]{Key: int32(r.number()), Value: text()})
		v.LS = append(v.LS, wiretest.Entry[int64, string]{Key: r.number(), Value: text()})
		v.HS = append(v.HS, wiretest.Entry[int16, string]{Key: int16(r.number()), Value: text()})
		v.LL = append(v.LL, text())
		v.LB = append(v.LB, []byte(text()))
	}
	return v
}

func TestTextsAgree(t *testing.T) {
	p := lowerOf(t, reflect.TypeFor[beside]())
	r := filler{rand.New(rand.NewPCG(11, 12))}
	for i := range 60 {
		v := r.beside(i%12, r.text)
		agree(t, fmt.Sprint("value ", i), p, v, everyFew(sizeOf(p, v)), testDepth)
	}
	for n := range 140 { // one string after the other has a length of its own
		k := n
		v := r.beside(6, func() string { k++; return strings.Repeat("x", k) })
		need := sizeOf(p, v)
		agree(t, fmt.Sprint("lengths from ", n), p, v, []int{need / 3, need / 2, need - 70, need - 1, need, need + 5, need + 200}, testDepth)
	}
	for _, n := range []int{1023, 1024, 1025, 70_000} {
		v := r.beside(5, func() string { return strings.Repeat("x", n) })
		need := sizeOf(p, v)
		agree(t, fmt.Sprint("strings of ", n), p, v, []int{need / 2, need - 1, need, need + 200}, testDepth)
	}
	v := r.beside(3000, r.text)
	need := sizeOf(p, v)
	agree(t, "many", p, v, []int{need / 2, need - 1, need, need + 200}, testDepth)
}

// Maps have no order: what they encode to is compared after decoding, and the
// least length that suffices with Size.
func TestTextsOfMaps(t *testing.T) {
	type maps struct {
		SS map[string]string   `thrift:"ss,1"`
		SL map[string]int64    `thrift:"sl,2"`
		LS map[int64]string    `thrift:"ls,3"`
		IP map[int32]*inner    `thrift:"ip,4,optional"`
		S  map[string]struct{} `thrift:"s,5"`
	}
	p := lowerOf(t, reflect.TypeFor[maps]())
	r := filler{rand.New(rand.NewPCG(13, 14))}
	for n := range 70 {
		v := &maps{map[string]string{}, map[string]int64{}, map[int64]string{}, nil, map[string]struct{}{}}
		for i := range n {
			v.SS[r.text()], v.SL[r.text()], v.LS[r.number()] = r.text(), r.number(), r.text()
			v.S[r.text()] = struct{}{}
			if n%2 == 0 {
				if v.IP == nil {
					v.IP = map[int32]*inner{}
				}
				in := r.inner()
				v.IP[int32(i)] = &in
			}
		}
		need := sizeOf(p, v)
		room := make([]byte, need+100)
		for lv := 0; lv <= bestLevel(); lv++ {
			for _, l := range []int{need - 1, need / 2, need, need + 100} {
				for i := range room {
					room[i] = canary
				}
				got := encodeAt(lv, p, v, room[:l], testDepth)
				if l < need {
					if got.n != walk.Short {
						t.Fatalf("%d entries, %d bytes for %d: %s gives %d", n, l, need, levels[lv], got.n)
					}
				} else if got.n != need {
					t.Fatalf("%d entries: %s writes %d bytes, want %d", n, levels[lv], got.n, need)
				}
				for i := l; i < len(room); i++ {
					if room[i] != canary {
						t.Fatalf("%d entries, %d bytes: %s writes behind them", n, l, levels[lv])
					}
				}
				if l < need {
					continue
				}
				back := new(maps)
				d := walk.Decoder{Options: &walk.Options{Limits: walk.Limits{Depth: testDepth, Container: 1 << 20, Bytes: 1 << 20, Alloc: 1 << 30}}}
				d.Start(unsafeio.Input(got.bytes), need)
				if k := p.Decode(&d, unsafeio.Of(back), unsafeio.Input(got.bytes), need); k != need || !reflect.DeepEqual(back, v) {
					t.Fatalf("%d entries: %s: %d of %d bytes decode to %v, want %v", n, levels[lv], k, need, back, v)
				}
			}
		}
	}
}

// Strings between unreadable pages, and a dst that ends at one.
func TestTextsAtPages(t *testing.T) {
	p := lowerOf(t, reflect.TypeFor[beside]())
	r := filler{rand.New(rand.NewPCG(15, 16))}
	src, dst := wiretest.NewGuard(t, 512), wiretest.NewGuard(t, 16384)
	for n := 1; n < 300; n++ {
		for _, b := range [][]byte{src.Tail(n), src.Head(n)} {
			for i := range b {
				b[i] = byte('a' + i%26)
			}
			s := unsafeio.StringAt(unsafeio.BytesOf(b), n)
			v := r.beside(5, func() string { return s })
			need := sizeOf(p, v)
			want := encodeAt(0, p, v, make([]byte, need), testDepth)
			for lv := 1; lv <= bestLevel(); lv++ {
				for _, l := range []int{need, need - 1, need + 60, need / 2, need / 3} {
					got := encodeAt(lv, p, v, dst.Tail(l), testDepth)
					if l >= need && !reflect.DeepEqual(got, want) || l < need && got.n != walk.Short {
						t.Fatalf("strings of %d, %d bytes for %d: %s gives %d, Go %d", n, l, need, levels[lv], got.n, want.n)
					}
				}
			}
		}
	}
}

// A string that is being changed may have any length.
func TestTextsTorn(t *testing.T) {
	type item struct {
		_    int64
		text string
	}
	for lv := 0; lv <= bestLevel(); lv++ {
		func() {
			defer func(old int) { level = old }(level)
			level = lv
			for _, l := range []int{1 << 30, 1<<31 - 16, math.MaxInt} {
				items := make([]item, 8)
				for i := range items {
					items[i].text = "0123456789abcdef"
				}
				*(*int)(unsafe.Add(unsafe.Pointer(&items[5].text), unsafeio.PtrSize)) = l
				room := make([]byte, 4096)
				e := walk.Encoder{Depth: testDepth}
				at := unsafeio.Elems(items).Hide()
				i, n := putTexts(&e, at.At(8), reflect.TypeFor[item]().Size(), len(items), unsafeio.BytesOf(room), 0, len(room))
				k, m := putBeside(&e, at, reflect.TypeFor[item]().Size(), len(items), 8, 0, unsafeio.BytesOf(room), 0, len(room))
				if i != 5 || k != 5 || n >= 0 || m >= 0 {
					t.Errorf("%s: length %d: stopped at %d and %d with %d and %d", levels[lv], l, i, k, n, m)
				}
			}
		}()
	}
}
