package walk

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// What fails is given up but for one in eight, and taken up again when those
// succeed.
func TestOdds(t *testing.T) {
	var o Odds
	require.True(t, o.Try(1))
	o.Won()
	for range 8 {
		require.True(t, o.Try(1))
		o.Lost()
	}
	for range 100 {
		require.False(t, o.Try(1))
		require.True(t, o.Try(8))
		o.Lost()
	}
	for range oddsMost {
		o.Won()
	}
	require.True(t, o.Try(1))
	require.Zero(t, o.against.Load())
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 1000 {
				o.Lost()
				o.Won()
			}
		})
	}
	all.Wait()
	require.LessOrEqual(t, o.against.Load(), uint32(oddsMost))
}
