package layout

import (
	"fmt"
	"reflect"
	"testing"
)

func TestSlots(t *testing.T) {
	type slotted struct {
		E *apacheEnum  `thrift:"e,9"`
		A *bool        `thrift:"a,1"`
		B *int64       `thrift:"b,2"`
		C *string      `thrift:"c,3"`
		D *[16]byte    `thrift:"d,4"`
		F *point       `thrift:"f,5"`
		G *[]int32     `thrift:"g,6"`
		H **int32      `thrift:"h,7"`
		I *[]byte      `thrift:"i,8"`
		J *int8        `thrift:"j,10"`
		K int32        `thrift:"k,11"`
		L *map[int8]j8 `thrift:"l,12"`
	}
	s, err := Of(typ[slotted]())
	if err != nil {
		t.Fatal(err)
	}
	checkPlan(t, s)
	if !s.Block.HasSlots() || s.Block.Type() != typ[slotted]() {
		t.Errorf("block %+v", s.Block)
	}
	end := 0
	for i := range s.Fields {
		f := &s.Fields[i]
		want := map[string]bool{"A": true, "B": true, "C": true, "D": true, "E": true, "J": true}[f.GoName]
		if (f.Slot >= 0) != want {
			t.Errorf("%s: slot %d", f.GoName, f.Slot)
		}
		if !want {
			continue
		}
		elem := f.Type.Elem.Go
		if f.Slot < end || f.Slot%elem.Align() != 0 {
			t.Errorf("%s: slot %d after %d", f.GoName, f.Slot, end)
		}
		end = f.Slot + int(elem.Size())
	}
	if got := int(s.Slots.Size()); got < end {
		t.Errorf("slots are %d bytes, and end at %d", got, end)
	}
	if s, _ := Of(typ[point]()); s.Slots != nil || s.Block.HasSlots() {
		t.Error("a struct without optional scalars has slots")
	}
}

type j8 = int8

// TestSlotsLimit: only as many fields get a slot as fit in the bound, and
// those are the first.
func TestSlotsLimit(t *testing.T) {
	var fields []reflect.StructField
	for i := range 100 {
		fields = append(fields, reflect.StructField{
			Name: fmt.Sprintf("F%d", i), Type: typ[*[16]byte](),
			Tag: reflect.StructTag(fmt.Sprintf(`thrift:"f,%d"`, 100-i)),
		})
	}
	fields = append(fields, reflect.StructField{Name: "Z", Type: typ[*bool](), Tag: `thrift:"z,101"`})
	s, err := Of(reflect.StructOf(fields))
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Fields {
		want := 16 * i
		if i >= maxSlots/16 {
			want = -1
		}
		if s.Fields[i].Slot != want {
			t.Errorf("field %d: slot %d, want %d", i, s.Fields[i].Slot, want)
		}
	}
	if s.Slots.Size() != maxSlots {
		t.Errorf("slots are %d bytes", s.Slots.Size())
	}
}

func TestSlotsNotBehindHops(t *testing.T) {
	s, err := Of(typ[byPointer]())
	if err != nil {
		t.Fatal(err)
	}
	if s.Slots != nil {
		t.Error("a field behind an embedded pointer has a slot")
	}
}
