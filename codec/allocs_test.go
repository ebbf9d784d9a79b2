package codec_test

import (
	"testing"

	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/layout"
)

// skipAllocs skips a test that counts allocations where this build has some of its own.
func skipAllocs(t *testing.T) {
	t.Helper()
	if raceEnabled {
		t.Skip("under the race detector sync.Pool drops items at random, so allocations say nothing")
	}
	wiretest.NeedsStack(t)
}

// wantAllocs checks how often f allocates, warm.
func wantAllocs(t *testing.T, what string, most float64, f func()) {
	t.Helper()
	if got := testing.AllocsPerRun(10, f); got > most {
		t.Errorf("%s: %v allocations, want at most %v", what, got, most)
	}
}

// The types that the vectors do not have.
type (
	// keeper keeps unknown fields.
	keeper struct {
		A       int32 `thrift:"a,1"`
		Unknown layout.Unknown
	}
	// pointed has pointers to what is not a struct, in containers too.
	pointed struct {
		A *[]byte           `thrift:"a,1,optional"`
		B *[]*string        `thrift:"b,2,optional"`
		C []*int64          `thrift:"c,3"`
		D map[string]*int32 `thrift:"d,4"`
	}
	// byValue nests structs by value, one with defaults.
	byValue struct {
		A wiretest.Point                    `thrift:"a,1"`
		B wiretest.OptDefaults              `thrift:"b,2"`
		C []wiretest.Point                  `thrift:"c,3"`
		D map[wiretest.Point]wiretest.Deep1 `thrift:"d,4"`
		E map[int32][]string                `thrift:"e,5"`
		F map[string]map[string]bool        `thrift:"f,6"`
	}
	// base is embedded in embedding.
	base struct {
		A int32   `thrift:"a,1"`
		B *string `thrift:"b,2,optional"`
	}
	embedding struct {
		base
		C string `thrift:"c,3"`
	}
	// numbered has the tags of parquet-go.
	numbered struct {
		A int32    `thrift:"1,required"`
		B int64    `thrift:"2,optional"`
		C []string `thrift:"3"`
		D [16]byte `thrift:"4"`
		E bool     `thrift:"5,writezero"`
	}
)

// allocRow is a value whose coding is to allocate nothing.
type allocRow struct {
	name  string
	new   func() any
	value any
	// warm is how often a warm decode may allocate all the same.
	warm float64
}

func allocOf[T any](name string, v T, warm float64) allocRow {
	return allocRow{name, func() any { return new(T) }, &v, warm}
}

// allocRows are each type of the vectors in each form, with its longest vector, and the types above.
func allocRows() []allocRow {
	unknown := layout.Unknown{8, 0, 9, 0, 0, 0, 1, 11, 0, 10, 0, 0, 0, 1, 'x'}
	point := wiretest.Point{X: 1, Y: -2}
	var defaults wiretest.Defaults
	defaults.InitDefault()
	var optional wiretest.OptDefaults
	optional.InitDefault()
	rows := []allocRow{
		allocOf("MediaContent", *wiretest.NewMediaContent(), 0),
		allocOf("keeper", keeper{A: 1, Unknown: unknown}, 2), // the bytes grow field by field
		allocOf("pointed", pointed{
			new([]byte("a")), &[]*string{new("b")}, []*int64{new(int64(1))}, map[string]*int32{"c": new(int32(2))},
		}, 0),
		allocOf("byValue", byValue{
			A: point, B: wiretest.OptDefaults{L: []int32{1}}, C: []wiretest.Point{point, point},
			D: map[wiretest.Point]wiretest.Deep1{point: {P: &point, Name: "d"}},
			E: map[int32][]string{1: {"e", ""}, 2: {"ee"}},
			F: map[string]map[string]bool{"f": {"g": true}},
		}, 1), // B.L
		// InitDefault may share what a default points to, so reuse leaves such fields alone: a slice; then two
		// slices, a map of two blocks and a struct.
		allocOf("OptDefaults", optional, 1),
		allocOf("OptDefaults, another list", wiretest.OptDefaults{L: []int32{1}}, 1),
		allocOf("Defaults", defaults, 5),
		allocOf("embedding", embedding{base{1, new("b")}, "c"}, 0),
		allocOf("numbered", numbered{1, 2, []string{"c"}, [16]byte{3}, false}, 0),
	}
	longest := map[string]wiretest.Vector{}
	for _, v := range wiretest.Golden() {
		if len(v.Binary) > len(longest[v.Type].Binary) && len(v.Binary) < longRow {
			longest[v.Type] = v
		}
	}
	for _, s := range wiretest.Schemas() {
		v, ok := longest[s.Name]
		if !ok {
			continue
		}
		for _, f := range formsOf(s.Name) {
			rows = append(rows, allocRow{s.Name + ", " + f.name, f.new, wiretest.MustBuild(f.new(), v.Value), shuffled[s.Name+", "+f.name]})
		}
	}
	return rows
}

// warmUp is how many decodes it takes: the values of a Go map are handed out again in no order, so it lasts
// until each has room for the largest.
const warmUp = 300

// shuffled are types with a map whose values own maps of differing size: one that is handed out for a smaller
// one loses what it owned beyond that, so that a decode makes it anew now and then.
var shuffled = map[string]float64{
	"MapMapMap, main":        4,
	"MapListMapStruct, main": 4,
	"TreeMap, main":          4,
}

// TestAllocs: encoding and sizing allocate nothing, nor does a decode into memory that an earlier one filled
// with as much.
func TestAllocs(t *testing.T) {
	skipAllocs(t)
	for _, r := range allocRows() {
		for _, p := range bothProtocols {
			name := r.name + ", " + p.String()
			for _, canonical := range []bool{false, true} {
				c := codecOf(t, r.value, p, codec.Options{Canonical: canonical})
				size, err := c.Size(r.value)
				if err != nil {
					t.Errorf("%s: Size: %v", name, err)
					continue
				}
				buf := make([]byte, size)
				what := name
				if canonical {
					what += ", canonical"
				}
				wantAllocs(t, what+": Encode", 0, func() { _, err = c.Encode(buf, r.value) })
				if err != nil {
					t.Errorf("%s: Encode: %v", what, err)
				}
				wantAllocs(t, what+": Append", 0, func() { _, err = c.Append(buf[:0], r.value) })
				if err != nil {
					t.Errorf("%s: Append: %v", what, err)
				}
				wantAllocs(t, what+": Size", 0, func() { _, err = c.Size(r.value) })
			}
			src, err := codecOf(t, r.value, p, codec.Options{}).Append(nil, r.value)
			if err != nil {
				continue
			}
			c, v := codecOf(t, r.value, p, codec.Options{Strings: codec.Alias, Reuse: true}), r.new()
			for range warmUp {
				_, _ = c.Decode(src, v)
			}
			wantAllocs(t, name+": warm Decode", r.warm, func() { _, err = c.Decode(src, v) })
			if d := wiretest.Diff(v, r.value); d != "" || err != nil {
				t.Errorf("%s: Decode: %v, the value differs%s", name, err, d)
			}
		}
	}
}

// TestAllocsTyped is TestAllocs through Codec instead of Any, for values that could stay on the stack.
func TestAllocsTyped(t *testing.T) {
	skipAllocs(t)
	const most = 512
	for _, p := range bothProtocols {
		scalars := codec.Must(codec.New[wiretest.Scalars](p, codec.Options{}))
		points := codec.Must(codec.New[byValue](p, codec.Options{}))
		var err error
		i := int32(0)
		wantAllocs(t, p.String()+": Encode of scalars on the stack", 0, func() {
			var buf [most]byte
			i++
			v := wiretest.Scalars{FI32: i, FString: "text", FBinary: buf[:3]}
			_, err = scalars.Encode(buf[10:], &v)
		})
		wantAllocs(t, p.String()+": Append of scalars on the stack", 0, func() {
			var buf [most]byte
			i++
			v := wiretest.Scalars{FI32: i, FString: "text"}
			_, err = scalars.Append(buf[:0], &v)
		})
		wantAllocs(t, p.String()+": Size of scalars on the stack", 0, func() {
			v := wiretest.Scalars{FI32: i, FString: "text"}
			_, err = scalars.Size(&v)
		})
		wantAllocs(t, p.String()+": Encode of nested structs on the stack", 0, func() {
			var buf [most]byte
			i++
			on := wiretest.Point{X: i}
			v := byValue{A: on, C: []wiretest.Point{on, on}}
			_, err = points.Encode(buf[:], &v)
		})
		if err != nil {
			t.Errorf("%v: %v", p, err)
		}
	}
}

// sink keeps values on the heap.
var sink any

// TestAllocsFresh: a fresh decode makes one block for each struct, one for each list and map, and one for the
// strings.
func TestAllocsFresh(t *testing.T) {
	skipAllocs(t)
	for _, tt := range mediaContents {
		for _, row := range []struct {
			strings codec.Strings
			most    float64
		}{
			// The value, Media, its persons, the images' pointers, the images; and the strings.
			{codec.Shared, 6},
			{codec.Alias, 5},
			{codec.Own, 5 + 9},
		} {
			c := codec.Must(codec.New[wiretest.MediaContent](tt.p, codec.Options{Strings: row.strings}))
			var err error
			wantAllocs(t, tt.p.String()+": fresh Decode", row.most, func() {
				v := new(wiretest.MediaContent)
				_, err = c.Decode(tt.wire, v)
				sink = v
			})
			if err != nil {
				t.Errorf("%v: %v", tt.p, err)
			}
		}
	}
}
