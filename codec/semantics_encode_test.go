package codec_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"testing"

	"github.com/miserwire/miser/codec"
)

// What of a struct goes out, and in which order.

// held says how a Go form can be absent.
type held uint8

const (
	heldAlone  held = iota // a scalar
	heldNil                // a slice or map
	heldByPtr              // a pointer to anything
	heldInside             // a struct by value
)

// goForm is one form that a field can have in Go. Bytes are Binary, as hex, behind the field's id.
type goForm struct {
	v    any    // some value
	is   held   //
	typ  string // the TYPE that the form needs, with a comma
	code string // type code
	zero string // bytes of the zero value; for a pointer, of what it points to
	some string // bytes of v
}

type boolEntry struct {
	Key   int32
	Value bool
}

var goForms = []goForm{
	{true, heldAlone, "", "02", "00", "01"},
	{int8(5), heldAlone, "", "03", "00", "05"},
	{int16(5), heldAlone, "", "06", "0000", "0005"},
	{int32(5), heldAlone, "", "08", "00000000", "00000005"},
	{int64(5), heldAlone, "", "0a", "0000000000000000", "0000000000000005"},
	{int(5), heldAlone, "", "0a", "0000000000000000", "0000000000000005"},
	{1.5, heldAlone, "", "04", "0000000000000000", "3ff8000000000000"},
	{math.Copysign(0, -1), heldAlone, "", "04", "0000000000000000", "8000000000000000"},
	{"a", heldAlone, "", "0b", "00000000", "0000000161"},
	{[16]byte{1}, heldAlone, "", "10", "00000000000000000000000000000000", "01000000000000000000000000000000"},
	{Color(5), heldAlone, "", "08", "00000000", "00000005"},
	{MyEnum(5), heldAlone, ",MyEnum", "08", "00000000", "00000005"},
	{MyWord(5), heldAlone, ",MyWord", "08", "00000000", "00000005"}, // an enum by TYPE, or by the option
	{[]byte("a"), heldNil, "", "0b", "00000000", "0000000161"},
	{[]int32{5}, heldNil, "", "0f", "0800000000", "080000000100000005"},
	{[]int32{5}, heldNil, ",set<i32>", "0e", "0800000000", "080000000100000005"},
	{[]boolEntry{{5, true}}, heldNil, ",map<i32:bool>", "0d", "080200000000", "0802000000010000000501"},
	{map[int32]bool{5: true}, heldNil, "", "0d", "080200000000", "0802000000010000000501"},
	{map[int32]struct{}{5: {}}, heldNil, "", "0e", "0800000000", "080000000100000005"},
	{new(true), heldByPtr, "", "02", "00", "01"},
	{new(int32(5)), heldByPtr, "", "08", "00000000", "00000005"},
	{new(int64(5)), heldByPtr, "", "0a", "0000000000000000", "0000000000000005"},
	{new("a"), heldByPtr, "", "0b", "00000000", "0000000161"},
	{new(new(int16(5))), heldByPtr, "", "06", "0000", "0005"},
	{new([]int32{5}), heldByPtr, "", "0f", "0800000000", "080000000100000005"},
	{new(map[int32]bool{5: true}), heldByPtr, "", "0d", "080200000000", "0802000000010000000501"},
	{new(Color(5)), heldByPtr, "", "08", "00000000", "00000005"},
	{&I32s{5}, heldByPtr, "", "0c", "08000100000000" + "00", "08000100000005" + "00"},
	{I32s{5}, heldInside, "", "0c", "08000100000000" + "00", "08000100000005" + "00"},
}

// tagForm is a requiredness in one of the two forms of tags.
type tagForm struct {
	tag      string // format with the TYPE
	numeric  bool
	optional bool // the zero value of a scalar, slice or map is left out
	required bool
}

var tagForms = []tagForm{
	{"a,1", false, false, false},
	{"a,1,default%s", false, false, false},
	{"a,1,required%s", false, false, true},
	{"a,1,optional%s", false, true, false},
	{"1", true, true, false},
	{"1,optional", true, true, false},
	{"1,required", true, false, true},
	{"1,writezero", true, false, false},
	{"1,optional,writezero", true, false, false},
}

// wants returns what a field of that form and tag gives for its zero value: bytes, or a missing field.
func (f goForm) wants(tag tagForm) (zero string, err error) {
	switch {
	case f.is == heldByPtr && tag.required:
		return "", codec.ErrMissingRequired
	case f.is == heldByPtr:
		return "", nil
	case f.is == heldInside && !tag.numeric:
		return f.zero, nil
	case tag.optional:
		return "", nil
	}
	return f.zero, nil
}

// TestEncodePresence has every requiredness in both forms of tags with every form in Go: the zero value, some
// value, an empty slice or map that is not nil, and a pointer to zero.
func TestEncodePresence(t *testing.T) {
	for _, f := range goForms {
		for _, tag := range tagForms {
			text := tag.tag
			switch {
			case f.is == heldAlone && f.typ != "" && tag.numeric:
				text += ",enum"
			case f.typ != "" && (tag.numeric || tag.tag == "a,1"):
				continue
			case !tag.numeric && tag.tag != "a,1":
				text = fmt.Sprintf(text, f.typ)
			}
			typ := reflect.StructOf([]reflect.StructField{{
				Name: "A", Type: reflect.TypeOf(f.v), Tag: reflect.StructTag(fmt.Sprintf("thrift:%q", text)),
			}})
			zero, err := f.wants(tag)
			v := reflect.New(typ)
			checkPresence(t, text, v, f.code, zero, err)
			v.Elem().Field(0).Set(reflect.ValueOf(f.v))
			checkPresence(t, text, v, f.code, f.some, nil)
			switch f.is {
			case heldNil:
				v.Elem().Field(0).Set(emptyOf(reflect.TypeOf(f.v)))
				checkPresence(t, text, v, f.code, f.zero, nil)
			case heldByPtr:
				v.Elem().Field(0).Set(reflect.New(reflect.TypeOf(f.v).Elem()))
				checkPresence(t, text, v, f.code, f.zero, nil)
			}
		}
	}
}

// emptyOf returns a slice or map that is empty and not nil.
func emptyOf(t reflect.Type) reflect.Value {
	if t.Kind() == reflect.Map {
		return reflect.MakeMap(t)
	}
	return reflect.MakeSlice(t, 0, 0)
}

// checkPresence checks that the one field of v gives these bytes, none when they are empty, or that error.
func checkPresence(t *testing.T, tag string, v reflect.Value, code, value string, wantErr error) {
	t.Helper()
	want := hexed("00")
	if value != "" {
		want = hexed(code + "0001" + value + "00")
	}
	for _, p := range bothProtocols {
		b, err := encodings(t, p, codec.Options{}, v.Interface())
		switch {
		case !errors.Is(err, wantErr) || (err == nil) != (wantErr == nil):
			t.Errorf("%v %s: %v of %+v: Append = %v, want %v", p, tag, v.Type(), v.Elem(), err, wantErr)
		case err != nil:
		case p == codec.Binary && !bytes.Equal(b, want):
			t.Errorf("%s: %v of %+v: Append = %x, want %x", tag, v.Type(), v.Elem(), b, want)
		case !bytes.Equal(b, written(t, p, v.Interface())):
			t.Errorf("%v %s: %v of %+v: Append = %x, want %x", p, tag, v.Type(), v.Elem(), b, written(t, p, v.Interface()))
		}
	}
}

// requiredNil has required pointers at some depth.
type (
	requiredNil struct {
		In   *requiredIn           `thrift:"in,1"`
		List []*requiredIn         `thrift:"list,2"`
		By   map[string]requiredIn `thrift:"by,3"`
	}
	requiredIn struct {
		Z int32   `thrift:"z,1"`
		P *string `thrift:"p,2,required"`
		S *I32s   `thrift:"s,3,required"`
	}
)

// TestEncodeRequiredNil wants the path to a required pointer that is nil.
func TestEncodeRequiredNil(t *testing.T) {
	good := requiredIn{P: new("x"), S: &I32s{}}
	noS := requiredIn{P: new("x")}
	for _, c := range []struct {
		v    *requiredNil
		path string
	}{
		{&requiredNil{In: &requiredIn{}}, "requiredNil.In.P"},
		{&requiredNil{In: &noS}, "requiredNil.In.S"},
		{&requiredNil{List: []*requiredIn{&good, {}}}, "requiredNil.List[1].P"},
		{&requiredNil{By: map[string]requiredIn{"k": noS}}, "requiredNil.By[value 0].S"},
	} {
		checkEncodeError(t, c.v, codec.ErrMissingRequired, c.path)
	}
	roundTrips(t, &requiredNil{In: &good, List: []*requiredIn{&good, &good}, By: map[string]requiredIn{"k": good}})
	b, err := encodings(t, codec.Compact, codec.Options{}, &requiredNil{List: []*requiredIn{nil}})
	if want := hexed("291c 00 1b00 00"); err != nil || !bytes.Equal(b, want) { // a nil element has no fields at all
		t.Errorf("Append = %x, %v, want %x", b, err, want)
	}
}

// checkEncodeError checks that v is refused, with that class and that path, by all that encodes.
func checkEncodeError(t *testing.T, v any, class error, path string) {
	t.Helper()
	for _, p := range bothProtocols {
		for _, o := range []codec.Options{{}, {Canonical: true}} {
			_, err := encodings(t, p, o, v)
			var e *codec.Error
			if !errors.Is(err, class) || !errors.As(err, &e) {
				t.Errorf("%v: Append of %+v = %v, want %v", p, v, err, class)
				continue
			}
			if e.Path != path || e.Protocol != p || e.GoType != reflect.TypeOf(v).Elem() {
				t.Errorf("%v: error of %v at %q in %v, want %q", p, e.Protocol, e.Path, e.GoType, path)
			}
		}
	}
}

// TestEncodeUnions has none, one and two arms, at the root and inside.
func TestEncodeUnions(t *testing.T) {
	type holder struct {
		One  *U          `thrift:"one,1"`
		Many []*U        `thrift:"many,2"`
		By   map[int8]*U `thrift:"by,3"`
		Here U           `thrift:"here,4"`
	}
	a, b, both := &U{A: new(int32(1))}, &U{B: new("")}, &U{A: new(int32(1)), B: new("")}
	roundTrips(t, &holder{a, []*U{a, b}, map[int8]*U{1: b}, *a})
	checkEncodeError(t, both, codec.ErrUnion, "U")
	checkEncodeError(t, &U{}, codec.ErrUnion, "U")
	for path, v := range map[string]*holder{
		"holder.One":         {both, nil, nil, *a},
		"holder.Many[1]":     {nil, []*U{a, both}, nil, *a},
		"holder.By[value 0]": {nil, nil, map[int8]*U{1: {}}, *a},
		"holder.Here":        {Here: U{}},
	} {
		checkEncodeError(t, v, codec.ErrUnion, path)
	}
}

// TestEncodeNilElements: what a nil pointer in a container stands for is the zero value of what it points to,
// and of a struct, one without fields.
func TestEncodeNilElements(t *testing.T) {
	v := &shapePointers{
		E: &[]*string{nil}, F: &map[string]*[]int32{"f": nil}, G: map[*Two]*bool{{}: nil}, H: []*float64{nil},
		I: []**shapePointers{nil, new((*shapePointers)(nil))}, K: []*[]*bool{nil, {nil}}, L: map[*string]**int64{new("l"): nil},
		N: &map[*[16]byte]*Color{nil: nil}, P: &[]pair[*string, **int8]{{}}, Q: new(&[][]*map[int8]*[]*Inner{{nil, {1: nil}}}), R: new(1),
	}
	for _, p := range bothProtocols {
		b, err := encodings(t, p, codec.Options{Canonical: true}, v)
		if want := written(t, p, v); err != nil || !bytes.Equal(b, want) {
			t.Errorf("%v Append = %x, %v, want %x", p, b, err, want)
		}
	}
	b, err := encodings(t, codec.Binary, codec.Options{}, &shapePointers{K: []*[]*bool{nil, {nil}}, C: new((*Inner)(nil)), R: new(1)})
	if want := hexed("0c0003 00 0f000b 0f00000002 0200000000 0200000001 00 0a0012 0000000000000001 00"); err != nil || !bytes.Equal(b, want) {
		t.Errorf("Append = %x, %v, want %x", b, err, want)
	}
}

// TestEncodeFailedAppend wants the buffer back as it was.
func TestEncodeFailedAppend(t *testing.T) {
	for _, p := range bothProtocols {
		for _, spare := range []int{0, 1, 9, 300} {
			dst := append(make([]byte, 0, 4+spare), "keep"...)
			v := &requiredNil{In: &requiredIn{P: new("long enough to grow"), S: &I32s{}}, List: []*requiredIn{{}}}
			got, err := codecOf(t, v, p, codec.Options{}).Append(dst, v)
			if err == nil || string(got) != "keep" || cap(got) != cap(dst) || &got[0] != &dst[0] {
				t.Errorf("%v, %d bytes spare: Append = %q, %v", p, spare, got, err)
			}
		}
	}
}

// TestEncodeFieldOrder: fields go out in ascending id, whatever their order in Go.
func TestEncodeFieldOrder(t *testing.T) {
	type mixed struct {
		E int32   `thrift:"e,5"`
		A int8    `thrift:"a,1"`
		N bool    `thrift:"n,-2"`
		T *int16  `thrift:"t,32767,optional"`
		M *string `thrift:"m,3,optional"`
		L bool    `thrift:"l,-32768"`
		Z int64   `thrift:"z,0"`
	}
	v := &mixed{5, 1, true, new(int16(7)), new("m"), false, 9}
	for p, want := range map[codec.Protocol]string{
		codec.Binary:  "028000 00 02fffe 01 0a0000 0000000000000009 030001 01 0b0003 00000001 6d 080005 00000005 067fff 0007 00",
		codec.Compact: "02 ffff03 01 03 26 12 13 01 28 01 6d 25 0a 04 feff03 0e 00", // the long form beyond a delta of 15
	} {
		b, err := encodings(t, p, codec.Options{}, v)
		if err != nil || !bytes.Equal(b, hexed(want)) {
			t.Errorf("%v Append = %x, %v, want %x", p, b, err, hexed(want))
		}
	}
	roundTrips(t, v)
}

// TestEncodeCycles end at the depth limit, whatever they lead through.
func TestEncodeCycles(t *testing.T) {
	type knot struct {
		P *knot            `thrift:"p,1"`
		L []*knot          `thrift:"l,2,optional"`
		M map[string]*knot `thrift:"m,3,optional"`
		S []knot           `thrift:"s,4,optional"`
		D [][]*knot        `thrift:"d,5,optional"`
	}
	for name, tie := range map[string]func(v *knot){
		"pointer":   func(v *knot) { v.P = v },
		"list":      func(v *knot) { v.L = []*knot{v} },
		"map":       func(v *knot) { v.M = map[string]*knot{"": v} },
		"slice":     func(v *knot) { v.S = make([]knot, 1); v.S[0].S = v.S },
		"two lists": func(v *knot) { v.D = [][]*knot{{v}} },
		"two":       func(v *knot) { v.P = &knot{L: []*knot{v}} },
	} {
		for _, p := range bothProtocols {
			for _, o := range []codec.Options{{}, {Canonical: true}, {Limits: codec.Limits{Depth: 7}}} {
				v := new(knot)
				tie(v)
				if b, err := encodings(t, p, o, v); !errors.Is(err, codec.ErrLimit) || b != nil {
					t.Errorf("%v, a cycle by %s: Append = %d bytes, %v", p, name, len(b), err)
				}
			}
		}
	}
}
