package unsafeio

import (
	"bytes"
	stdbinary "encoding/binary"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// bulkCase compares a pair of bulk functions of words W with the loop of its
// put, at every length and alignment of the wire, with bytes around both.
func bulkCase[W uint16 | uint32 | uint64](t *testing.T, name string, put, get func(dst, src Ptr, n int), one func([]byte, W)) {
	t.Helper()
	size := int(unsafe.Sizeof(W(0)))
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 71 {
		for off := range 9 {
			mem := make([]W, n+2)
			for i := range mem {
				mem[i] = W(r.Uint64())
			}
			want := bytes.Repeat([]byte{0xa5}, off+n*size+9)
			for i, v := range mem[1 : n+1] {
				one(want[off+i*size:], v)
			}
			wire := bytes.Repeat([]byte{0xa5}, len(want))
			put(Output(wire).Add(off), Elems(mem[1:]), n)
			if !bytes.Equal(wire, want) {
				t.Fatalf("Put%s(%d) at %d = %x, want %x", name, n, off, wire, want)
			}
			back := make([]W, n+2)
			back[0], back[n+1] = 7, 9
			get(Elems(back[1:]), Input(wire).Add(off), n)
			for i := range n {
				if back[i+1] != mem[i+1] {
					t.Fatalf("Get%s(%d) at %d: [%d] = %x, want %x", name, n, off, i, back[i+1], mem[i+1])
				}
			}
			if back[0] != 7 || back[n+1] != 9 {
				t.Fatalf("Get%s(%d) at %d writes outside", name, n, off)
			}
		}
	}
	put(Ptr{}, Ptr{}, 0)
	get(Ptr{}, Ptr{}, 0)
}

func TestBulk(t *testing.T) {
	defer func(v bool) { littleEndian = v }(littleEndian)
	check := func(t *testing.T) {
		bulkCase(t, "BE16s", PutBE16s, GetBE16s, stdbinary.BigEndian.PutUint16)
		bulkCase(t, "BE32s", PutBE32s, GetBE32s, stdbinary.BigEndian.PutUint32)
		bulkCase(t, "BE64s", PutBE64s, GetBE64s, stdbinary.BigEndian.PutUint64)
		bulkCase(t, "LE64s", PutLE64s, GetLE64s, stdbinary.LittleEndian.PutUint64)
	}
	atBulkLevels(t, check)
	littleEndian = false // the loops for the other byte order are right on any machine
	check(t)
}

// boolsOf returns the address of b as if its bytes were bools.
func boolsOf(b []byte) Ptr {
	return Elems(unsafe.Slice((*bool)(unsafe.Pointer(unsafe.SliceData(b))), len(b)))
}

func TestBulkBools(t *testing.T) { atBulkLevels(t, bulkBools) }

func bulkBools(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 71 {
		for off := range 9 {
			for _, tt := range []struct {
				name      string
				put, get  func(dst, src Ptr, n int)
				no, stray byte
			}{{"Bools", PutBools, GetBools, 0, 2}, {"CompactBools", PutCompactBools, GetCompactBools, 2, 0}} {
				mem := make([]bool, n+1)
				want := bytes.Repeat([]byte{0xa5}, off+n+9)
				for i := range n {
					mem[i] = r.IntN(2) == 1
					want[off+i] = tt.no
					if mem[i] {
						want[off+i] = 1
					}
				}
				wire := bytes.Repeat([]byte{0xa5}, len(want))
				tt.put(Output(wire).Add(off), Elems(mem), n)
				if !bytes.Equal(wire, want) {
					t.Fatalf("Put%s(%d) at %d = %x, want %x", tt.name, n, off, wire, want)
				}
				for i := range n { // any other byte is false
					if !mem[i] {
						wire[off+i] = [...]byte{tt.no, tt.stray, 3, 0x80, 0x81, 0xff, byte(r.Uint32()) | 2}[r.IntN(7)]
					}
				}
				back := bytes.Repeat([]byte{0xa5}, n+2)
				tt.get(boolsOf(back).Add(1), Input(wire).Add(off), n)
				for i := range n {
					if got := back[i+1]; got > 1 || got == 1 != mem[i] {
						t.Fatalf("Get%s(%d) at %d: byte %x gives %x", tt.name, n, off, wire[off+i], got)
					}
				}
				if back[0] != 0xa5 || back[n+1] != 0xa5 {
					t.Fatalf("Get%s(%d) writes outside", tt.name, n)
				}
			}
		}
	}
	for b := range 256 {
		src := bytes.Repeat([]byte{byte(b)}, 40)
		src[3], src[38] = 1, 1
		dst := make([]byte, 40)
		check := func(name string, f func(dst, src Ptr, n int), want func(b byte) byte) {
			t.Helper()
			if name == "GetBools" {
				f(boolsOf(dst), Input(src), 40)
			} else {
				f(Output(dst), Elems(src), 40)
			}
			for i, got := range dst {
				if got != want(src[i]) {
					t.Errorf("%s of %x: %x, want %x", name, src[i], got, want(src[i]))
				}
			}
		}
		check("GetBools", GetBools, func(b byte) byte {
			if b == 1 {
				return 1
			}
			return 0
		})
		// A bool that is none: still a bool on the wire, its neighbours intact.
		check("PutBools", PutBools, func(b byte) byte { return b & 1 })
		check("PutCompactBools", PutCompactBools, func(b byte) byte { return 2 - b&1 })
	}
}
