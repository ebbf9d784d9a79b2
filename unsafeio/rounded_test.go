package unsafeio

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRounded compares what is counted for memory with what is taken: append makes use of all of it.
func TestRounded(t *testing.T) {
	for n := range 70_000 {
		if n > 5000 && n%61 != 0 {
			continue
		}
		got := int64(cap(append([]byte(nil), make([]byte, n)...)))
		require.LessOrEqual(t, got, Rounded(int64(n)), "%d", n)
		require.LessOrEqual(t, Rounded(int64(n)), got+max(got/4, mostSmall), "%d", n)
	}
}
