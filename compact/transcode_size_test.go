package compact

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/miserwire/miser/internal/wiretest"
)

// TestSizeInBinary compares what is reserved for an unknown field with what it takes.
func TestSizeInBinary(t *testing.T) {
	const levels = 64
	fields := 0
	check := func(src []byte) {
		last := int16(0)
		for i := 0; ; {
			code, id, n := ConsumeFieldHeader(src[i:], last)
			if n < 0 || code == TypeStop {
				return
			}
			i += n
			out, n := AppendFieldToBinary(nil, src[i:], code, id, levels)
			if n < 0 {
				return
			}
			fields++
			require.Equal(t, len(out), sizeInBinary(src, i, code), "%x from %d", src, i)
			require.LessOrEqual(t, len(out), mostInBinary*(n+1))
			i, last = i+n, id
		}
	}
	for _, v := range wiretest.Golden() {
		check(v.Compact)
		for b := range wiretest.Mutations(v.Compact, 7, 20) {
			check(b)
		}
	}
	require.Greater(t, fields, 1000)
}
