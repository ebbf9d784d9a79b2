//go:build thriftcheck

package unsafeio

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// breach is a call that breaks what its function asks for, and what the panic
// has to say.
type breach struct {
	name string
	call func()
	want string
}

// breaks fails unless each breach panics as it has to.
func breaks(t *testing.T, breaches []breach) {
	t.Helper()
	for _, b := range breaches {
		t.Run(b.name, func(t *testing.T) {
			defer func() {
				t.Helper()
				got := fmt.Sprint(recover())
				for _, part := range strings.Split(b.want, "...") {
					require.Contains(t, got, part)
				}
				require.True(t, strings.HasPrefix(got, "unsafeio: "), got)
			}()
			b.call()
		})
	}
}

// held has a variable of each kind.
type held struct {
	Flag bool
	Byte int8
	Half uint16
	Word int32
	Long int64
	Real float64
	Text string
	Raw  []byte
	List []int64
	Next *held
	Map  map[string]int64
	Any  any
	ID   [16]byte
	Cplx complex128
}

type heldPtr *held

// off returns the offset of a field of held.
func off(name string) uintptr {
	f, ok := reflect.TypeFor[held]().FieldByName(name)
	if !ok {
		panic(name)
	}
	return f.Offset
}

// output is a window of 96 bytes to be written, inside of larger memory.
func output() Ptr { return Output(make([]byte, 128)).Add(8).Window(96, true) }

// input is the same to be read.
func input() Ptr { return Input(make([]byte, 128)).Add(8).Window(96, false) }

// TestChecked shows that each assert fires.
func TestChecked(t *testing.T) {
	t.Run("message", func(t *testing.T) {
		breaks(t, []breach{{
			"all of it", func() { output().Add(89).PutLE64(1) },
			"unsafeio: Ptr.PutLE64: 8 bytes at offset 89 of 96 bytes of wire bytes, window of an output to be written, address 0x...: they do not lie inside",
		}})
	})
	t.Run("wire", func(t *testing.T) { breaks(t, wireBreaches()) })
	t.Run("address", func(t *testing.T) {
		breaks(t, []breach{
			{"one past the end", func() { output().Add(96) }, "Ptr.Add: 0 bytes at offset 0 of 96 bytes...moved by 96, which is not inside"},
			{"before the beginning", func() { output().Add(-1) }, "Ptr.Add:...moved by -1"},
			{"back inside", func() { output().Add(10).Add(-1) }, "Ptr.Add:...moved by -1"},
			{"At past the end", func() { Heap(new(held)).At(unsafe.Sizeof(held{})) }, "Ptr.At:...of unsafeio.held...which is not inside"},
			{"of nothing", func() { Ptr{}.Add(1) }, "Ptr.Add:...the address is nil"},
			{"nil load", func() { Ptr{}.LE32() }, "Ptr.LE32: 4 bytes at offset 0 of nothing...the address is nil"},
			{"nil view", func() { Ptr{}.I64() }, "Ptr.I64:...the address is nil"},
			{"Nothing", func() { Nothing().Byte() }, "Ptr.Byte: 1 bytes at offset 0 of 0 bytes"},
			{"end of Spare", func() { Spare(make([]byte, 2, 5)).PutLE32(0) }, "Ptr.PutLE32: 4 bytes at offset 0 of 3 bytes"},
			{"end of BytesOf", func() { BytesOf(make([]byte, 3, 8)).LE32() }, "Ptr.LE32: 4 bytes at offset 0 of 3 bytes"},
			{"end of NewBytes", func() { NewBytes(5).Add(4).PutLE16(0) }, "Ptr.PutLE16: 2 bytes at offset 4 of 5 bytes"},
			{"end of CloneBytes", func() { CloneBytes(Input([]byte("text")), 4).Add(1).LE32() }, "Ptr.LE32: 4 bytes at offset 1 of 4 bytes"},
		})
	})
	t.Run("window", func(t *testing.T) {
		breaks(t, []breach{
			{"longer than its memory", func() { Output(make([]byte, 9)).Window(10, true) }, "Ptr.Window: 10 bytes at offset 0 of 9 bytes"},
			{"of a value", func() { Heap(new(held)).Window(8, true) }, "Ptr.Window:...they are no wire bytes"},
			{"to write an input", func() { Input(make([]byte, 9)).Window(9, true) }, "Ptr.Window:...a store to what may only be read"},
			{"value of another type", func() { Heap(new(held)).Lend(reflect.TypeFor[[5]string](), false) }, "Ptr.Lend:...there is no [5]string"},
			{"larger value", func() { Heap(new(int64)).Lend(reflect.TypeFor[held](), false) }, "Ptr.Lend:...they do not lie inside"},
			{"two ends", func() { w := output(); w.End(); w.End() }, "Ptr.End:...the window is over"},
		})
	})
}

// wireBreaches are those of loads and stores of wire bytes, at the last offset
// that is wrong, and of stores to an input.
func wireBreaches() (all []breach) {
	for _, f := range []struct {
		name  string
		width int
		store bool
		call  func(p Ptr)
	}{
		{"Byte", 1, false, func(p Ptr) { p.Byte() }},
		{"LE64", 8, false, func(p Ptr) { p.LE64() }},
		{"LE32", 4, false, func(p Ptr) { p.LE32() }},
		{"BE64", 8, false, func(p Ptr) { p.BE64() }},
		{"BE32", 4, false, func(p Ptr) { p.BE32() }},
		{"BE16", 2, false, func(p Ptr) { p.BE16() }},
		{"PutByte", 1, true, func(p Ptr) { p.PutByte(0) }},
		{"PutBE64", 8, true, func(p Ptr) { p.PutBE64(0) }},
		{"PutBE32", 4, true, func(p Ptr) { p.PutBE32(0) }},
		{"PutBE16", 2, true, func(p Ptr) { p.PutBE16(0) }},
		{"PutLE64", 8, true, func(p Ptr) { p.PutLE64(0) }},
		{"PutLE32", 4, true, func(p Ptr) { p.PutLE32(0) }},
		{"PutLE16", 2, true, func(p Ptr) { p.PutLE16(0) }},
		{"Copy16", 16, true, func(p Ptr) { p.Copy16(input()) }},
		{"Copy", 30, true, func(p Ptr) { p.Copy(input(), 30) }},
		{"CopyMid", 16, true, func(p Ptr) { p.CopyMid(input(), 16) }},
		{"CopyShort", 4, true, func(p Ptr) { p.CopyShort(input(), 4) }},
		{"CopyTiny", 3, true, func(p Ptr) { p.CopyTiny(input(), 3) }},
	} {
		if f.width > 1 {
			want := fmt.Sprintf("Ptr.%s: %d bytes at offset %d of 96 bytes...they do not lie inside", f.name, f.width, 97-f.width)
			all = append(all, breach{f.name, func() { f.call(output().Add(97 - f.width)) }, want})
		} else {
			all = append(all, breach{f.name, func() { f.call(output().Window(0, true)) }, "Ptr." + f.name + ": 1 bytes at offset 0 of 0 bytes"})
		}
		f.call(output().Add(96 - f.width)) // the last that is right
		over := output()
		over.End()
		all = append(all, breach{f.name + " too late", func() { f.call(over) }, "Ptr." + f.name + ":...the window is over"})
		over = output()
		kept := over.Add(5)
		over.End()
		all = append(all, breach{f.name + " at a kept address", func() { f.call(kept) }, "Ptr." + f.name + ":...offset 5...the window is over"})
		if f.store {
			all = append(all, breach{f.name + " to an input", func() { f.call(input()) }, "Ptr." + f.name + ":...a store to what may only be read"})
			all = append(all, breach{f.name + " to a string", func() { f.call(StringOf(strings.Repeat("x", 99))) }, "Ptr." + f.name + ":...a string to be read...a store"})
		}
	}
	from := func(n int) Ptr { return input().Window(n, false) }
	return append(all, []breach{
		{"source of Copy16", func() { output().Copy16(from(15)) }, "Ptr.Copy16: the source: 16 bytes at offset 0 of 15 bytes"},
		{"source of Copy", func() { output().Copy(from(15), 16) }, "Ptr.Copy: the source: 16 bytes"},
		{"source of CopyMid", func() { output().CopyMid(from(17), 18) }, "Ptr.CopyMid: the source: 18 bytes"},
		{"source of CopyShort", func() { output().CopyShort(from(4), 5) }, "Ptr.CopyShort: the source: 5 bytes"},
		{"source of CopyTiny", func() { output().CopyTiny(from(1), 2) }, "Ptr.CopyTiny: the source: 2 bytes"},
		{"CopyMid of few", func() { output().CopyMid(input(), 15) }, "Ptr.CopyMid: 15 bytes...a length that it is not for"},
		{"CopyMid of many", func() { output().CopyMid(input(), 65) }, "Ptr.CopyMid: 65 bytes"},
		{"CopyShort of few", func() { output().CopyShort(input(), 3) }, "Ptr.CopyShort: 3 bytes"},
		{"CopyShort of many", func() { output().CopyShort(input(), 16) }, "Ptr.CopyShort: 16 bytes"},
		{"CopyTiny of none", func() { output().CopyTiny(input(), 0) }, "Ptr.CopyTiny: 0 bytes"},
		{"CopyTiny of many", func() { output().CopyTiny(input(), 4) }, "Ptr.CopyTiny: 4 bytes"},
		{"Copy of less than none", func() { output().Copy(input(), -1) }, "Ptr.Copy: -1 bytes"},
		{"TailLE64", func() { from(20).TailLE64(14, 21) }, "Ptr.LE64: 8 bytes at offset 13 of 20 bytes"},
		{"TailLE64 of few", func() { from(3).TailLE64(2, 4) }, "Ptr.Add:...moved by 3"},
		{"BytesAt", func() { BytesAt(from(20), 21) }, "BytesAt: 21 bytes at offset 0 of 20 bytes"},
		{"BytesAt of less than none", func() { BytesAt(from(20), -1) }, "BytesAt: -1 bytes"},
		{"StringAt", func() { StringAt(from(20).Add(5), 16) }, "StringAt: 16 bytes at offset 5 of 20 bytes"},
		{"StringAt of lent bytes", func() { StringAt(from(20), 16) }, "StringAt: 16 bytes...what was lent becomes a string"},
		{"HiddenAt", func() { HiddenAt(output(), 97) }, "HiddenAt: 97 bytes"},
		{"HiddenAt of an input", func() { HiddenAt(input(), 9) }, "HiddenAt:...a store to what may only be read"},
		{"CloneBytes", func() { CloneBytes(from(20), 21) }, "BytesAt: 21 bytes"},
	}...)
}

// TestCheckedLives shows that correct calls pass where the others do not.
func TestCheckedLives(t *testing.T) {
	h := &held{Text: "text", Raw: []byte("raw"), List: make([]int64, 2, 4), Next: new(held), Any: new(held)}
	p := Heap(h).Lend(reflect.TypeFor[held](), true)
	*p.At(off("Flag")).Bool(), *p.At(off("Byte")).I8(), *p.At(off("Half")).U16() = true, 2, 3
	*p.At(off("Word")).I32(), *p.At(off("Long")).I64(), *p.At(off("Real")).F64() = 4, 5, 6
	require.Equal(t, "text", *p.At(off("Text")).String())
	require.Equal(t, "raw", *p.At(off("Raw")).String())
	require.Equal(t, uint32(5), *p.At(off("Long") + LowWord).U32())
	require.Zero(t, *p.At(off("Next")).Ptr().At(off("Long")).I64())
	require.Zero(t, *p.At(off("Any") + IfaceData).Ptr().At(off("Long")).I64())
	list := p.At(off("List")).Slice()
	*list.Data.At(3 * 8).I64() = 7
	require.Equal(t, int64(7), h.List[:4][3])
	require.Equal(t, p.At(off("ID")).UUID(), &h.ID)
	p.At(off("ID")).Copy16(Input(make([]byte, 16)))
	ptrs, _ := NewBlock(reflect.TypeFor[held]()).NewList(2)
	var named []heldPtr // a list's pointers may be of a type with a name
	Heap(&named).SetSlice(Slice{ptrs, 2, 2})
	require.Len(t, named, 2)
	fresh := NewBytes(100)
	require.Equal(t, strings.Repeat("\xdb", 100), StringAt(fresh, 100), "fresh bytes are not what anyone wrote")
	runtime.KeepAlive(h)
}
