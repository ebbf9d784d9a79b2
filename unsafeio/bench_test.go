package unsafeio

import (
	stdbinary "encoding/binary"
	"fmt"
	"reflect"
	"testing"
)

type benchT struct {
	Name string
	ID   int64
	Next *benchT
}

var (
	benchPtr   *benchT
	benchInt   int
	benchWords []int64
	benchText  []string
	benchPairs []mixed
)

func BenchmarkNew(b *testing.B) {
	typ := reflect.TypeFor[benchT]()
	block := NewBlock(typ)
	slots, _ := NewSlotsBlock([]reflect.Type{reflect.TypeFor[int64](), reflect.TypeFor[int64]()})
	with := NewStructBlock(typ, slots)
	b.Run("new", func(b *testing.B) {
		for b.Loop() {
			benchPtr = new(benchT)
		}
	})
	b.Run("Block", func(b *testing.B) {
		for b.Loop() {
			sink = block.New()
		}
	})
	b.Run("reflect", func(b *testing.B) {
		for b.Loop() {
			sink = PtrTo(reflect.New(typ))
		}
	})
	b.Run("slots/Block", func(b *testing.B) {
		for b.Loop() {
			sink = with.New()
		}
	})
	b.Run("slots/reflect", func(b *testing.B) {
		t := with.built()
		for b.Loop() {
			sink = PtrTo(reflect.New(t))
		}
	})
	b.Run("array5/Block", func(b *testing.B) {
		for b.Loop() {
			sink = with.NewArray(5)
		}
	})
}

func BenchmarkNewLarge(b *testing.B) {
	for _, n := range []int{64, 128, 256, 512, 1024, 2048, 4096, 8192} {
		typ := structOf(reflect.TypeFor[*int](), reflect.ArrayOf(n-int(PtrSize), reflect.TypeFor[byte]()))
		block := NewBlock(typ)
		b.Run(fmt.Sprintf("Block/%d", n), func(b *testing.B) {
			for b.Loop() {
				sink = block.New()
			}
		})
		b.Run(fmt.Sprintf("reflect/%d", n), func(b *testing.B) {
			for b.Loop() {
				sink = PtrTo(reflect.New(typ))
			}
		})
	}
}

func BenchmarkMake(b *testing.B) {
	words := NewSliceOps(reflect.TypeFor[[]int64]())
	texts := NewSliceOps(reflect.TypeFor[[]string]())
	pairs := NewSliceOps(reflect.TypeFor[[]mixed]())
	for _, n := range []int{4, 16, 100} {
		for _, tt := range []struct {
			name string
			f    func()
		}{
			{"int64/native", func() { benchWords = make([]int64, n) }},
			{"int64/ops", func() { words.Make(Heap(&benchWords), n) }},
			{"string/native", func() { benchText = make([]string, n) }},
			{"string/ops", func() { texts.Make(Heap(&benchText), n) }},
			{"struct/native", func() { benchPairs = make([]mixed, n) }},
			{"struct/ops", func() { pairs.Make(Heap(&benchPairs), n) }},
		} {
			b.Run(fmt.Sprintf("%s/%d", tt.name, n), func(b *testing.B) {
				for b.Loop() {
					tt.f()
				}
			})
		}
	}
}

func BenchmarkRange(b *testing.B) {
	for _, n := range []int{3, 10, 100} {
		texts, words, odd := map[string]string{}, map[int64]string{}, map[keyS]mixed{}
		for i := range n {
			k := fmt.Sprint("key ", i)
			texts[k], words[int64(i)], odd[keyS{k, 1}] = k, k, mixed{N: 1}
		}
		benchRange(b, fmt.Sprintf("string-string/%d", n), texts, func(k *string, v *string) int { return len(*k) + len(*v) })
		benchRange(b, fmt.Sprintf("int64-string/%d", n), words, func(k *int64, v *string) int { return int(*k) + len(*v) })
		benchRange(b, fmt.Sprintf("reflect/%d", n), odd, func(k *keyS, v *mixed) int { return len(k.S) + int(v.N) })
	}
}

func benchRange[K comparable, V any](b *testing.B, name string, m map[K]V, use func(*K, *V) int) {
	b.Run(name+"/native", func(b *testing.B) {
		for b.Loop() {
			for k, v := range m {
				benchInt += use(As[K](Of(&k)), As[V](Of(&v)))
			}
		}
	})
	b.Run(name+"/ops", func(b *testing.B) {
		o := NewMapOps(reflect.TypeOf(m))
		visit := one(o, func(_, k, v Ptr) bool {
			benchInt += use(As[K](k), As[V](v))
			return true
		})
		for b.Loop() {
			o.Range(Of(&m), Ptr{}, visit)
		}
	})
}

func BenchmarkBuild(b *testing.B) {
	for _, n := range []int{3, 10, 100} {
		keys := make([]string, n)
		for i := range n {
			keys[i] = fmt.Sprint("key ", i)
		}
		benchBuild(b, fmt.Sprintf("string-string/%d", n), n, func(i int, k, v *string) { *k, *v = keys[i], keys[i] })
		benchBuild(b, fmt.Sprintf("int64-string/%d", n), n, func(i int, k *int64, v *string) { *k, *v = int64(i), keys[i] })
		benchBuild(b, fmt.Sprintf("int64-pointer/%d", n), n, func(i int, k *int64, v **mixed) {
			if *k = int64(i); *v == nil {
				*v = new(mixed)
			}
		})
		benchBuild(b, fmt.Sprintf("reflect/%d", n), n, func(i int, k *keyS, v *mixed) { *k, v.N = keyS{S: keys[i]}, 1 })
	}
}

func benchBuild[K comparable, V any](b *testing.B, name string, n int, set func(i int, k *K, v *V)) {
	var m map[K]V
	b.Run(name+"/native", func(b *testing.B) {
		for b.Loop() {
			m = make(map[K]V, n)
			for i := range n {
				var k K
				var v V
				set(i, As[K](Of(&k)), As[V](Of(&v)))
				m[k] = v
			}
		}
	})
	o := NewMapOps(reflect.TypeOf(m))
	next := func(ctx, k, v Ptr) bool {
		i := As[int](ctx)
		set(*i, As[K](k), As[V](v))
		*i++
		return true
	}
	for _, reuse := range []bool{false, true} {
		b.Run(fmt.Sprintf("%s/ops/reuse=%v", name, reuse), func(b *testing.B) {
			for b.Loop() {
				i := 0
				o.Build(Heap(&m), n, n, reuse, Of(&i), next)
			}
		})
	}
}

func BenchmarkBulk(b *testing.B) {
	for _, n := range []int{16, 1024} {
		mem, wire := make([]uint64, n), make([]byte, 8*n+1)
		dst, src := Output(wire).Add(1), Elems(mem)
		for _, tt := range []struct {
			name string
			f    func()
		}{
			{"copy", func() { dst.Copy(src, n*8) }},
			{"loop64", func() {
				for i, v := range mem {
					stdbinary.BigEndian.PutUint64(wire[1+8*i:], v)
				}
			}},
			{"PutBE64s", func() { PutBE64s(dst, src, n) }},
			{"GetBE64s", func() { GetBE64s(src, dst, n) }},
			{"PutLE64s", func() { PutLE64s(dst, src, n) }},
			{"PutBE32s", func() { PutBE32s(dst, src, 2*n) }},
			{"GetBE32s", func() { GetBE32s(src, dst, 2*n) }},
			{"PutBE16s", func() { PutBE16s(dst, src, 4*n) }},
			{"GetBE16s", func() { GetBE16s(src, dst, 4*n) }},
			{"PutBools", func() { PutBools(dst, src, 8*n) }},
			{"GetBools", func() { GetBools(src, dst, 8*n) }},
			{"PutCompactBools", func() { PutCompactBools(dst, src, 8*n) }},
		} {
			b.Run(fmt.Sprintf("%s/%d", tt.name, 8*n), func(b *testing.B) {
				b.SetBytes(int64(8 * n))
				for b.Loop() {
					tt.f()
				}
			})
		}
	}
}

func BenchmarkClone(b *testing.B) {
	src := make([]byte, 4096)
	for _, n := range []int{16, 160, 4096} {
		b.Run(fmt.Sprintf("append/%d", n), func(b *testing.B) {
			for b.Loop() {
				sink = Input(append([]byte(nil), src[:n]...))
			}
		})
		b.Run(fmt.Sprintf("CloneBytes/%d", n), func(b *testing.B) {
			for b.Loop() {
				sink = CloneBytes(Input(src), n)
			}
		})
	}
}
