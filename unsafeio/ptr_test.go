package unsafeio

import (
	"bytes"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
)

type views struct {
	B   bool
	U8  uint8
	I8  int8
	U16 uint16
	I16 int16
	U32 uint32
	I32 int32
	U64 uint64
	I64 int64
	F64 float64
	S   string
	Y   []byte
	ID  [16]byte
	P   *views
}

func TestViews(t *testing.T) {
	v := &views{
		true, 0x81, -2, 0x8182, -300, 0x81828384, -70000, 0x8182838485868788, -1 << 40, -1.5,
		"text", []byte("bytes"), [16]byte{1, 15: 2}, &views{I64: 9},
	}
	p := Heap(v)
	check := func(name string, got, want any) {
		t.Helper()
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s = %v, want %v", name, got, want)
		}
	}
	check("Bool", *p.At(unsafe.Offsetof(v.B)).Bool(), v.B)
	check("U8", *p.At(unsafe.Offsetof(v.U8)).U8(), v.U8)
	check("I8", *p.At(unsafe.Offsetof(v.I8)).I8(), v.I8)
	check("U16", *p.At(unsafe.Offsetof(v.U16)).U16(), v.U16)
	check("I16", *p.At(unsafe.Offsetof(v.I16)).I16(), v.I16)
	check("U32", *p.At(unsafe.Offsetof(v.U32)).U32(), v.U32)
	check("I32", *p.At(unsafe.Offsetof(v.I32)).I32(), v.I32)
	check("U64", *p.At(unsafe.Offsetof(v.U64)).U64(), v.U64)
	check("I64", *p.At(unsafe.Offsetof(v.I64)).I64(), v.I64)
	check("F64", *p.At(unsafe.Offsetof(v.F64)).F64(), v.F64)
	check("String", *p.Add(int(unsafe.Offsetof(v.S))).String(), v.S)
	check("Bytes", *p.At(unsafe.Offsetof(v.Y)).Bytes(), v.Y)
	check("UUID", *p.At(unsafe.Offsetof(v.ID)).UUID(), v.ID)
	check("Ptr", As[views](p.At(unsafe.Offsetof(v.P)).Ptr()).I64, int64(9))
	check("As", As[views](p), v)
	check("IsNil", p.IsNil() || !(Ptr{}).IsNil(), false)

	check("BytesAt", BytesAt(BytesOf(v.Y), 3), []byte("byt"))
	check("BytesAt cap", cap(BytesAt(BytesOf(v.Y), 3)), 3)
	check("Input", Input(v.Y).Same(BytesOf(v.Y)), true)
	check("Output", Output(v.Y).Same(Input(v.Y)), true)
	check("Spare", Spare(v.Y[:2]).Same(BytesOf(v.Y[2:])), true)
	check("Elems", Elems(v.Y[1:]).Same(Heap(&v.Y[1])), true)
	check("BytesOf nil", BytesOf(nil).IsNil(), true)
	check("StringAt", StringAt(StringOf(v.S), 2), "te")
	check("StringOf", StringOf(v.S).Add(1).Byte(), byte('e'))

	check("Input nil", Input(nil).IsNil(), true)
	check("Nothing", Nothing().IsNil(), false)
	check("StringAt Nothing", StringAt(Nothing(), 0), "")
	arr := []views{{I64: 1}, {I64: 2}}
	check("Next", Next(&arr[0]), &arr[1])
	check("PtrSize", PtrSize, unsafe.Sizeof(uintptr(0)))

	p.At(unsafe.Offsetof(v.P)).SetPtr(Heap(&views{S: "stored"}))
	runtime.GC()
	check("stored pointer", v.P.S, "stored")
}

// TestHeaders checks every assumption about the memory of Go's own values.
func TestHeaders(t *testing.T) {
	arr := [8]int64{7: 7}
	s := arr[2:5:7]
	if h := Of(&s).Slice(); !h.Data.Same(Of(&arr[2])) || h.Len != 3 || h.Cap != 5 {
		t.Errorf("slice header = %+v, want %p 3 5", h, &arr[2])
	}
	if got, want := unsafe.Sizeof(header{}), reflect.TypeFor[[]int]().Size(); got != want {
		t.Errorf("size of header = %d, want %d", got, want)
	}
	if got, want := unsafe.Sizeof(Slice{}), unsafe.Sizeof(header{}); got != want && !Checked {
		t.Errorf("size of Slice = %d, want %d", got, want)
	}
	var moved []int64
	Of(&moved).SetSlice(Slice{Data: Elems(arr[2:7]), Len: 3, Cap: 5})
	if &moved[0] != &arr[2] || len(moved) != 3 || cap(moved) != 5 {
		t.Errorf("SetSlice made %v of cap %d", moved, cap(moved))
	}
	str := "a string"
	if h := (*[2]uintptr)(unsafe.Pointer(&str)); h[0] != uintptr(StringOf(str).p) || h[1] != 8 {
		t.Errorf("string header = %x, want %x 8", *h, StringOf(str).p)
	}
	if got, want := unsafe.Sizeof(iface{}), reflect.TypeFor[any]().Size(); got != want {
		t.Errorf("size of iface = %d, want %d", got, want)
	}
	data := func(v any) unsafe.Pointer { return (*iface)(unsafe.Pointer(&v)).data }
	x := &arr
	if data(x) != unsafe.Pointer(x) {
		t.Error("the data word of a pointer in an interface is not the pointer")
	}
	type one struct{ p *[8]int64 }
	if data(one{x}) != unsafe.Pointer(x) || data([1]*[8]int64{x}) != unsafe.Pointer(x) {
		t.Error("the data word of a one-pointer value is not the pointer")
	}
	if got := *(*views)(data(views{I64: 5})); got.I64 != 5 {
		t.Errorf("the data word of a struct leads to %+v", got)
	}
	if data(struct{}{}) == nil {
		t.Error("the data word of an empty struct is nil")
	}
	v := reflect.New(reflect.TypeFor[views]()).Elem()
	v.Field(8).SetInt(6)
	a, b := v.Interface(), v.Interface()
	pa, pb := (*views)((*iface)(unsafe.Pointer(&a)).data), (*views)((*iface)(unsafe.Pointer(&b)).data)
	if pa == pb || unsafe.Pointer(pa) == v.Addr().UnsafePointer() || pa.I64 != 6 || pb.I64 != 6 {
		t.Error("Interface of an addressable Value is not a fresh copy")
	}
}

//go:noinline
func loadI64(p Ptr) int64 { return *p.At(unsafe.Offsetof(views{}.I64)).I64() }

func TestOfDoesNotAllocate(t *testing.T) {
	var sum int64
	atMost(t, 0, func() {
		v := views{I64: 3}
		sum += loadI64(Of(&v))
		buf := [24]byte{}
		sum += int64(BytesOf(buf[:]).Byte())
	}, "Of")
	// The address follows its variable when the stack moves.
	for depth := range 400 {
		v := views{I64: int64(depth), S: "x"}
		p := Of(&v)
		growStack(depth)
		if got := loadI64(p); got != int64(depth) {
			t.Fatalf("depth %d: %d behind the address", depth, got)
		}
	}
}

//go:noinline
func growStack(depth int) (n int) {
	var room [512]byte
	if depth > 0 {
		n = growStack(depth - 1)
	}
	return n + int(room[depth%512])
}

func TestCopies(t *testing.T) {
	src, dst := make([]byte, 64), make([]byte, 80)
	for i := range src {
		src[i] = byte(i + 1)
	}
	for n := 1; n <= 64; n++ {
		clear(dst)
		d, s := BytesOf(dst).Add(8), BytesOf(src)
		switch {
		case n >= 16:
			d.CopyMid(s, n)
		case n >= 4:
			d.CopyShort(s, n)
		default:
			d.CopyTiny(s, n)
		}
		want := append(append(make([]byte, 8), src[:n]...), make([]byte, 80)...)[:80]
		if !bytes.Equal(dst, want) {
			t.Errorf("copy of %d wrote %x, want %x", n, dst, want)
		}
	}
}

func TestWireWords(t *testing.T) {
	buf := make([]byte, 40)
	for off := range 8 {
		p := BytesOf(buf).Add(off + 8)
		for _, tt := range []struct {
			name string
			put  func()
			get  func() uint64
			want string
			v    uint64
		}{
			{"LE64", func() { p.PutLE64(0x0102030405060708) }, p.LE64, "\x08\x07\x06\x05\x04\x03\x02\x01", 0x0102030405060708},
			{"BE64", func() { p.PutBE64(0x0102030405060708) }, p.BE64, "\x01\x02\x03\x04\x05\x06\x07\x08", 0x0102030405060708},
			{"LE32", func() { p.PutLE32(0x01020304) }, func() uint64 { return uint64(p.LE32()) }, "\x04\x03\x02\x01", 0x01020304},
			{"BE32", func() { p.PutBE32(0x01020304) }, func() uint64 { return uint64(p.BE32()) }, "\x01\x02\x03\x04", 0x01020304},
			{"LE16", func() { p.PutLE16(0x0102) }, func() uint64 { return 0x0102 }, "\x02\x01", 0x0102},
			{"BE16", func() { p.PutBE16(0x0102) }, func() uint64 { return uint64(p.BE16()) }, "\x01\x02", 0x0102},
		} {
			clear(buf)
			tt.put()
			want := append(append(make([]byte, off+8), tt.want...), make([]byte, 40)...)[:40]
			if !bytes.Equal(buf, want) {
				t.Errorf("Put%s at %d wrote %x, want %x", tt.name, off, buf, want)
			}
			if got := tt.get(); got != tt.v {
				t.Errorf("%s at %d = %x, want %x", tt.name, off, got, tt.v)
			}
		}
	}
	src := bytes.Repeat([]byte("0123456789abcdef"), 4)
	dst := make([]byte, 66)
	BytesOf(dst).Add(1).Copy16(BytesOf(src))
	if string(dst[:18]) != "\x00"+string(src[:16])+"\x00" {
		t.Errorf("Copy16: %q", dst)
	}
	for n := range 65 {
		clear(dst)
		BytesOf(dst).Add(1).Copy(BytesOf(src), n)
		if !bytes.Equal(dst[1:n+1], src[:n]) || dst[n+1] != 0 {
			t.Errorf("Copy %d: %q", n, dst)
		}
	}
}

func TestClone(t *testing.T) {
	src := bytes.Repeat([]byte("0123456789abcdef"), 300)
	for _, n := range []int{1, 2, 7, 8, 31, 32, 33, 100, 1024, 4800} {
		p, q := CloneBytes(BytesOf(src), n), CloneBytes(BytesOf(src), n)
		if got := BytesAt(p, n); !bytes.Equal(got, src[:n]) {
			t.Errorf("CloneBytes(%d) = %q", n, got)
		}
		p.PutByte('x') // fresh memory, of its own
		if q.Byte() != '0' || src[0] != '0' {
			t.Errorf("CloneBytes(%d) shares memory", n)
		}
		fresh := BytesAt(NewBytes(n), n)
		for i := range fresh {
			fresh[i] = 0xff
		}
		atMost(t, 1, func() { sink = CloneBytes(BytesOf(src), n) }, "CloneBytes(%d)", n)
		atMost(t, 1, func() { sink = NewBytes(n) }, "NewBytes(%d)", n)
	}
	// Uninitialised memory: a promise of speed, seen in what is left of a freed block.
	// It holds no pointers, so the collector must not look into it.
	for range 200 {
		p := NewBytes(64)
		for i := range 8 {
			p.Add(i * 8).PutLE64(^uint64(0))
		}
		sink = p
	}
	runtime.GC()
}

var sink Ptr

//go:noinline
func finalized(done *atomic.Bool) *[2]int64 {
	x := new([2]int64)
	runtime.SetFinalizer(x, func(*[2]int64) { done.Store(true) })
	return x
}

// TestOfKeepsAlive keeps nothing of an object but its hidden address.
func TestOfKeepsAlive(t *testing.T) {
	var done atomic.Bool
	p := Of(finalized(&done))
	b := BytesOf([]byte(strings.Repeat("x", 100)))
	for range 5 {
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
	if done.Load() {
		t.Error("collected while its address was in use")
	}
	*p.I64() = 1
	if got := string(BytesAt(b, 100)); got != strings.Repeat("x", 100) {
		t.Errorf("got %q", got)
	}
}
