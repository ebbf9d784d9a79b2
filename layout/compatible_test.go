package layout_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/layout"
)

func planOf[T any](t testing.TB) *layout.Struct {
	t.Helper()
	s, err := layout.Of(reflect.TypeFor[T]())
	require.NoError(t, err)
	return s
}

// version says what Compatible finds between two types, and what a reader of one makes of a value of the other.
type version struct {
	name     string
	find     func(t testing.TB) []layout.Finding
	want     []string
	backward func(t testing.TB, p codec.Protocol) layout.Severity // as seen
	forward  func(t testing.TB, p codec.Protocol) layout.Severity
}

// between makes a version of an old and a new value.
func between[Old, New any](name string, old Old, new New, want ...string) version {
	return version{
		name,
		func(t testing.TB) []layout.Finding { return layout.Compatible(planOf[Old](t), planOf[New](t)) },
		want,
		func(t testing.TB, p codec.Protocol) layout.Severity { return read[Old, New](t, p, &old) },
		func(t testing.TB, p codec.Protocol) layout.Severity { return read[New, Old](t, p, &new) },
	}
}

// read writes a value of one version, reads it as the other, and says how that went: by what is left of it when the reader
// writes it back, and by what N is to the reader.
func read[W, R any](t testing.TB, p codec.Protocol, written *W) layout.Severity {
	t.Helper()
	w := codec.Must(codec.New[W](p, codec.Options{}))
	r := codec.Must(codec.New[R](p, codec.Options{}))
	b, err := w.Append(nil, written)
	require.NoError(t, err)
	got, back := new(R), new(W)
	if _, err := r.Decode(b, got); err != nil {
		require.True(t, errors.Is(err, codec.ErrMissingRequired) || errors.Is(err, codec.ErrOverflow), "%v", err)
		return layout.Refuses
	}
	b, err = r.Append(nil, got)
	require.NoError(t, err)
	if _, err = w.Decode(b, back); err != nil { // what was lost was required
		require.ErrorIs(t, err, codec.ErrMissingRequired)
		return layout.Loses
	}
	n, m := reflect.ValueOf(written).Elem().FieldByName("N"), reflect.ValueOf(got).Elem().FieldByName("N")
	if !reflect.DeepEqual(back, written) || n.IsValid() && n.Int() != m.Int() {
		return layout.Loses
	}
	return layout.Harmless
}

type (
	colour int32
	small  int8

	plain struct {
		A int32 `thrift:"a,1"`
	}
	withB struct {
		A int32   `thrift:"a,1"`
		B *string `thrift:"b,2,optional"`
	}
	withRequired struct {
		A int32  `thrift:"a,1"`
		B string `thrift:"b,2,required"`
	}
	retyped struct {
		A int64 `thrift:"a,1"`
	}
	keeps struct {
		A             int32 `thrift:"a,1"`
		UnknownFields layout.Unknown
	}
	renamed struct {
		Other int32 `thrift:"other,1"`
	}
	optionalA struct {
		A *int32 `thrift:"a,1,optional"`
	}
	requiredA struct {
		A int32 `thrift:"a,1,required"`
	}
	listOf[E any] struct {
		L []E `thrift:"l,1"`
	}
	setOf struct {
		L []int32 `thrift:"l,1,default,set<i32>"`
	}
	mapOf[K comparable, V any] struct {
		M map[K]V `thrift:"m,1"`
	}
	enumIn32 struct {
		E colour `thrift:"e,1,default,colour"`
	}
	enumIn8 struct {
		E small `thrift:"e,1,default,small"`
	}
	defaults7 struct {
		N int32 `thrift:"n,1,optional"`
	}
	defaults8 struct {
		N int32 `thrift:"n,1,optional"`
	}
	one struct {
		_ struct{} `thrift:",union"`
		A *int32   `thrift:"a,1"`
		B *int32   `thrift:"b,2"`
	}
	both struct {
		A *int32 `thrift:"a,1,optional"`
		B *int32 `thrift:"b,2,optional"`
	}
	treeA struct {
		Kids []*treeA `thrift:"kids,1"`
		V    int32    `thrift:"v,2"`
	}
	treeB struct {
		Kids []*treeB `thrift:"kids,1"`
		V    int64    `thrift:"v,2"`
	}
)

func (d *defaults7) InitDefault() { d.N = 7 }
func (d *defaults8) InitDefault() { d.N = 8 }

func TestCompatible(t *testing.T) {
	for _, tt := range []version{
		between("same", plain{1}, plain{1}),
		between("same, other types", listOf[string]{[]string{"x"}}, listOf[[]byte]{[][]byte{[]byte("x")}}),
		between("added", plain{1}, withB{1, new("b")},
			"plain.B (2): added: optional string; new reads old: harmless, old reads new: loses"),
		between("removed", withB{1, new("b")}, plain{1},
			"withB.B (2): removed: optional string; new reads old: loses, old reads new: harmless"),
		between("added required", plain{1}, withRequired{1, "b"},
			"plain.B (2): added: required string; new reads old: refuses, old reads new: loses"),
		between("kept unknown", withB{1, new("b")}, keeps{A: 1},
			"withB.B (2): removed: optional string; new reads old: harmless, old reads new: harmless"),
		between("retyped", plain{1}, retyped{1},
			"plain.A (1): retyped: i32 -> i64; new reads old: loses, old reads new: loses"),
		between("retyped, required", retyped{1}, requiredA{1},
			"retyped.A (1): retyped: i64 -> required i32; new reads old: refuses, old reads new: loses"),
		between("renamed", plain{1}, renamed{1},
			"plain.Other (1): renamed: a -> other; new reads old: harmless, old reads new: harmless"),
		between("required", optionalA{nil}, requiredA{0},
			"optionalA.A (1): requiredness: optional, goes out unless nil -> required, goes out always; new reads old: refuses, old reads new: harmless"),
		between("list and set", listOf[int32]{[]int32{1}}, setOf{[]int32{1}},
			"listOf.L (1): retyped: list<i32> -> set<i32>; new reads old: loses, old reads new: loses"),
		between("elements", listOf[int32]{[]int32{1}}, listOf[int64]{[]int64{1}},
			"listOf.L (1): retyped: list<i32> -> list<i64>; new reads old: loses, old reads new: loses"),
		between("inside a map", mapOf[string, plain]{map[string]plain{"k": {1}}}, mapOf[string, retyped]{map[string]retyped{"k": {1}}},
			"mapOf.M[value].A (1): retyped: i32 -> i64; new reads old: loses, old reads new: loses"),
		between("enum", enumIn32{300}, enumIn8{100},
			"enumIn32.E (1): enum width: enum(i32) in 32 bits -> enum(i32) in 8 bits; new reads old: refuses, old reads new: harmless"),
		between("default", defaults7{7}, defaults8{8},
			"defaults7.N (1): default: 7 -> 8; new reads old: loses, old reads new: loses"),
		between("union", both{new(int32(1)), new(int32(2))}, one{A: new(int32(1))},
			"both (0): union: struct -> union; new reads old: loses, old reads new: harmless"),
		between("recursive", treeA{Kids: []*treeA{{V: 1, Kids: []*treeA{}}}}, treeB{Kids: []*treeB{{V: 1, Kids: []*treeB{}}}},
			"treeA.V (2): retyped: i32 -> i64; new reads old: loses, old reads new: loses"),
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := tt.find(t)
			require.Len(t, found, len(tt.want), "%v", found)
			var backward, forward layout.Severity
			for i, f := range found {
				require.Contains(t, f.String(), tt.want[i])
				require.Equal(t, max(f.Backward, f.Forward), f.Severity())
				backward, forward = max(backward, f.Backward), max(forward, f.Forward)
			}
			for _, p := range []codec.Protocol{codec.Binary, codec.Compact} {
				require.Equal(t, backward, tt.backward(t, p), "%v, new reads old", p)
				require.Equal(t, forward, tt.forward(t, p), "%v, old reads new", p)
			}
		})
	}
}

// TestCompatibleFingerprint: schemas of one fingerprint differ in nothing that bytes tell, and the other way round.
func TestCompatibleFingerprint(t *testing.T) {
	all := []*layout.Struct{
		planOf[plain](t), planOf[withB](t), planOf[withRequired](t), planOf[retyped](t), planOf[renamed](t), planOf[optionalA](t),
		planOf[requiredA](t), planOf[listOf[int32]](t), planOf[listOf[int64]](t), planOf[setOf](t), planOf[mapOf[string, plain]](t),
		planOf[one](t), planOf[both](t), planOf[treeA](t), planOf[treeB](t), planOf[enumIn32](t), planOf[enumIn8](t),
	}
	for _, a := range all {
		for _, b := range all {
			wire := false
			for _, f := range layout.Compatible(a, b) {
				wire = wire || f.Change != layout.Renamed && f.Change != layout.Narrowed && f.Change != layout.NewDefault
			}
			require.Equal(t, a.Fingerprint() == b.Fingerprint(), !wire, "%s and %s", a.Name, b.Name)
		}
	}
}

type userV1 struct {
	ID   int64  `thrift:"id,1,required"`
	Name string `thrift:"name,2"`
}

type userV2 struct {
	ID    int64    `thrift:"id,1,required"`
	Email string   `thrift:"email,3,required"`
	Tags  []string `thrift:"tags,4"`
}

// Two versions of a struct, before the new one goes out: may its readers meet old bytes, and old readers new ones?
func ExampleCompatible() {
	old, _ := layout.Of(reflect.TypeFor[userV1]())
	new, _ := layout.Of(reflect.TypeFor[userV2]())
	for _, f := range layout.Compatible(old, new) {
		fmt.Println(f)
	}
	// Output:
	// userV1.Name (2): removed: string; new reads old: loses, old reads new: harmless
	// userV1.Email (3): added: required string; new reads old: refuses, old reads new: loses
	// userV1.Tags (4): added: list<string>; new reads old: harmless, old reads new: loses
}
