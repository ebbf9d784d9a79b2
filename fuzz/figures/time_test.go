package main

import (
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// spin takes that much time of the process.
func spin(d time.Duration) {
	for end := spent() + d; spent() < end; {
	}
}

// only has one generator for as long as t runs, which is quickly decoded.
func only(t *testing.T) {
	was, does := hostiles, works
	t.Cleanup(func() { hostiles, works = was, does })
	hostiles = []hostile{{name: "nothing", t: reflect.TypeFor[hostileKeeper](), fill: func(w *wire, n int) { w.b = append(w.b, make([]byte, n)...) }}}
	works = works[:1]
}

func TestTimeRows(t *testing.T) {
	only(t)
	const most = 2 * firstLength
	slow := func(each func(n int) time.Duration) stand {
		return stand{decode: func(_ *stand, src []byte, _ any) (int, error) {
			spin(each(len(src)))
			return len(src), nil
		}}
	}
	t.Run("growth", func(t *testing.T) {
		misses(t, growth, most, "", slow(func(n int) time.Duration {
			return time.Duration(n/firstLength*n/firstLength) * 3 * time.Millisecond
		}))
	})
	t.Run("worst", func(t *testing.T) {
		misses(t, worst, 256, "", slow(func(n int) time.Duration { return 10 * (perCall + time.Duration(n)*perByte) }))
	})
	t.Run("levels", func(t *testing.T) {
		misses(t, levels, 1, "are accepted", slow(func(int) time.Duration { return 2 * mostDepth }))
	})
}

// TestHostiles checks that the generators make what they say: inputs of about the length, which most decode.
func TestHostiles(t *testing.T) {
	accepted := 0
	for i := range hostiles {
		h := &hostiles[i]
		for _, p := range protocols {
			n := 20_000
			src := h.input(newWire(p), n)
			require.InDelta(t, n, len(src), 10_000, "%s, %v", h.name, p)
			o := modes[0].o
			o.Limits.Depth, o.Limits.Alloc = h.depth, -1
			got, err := library(h.t, p, o).Decode(src, reflect.New(h.t).Interface())
			if err == nil {
				accepted++
				require.Equal(t, len(src), got, "%s, %v", h.name, p)
				require.Equal(t, len(src), skip(p, src, max(depth, h.depth)), "%s, %v", h.name, p)
			} else {
				require.True(t, h.ends, "%s, %v: %v", h.name, p, err)
			}
		}
	}
	require.GreaterOrEqual(t, accepted, 2*(len(hostiles)-2))
}

func TestMedian(t *testing.T) {
	require.Equal(t, time.Duration(3), median([]time.Duration{9, 1, 3}))
	calls := ""
	ts := alternate(3, func() { calls += "-" }, func() { calls += "a" }, func() { calls += "b" })
	require.Equal(t, "-a-b-a-b-a-b", calls)
	require.Len(t, ts, 2)
	require.GreaterOrEqual(t, took(func() { spin(3 * time.Millisecond) }), 3*time.Millisecond)
}
