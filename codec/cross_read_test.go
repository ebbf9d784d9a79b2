package codec_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
)

type follow struct{ name, by, why string }

// follows is whose outcome a cross read has, by the beginning of the case's name; the first that fits
// counts, so it is Go's where no other is named.
//
//   - Fields that are not on the wire have the zero value of their Go type, or their default. Languages that
//     tell an unset field from a zero one have no such field in their value; the Go value is the same.
//   - What is not UTF-8 is skipped in an unknown field as any other bytes, where pure Python refuses it.
//   - A field with another wire type than the reader's is skipped.
var follows = []follow{
	{"blind:", "java-0.16", "absent structs are nil, where Go panics when it writes the value and C++ fills them in"},
	{"", "go-0.25", "as generated Go code"},
}

// TestCrossRead decodes each vector as another type than it was written as.
func TestCrossRead(t *testing.T) {
	guard := wiretest.NewGuard(t, 1<<18)
	for _, c := range wiretest.CrossRead() {
		family := slices.IndexFunc(follows, func(f follow) bool { return strings.HasPrefix(c.Name, f.name) })
		by := follows[family].by
		for i, wire := range [][]byte{c.Binary, c.Compact} {
			p := bothProtocols[i]
			t.Run(c.Name+"/"+p.String(), func(t *testing.T) {
				followed := slices.IndexFunc(c.Results, func(r wiretest.CrossResult) bool {
					return slices.Contains([][]string{r.FromBinaryBy, r.FromCompactBy}[i], by)
				})
				if followed < 0 {
					t.Fatalf("no outcome of %s", by)
				}
				r := c.Results[followed]
				if r.Error != "" {
					t.Fatalf("%s has an error, which is not followed: %s", by, r.Error)
				}
				for _, f := range formsOf(c.ReadAs) {
					checkCrossRead(t, f, p, guard, wire, wiretest.MustBuild(f.new(), r.Value))
				}
			})
		}
	}
}

func checkCrossRead(t *testing.T, f form, p codec.Protocol, guard *wiretest.Guard, wire []byte, want any) {
	for _, mode := range decodeModes {
		if mode.o.Strict {
			continue
		}
		c := codecOf(t, want, p, mode.o)
		v := f.new()
		for _, kind := range []string{"fresh", "used"} {
			src := guard.Put(wire)
			n, err := c.Decode(src, v)
			if n != len(wire) || err != nil {
				t.Fatalf("%s, %s, %s: Decode = %d, %v, want %d", f.name, mode.name, kind, n, err, len(wire))
			}
			if d := wiretest.Diff(v, want); d != "" {
				t.Errorf("%s, %s, %s: the value differs%s", f.name, mode.name, kind, d)
			}
		}
	}
}

// mismatched are the cases in which a known id has another wire type, with the path of the first such field
// and its offset in Binary and in Compact.
var mismatched = map[string]struct {
	path    string
	offsets [2]int
}{
	"old/full:EvoOld->EvoNew":                        {"EvoNew.Retyped", [2]int{18, 8}},
	"new/full:EvoNew->EvoOld":                        {"EvoOld.Retyped", [2]int{7, 2}},
	"new/min:EvoNew->EvoOld":                         {"EvoOld.Retyped", [2]int{7, 2}},
	"gaps/full:Gaps->OutOfOrder":                     {"OutOfOrder.B", [2]int{7, 2}},
	"deep2:Deep2->Deep1":                             {"Deep1.P.X", [2]int{3, 1}},
	"deep1:Deep1->Point":                             {"Point.X", [2]int{0, 0}},
	"i64/2:I64Box->I32Box":                           {"I32Box.V", [2]int{0, 0}},
	"i32/300:I32Box->I64Box":                         {"I64Box.V", [2]int{0, 0}},
	"bool/True:BoolBox->I32Box":                      {"I32Box.V", [2]int{0, 0}},
	"i32/1:I32Box->BoolBox":                          {"BoolBox.V", [2]int{0, 0}},
	"list_i32/2:ListI32->SetI32":                     {"SetI32.V", [2]int{0, 0}},
	"add_result/1:Calc.add_result->Calc.flip_result": {"CalcFlipResult.Success", [2]int{0, 0}},
}

// TestCrossReadStrict decodes the vectors under Strict: a field of another type is an error, an unknown one
// is not.
func TestCrossReadStrict(t *testing.T) {
	found := 0
	for _, c := range wiretest.CrossRead() {
		m, refused := mismatched[c.Name]
		for i, wire := range [][]byte{c.Binary, c.Compact} {
			p := bothProtocols[i]
			v := wiretest.Lookup(c.ReadAs).New()
			_, err := codecOf(t, v, p, codec.Options{Strict: true}).Decode(bytes.Clone(wire), v)
			if errors.Is(err, codec.ErrTypeMismatch) != refused || refused != (err != nil) {
				t.Errorf("%s, %v: Decode: %v, want ErrTypeMismatch: %v", c.Name, p, err, refused)
				continue
			}
			if !refused {
				continue
			}
			found++
			if e := new(codec.Error); !errors.As(err, &e) || e.Path != m.path || e.Offset != m.offsets[i] {
				t.Errorf("%s, %v: %v, want %s at offset %d", c.Name, p, err, m.path, m.offsets[i])
			}
		}
	}
	if found != 2*len(mismatched) {
		t.Errorf("%d of %d cases found", found, 2*len(mismatched))
	}
}
