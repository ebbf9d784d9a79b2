package codec_test

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/layout"
)

// Go shapesOfGo that generators and hand-written structs have, each with its bytes from the primitives.

const (
	kBool, kI8, kI16, kI32, kI64 = layout.Bool, layout.I8, layout.I16, layout.I32, layout.I64
	kDouble, kString, kBinary    = layout.Double, layout.String, layout.Binary
	kStruct, kMap, kSet, kList   = layout.KindStruct, layout.Map, layout.Set, layout.List
	kUUID                        = layout.UUID
)

func wTwo(a, b int32) wire { return wStruct(wField(1, wI32(a)), wField(2, wI32(b))) }

// Named pointers: what Apache's typedef of a struct gives, and more of them.
type (
	twoPtr    *Two
	twoPtrPtr *twoPtr
	longPtr   *myLong
	textPtr   *nStr
	listPtr   *[]nStr
	blobPtr   *nBytes
	namedPtrs struct {
		A twoPtr              `thrift:"a,1"`
		B twoPtrPtr           `thrift:"b,2,optional"`
		C longPtr             `thrift:"c,3,optional"`
		D textPtr             `thrift:"d,4,optional"`
		E listPtr             `thrift:"e,5,optional"`
		F blobPtr             `thrift:"f,6,optional"`
		G []twoPtr            `thrift:"g,7,optional"`
		H map[nStr]twoPtr     `thrift:"h,8,optional"`
		I map[twoPtr]longPtr  `thrift:"i,9,optional"`
		J []longPtr           `thrift:"j,10,optional,set<myLong>"`
		K *twoPtr             `thrift:"k,11,optional"`
		L **longPtr           `thrift:"l,12,optional"`
		M map[string]*listPtr `thrift:"m,13,optional"`
	}
	namedArms struct {
		_ struct{} `thrift:",union"`
		A twoPtr   `thrift:"a,1"`
		B longPtr  `thrift:"b,2"`
		C listPtr  `thrift:"c,3"`
		D nList    `thrift:"d,4"`
	}
	needsPtr struct {
		A twoPtr  `thrift:"a,1,required"`
		B longPtr `thrift:"b,2,required"`
	}
)

// Typedefs of everything, and of typedefs.
type (
	tStruct  Two
	tStruct2 tStruct
	tUnion   goodArm
	tList    []tStruct
	tList2   tList
	tSet     map[tText]struct{}
	tMap     map[tText]tList2
	tText    nStr
	tEnum    Color // its methods are lost
	tUUID    nUUID
	tBlob    nBlob
	tFlag    nBool
	tRecord  struct {
		A tStruct                    `thrift:"a,1"`
		B *tStruct2                  `thrift:"b,2"`
		C *tUnion                    `thrift:"c,3"`
		D tList2                     `thrift:"d,4"`
		E tSet                       `thrift:"e,5"`
		F tMap                       `thrift:"f,6"`
		G tText                      `thrift:"g,7"`
		H tEnum                      `thrift:"h,8"`
		I tEnum                      `thrift:"i,9,default,Color"`
		J tUUID                      `thrift:"j,10"`
		K tBlob                      `thrift:"k,11"`
		L tFlag                      `thrift:"l,12"`
		M []tFlag                    `thrift:"m,13"`
		N map[tUUID]tEnum            `thrift:"n,14,default,map<uuid:Color>"`
		O []tBlob                    `thrift:"o,15,default,set<binary>"`
		P wrapped[tText, tEnum]      `thrift:"p,16"`
		Q *wrapped[[]tText, tStruct] `thrift:"q,17"`
	}
	wrapped[A, B any] struct {
		V A `thrift:"v,1"`
		W B `thrift:"w,2"`
	}
	tTree struct {
		Kids tTrees   `thrift:"kids,1,optional"`
		By   tForest  `thrift:"by,2,optional"`
		Up   tTreePtr `thrift:"up,3,optional"`
	}
	tTrees   []tTreePtr
	tForest  map[nStr]tTrees
	tTreePtr *tTree
)

// Pointers to pointers, and to containers.
type manyPtrs struct {
	A **int32               `thrift:"a,1,optional"`
	B ***Two                `thrift:"b,2,optional"`
	C *[]int32              `thrift:"c,3,optional"`
	D *map[string]int32     `thrift:"d,4,optional"`
	E *map[int16]struct{}   `thrift:"e,5,optional"`
	F *[]int64              `thrift:"f,6,optional,set<i64>"`
	G *[]byte               `thrift:"g,7,optional"`
	H **[]*string           `thrift:"h,8,optional"`
	I []**Two               `thrift:"i,9,optional"`
	J *[]pair[string, *Two] `thrift:"j,10,optional,map<string:Two>"`
	K *[16]byte             `thrift:"k,11,optional"`
	L **bool                `thrift:"l,12,optional"`
	M *[]*[]*bool           `thrift:"m,13,optional"`
}

// Pointer keys, one entry each, since their order is free.
type ptrKeys struct {
	A map[*Two]string          `thrift:"a,1,optional"`
	B map[*string]*int64       `thrift:"b,2,optional"`
	C map[*Two]struct{}        `thrift:"c,3,optional"`
	D map[**Two]map[*int8]bool `thrift:"d,4,optional"`
	E map[*[16]byte]*Two       `thrift:"e,5,optional"`
	F map[*Color]float64       `thrift:"f,6,optional"`
	G map[*myLong]int16        `thrift:"g,7,optional,map<myLong:i16>"`
	H map[*ptrKeys]*ptrKeys    `thrift:"h,8,optional"`
	I map[*[]byte]struct{}     `thrift:"i,9,optional,set<binary>"`
	J map[*[]int32]string      `thrift:"j,10,optional"`
}

func ptrTo[T any](v T) *T { return &v }

var shapesOfGo = []struct {
	name string
	v    any
	want wire
}{
	{"named pointers, nil", &namedPtrs{}, wStruct()},
	{"named pointers", &namedPtrs{
		A: &Two{1, 2}, B: ptrTo(twoPtr(&Two{3, 4})), C: ptrTo(myLong(5)), D: ptrTo(nStr("d")), E: &[]nStr{"e"}, F: ptrTo(nBytes("f")),
		G: []twoPtr{{1, 2}, {3, 4}}, H: map[nStr]twoPtr{"h": {5, 6}}, I: map[twoPtr]longPtr{{7, 8}: ptrTo(myLong(9))},
		J: []longPtr{ptrTo(myLong(10))}, K: ptrTo(twoPtr(&Two{11, 12})), L: ptrTo(ptrTo(longPtr(ptrTo(myLong(13))))), M: map[string]*listPtr{"m": ptrTo(listPtr(&[]nStr{}))},
	}, wStruct(
		wField(1, wTwo(1, 2)), wField(2, wTwo(3, 4)), wField(3, wI64(5)), wField(4, wString("d")), wField(5, wList(kString, wString("e"))), wField(6, wString("f")),
		wField(7, wList(kStruct, wTwo(1, 2), wTwo(3, 4))), wField(8, wMap(kString, kStruct, wString("h"), wTwo(5, 6))),
		wField(9, wMap(kStruct, kI64, wTwo(7, 8), wI64(9))), wField(10, wSet(kI32, wI32(10))), wField(11, wTwo(11, 12)), wField(12, wI64(13)),
		wField(13, wMap(kString, kList, wString("m"), wList(kString))),
	)},
	{"union of named pointers, first", &namedArms{A: &Two{1, 2}}, wStruct(wField(1, wTwo(1, 2)))},
	{"union of named pointers, second", &namedArms{B: ptrTo(myLong(0))}, wStruct(wField(2, wI64(0)))},
	{"union of named pointers, list", &namedArms{C: &[]nStr{}}, wStruct(wField(3, wList(kString)))},
	{"union of named pointers, named list", &namedArms{D: nList{"d"}}, wStruct(wField(4, wList(kString, wString("d"))))},
	{"required named pointers", &needsPtr{&Two{1, 2}, ptrTo(myLong(-1))}, wStruct(wField(1, wTwo(1, 2)), wField(2, wI64(-1)))},
	{"typedefs", &tRecord{
		A: tStruct{1, 2}, B: &tStruct2{3, 4}, C: &tUnion{B: ptrTo(int32(5))}, D: tList2{{6, 7}}, E: tSet{"e": {}}, F: tMap{"f": {{8, 9}}},
		G: "g", H: 1 << 40, I: -7, J: tUUID{1}, K: tBlob{2}, L: true, M: []tFlag{true, false}, N: map[tUUID]tEnum{{3}: 4}, O: []tBlob{{5}},
		P: wrapped[tText, tEnum]{"p", 6}, Q: &wrapped[[]tText, tStruct]{[]tText{"q"}, tStruct{7, 8}},
	}, wStruct(
		wField(1, wTwo(1, 2)), wField(2, wTwo(3, 4)), wField(3, wStruct(wField(2, wI32(5)))), wField(4, wList(kStruct, wTwo(6, 7))), wField(5, wSet(kString, wString("e"))),
		wField(6, wMap(kString, kList, wString("f"), wList(kStruct, wTwo(8, 9)))), wField(7, wString("g")), wField(8, wI64(1<<40)), wField(9, wI32(-7)),
		wField(10, wUUID([16]byte{1})), wField(11, wString("\x02")), wField(12, wBool(true)), wField(13, wList(kBool, wBool(true), wBool(false))),
		wField(14, wMap(kUUID, kI32, wUUID([16]byte{3}), wI32(4))), wField(15, wSet(kBinary, wString("\x05"))),
		wField(16, wStruct(wField(1, wString("p")), wField(2, wI64(6)))), wField(17, wStruct(wField(1, wList(kString, wString("q"))), wField(2, wTwo(7, 8)))),
	)},
	{"typedefs that lead back", &tTree{
		Kids: tTrees{{}, {Kids: tTrees{{}}}}, By: tForest{"x": {{Up: &tTree{}}}}, Up: &tTree{By: tForest{}},
	}, wStruct(
		wField(1, wList(kStruct, wStruct(), wStruct(wField(1, wList(kStruct, wStruct()))))),
		wField(2, wMap(kString, kList, wString("x"), wList(kStruct, wStruct(wField(3, wStruct()))))), wField(3, wStruct(wField(2, wMap(kString, kList)))),
	)},
	{"pointers, nil", &manyPtrs{}, wStruct()},
	{"pointers to what is empty", &manyPtrs{
		A: ptrTo(new(int32)), B: ptrTo(ptrTo(&Two{})), C: &[]int32{}, D: &map[string]int32{}, E: &map[int16]struct{}{}, F: &[]int64{}, G: &[]byte{},
		H: ptrTo(&[]*string{}), I: []**Two{}, J: &[]pair[string, *Two]{}, K: &[16]byte{}, L: ptrTo(new(bool)), M: &[]*[]*bool{},
	}, wStruct(
		wField(1, wI32(0)), wField(2, wTwo(0, 0)), wField(3, wList(kI32)), wField(4, wMap(kString, kI32)), wField(5, wSet(kI16)), wField(6, wSet(kI64)), wField(7, wString("")),
		wField(8, wList(kString)), wField(9, wList(kStruct)), wField(10, wMap(kString, kStruct)), wField(11, wUUID([16]byte{})), wField(12, wBool(false)), wField(13, wList(kList)),
	)},
	{"pointers", &manyPtrs{
		A: ptrTo(ptrTo(int32(1))), B: ptrTo(ptrTo(&Two{2, 3})), C: &[]int32{4}, D: &map[string]int32{"d": 5}, E: &map[int16]struct{}{6: {}}, F: &[]int64{7},
		G: ptrTo([]byte("g")), H: ptrTo(&[]*string{ptrTo("h")}), I: []**Two{ptrTo(&Two{8, 9})}, J: &[]pair[string, *Two]{{"a", &Two{1, 2}}, {"b", &Two{}}},
		K: &[16]byte{15: 1}, L: ptrTo(ptrTo(true)), M: &[]*[]*bool{{ptrTo(true)}, {}},
	}, wStruct(
		wField(1, wI32(1)), wField(2, wTwo(2, 3)), wField(3, wList(kI32, wI32(4))), wField(4, wMap(kString, kI32, wString("d"), wI32(5))), wField(5, wSet(kI16, wI16(6))),
		wField(6, wSet(kI64, wI64(7))), wField(7, wString("g")), wField(8, wList(kString, wString("h"))), wField(9, wList(kStruct, wTwo(8, 9))),
		wField(10, wMap(kString, kStruct, wString("a"), wTwo(1, 2), wString("b"), wTwo(0, 0))), wField(11, wUUID([16]byte{15: 1})), wField(12, wBool(true)),
		wField(13, wList(kList, wList(kBool, wBool(true)), wList(kBool))),
	)},
	{"pointer keys", &ptrKeys{
		A: map[*Two]string{{1, 2}: "a"}, B: map[*string]*int64{ptrTo("b"): ptrTo(int64(3))}, C: map[*Two]struct{}{{4, 5}: {}},
		D: map[**Two]map[*int8]bool{ptrTo(&Two{6, 7}): {ptrTo(int8(8)): true}}, E: map[*[16]byte]*Two{{9}: {1, 2}}, F: map[*Color]float64{ptrTo(Color(3)): 1.5},
		G: map[*myLong]int16{ptrTo(myLong(4)): 5}, H: map[*ptrKeys]*ptrKeys{{}: {A: map[*Two]string{}}}, I: map[*[]byte]struct{}{ptrTo([]byte("i")): {}},
		J: map[*[]int32]string{{6}: "j"},
	}, wStruct(
		wField(1, wMap(kStruct, kString, wTwo(1, 2), wString("a"))), wField(2, wMap(kString, kI64, wString("b"), wI64(3))), wField(3, wSet(kStruct, wTwo(4, 5))),
		wField(4, wMap(kStruct, kMap, wTwo(6, 7), wMap(kI8, kBool, wI8(8), wBool(true)))), wField(5, wMap(kUUID, kStruct, wUUID([16]byte{9}), wTwo(1, 2))),
		wField(6, wMap(kI32, kDouble, wI32(3), wDouble(1.5))), wField(7, wMap(kI32, kI16, wI32(4), wI16(5))),
		wField(8, wMap(kStruct, kStruct, wStruct(), wStruct(wField(1, wMap(kStruct, kString))))), wField(9, wSet(kBinary, wString("i"))),
		wField(10, wMap(kList, kString, wList(kI32, wI32(6)), wString("j"))),
	)},
}

// TestForms: each goes out as its bytes and comes back from them, into fresh values and into used ones.
func TestForms(t *testing.T) {
	for _, form := range append(shapesOfGo, moreShapesOfGo...) {
		for _, p := range bothProtocols {
			want := form.want.put(p, nil)
			for _, o := range []codec.Options{{}, {Canonical: true}} {
				if b, err := encodings(t, p, o, form.v); err != nil || !bytes.Equal(b, want) {
					t.Errorf("%s: %v: Append = %x, %v, want %x", form.name, p, b, err, want)
				}
			}
			for _, mode := range decodeModes {
				used := fresh(form.v)
				fillAll(reflect.ValueOf(used).Elem(), 5)
				for i, got := range []any{fresh(form.v), used} {
					n, err := codecOf(t, got, p, mode.o).Decode(bytes.Clone(want), got)
					if n != len(want) || err != nil {
						t.Errorf("%s: %v, %s, target %d: Decode = %d, %v, want %d", form.name, p, mode.name, i, n, err, len(want))
						continue
					}
					if again, err := codecOf(t, got, p, codec.Options{Canonical: true}).Append(nil, got); err != nil || !bytes.Equal(again, want) {
						t.Errorf("%s: %v, %s, target %d: goes out again as %x, %v, want %x", form.name, p, mode.name, i, again, err, want)
					}
				}
			}
		}
	}
}

func TestFormsRefused(t *testing.T) {
	for _, row := range []struct {
		name string
		v    any
		want error
	}{
		{"required named pointer, nil", &needsPtr{B: new(myLong)}, codec.ErrMissingRequired},
		{"required named pointer to a number, nil", &needsPtr{A: &Two{}}, codec.ErrMissingRequired},
		{"union of named pointers, none", &namedArms{}, codec.ErrUnion},
		{"union of named pointers, two", &namedArms{A: &Two{}, D: nList{}}, codec.ErrUnion},
		{"typedef of a union, none", &tRecord{C: &tUnion{}}, codec.ErrUnion},
		{"typedef of an enum, too large", &tRecord{I: 1 << 31}, codec.ErrOverflow},
		{"named pointer in a set of enums, too large", &namedPtrs{J: []longPtr{ptrTo(myLong(-1<<31 - 1))}}, codec.ErrOverflow},
		{"pointer key that is an enum, too large", &ptrKeys{G: map[*myLong]int16{ptrTo(myLong(1 << 32)): 0}}, codec.ErrOverflow},
	} {
		for _, p := range bothProtocols {
			if _, err := encodings(t, p, codec.Options{}, row.v); !errors.Is(err, row.want) {
				t.Errorf("%s: %v: Append = %v, want %v", row.name, p, err, row.want)
			}
		}
	}
}
