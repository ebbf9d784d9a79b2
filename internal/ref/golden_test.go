package ref_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/miserwire/miser/internal/ref"
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/internal/wiretest"
)

var protocols = map[ref.Protocol]string{ref.Binary: "binary", ref.Compact: "compact"}

func bytesOf(v wiretest.Vector, p ref.Protocol) []byte {
	if p == ref.Compact {
		return v.Compact
	}
	return v.Binary
}

// forms are the Go types of a schema: what generated code has, the one that keeps the order of maps, the
// one that holds sets as maps.
func forms(s wiretest.Schema) map[string]func() any {
	m := map[string]func() any{"": s.New}
	if s.Entries != nil {
		m["Entries"] = s.Entries
	}
	if s.AsMap != nil {
		m["AsMap"] = s.AsMap
	}
	return m
}

// eachGolden calls f for every vector, protocol and form.
func eachGolden(t *testing.T, f func(t *testing.T, v wiretest.Vector, p ref.Protocol, form string, newValue func() any)) {
	for _, v := range wiretest.Golden() {
		for form, newValue := range forms(wiretest.Lookup(v.Type)) {
			for p, name := range protocols {
				t.Run(fmt.Sprintf("%s/%s/%s%s", v.File, v.Name, name, form), func(t *testing.T) { f(t, v, p, form, newValue) })
			}
		}
	}
}

func TestDecodeGolden(t *testing.T) {
	eachGolden(t, func(t *testing.T, v wiretest.Vector, p ref.Protocol, form string, newValue func() any) {
		want, got := wiretest.MustBuild(newValue(), v.Value), newValue()
		src := bytesOf(v, p)
		n, err := ref.Decode(src, p, got, ref.Options{Strict: true})
		if err != nil || n != len(src) {
			t.Fatalf("Decode = %d, %v, want %d", n, err, len(src))
		}
		if d := wiretest.Diff(got, want); d != "" {
			t.Error(d)
		}
	})
}

// A vector's value is written as the vector has it: in the order of the wire where the type keeps it, else
// in that of Canonical, which is the sorted order of the vectors.
func TestAppendGolden(t *testing.T) {
	eachGolden(t, func(t *testing.T, v wiretest.Vector, p ref.Protocol, form string, newValue func() any) {
		if leavesOutDefaults(v) {
			t.Skip("written with fields that equal their default")
		}
		value, want := wiretest.MustBuild(newValue(), v.Value), bytesOf(v, p)
		ordered := form == "Entries" || wiretest.Lookup(v.Type).Entries == nil && form == ""
		got, err := ref.Append([]byte("dst"), p, value, ref.Options{Canonical: !ordered})
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, append([]byte("dst"), want...)) {
			t.Errorf("Append = %x, want %x", got[3:], want)
		}
		if size, err := ref.Size(p, value, ref.Options{}); size != len(want) || err != nil {
			t.Errorf("Size = %d, %v, want %d", size, err, len(want))
		}
	})
}

// leavesOutDefaults tells a vector that holds an optional field equal to its default, which only some
// writers leave out.
func leavesOutDefaults(v wiretest.Vector) bool { return v.Type == "OptDefaults" }

func TestTruncatedGolden(t *testing.T) {
	eachGolden(t, func(t *testing.T, v wiretest.Vector, p ref.Protocol, form string, newValue func() any) {
		src := bytesOf(v, p)
		for _, n := range cuts(len(src)) {
			_, err := ref.Decode(slices.Clip(src[:n]), p, newValue(), ref.Options{})
			if !errors.Is(err, walk.ErrTruncated) {
				t.Fatalf("Decode of %d of %d bytes: %v, want ErrTruncated", n, len(src), err)
			}
		}
	})
}

// cuts are the lengths at which an input of n bytes is cut: all of them for a short one.
func cuts(n int) (at []int) {
	step := 1 + n/300
	for i := 0; i < n; i += step {
		at = append(at, i)
	}
	return at
}
