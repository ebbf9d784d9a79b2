package codec_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/codec"
	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/internal/wiretest"
	"github.com/miserwire/miser/internal/wiretest/flood"
	"github.com/miserwire/miser/layout"
	"github.com/miserwire/miser/unsafeio"
)

// TestBudget floods fields of each type under Limits.Alloc: no decode takes more,
// but for the error.
func TestBudget(t *testing.T) {
	skipAllocs(t)
	const most, slack = 1 << 18, 1 << 14
	const part = 5 // one field in so many; fuzz/figures floods all of them
	ended, turn := 0, 0
	check := func(s *layout.Struct, p codec.Protocol, b []byte, name string) {
		for _, o := range []codec.Options{{}, {Strings: codec.Own}, {Reuse: true}} {
			o.Limits.Alloc = most
			c, err := codec.ForType(s.Go, p, o)
			require.NoError(t, err)
			var got int64
			if got, err = decodeTakes(c, s, b, most+slack); got > most+slack {
				t.Errorf("%s, %v, %+v: %d bytes of input took %d of memory", name, p, o, len(b), got)
			}
			if errors.Is(err, codec.ErrLimit) {
				ended++
			}
		}
	}
	for _, s := range flood.Plans() {
		if !chargedWhole(s) {
			continue
		}
		fields := s.Fields
		if s.Go == reflect.TypeFor[flood.Keeper]() {
			fields = slices.Concat(fields, flood.Strangers)
		}
		list := flood.ListOf(s)
		for i := range fields {
			if turn++; turn%part != 0 && !strings.HasPrefix(s.Name, "flood.") {
				continue
			}
			f := &fields[i]
			name := s.Name + "." + f.GoName
			for _, p := range bothProtocols {
				check(s, p, flood.Fields(p, f, 700, 1<<16), name)
				check(list, p, flood.Structs(p, f, 17, 1<<15), "a list of "+name)
			}
		}
	}
	require.Greater(t, ended, 200)
}

// decodeTakes returns the bytes of memory that a decode of b into a new s takes: the least of three decodes where one
// takes more than most, since what other goroutines allocate meanwhile is counted too.
func decodeTakes(c *codec.Any, s *layout.Struct, b []byte, most int64) (took int64, err error) {
	took = math.MaxInt64
	for range 3 {
		v := reflect.New(s.Go).Interface()
		took = min(took, int64(wiretest.AllocBytes(func() { _, err = c.Decode(b, v) })))
		if took <= most {
			break
		}
	}
	return took, err
}

// chargedWhole reports whether all that a decode of s takes is charged: what
// InitDefault allocates is not.
func chargedWhole(s *layout.Struct) bool {
	return !slices.ContainsFunc(s.All(), func(s *layout.Struct) bool { return s.Init != nil })
}

// TestAmplification decodes, for each type and each field of it, the least input
// that makes it allocate, over and over: containers of few and of many elements
// and as much nested in each other as the type allows.
func TestAmplification(t *testing.T) {
	if testing.Short() {
		t.Skip("decodes floods of each type, which takes seconds")
	}
	worst := 0.0
	for _, s := range flood.Plans() {
		for _, p := range bothProtocols {
			worst = max(worst, amplifies(t, s, p))
		}
	}
	t.Logf("worst: %.2f of 64 KiB + K x length", worst)
	require.Greater(t, worst, 0.2, "K says nothing")
}

// amplifies floods each field of s, and returns the largest part of 64 KiB + K
// x length that an input took.
func amplifies(t *testing.T, s *layout.Struct, p codec.Protocol) (worst float64) {
	k := binary.Amplification(s)
	if p == codec.Compact {
		k = compact.Amplification(s)
	}
	for _, o := range []codec.Options{{}, {Strings: codec.Own}, {Strings: codec.Alias, Reuse: true}} {
		if unsafeio.Checked && o.Strings == codec.Own {
			continue // asserts take their time, and the other two have most of it
		}
		o.Limits.Alloc = -1
		c, err := codec.ForType(s.Go, p, o)
		require.NoError(t, err)
		require.Contains(t, c.Explain(), fmt.Sprintf("and %d bytes of memory for each byte of %v", k, p))
		fields := s.Fields
		if s.Go == reflect.TypeFor[flood.Keeper]() {
			fields = slices.Concat(fields, flood.Strangers)
		}
		for i := range fields {
			for _, elems := range []int{0, 1, 17, 2000} {
				b := flood.Fields(p, &fields[i], elems, 1<<14)
				most := 64<<10 + k*int64(len(b))*5/4
				if unsafeio.Checked {
					most *= 2 // a Ptr is four words, and what a map's decode keeps lies on the heap
				}
				got, _ := decodeTakes(c, s, b, most)
				worst = max(worst, float64(got)/float64(64<<10+k*int64(len(b))))
				if got > most {
					t.Errorf("%s.%s, %v, %+v, %d elements: %d bytes of input took %d of memory, K is %d", s.Name, fields[i].GoName, p, o, elems, len(b), got, k)
				}
			}
		}
	}
	return worst
}
