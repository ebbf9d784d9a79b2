package codec_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
	"time"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// goTogether runs f in n goroutines that begin at the same moment, and waits for them.
func goTogether(n int, f func(i int)) {
	var all sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		all.Go(func() {
			<-start
			f(i)
		})
	}
	close(start)
	all.Wait()
}

// One codec is used by many goroutines, for all that it can do.
func TestConcurrentUse(t *testing.T) {
	values := wiretest.VariedMediaContents(3, 64)
	for _, p := range bothProtocols {
		for _, o := range []codec.Options{{}, {Strings: codec.Alias, Reuse: true}, {Strings: codec.Own, Canonical: true}} {
			c := codec.Must(codec.New[wiretest.MediaContent](p, o))
			goTogether(16, func(i int) {
				r := rand.New(rand.NewPCG(1, uint64(i)))
				var got wiretest.MediaContent
				var buf []byte
				for range 60 {
					want := values[r.IntN(len(values))]
					b, err := c.Append(buf[:0], want)
					if size, sizeErr := c.Size(want); err != nil || sizeErr != nil || size != len(b) {
						t.Errorf("%v Append = %d bytes, %v; Size = %d, %v", p, len(b), err, size, sizeErr)
						return
					}
					if n, err := c.Decode(b, &got); n != len(b) || err != nil {
						t.Errorf("%v Decode = %d, %v", p, n, err)
						return
					}
					if d := wiretest.Diff(&got, want); d != "" {
						t.Errorf("%v: differs%s", p, d)
						return
					}
					if n, err := c.Decode(b[:len(b)/2], &got); n != 0 || err == nil {
						t.Errorf("%v Decode of half = %d, %v", p, n, err)
						return
					}
					buf = b
				}
			})
		}
	}
}

// Wide structs and Canonical maps take scratch memory from pools that all codecs share.
func TestConcurrentScratch(t *testing.T) {
	wide := wideType(130)
	goTogether(8, func(i int) {
		r := rand.New(rand.NewPCG(2, uint64(i)))
		for _, p := range bothProtocols {
			c, err := codec.ForType(wide, p, codec.Options{Canonical: true, Reuse: i%2 == 0})
			noError(err)
			got := reflect.New(wide).Interface()
			for range 20 {
				want := reflect.New(wide)
				fillSome(r, want.Elem())
				b, err := c.Append(nil, want.Interface())
				noError(err)
				if n, err := c.Decode(b, got); n != len(b) || err != nil {
					t.Errorf("%v Decode = %d, %v", p, n, err)
					return
				}
				if again, err := c.Append(nil, got); err != nil || !bytes.Equal(again, b) {
					t.Errorf("%v Append gives %x, %v, at first %x", p, again, err, b)
					return
				}
			}
		}
	})
}

// Types are used for the first time by many goroutines at once.
func TestConcurrentFirstUse(t *testing.T) { firstUse(t, 200, 32) }

// distinct makes it likely that the types of two runs in one process differ.
var distinct int

// firstUse makes n distinct types, and has goroutines encode and decode all of them, each in an order of its own.
func firstUse(t *testing.T, n, goroutines int) {
	distinct += n
	types := make([]reflect.Type, n)
	for i := range types {
		id := distinct - i
		inner := reflect.StructOf([]reflect.StructField{
			{Name: "X", Type: reflect.TypeFor[int32](), Tag: reflect.StructTag(fmt.Sprintf(`thrift:"x%d,%d"`, id, id%1000+1))},
			{Name: "S", Type: reflect.TypeFor[*string](), Tag: `thrift:"s,2000,optional"`},
		})
		types[i] = reflect.StructOf([]reflect.StructField{
			{Name: "A", Type: reflect.PointerTo(inner), Tag: `thrift:"a,1"`},
			{Name: "B", Type: reflect.SliceOf(inner), Tag: `thrift:"b,2"`},
			{Name: "C", Type: reflect.MapOf(reflect.TypeFor[int16](), inner), Tag: reflect.StructTag(fmt.Sprintf(`thrift:"c,%d"`, id+10))},
		})
	}
	wire := make([][2][]byte, n) // the first encoding that anyone gave
	var mu sync.Mutex
	goTogether(goroutines, func(g int) {
		r := rand.New(rand.NewPCG(3, uint64(g)))
		for _, i := range r.Perm(n) {
			p := bothProtocols[r.IntN(2)]
			c, err := codec.ForType(types[i], p, codec.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			v := reflect.New(types[i])
			fillAll(v.Elem(), 2)
			b, err := c.Append(nil, v.Interface())
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			if wire[i][p-1] == nil {
				wire[i][p-1] = b
			}
			first := wire[i][p-1]
			mu.Unlock()
			got := reflect.New(types[i])
			if k, err := c.Decode(first, got.Interface()); err != nil || k != len(first) || !bytes.Equal(b, first) {
				t.Errorf("%v Decode = %d, %v; %x and %x", p, k, err, b, first)
				return
			}
			if d := wiretest.Diff(got.Interface(), v.Interface()); d != "" {
				t.Errorf("%v differs%s", p, d)
				return
			}
		}
	})
}

// Ring1 to Ring4 lead to one another; each is also the root of some goroutine.
type (
	Ring1[T any] struct {
		Next *Ring2[T]   `thrift:"next,1"`
		All  []*Ring4[T] `thrift:"all,2"`
		V    T           `thrift:"v,3"`
	}
	Ring2[T any] struct {
		Next *Ring3[T]           `thrift:"next,1"`
		By   map[string]Ring1[T] `thrift:"by,2"`
		V    T                   `thrift:"v,3"`
	}
	Ring3[T any] struct {
		Next []Ring4[T] `thrift:"next,1"`
		V    T          `thrift:"v,3"`
	}
	Ring4[T any] struct {
		Next *Ring1[T] `thrift:"next,1"`
		Back *Ring3[T] `thrift:"back,2"`
		V    T         `thrift:"v,3"`
	}
)

// Mutually recursive types are used for the first time from all of their sides at once.
func TestConcurrentRecursive(t *testing.T) {
	ring[int32](t, 1)
	ring[string](t, "s")
	ring[bool](t, true)
	ring[[]int64](t, []int64{1})
	ring[map[int8]string](t, map[int8]string{1: "s"})
	ring[*float64](t, new(1.5))
}

func ring[T any](t *testing.T, v T) {
	leaf := Ring4[T]{V: v}
	roots := []any{
		&Ring1[T]{Next: &Ring2[T]{Next: &Ring3[T]{Next: []Ring4[T]{leaf}, V: v}, V: v}, All: []*Ring4[T]{&leaf}, V: v},
		&Ring2[T]{By: map[string]Ring1[T]{"k": {V: v}}, V: v},
		&Ring3[T]{Next: []Ring4[T]{leaf, leaf}, V: v},
		&Ring4[T]{Next: &Ring1[T]{V: v}, Back: &Ring3[T]{V: v}, V: v},
	}
	goTogether(32, func(i int) {
		root, p := roots[i%len(roots)], bothProtocols[i/len(roots)%2]
		c, err := codec.ForType(reflect.TypeOf(root).Elem(), p, codec.Options{})
		if err != nil {
			t.Error(err)
			return
		}
		b, err := c.Append(nil, root)
		got := fresh(root)
		if n, decodeErr := c.Decode(b, got); err != nil || decodeErr != nil || n != len(b) {
			t.Errorf("%v %T: Append = %x, %v; Decode = %d, %v", p, root, b, err, n, decodeErr)
		} else if d := wiretest.Diff(got, root); d != "" {
			t.Errorf("%T: differs%s", root, d)
		}
	})
}

// Values are decoded while the collector runs all the time.
func TestConcurrentGC(t *testing.T) { treesUnderGC(t, 8, time.Second) }

// treesUnderGC decodes random trees in goroutines, for that long, with collections in between, and compares
// what they hold with what was encoded.
func treesUnderGC(t *testing.T, goroutines int, long time.Duration) {
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	modes := []codec.Options{{}, {Strings: codec.Own}, {Reuse: true}, {Strings: codec.Alias, Reuse: true}}
	end := time.Now().Add(long)
	goTogether(goroutines, func(g int) {
		r := rand.New(rand.NewPCG(4, uint64(g)))
		p, o := bothProtocols[g%2], modes[g/2%len(modes)]
		c := codec.Must(codec.New[Leafy](p, o))
		var got Leafy
		for i := 0; time.Now().Before(end); i++ {
			want := growTree(r, 4)
			b, err := c.Append(nil, want)
			noError(err)
			if n, err := c.Decode(b, &got); n != len(b) || err != nil {
				t.Errorf("%v %+v: Decode = %d, %v", p, o, n, err)
				return
			}
			if o.Strings != codec.Alias {
				clear(b)
			}
			if i%16 == 0 {
				runtime.GC()
			}
			if d := wiretest.Diff(&got, want); d != "" {
				t.Errorf("%v %+v: differs%s", p, o, d)
				return
			}
		}
	})
}

// Leafy is a tree with memory of every kind.
type Leafy struct {
	Kids  []*Leafy          `thrift:"kids,1"`
	Vals  []Leafy           `thrift:"vals,2"`
	By    map[string]*Leafy `thrift:"by,3"`
	Name  string            `thrift:"name,4"`
	Note  *string           `thrift:"note,5,optional"`
	Blob  []byte            `thrift:"blob,6,optional"`
	Words []string          `thrift:"words,7,optional"`
	Count *int64            `thrift:"count,8,optional"`
	Sums  [][]int32         `thrift:"sums,9,optional"`
}

func growTree(r *rand.Rand, depth int) *Leafy {
	v := &Leafy{Name: fmt.Sprint(r.Uint64())}
	if r.IntN(2) == 0 {
		v.Note, v.Count = new(fmt.Sprint(r.Uint32())), new(r.Int64())
		v.Blob, v.Words = make([]byte, r.IntN(40)), []string{v.Name, "w"}
		v.Sums = [][]int32{{r.Int32()}, {}}
	}
	for i := 0; depth > 0 && i < r.IntN(4); i++ {
		switch kid := growTree(r, depth-1); r.IntN(3) {
		case 0:
			v.Kids = append(v.Kids, kid)
		case 1:
			v.Vals = append(v.Vals, *kid)
		default:
			if v.By == nil {
				v.By = map[string]*Leafy{}
			}
			v.By[fmt.Sprint(i)] = kid
		}
	}
	return v
}
