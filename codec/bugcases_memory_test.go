package codec_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"weak"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

// Checks of single bug cases: reuse, aliasing, the garbage collector, buffers.

// keptPointer is T155: without Reuse, what the first decode handed out stays as it was.
func keptPointer(t *testing.T, _ wiretest.BugCase) {
	for _, p := range bothProtocols {
		for _, mode := range decodeModes {
			cd := codec.Must(codec.New[OptB](p, mode.o))
			one, two := written(t, p, &OptB{new(true), new("one")}), written(t, p, &OptB{new(false), new("two")})
			var v OptB
			noError(second(cd.Decode(one, &v)))
			a, s := v.A, v.S
			noError(second(cd.Decode(two, &v)))
			if mode.o.Reuse {
				if v.S != s || v.A != a || *s != "two" || *a {
					t.Errorf("%v %s: the pointees are not reused", p, mode.name)
				}
				continue
			}
			if *s != "one" || !*a || *v.S != "two" || *v.A {
				t.Errorf("%v %s: the first pointee reads %q, %v after the second decode", p, mode.name, *s, *a)
			}
		}
	}
}

// second drops the first of two results.
func second[T any](_ T, err error) error { return err }

// capIsLen is T160.
func capIsLen(t *testing.T, c wiretest.BugCase) {
	for _, p := range protocolsOf(c) {
		for _, mode := range decodeModes {
			src := written(t, p, &TwoBin{[]byte("ab"), []byte("cd")})
			was := bytes.Clone(src)
			var v TwoBin
			cd := codec.Must(codec.New[TwoBin](p, mode.o))
			noError(second(cd.Decode(src, &v)))
			if cap(v.A) != len(v.A) || cap(v.B) != len(v.B) {
				t.Errorf("%v %s: caps %d and %d, want 2", p, mode.name, cap(v.A), cap(v.B))
			}
			_ = append(v.A, "xyz"...)
			if !bytes.Equal(src, was) || string(v.B) != "cd" {
				t.Errorf("%v %s: append to the first field changed the input to %x, the second field to %q", p, mode.name, src, v.B)
			}
			decodes(t, p, src, &TwoBin{[]byte("ab"), []byte("cd")})
		}
	}
}

// keepsNoBuffer is T162.
func keepsNoBuffer(t *testing.T, c wiretest.BugCase) {
	one, two := &Named{A: []Alias{"one"}, B: MyBytes("first")}, &Named{A: []Alias{"two", "three"}, B: MyBytes("second")}
	for _, p := range protocolsOf(c) {
		for _, o := range []codec.Options{{}, {Canonical: true}} {
			cd := codecOf(t, one, p, o)
			buf, err := cd.Append(nil, one)
			noError(err)
			was := bytes.Clone(buf)
			for range 4 {
				noError(second(cd.Append(nil, two)))
				noError(second(cd.Append(make([]byte, 0, 500), two)))
				noError(second(cd.Decode(written(t, p, two), new(Named))))
			}
			if !bytes.Equal(buf, was) {
				t.Errorf("%v: the buffer of an earlier call has changed to %x", p, buf)
			}
			clear(buf)
			if b, err := cd.Append(nil, one); err != nil || !bytes.Equal(b, was) {
				t.Errorf("%v: after the caller cleared its buffer Append = %x, %v, want %x", p, b, err, was)
			}
		}
	}
}

// retention is T164: of a large input one kept string pins a few KiB, or all of it under Alias.
func retention(t *testing.T, c wiretest.BugCase) {
	const size = 10 << 20
	many := LStr{make([]string, size/100)}
	for i := range many.A {
		many.A[i] = "twenty bytes of text"
	}
	for _, p := range protocolsOf(c) {
		for _, s := range []codec.Strings{codec.Shared, codec.Own, codec.Alias} {
			o := codec.Options{Strings: s}
			kept, src, other := keepSmall(t, p, o, size)
			runtime.GC()
			runtime.GC()
			if pinned := src.Value() != nil; pinned != (s == codec.Alias) {
				t.Errorf("%v %d: a kept field pins the input: %v", p, s, pinned)
			}
			if pinned := other.Value() != nil; pinned != (s == codec.Alias) {
				t.Errorf("%v %d: a kept field pins its neighbour of %d bytes: %v", p, s, size, pinned)
			}
			runtime.KeepAlive(kept)
			if s == codec.Alias {
				continue
			}
			before := liveHeap()
			text := keepOne(t, p, o, &many)
			if grown := int64(liveHeap()) - int64(before); grown > 64<<10 {
				t.Errorf("%v %d: one kept string of %d bytes holds %d", p, s, len(*text), grown)
			}
			runtime.KeepAlive(text)
		}
	}
	runtime.KeepAlive(&many)
}

// keepSmall decodes a field of 3 bytes beside one of size bytes and keeps the first.
//
//go:noinline
func keepSmall(t *testing.T, p codec.Protocol, o codec.Options, size int) (kept []byte, src, other weak.Pointer[byte]) {
	var v TwoBin
	cd := codecOf(t, &v, p, o)
	b, err := cd.Append(nil, &TwoBin{[]byte("abc"), bytes.Repeat([]byte("x"), size)})
	noError(err)
	noError(second(cd.Decode(b, &v)))
	return v.A, weak.Make(&b[0]), weak.Make(&v.B[len(v.B)/2])
}

// keepOne decodes many strings and keeps one.
//
//go:noinline
func keepOne(t *testing.T, p codec.Protocol, o codec.Options, many *LStr) *string {
	var v LStr
	cd := codecOf(t, &v, p, o)
	b, err := cd.Append(nil, many)
	noError(err)
	noError(second(cd.Decode(b, &v)))
	return new(v.A[len(v.A)/2])
}

// liveHeap returns the bytes that live after a collection.
func liveHeap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// survivesGC is T165.
func survivesGC(t *testing.T, c wiretest.BugCase) {
	const size = 10_000
	want := LStr{make([]string, size)}
	for i := range want.A {
		want.A[i] = fmt.Sprintf("string %13d", i)
	}
	for _, p := range protocolsOf(c) {
		for _, mode := range decodeModes {
			if mode.o.Strings == codec.Alias {
				continue
			}
			src := written(t, p, &want)
			var v LStr
			noError(second(codecOf(t, &v, p, mode.o).Decode(src, &v)))
			clear(src)
			for range 3 {
				runtime.GC()
				for i := range 200 { // what was freed by mistake is written to
					_ = bytes.Repeat([]byte{0xee}, 16<<(i%9))
				}
			}
			if d := wiretest.Diff(&v, &want); d != "" {
				t.Errorf("%v %s: the strings differ%s", p, mode.name, d)
			}
		}
	}
}

// pointerShaped is T169.
func pointerShaped(t *testing.T, c wiretest.BugCase) {
	roundTrips(t, &OneMap{map[string]string{"k": "v"}})
	roundTrips(t, &OnePtr{&Inner{A: new(int32(1))}})
	for _, p := range protocolsOf(c) {
		for _, v := range []any{OneMap{}, OnePtr{}} {
			cd, err := codec.ForType(reflect.TypeOf(v), p, codec.Options{})
			noError(err)
			if _, err := cd.Append(nil, v); !errors.Is(err, codec.ErrInvalid) {
				t.Errorf("%v: Append of a %T by value = %v", p, v, err)
			}
			if _, err := cd.Decode([]byte{0}, v); !errors.Is(err, codec.ErrInvalid) {
				t.Errorf("%v: Decode into a %T by value = %v", p, v, err)
			}
		}
		if _, err := codec.New[struct {
			A [1]*Inner `thrift:"a,1"`
		}](p, codec.Options{}); err == nil {
			t.Error("New of an array of pointers gives no error")
		}
	}
}

// zeroSizeTail is T173: the address of a last field without size lies inside its object.
func zeroSizeTail(t *testing.T, c wiretest.BugCase) {
	want := &Tails{P: []*Tail{{A: 1}, {A: 2}}, V: []Tail{{A: 3}}, M: map[int8]*Tail{1: {A: 4}}, O: &Tail{A: 5}}
	roundTrips(t, want)
	for _, p := range protocolsOf(c) {
		for _, mode := range decodeModes {
			var v Tails
			noError(second(codecOf(t, &v, p, mode.o).Decode(written(t, p, want), &v)))
			var ends []*struct{}
			for _, tail := range []*Tail{v.P[0], v.P[1], &v.V[0], v.M[1], v.O} {
				first, end := reflect.ValueOf(tail).Pointer(), reflect.ValueOf(&tail.E).Pointer()
				if end < first || end >= first+reflect.TypeFor[Tail]().Size() {
					t.Errorf("%v %s: E is at %#x, its struct at %#x", p, mode.name, end, first)
				}
				ends = append(ends, &tail.E)
			}
			v = Tails{}
			runtime.GC()
			runtime.KeepAlive(ends)
		}
	}
}

// growsMeanwhile is T177: a value that grows after it was measured, and one that changes while it is encoded.
// The writer changes words that the encoder loads once each; all of their values go together.
func growsMeanwhile(t *testing.T, c wiretest.BugCase) {
	for _, p := range protocolsOf(c) {
		cd := codec.Must(codec.New[Growing](p, codec.Options{}))
		v := Growing{S: "a", T: "b", L: []int64{1}}
		size, err := cd.Size(&v)
		noError(err)
		v.S, v.L = strings.Repeat("a", 100), make([]int64, 50)
		buf := bytes.Repeat([]byte{canary}, size+300)
		if n, err := cd.Encode(buf[:size], &v); n != 0 || !errors.Is(err, codec.ErrShortBuffer) {
			t.Errorf("%v Encode = %d, %v, want %v", p, n, err, codec.ErrShortBuffer)
		}
		if len(bytes.Trim(buf[size:], string(rune(canary)))) > 0 {
			t.Errorf("%v Encode wrote past the end of its buffer", p)
		}
		if !raceEnabled {
			changesMeanwhile(t, p, cd)
		}
	}
}

// changesMeanwhile encodes a value whose lengths and pointers another goroutine changes.
func changesMeanwhile(t *testing.T, p codec.Protocol, cd *codec.Codec[Growing]) {
	long, list, number := strings.Repeat("x", 80), make([]int64, 40), new(int32(5))
	for i := range list {
		list[i] = math.MaxInt64 - int64(i)
	}
	var v Growing
	v.S, v.L, v.T = long[:1], list[:1], long[:1]
	var stop atomic.Bool
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; !stop.Load(); i++ {
			v.S, v.L, v.T = long[:i%81], list[:i*7%41], long[:i*5%81]
			if v.P = nil; i%3 > 0 {
				v.P = number
			}
			runtime.Gosched() // some debug settings turn preemption off
		}
	}()
	full := len(written(t, p, &Growing{long, list, number, long}))
	buf := make([]byte, full+64)
	for end := time.Now().Add(100 * time.Millisecond); time.Now().Before(end); {
		for i := range 50 {
			lim := full - i*full/50
			for j := range buf {
				buf[j] = canary
			}
			n, err := cd.Encode(buf[:lim], &v)
			if len(bytes.Trim(buf[lim:], string(rune(canary)))) > 0 {
				t.Fatalf("%v Encode wrote past the %d bytes of its buffer", p, lim)
			}
			if err != nil {
				if !errors.Is(err, codec.ErrShortBuffer) {
					t.Fatalf("%v Encode = %v", p, err)
				}
				continue
			}
			grown, err := cd.Append(nil, &v)
			if size, sizeErr := cd.Size(&v); err != nil && !errors.Is(err, codec.ErrInvalid) || sizeErr != nil || size > full {
				t.Fatalf("%v Append = %v; Size = %d, %v", p, err, size, sizeErr)
			}
			for _, b := range [][]byte{buf[:n], grown} {
				var got Growing
				if m, err := cd.Decode(b, &got); len(b) > 0 && (m != len(b) || err != nil || strings.Trim(got.S+got.T, "x") != "") {
					t.Fatalf("%v: the value went out as %x: Decode = %d, %v", p, b, m, err)
				}
			}
		}
	}
	stop.Store(true)
	<-done
}

// everyLength is T207: a buffer of every length below that of the message, with capacity behind it.
func everyLength(t *testing.T, _ wiretest.BugCase) {
	eachGolden(t, func(t *testing.T, r goldenRow) {
		if r.name != "main" {
			return
		}
		c := codecOf(t, r.value, r.p, codec.Options{})
		buf := make([]byte, len(r.wire)+16)
		for lim := range lengthsBelow(len(r.wire)) {
			if raceEnabled && lim%8 != len(r.wire)%8 {
				continue // slow there
			}
			tail := buf[lim:]
			for i := range tail {
				tail[i] = canary
			}
			n, err := c.Encode(buf[:lim], r.value)
			if n != 0 || !errors.Is(err, codec.ErrShortBuffer) || !errors.Is(err, io.ErrShortBuffer) {
				t.Fatalf("Encode into %d of %d bytes = %d, %v", lim, len(r.wire), n, err)
			}
			for i := range tail {
				if tail[i] != canary {
					t.Fatalf("Encode into %d of %d bytes wrote at %d", lim, len(r.wire), lim+i)
				}
			}
		}
	})
}

// stopPerStruct is T209.
func stopPerStruct(t *testing.T, _ wiretest.BugCase) {
	v := &ByVal{A: Two{1, 2}, B: Inner{A: new(int32(3))}, L: []Two{{4, 5}}, M: map[int8]Inner{6: {}}}
	want := hexed(`0c0001 080001 00000001 080002 00000002 00
		0c0002 080001 00000003 00
		0f0003 0c 00000001 080001 00000004 080002 00000005 00
		0d0004 03 0c 00000001 06 00
		00`)
	if b, err := encodings(t, codec.Binary, codec.Options{}, v); err != nil || !bytes.Equal(b, want) {
		t.Errorf("Append = %x, %v, want %x", b, err, want)
	}
	roundTrips(t, v)
}
