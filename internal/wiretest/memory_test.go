package wiretest

import (
	"bytes"
	"runtime"
	"runtime/debug"
	"testing"
	"unsafe"
)

// faults tells whether f touches memory that it may not.
func faults(f func()) (fault bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() { fault = recover() != nil }()
	f()
	return false
}

func TestGuard(t *testing.T) {
	g := NewGuard(t, 10)
	for _, size := range []int{0, 1, 10, 4096, 4097, 100_000, 3} {
		b := bytes.Repeat([]byte{'x'}, size)
		for _, got := range [][]byte{g.Put(b), GuardedCopy(t, b)} {
			if !bytes.Equal(got, b) || cap(got) != size {
				t.Errorf("%d bytes: got %d, capacity %d", size, len(got), cap(got))
			}
		}
	}
	if runtime.GOOS != "linux" {
		return
	}
	for _, size := range []int{0, 5} {
		tail := g.Tail(size)
		past := g.room[len(g.room)-size : len(g.room)+1] // one byte of the unreadable page
		if faults(func() { clear(tail) }) {
			t.Errorf("%d bytes: a write inside faults", size)
		}
		if !faults(func() { past[size] = 1 }) {
			t.Errorf("%d bytes: a write behind does not fault", size)
		}
		if !faults(func() { _ = bytes.IndexByte(past, 'y') }) {
			t.Errorf("%d bytes: a read behind does not fault", size)
		}
		if faults(func() { clear(g.Head(size)) }) {
			t.Errorf("%d bytes: a write at the front faults", size)
		}
	}
	if before := unsafe.Add(unsafe.Pointer(&g.Head(1)[0]), -1); !faults(func() { *(*byte)(before) = 1 }) {
		t.Error("a write before the front does not fault")
	}
}

func TestPrefixes(t *testing.T) {
	n := 0
	for p := range Prefixes([]byte("abc")) {
		if string(p) != "abc"[:n] || cap(p) != n {
			t.Errorf("prefix %d = %q, capacity %d", n, p, cap(p))
		}
		n++
	}
	if n != 3 {
		t.Errorf("%d prefixes, want 3", n)
	}
	for range Prefixes([]byte("abc")) {
		break
	}
}

func TestMutations(t *testing.T) {
	in := bytes.Clone(MediaContentCompact)
	var first [][]byte
	changed, short, long := 0, 0, 0
	for m := range Mutations(in, 7, 2000) {
		if cap(m) != len(m) {
			t.Fatalf("capacity %d, want %d", cap(m), len(m))
		}
		if !bytes.Equal(m, in) {
			changed++
		}
		if len(m) < len(in) {
			short++
		}
		if len(m) > len(in) {
			long++
		}
		first = append(first, bytes.Clone(m))
	}
	if len(first) != 2000 || changed < 1800 || short < 400 || long < 400 {
		t.Errorf("%d mutations, %d changed, %d shorter, %d longer", len(first), changed, short, long)
	}
	if !bytes.Equal(in, MediaContentCompact) {
		t.Error("the input changed")
	}
	i := 0
	for m := range Mutations(in, 7, 2000) {
		if !bytes.Equal(m, first[i]) {
			t.Fatalf("mutation %d differs for the same seed", i)
		}
		i++
	}
	for range Mutations(nil, 1, 50) {
		i++
	}
	if i != 2050 {
		t.Errorf("%d mutations of nothing, want 50", i-2000)
	}
}

func TestAllocBytes(t *testing.T) {
	var sink []byte
	if got := AllocBytes(func() { sink = make([]byte, 1<<20) }); got < 1<<20 || got > 1<<21 {
		t.Errorf("AllocBytes(1 MiB) = %d", got)
	}
	runtime.KeepAlive(sink)
	if got := AllocBytes(func() {}); got > 4096 {
		t.Errorf("AllocBytes(nothing) = %d", got)
	}
}

// TestEnum shows the methods that make a named integer an enum.
func TestEnum(t *testing.T) {
	var c Colour
	if err := c.UnmarshalText([]byte("GREEN")); err != nil || c != ColourGreen {
		t.Errorf("UnmarshalText = %v, %v", c, err)
	}
	if text, err := Colour(4).MarshalText(); string(text) != "<UNSET>" || err != nil {
		t.Errorf("MarshalText = %s, %v", text, err)
	}
	if err := c.Scan(int64(5)); err != nil || c != ColourBlue {
		t.Errorf("Scan = %v, %v", c, err)
	}
	if v, err := c.Value(); v != int64(5) || err != nil {
		t.Errorf("Value = %v, %v", v, err)
	}
	if c.UnmarshalText([]byte("green")) == nil || c.Scan("GREEN") == nil {
		t.Error("a bad name or type is accepted")
	}
}
