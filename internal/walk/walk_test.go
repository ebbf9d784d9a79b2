package walk

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/unsafeio"
)

func TestEveryCodeIsAnError(t *testing.T) {
	sentinels := []error{
		ErrTruncated, ErrShortBuffer, ErrLimit, ErrInvalid,
		ErrTypeMismatch, ErrMissingRequired, ErrUnion, ErrOverflow,
	}
	for code := -1; code >= -lastCode; code-- {
		err := Err(code)
		require.NotEmpty(t, err.Error(), "code %d", code)
		is := 0
		for _, s := range sentinels {
			if errors.Is(err, s) {
				is++
			}
		}
		require.Equal(t, 1, is, "code %d is of one kind", code)
	}
	require.NoError(t, Err(0))
	require.NoError(t, Err(7))
	require.ErrorIs(t, Err(Unlike), ErrInvalid, "a code from elsewhere is an error too")
	require.ErrorIs(t, Err(Truncated), io.ErrUnexpectedEOF)
	require.ErrorIs(t, Err(Short), io.ErrShortBuffer)
	require.NotErrorIs(t, Err(Truncated), io.ErrShortBuffer)
}

func TestPath(t *testing.T) {
	var f Fault
	code := f.Fail(Truncated, 41)
	f.Fail(Depth, 7) // the first fault stands
	f.Field(code, "Name")
	f.Value(code, 2)
	f.Index(code, 1)
	f.Field(code, "Image")
	f.Key(code, 0)
	f.Field(code, "M")
	require.Equal(t, "T.M[key 0].Image[1][value 2].Name", f.Path("T"))
	require.Equal(t, Truncated, f.Code)
	require.Equal(t, 41, f.Off)

	var quiet Fault
	quiet.Field(Short, "A")
	quiet.Field(Unlike, "B")
	require.Equal(t, "T", quiet.Path("T"), "what is no fault leaves no path")

	var long Fault
	for range 1000 {
		long.Field(Depth, strings.Repeat("x", 1000))
	}
	p := long.Path(strings.Repeat("T", 1000))
	require.Less(t, len(p), 2048)
	require.Contains(t, p, "...")
}

func TestCutsSort(t *testing.T) {
	b := []byte("..ddbbaccXX")
	c := NewCuts()
	for _, n := range []int{2, 4, 6, 7} {
		c.Add(n)
	}
	c.Sort(b, 9, bytes.Compare)
	require.Equal(t, "..abbccddXX", string(b))
	c.Free()
	c = NewCuts()
	c.Sort(b, 9, bytes.Compare)
	c.Add(2)
	c.Sort(b, 9, bytes.Compare)
	require.Equal(t, "..abbccddXX", string(b), "no entry and one entry stay")
}

func TestCompareDouble(t *testing.T) {
	want := []float64{
		math.Float64frombits(0xfff8000000000001), math.Float64frombits(0xfff8000000000000),
		math.Inf(-1), -1, math.Copysign(0, -1), 0, 1, math.Inf(1), math.NaN(),
	}
	for i, a := range want {
		for j, b := range want {
			got := CompareDouble(a, b)
			if a != a || b != b { // order by bits, which is only to be total
				require.Equal(t, -got, CompareDouble(b, a))
				continue
			}
			require.Equal(t, sign(i-j), got, "%v and %v", a, b)
		}
	}
}

func sign(i int) int { return slices.Index([]bool{i < 0, i == 0, i > 0}, true) - 1 }

// TestTextPins checks what a kept string keeps alive: a small message whole,
// of a large one its chunk, or itself alone.
func TestTextPins(t *testing.T) {
	large := bytes.Repeat([]byte("0123456789abcdef"), 1<<10)
	for _, tt := range []struct {
		name    string
		mode    Mode
		input   []byte
		lengths []int
		allocs  []int64 // what is allocated and charged
	}{
		{"small shared", Shared, large[:100], []int{5, 5, 90}, []int64{100}},
		{"large shared, small strings", Shared, large, []int{5, 5, 5}, []int64{firstChunk}},
		{"large shared, next chunk", Shared, large, []int{500, 500}, []int64{firstChunk, 2 * firstChunk}},
		{"large shared, large string", Shared, large, []int{ownChunk, 5000}, []int64{ownChunk, 5000}},
		{"own", Own, large[:100], []int{5, 7}, []int64{5, 7}},
	} {
		d := Decoder{Options: &Options{Mode: tt.mode, Limits: Limits{Alloc: 1 << 20}}}
		src := unsafeio.Input(tt.input)
		d.Start(src, len(tt.input))
		n := 0
		for _, l := range tt.lengths {
			p := d.Copy
			if p.IsNil() {
				p = d.Text(src, n, l)
			} else {
				p = p.Add(n - d.Base)
			}
			require.Equal(t, string(tt.input[n:n+l]), unsafeio.StringAt(p, l), tt.name)
			if n += l; n > len(tt.input)-90 {
				n = 0
			}
		}
		charged := int64(0)
		for _, n := range tt.allocs {
			charged += unsafeio.Rounded(n)
		}
		require.Equal(t, charged, 1<<20-d.budget, tt.name)
	}
}

func TestTextBudget(t *testing.T) {
	input := bytes.Repeat([]byte{'x'}, 1<<14)
	for _, mode := range []Mode{Shared, Own} {
		for _, l := range []int{10, 5000} {
			d := Decoder{Options: &Options{Mode: mode, Limits: Limits{Alloc: 9}}}
			d.Start(unsafeio.Input(input), len(input))
			require.True(t, d.Text(unsafeio.Input(input), 0, l).IsNil())
			d = Decoder{Options: &Options{Mode: mode, Limits: Limits{Alloc: -1}}}
			d.Start(unsafeio.Input(input), len(input))
			require.False(t, d.Text(unsafeio.Input(input), 0, l).IsNil())
		}
	}
}

func TestCheckSize(t *testing.T) {
	d := Decoder{Options: &Options{Limits: Limits{Container: 10}}}
	for _, tt := range []struct{ size, least, left, depth, want int }{
		{1, 1, 1, 1, 0},
		{10, 4, 40, 1, 0},
		{10, 4, 39, 1, Truncated},
		{11, 1, 100, 1, Container},
		{-1, 1, 100, 1, Negative},
		{1, 1, 1, 0, Depth},
		{math.MaxInt32, 16, math.MaxInt32, 1, Truncated},
	} {
		require.Equal(t, tt.want, d.CheckSize(tt.size, tt.least, tt.left, tt.depth), "%+v", tt)
	}
}

func TestWorse(t *testing.T) {
	for _, tt := range [][3]int{
		{0, 0, 0}, {0, Unlike, Unlike}, {Unlike, 0, Unlike}, {Unlike, TypeCode, TypeCode}, {TypeCode, Unlike, TypeCode}, {Unlike, Unlike, Unlike},
	} {
		require.Equal(t, tt[2], Worse(tt[0], tt[1]), "%v", tt)
	}
}

func TestSeen(t *testing.T) {
	d := Decoder{Options: new(Options)}
	outer := d.PushSeen(2)
	d.See(outer, 64)
	inner := d.PushSeen(1)
	require.False(t, d.Again(inner, 64, ^uint64(0)))
	d.See(inner, 127)
	require.True(t, d.Again(inner, 127, 0))
	require.True(t, d.Again(outer, 64, 0))
	require.False(t, d.Again(outer, 191, 0))
	require.True(t, d.Again(outer, 3, 1<<3))
}
