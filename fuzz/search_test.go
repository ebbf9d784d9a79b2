package fuzz

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/binary"
	"github.com/miserwire/miser/compact"
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/internal/wiretest"
)

// FuzzSearch compares the search for the end of a struct or message with Skip, which has all bytes at once. What it
// finds must not depend on how the bytes were cut.
func FuzzSearch(f *testing.F) {
	sample(1, func(s seed) { f.Add(s.data, s.compact, false, uint8(64), uint64(s.selector)) })
	sample(3, func(s seed) { f.Add(s.data, s.compact, false, s.options%8, uint64(s.selector)) })
	for i, b := range messages() {
		f.Add(b, i%2 == 1, true, uint8(64), uint64(i))
	}
	f.Fuzz(compareSearch)
}

// messages are whole messages, one in Binary, the next in Compact, and so on; some of them malformed.
func messages() (all [][]byte) {
	for _, v := range wiretest.Envelopes() {
		all = append(all, v.Binary, v.Compact, v.BinaryOld, v.Compact)
	}
	for _, c := range wiretest.Malformed() {
		switch c.Protocol {
		case "binary_message":
			all = append(all, c.Input, nil)
		case "compact_message":
			all = append(all, nil, c.Input)
		}
	}
	return all
}

// TestSearchMutated is FuzzSearch on damaged seeds.
func TestSearchMutated(t *testing.T) {
	sample(16, func(s seed) {
		for b := range wiretest.Mutations(s.data, uint64(s.selector), 4) {
			compareSearch(t, b, s.compact, false, 64, uint64(len(b)))
		}
	})
	for i, m := range messages() {
		for b := range wiretest.Mutations(m, uint64(i), 20) {
			compareSearch(t, b, i%2 == 1, true, 64, uint64(i))
		}
	}
}

// found is what a search came to.
type found struct {
	done          bool
	off, code, at int
}

// searchPieces searches data, which comes in pieces whose lengths cut gives.
func searchPieces(data []byte, isCompact, message bool, l walk.SearchLimits, cut func(left int) int) found {
	var s walk.Search
	start, search := binary.SearchStruct, binary.Search
	switch {
	case isCompact && message:
		start, search = compact.SearchMessage, compact.Search
	case isCompact:
		start, search = compact.SearchStruct, compact.Search
	case message:
		start = binary.SearchMessage
	}
	start(&s, l)
	for len(data) > 0 && !s.Done && s.Code == 0 {
		n := cut(len(data))
		used := search(&s, own(data[:n]))
		if s.Code == 0 && !s.Done && used != n {
			panic("a search left bytes that it may need")
		}
		data = data[n:]
	}
	return found{s.Done, s.Off, s.Code, s.At}
}

// compareSearch is one input of FuzzSearch.
func compareSearch(t *testing.T, data []byte, isCompact, message bool, depth uint8, cuts uint64) {
	if len(data) > maxInput || depth == 0 {
		return
	}
	n := skipWhole(data, isCompact, message, int(depth))
	limits := walk.SearchLimits{Depth: int(depth), Total: math.MaxInt}
	whole := searchPieces(data, isCompact, message, limits, func(left int) int { return left })
	switch {
	case n >= 0:
		require.Equal(t, found{true, n, 0, 0}, whole)
	case n == walk.Truncated:
		require.False(t, whole.done)
	default:
		require.Equal(t, n, whole.code)
	}
	single := searchPieces(data, isCompact, message, limits, func(int) int { return 1 })
	some := searchPieces(data, isCompact, message, limits, cutter(cuts))
	for _, got := range []found{single, some} {
		if whole.code == 0 && !whole.done {
			got.off = whole.off // of a string, what has come counts
		}
		if whole.code < 0 {
			got.off = whole.off
		}
		require.Equal(t, whole, got)
	}
	if n <= 0 {
		return
	}
	limits.Total = n
	require.Equal(t, whole, searchPieces(data, isCompact, message, limits, cutter(cuts)))
	limits.Total = n - 1
	less := searchPieces(data, isCompact, message, limits, cutter(cuts))
	require.Equal(t, walk.Message, less.code)
}

// skipWhole is Skip of a message or struct: its length, or a code.
func skipWhole(data []byte, isCompact, message bool, depth int) int {
	header := 0
	if message {
		if isCompact {
			_, _, _, header = compact.ConsumeMessageHeader(data)
		} else {
			_, _, _, header = binary.ConsumeMessageHeader(data)
		}
		if header < 0 {
			return header
		}
	}
	n := binary.Skip(own(data[header:]), binary.TypeStruct, depth+1)
	if isCompact {
		n = compact.Skip(own(data[header:]), compact.TypeStruct, depth+1)
	}
	if n < 0 {
		return n
	}
	return header + n
}

// cutter returns lengths of 1 to 32 bytes, which depend on seed.
func cutter(seed uint64) func(left int) int {
	return func(left int) int {
		seed = seed*6364136223846793005 + 1442695040888963407
		return min(left, int(seed>>59)+1)
	}
}
