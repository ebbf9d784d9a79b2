//go:build thriftcheck

package unsafeio

import (
	"reflect"
	"testing"
	"unsafe"
)

// TestCheckedCalls shows the asserts of the larger functions.
func TestCheckedCalls(t *testing.T) {
	typ := reflect.TypeFor[held]()
	value := func(name string) Ptr { return Heap(&held{List: make([]int64, 2, 4)}).At(off(name)) }
	t.Run("blocks", func(t *testing.T) {
		b := NewBlock(typ)
		slots, offs := NewSlotsBlock([]reflect.Type{reflect.TypeFor[int64](), reflect.TypeFor[string]()})
		both := NewStructBlock(typ, slots)
		breaks(t, []breach{
			{"SlotsOff without slots", func() { b.SlotsOff() }, "Block.SlotsOff: a number is out of its range"},
			{"behind a block", func() { b.New().At(b.Size()) }, "Ptr.At:...not inside"},
			{"behind an array", func() { b.NewArray(3).At(3 * b.Size()) }, "Ptr.At:...not inside"},
			{"behind a list's blocks", func() { _, first := b.NewList(2); first.At(2 * b.Size()) }, "Ptr.At:...not inside"},
			{"behind a list's pointers", func() { ptrs, _ := b.NewList(2); ptrs.At(2 * PtrSize) }, "Ptr.At:...not inside"},
			{"slot as another", func() { both.New().At(both.SlotsOff() + offs[1]).I64() }, "Ptr.I64:...another kind is there: string"},
			{"between slots", func() { slots.New().Add(4).U32() }, "Ptr.U32:"},
			{"block as another", func() { b.New().Is(reflect.TypeFor[[4]int64]()) }, "Ptr.Is:...there is no [4]int64"},
			{"next block of an arena", func() {
				var a Arena
				for range 3 {
					a.NewBlock(b).At(unsafe.Sizeof(held{}))
				}
			}, "Ptr.At:...not inside"},
			{"next list of an arena", func() {
				var a Arena
				var list []int64
				a.Make(NewSliceOps(reflect.TypeOf(list)), Heap(&list), 3)
				Heap(&list).Slice().Data.At(3 * 8)
			}, "Ptr.At: 0 bytes at offset 0 of 24 bytes of int64"},
		})
	})
	t.Run("slices", func(t *testing.T) {
		s := NewSliceOps(reflect.TypeFor[[]int64]())
		breaks(t, []breach{
			{"Make of another type", func() { s.Make(value("Raw"), 1) }, "SliceOps.Make:...there is no []int64"},
			{"Grow of another type", func() { s.Grow(value("Text"), 1) }, "SliceOps.Grow:"},
			{"Grow to less", func() { s.Grow(value("List"), 2) }, "SliceOps.Grow: a number is out of its range"},
			{"SetLen of another type", func() { s.SetLen(value("Raw"), 0) }, "SliceOps.SetLen:...there is no []int64"},
			{"Zero beyond", func() { s.Zero(value("List"), 1, 5) }, "SliceOps.Zero: a number is out of its range"},
			{"Zero backwards", func() { s.Zero(value("List"), 2, 1) }, "SliceOps.Zero: a number is out of its range"},
			{"Arena.Make of another type", func() { new(Arena).Make(s, value("Raw"), 1) }, "Arena.Make:...there is no []int64"},
		})
	})
	t.Run("reflect", func(t *testing.T) {
		breaks(t, []breach{
			{"At", func() { At(typ, value("List")) }, "At:...they do not lie inside"},
			{"At among others", func() { At(reflect.TypeFor[string](), value("Raw")) }, "At:...there is no string"},
			{"Zero", func() { Zero(reflect.TypeFor[string](), value("Long")) }, "Zero:...there is no string"},
			{"Assign from another", func() { Assign(reflect.TypeFor[string](), value("Text"), value("Long")) }, "Assign:...there is no string"},
			{"IsZero", func() { IsZero(typ, value("Text")) }, "IsZero:"},
			{"Holds", func() { Holds(typ, value("Text")) }, "Holds:"},
			{"Equal", func() { Equal(reflect.TypeFor[string](), value("Text"), value("Raw")) }, "Equal:...there is no string"},
		})
	})
	t.Run("interfaces", func(t *testing.T) {
		o := NewIfaceOps(reflect.TypeFor[any](), []reflect.Type{reflect.TypeFor[*held]()})
		breaks(t, []breach{
			{"Holds", func() { o.Holds(value("Next"), 0) }, "IfaceOps.Holds:...there is no interface {}"},
			{"IsNil", func() { o.IsNil(value("Long")) }, "IfaceOps.IsNil:"},
			{"Set", func() { o.Set(value("Text"), 0) }, "IfaceOps.Set:"},
			{"IfaceData of another", func() { value("Text").At(IfaceData).Ptr() }, "Ptr.Ptr:...no variable begins there"},
		})
	})
	t.Run("maps", func(t *testing.T) { breaks(t, mapBreaches()) })
	t.Run("bulk", func(t *testing.T) { breaks(t, bulkBreaches()) })
}

// mapBreaches are uses of maps as others, and of entries after their call.
func mapBreaches() (all []breach) {
	of := func(m any) (*MapOps, Ptr) {
		v := reflect.New(reflect.TypeOf(m))
		v.Elem().Set(reflect.ValueOf(m))
		return NewMapOps(v.Type().Elem()), PtrTo(v)
	}
	o, p := of(map[string]int64{"a": 1, "b": 2})
	_, other := of(map[int64]int64{})
	next := func(_, _, _ Ptr) bool { return true }
	all = []breach{
		{"Len of another", func() { o.Len(other) }, "MapOps.Len:...there is no map[string]int64"},
		{"Range of another", func() { o.Range(other, Ptr{}, nil) }, "MapOps.Range:"},
		{"Build of another", func() { o.Build(other, 0, 0, false, Ptr{}, next) }, "MapOps.Build:"},
		{"behind a batch", func() {
			o.Range(p, Ptr{}, func(_, pairs Ptr, n int) bool { pairs.At(uintptr(n) * o.PairSize()); return true })
		}, "Ptr.At:...window of a batch of map entries"},
		{"store in a batch", func() {
			o.Range(p, Ptr{}, func(_, pairs Ptr, _ int) bool { pairs.At(o.ValueOff()).PutLE64(0); return true })
		}, "Ptr.PutLE64:...a store to what may only be read"},
		{"value of a batch as another", func() {
			o.Range(p, Ptr{}, func(_, pairs Ptr, _ int) bool { pairs.At(o.ValueOff()).String(); return true })
		}, "Ptr.String:"},
		{"key as another", func() {
			o.Build(p, 1, 1, false, Ptr{}, func(_, k, _ Ptr) bool { k.I64(); return true })
		}, "Ptr.I64:...window of a map's entry to be written"},
		{"behind a value", func() {
			o.Build(p, 1, 1, false, Ptr{}, func(_, _, v Ptr) bool { v.At(8); return true })
		}, "Ptr.At:...window of a map's entry"},
	}
	// With a shape of its own, and by reflect.
	for name, m := range map[string]any{"shape": map[int64]string{1: "x"}, "reflect": map[[2]int64][2]string{{1, 2}: {"x", "y"}}} {
		o, p := of(m)
		var pairs, key, value Ptr
		o.Range(p, Ptr{}, func(_, q Ptr, _ int) bool { pairs = q; return true })
		o.Build(p, 1, 1, false, Ptr{}, func(_, k, v Ptr) bool { key, value = k, v; return true })
		all = append(all,
			breach{"kept batch, " + name, func() { pairs.I64() }, "Ptr.I64:...batch of map entries...the window is over"},
			breach{"kept key, " + name, func() { key.I64() }, "Ptr.I64:...a map's entry...the window is over"},
			breach{"kept value, " + name, func() { value.String() }, "Ptr.String:...a map's entry...the window is over"})
	}
	return all
}

// bulkBreaches are lists that are too short, of other elements, or misplaced.
func bulkBreaches() (all []breach) {
	for _, f := range []struct {
		name string
		call func(dst, src Ptr, n int)
		list func(n int) Ptr
		size int
		put  bool
	}{
		{"PutBE16s", PutBE16s, func(n int) Ptr { return Elems(make([]int16, n)) }, 2, true},
		{"PutBE32s", PutBE32s, func(n int) Ptr { return Elems(make([]int32, n)) }, 4, true},
		{"PutBE64s", PutBE64s, func(n int) Ptr { return Elems(make([]int64, n)) }, 8, true},
		{"PutLE64s", PutLE64s, func(n int) Ptr { return Elems(make([]float64, n)) }, 8, true},
		{"PutBools", PutBools, func(n int) Ptr { return Elems(make([]bool, n)) }, 1, true},
		{"PutCompactBools", PutCompactBools, func(n int) Ptr { return Elems(make([]bool, n)) }, 1, true},
		{"GetBE16s", GetBE16s, func(n int) Ptr { return Elems(make([]int16, n)) }, 2, false},
		{"GetBE32s", GetBE32s, func(n int) Ptr { return Elems(make([]int32, n)) }, 4, false},
		{"GetBE64s", GetBE64s, func(n int) Ptr { return Elems(make([]int64, n)) }, 8, false},
		{"GetLE64s", GetLE64s, func(n int) Ptr { return Elems(make([]float64, n)) }, 8, false},
		{"GetBools", GetBools, func(n int) Ptr { return Elems(make([]bool, n)) }, 1, false},
		{"GetCompactBools", GetCompactBools, func(n int) Ptr { return Elems(make([]bool, n)) }, 1, false},
	} {
		call := func(wire, list Ptr, n int) {
			if f.put {
				f.call(wire, list, n)
			} else {
				f.call(list, wire, n)
			}
		}
		wire := func(n int) Ptr { return Output(make([]byte, n+8)).Add(3).Window(n, true) }
		full := 5 * f.size
		call(wire(full), f.list(5), 5)
		name := f.name
		if name == "GetCompactBools" {
			name = "GetBools" // what it calls
		}
		all = append(all,
			breach{f.name + ", short wire", func() { call(wire(full-1), f.list(5), 5) }, name + ": ...of wire bytes...they do not lie inside"},
			breach{f.name + ", short list", func() { call(wire(full), f.list(4), 5) }, name + ": ...they do not lie inside"},
			breach{f.name + ", fewer than none", func() { call(wire(full), f.list(5), -1) }, name + ": a number is out of its range"},
			breach{f.name + ", other elements", func() { call(wire(full), Elems(make([]string, 5)), 5) }, name + ": ...they are not 5 numbers"},
			breach{f.name + ", wire for a list", func() { call(wire(full), Output(make([]byte, 80)), 5) }, name + ": ...they are not 5 numbers"},
			breach{f.name + ", over", func() { w := wire(full); w.End(); call(w, f.list(5), 5) }, name + ": ...the window is over"})
		if f.put {
			all = append(all, breach{f.name + " to an input", func() { call(input(), f.list(5), 5) }, name + ": ...a store to what may only be read"})
		}
		if f.size > 1 {
			all = append(all, breach{f.name + ", misaligned", func() {
				list := Ptr{unsafe.Add(f.list(9).p, 1), spanOf(8 * f.size), f.list(1).kind, nil}
				call(wire(full), list, 5)
			}, name + ": ...not aligned"})
		}
	}
	room := Elems(make([]int64, 9))
	return append(all, breach{"overlap", func() { PutBE64s(bytesAt(room.p, 72), room.At(8), 3) }, "PutBE64s: ...they overlap the source"})
}
