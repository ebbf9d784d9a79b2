package wiretest

import (
	"math"
	"strings"
	"testing"
)

func TestDiff(t *testing.T) {
	nan := math.Float64frombits(0x7ff8000000000001)
	other := math.Float64frombits(0x7ff8000000000002)
	type unnamed struct {
		_ int
		M map[*Point]int32
		I any
	}
	for _, tt := range []struct {
		name string
		a, b any
		want string
	}{
		{"equal", NewMediaContent(), NewMediaContent(), ""},
		{"type", new(Point), new(Blank), ": type *wiretest.Point != *wiretest.Blank"},
		{"nil any", nil, new(Blank), ": type <nil> != *wiretest.Blank"},
		{"scalar", Point{X: 1}, Point{X: 2}, ".X: 1 != 2"},
		{"path", &ListStruct{V: []*Point{{}, {Y: 1}}}, &ListStruct{V: []*Point{{}, {Y: 2}}}, ".V[1].Y: 1 != 2"},
		{"length", ListI32{V: []int32{1}}, ListI32{V: []int32{1, 2}}, ".V: length 1 != 2"},
		{"nil is empty", ListI32{}, ListI32{V: []int32{}}, ""},
		{"nested nil is empty", ListListI32{V: [][]int32{nil}}, ListListI32{V: [][]int32{{}}}, ""},
		{"absent is not empty", OptScalars{}, OptScalars{FBinary: []byte{}}, ".FBinary: nil != []"},
		{"absent map is not empty", MapFromI8{}, MapFromI8{MBool: map[int8]bool{}}, ".MBool: nil != map[]"},
		{"absent arm is not empty", Choice{}, Choice{Nums: []int32{}}, ".Nums: nil != []"},
		{"absent pointer", OptScalars{}, OptScalars{FI8: new(int8(3))}, ".FI8: <nil> != &3"},
		{"pointee", OptScalars{FString: new("a")}, OptScalars{FString: new("b")}, `.FString: "a" != "b"`},
		{"same NaN", DoubleBox{nan}, DoubleBox{nan}, ""},
		{"other NaN", DoubleBox{nan}, DoubleBox{other}, ".V: NaN (0x7ff8000000000001) != NaN (0x7ff8000000000002)"},
		{"zeros", DoubleBox{0}, DoubleBox{math.Copysign(0, -1)}, ".V: 0 (0x0) != -0 (0x8000000000000000)"},
		{"map", Choice{Table: map[string]int32{"a": 1}}, Choice{Table: map[string]int32{"a": 1}}, ""},
		{"map value", Choice{Table: map[string]int32{"a": 1}}, Choice{Table: map[string]int32{"a": 2}}, `.Table["a"]: 1 != 2`},
		{"map key", Choice{Table: map[string]int32{"a": 1}}, Choice{Table: map[string]int32{"b": 1}}, `.Table["a"]: no such key`},
		{"NaN keys", map[float64]int{nan: 1, other: 2}, map[float64]int{other: 2, nan: 1}, ""},
		{"NaN key twice", map[float64]int{nan: 1}, map[float64]int{other: 1}, "[NaN (0x7ff8000000000001)]: no such key"},
		{"zero keys", map[float64]int{0: 1}, map[float64]int{math.Copysign(0, -1): 1}, "[0 (0x0)]: no such key"},
		{"struct keys", map[Point]int{{1, 2}: 1}, map[Point]int{{1, 2}: 3}, "[{1 2}]: 1 != 3"},
		{"pointer keys", unnamed{M: map[*Point]int32{{X: 1}: 1}}, unnamed{M: map[*Point]int32{{X: 1}: 1}}, ""},
		{"interface", unnamed{I: 1}, unnamed{I: "a"}, ".I: type int != string"},
		{"long text", StringBox{string(make([]byte, 100))}, StringBox{}, `.V: "` + strings.Repeat(`\x00`, 19) + `\x0... != ""`},
	} {
		if got := Diff(tt.a, tt.b); got != tt.want {
			t.Errorf("%s: Diff = %q, want %q", tt.name, got, tt.want)
		}
		if got := Diff(tt.b, tt.a); (got == "") != (tt.want == "") {
			t.Errorf("%s, turned: Diff = %q", tt.name, got)
		}
		if !Equal(tt.a, tt.a) {
			t.Errorf("%s: not equal to itself: %s", tt.name, Diff(tt.a, tt.a))
		}
	}
}
