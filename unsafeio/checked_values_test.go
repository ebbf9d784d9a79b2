//go:build thriftcheck

package unsafeio

import (
	"reflect"
	"testing"
	"unsafe"
)

// TestCheckedValues shows the asserts about Go values.
func TestCheckedValues(t *testing.T) {
	at := func(name string) Ptr {
		return Heap(&held{Next: new(held), Any: new(held), List: make([]int64, 3)}).At(off(name))
	}
	odd := func(n int) Ptr {
		return typedAt(unsafe.Add(unsafe.Pointer(&make([]int64, 40)[0]), n), reflect.TypeFor[held](), 1)
	}
	wire := func() Ptr { return output() }
	t.Run("views", func(t *testing.T) {
		breaks(t, []breach{
			{"misaligned U64", func() { odd(1).At(off("Long")).U64() }, "Ptr.U64: 8 bytes at offset ...not aligned"},
			{"misaligned I16", func() { odd(1).At(off("Half")).I16() }, "Ptr.I16:...not aligned"},
			{"misaligned Ptr", func() { odd(2).At(off("Next")).Ptr() }, "Ptr.Ptr:...not aligned"},
			{"misaligned value", func() { As[held](odd(4)) }, "As:...not aligned for a unsafeio.held"},
			{"wider number", func() { Heap(new([2]int32)).U64() }, "Ptr.U64:...a number of another size is there: int32 of 4 bytes"},
			{"narrower number", func() { at("Half").U8() }, "Ptr.U8:...another size"},
			{"half a number", func() { at("Long").Add(2).U16() }, "Ptr.U16:...no variable begins there"},
			{"padding", func() {
				Heap(new(struct {
					A int8
					B int64
				})).Add(3).U8()
			}, "Ptr.U8:...no variable begins there"},
			{"number as bool", func() { at("Byte").Bool() }, "Ptr.Bool:...a variable of another kind is there: int8"},
			{"pointer as number", func() { at("Next").U64() }, "Ptr.U64:...another kind is there: *unsafeio.held"},
			{"string as number", func() { at("Text").I64() }, "Ptr.I64:...another kind is there: string"},
			{"length of a string", func() { at("Text").At(PtrSize).I64() }, "Ptr.I64:...no variable begins there"},
			{"number as string", func() { at("Long").String() }, "Ptr.String:...another kind"},
			{"list as string", func() { at("List").String() }, "Ptr.String:...another kind is there: []int64"},
			{"string as bytes", func() { at("Text").Bytes() }, "Ptr.Bytes:...another kind"},
			{"list as bytes", func() { at("List").Bytes() }, "Ptr.Bytes:...another kind"},
			{"string as list", func() { at("Text").Slice() }, "Ptr.Slice:...another kind"},
			{"number as pointer", func() { at("Long").Ptr() }, "Ptr.Ptr:...another kind"},
			{"number as UUID", func() { at("Text").UUID() }, "UUID: 16 bytes...a variable with a pointer is there: string"},
			{"wire bytes as number", func() { wire().I32() }, "Ptr.I32:...a variable is looked for among wire bytes"},
			{"wire bytes as value", func() { As[int64](wire()) }, "As:...a int64 is looked for among wire bytes"},
			{"another type", func() { As[[2]string](at("Long")) }, "As:...there is no [2]string"},
			{"larger type", func() { As[[3]int64](Heap(new([2]int64))) }, "As: 24 bytes at offset 0 of 16 bytes of [2]int64"},
			{"Is another", func() { at("Next").Is(reflect.TypeFor[*int64]()) }, "Ptr.Is:...there is no *int64"},
			{"behind a pointer", func() { at("Next").Ptr().At(unsafe.Sizeof(held{})) }, "Ptr.At:...of unsafeio.held...which is not inside"},
			{"behind an interface", func() { at("Any").At(IfaceData).Ptr().At(unsafe.Sizeof(held{})) }, "which is not inside"},
			{"behind a list", func() { at("List").Slice().Data.At(3 * 8) }, "Ptr.At: 0 bytes at offset 0 of 24 bytes of int64"},
			{"first word of a list", func() { *at("List").Ptr().I64() = 1 }, "Ptr.I64: 8 bytes at offset 0 of 0 bytes"},
			{"into a map", func() { Heap(&map[int]int{1: 1}).Ptr().Byte() }, "Ptr.Byte: 1 bytes at offset 0 of 0 bytes of unknown memory"},
			{"type larger than its Var", func() { new(Var).At(reflect.TypeFor[held]()) }, "a variable retyped: 152 bytes at offset 0 of 24 bytes"},
		})
	})
	t.Run("bytes", func(t *testing.T) {
		breaks(t, []breach{
			{"load of a pointer", func() { at("Next").LE64() }, "Ptr.LE64:...a variable with a pointer is there: *unsafeio.held"},
			{"store over a string", func() { at("Real").Add(4).PutLE64(0) }, "Ptr.PutLE64:...a variable with a pointer is there: string"},
			{"copy over a list", func() { at("List").Copy16(input()) }, "Ptr.Copy16:...a variable with a pointer is there: []int64"},
			{"bytes into a bool", func() { at("Flag").PutByte(2) }, "Ptr.PutByte:...bytes are stored in a bool"},
			{"pointer as bytes", func() { BytesAt(at("Next"), 8) }, "BytesAt:...a variable with a pointer"},
		})
	})
	t.Run("stores", func(t *testing.T) {
		lent := Heap(new(held)).Lend(reflect.TypeFor[held](), true)
		breaks(t, []breach{
			{"pointer to another type", func() { at("Next").SetPtr(Heap(new([20]int64))) }, "Ptr.SetPtr: the pointee:...there is no unsafeio.held"},
			{"pointer to less", func() { at("Next").SetPtr(Heap(new(int64))) }, "Ptr.SetPtr: the pointee: ...they do not lie inside"},
			{"pointer over a number", func() { at("Long").SetPtr(Heap(new(held))) }, "Ptr.SetPtr:...another kind"},
			{"pointer over a list", func() { at("List").SetPtr(Ptr{}) }, "Ptr.SetPtr:...another kind"},
			{"pointer to what is lent", func() { at("Next").SetPtr(lent) }, "Ptr.SetPtr:...what was lent is stored in memory that was not"},
			{"list of another type", func() { at("List").SetSlice(Slice{Elems(make([]string, 3)), 3, 3}) }, "Ptr.SetSlice: the elements:...there is no int64"},
			{"longer list", func() { at("List").SetSlice(Slice{Elems(make([]int64, 3)), 3, 4}) }, "Ptr.SetSlice: the elements: 32 bytes at offset 0 of 24 bytes"},
			{"longer bytes", func() { at("Raw").SetSlice(Slice{Input(make([]byte, 3)), 3, 4}) }, "Ptr.SetSlice: the elements: 4 bytes at offset 0 of 3 bytes"},
			{"longer than its capacity", func() { at("List").SetSlice(Slice{Elems(make([]int64, 3)), 3, 2}) }, "no slice has this length"},
			{"nil list with elements", func() { at("List").SetSlice(Slice{Len: 1, Cap: 1}) }, "no slice has this length"},
			{"list over a string", func() { at("Text").SetSlice(Slice{}) }, "Ptr.SetSlice:"},
		})
	})
	t.Run("lent", func(t *testing.T) { breaks(t, lentBreaches()) })
}

// lentBreaches are uses of a value that was lent to be read, and of one whose
// call is over.
func lentBreaches() []breach {
	typ := reflect.TypeFor[held]()
	fresh := func() *held {
		return &held{Next: &held{List: make([]int64, 2)}, List: make([]int64, 2), Map: map[string]int64{"": 1}, Any: new(held)}
	}
	reads := Heap(fresh()).Lend(typ, false)
	over := Heap(fresh()).Lend(typ, true)
	field, next, list := over.At(off("Long")), over.At(off("Next")).Ptr(), over.At(off("List")).Slice().Data
	inner := next.At(off("List")).Slice().Data
	over.End()
	slices, maps := NewSliceOps(reflect.TypeFor[[]int64]()), NewMapOps(reflect.TypeFor[map[string]int64]())
	ifaces := NewIfaceOps(reflect.TypeFor[any](), []reflect.Type{reflect.TypeFor[*held]()})
	next0 := func(_, _, _ Ptr) bool { return true }
	const readOnly = ":...a store to what may only be read"
	const late = ":...the window is over"
	return []breach{
		{"SetPtr", func() { reads.At(off("Next")).SetPtr(Ptr{}) }, "Ptr.SetPtr" + readOnly},
		{"SetPtr behind a pointer", func() { reads.At(off("Next")).Ptr().At(off("Next")).SetPtr(Ptr{}) }, "Ptr.SetPtr" + readOnly},
		{"SetSlice", func() { reads.At(off("List")).SetSlice(Slice{}) }, "Ptr.SetSlice" + readOnly},
		{"PutLE64", func() { reads.At(off("Long")).PutLE64(0) }, "Ptr.PutLE64" + readOnly},
		{"Copy in a list", func() { reads.At(off("List")).Slice().Data.Copy16(input()) }, "Ptr.Copy16" + readOnly},
		{"Zero", func() { Zero(typ, reads) }, "Zero" + readOnly},
		{"Assign", func() { Assign(typ, reads, Heap(fresh())) }, "Assign" + readOnly},
		{"GetBE64s", func() { GetBE64s(reads.At(off("List")).Slice().Data, input(), 2) }, "GetBE64s" + readOnly},
		{"Make", func() { slices.Make(reads.At(off("List")), 1) }, "SliceOps.Make" + readOnly},
		{"Grow", func() { slices.Grow(reads.At(off("List")), 9) }, "SliceOps.Grow" + readOnly},
		{"SetLen", func() { slices.SetLen(reads.At(off("List")), 1) }, "SliceOps.SetLen" + readOnly},
		{"SliceOps.Zero", func() { slices.Zero(reads.At(off("List")), 0, 1) }, "SliceOps.Zero" + readOnly},
		{"Arena.Make", func() { new(Arena).Make(slices, reads.At(off("List")), 1) }, "Arena.Make" + readOnly},
		{"Build", func() { maps.Build(reads.At(off("Map")), 0, 0, false, Ptr{}, next0) }, "MapOps.Build" + readOnly},
		{"Set", func() { ifaces.Set(reads.At(off("Any")), 0) }, "IfaceOps.Set" + readOnly},
		{"late At", func() { over.At(8) }, "Ptr.At" + late},
		{"late view", func() { field.I64() }, "Ptr.I64" + late},
		{"late pointee", func() { next.At(8) }, "Ptr.At" + late},
		{"late pointee's view", func() { next.Bool() }, "Ptr.Bool" + late},
		{"late list", func() { list.I64() }, "Ptr.I64" + late},
		{"late list of a pointee", func() { inner.I64() }, "Ptr.I64" + late},
		{"late Zero", func() { Zero(typ, over) }, "Zero" + late},
		{"late SetPtr", func() { over.SetPtr(Ptr{}) }, "Ptr.SetPtr" + late},
	}
}
