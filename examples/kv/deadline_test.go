package kv

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestDeadline: it is set first, again when much of it has passed, and when it is to be another.
func TestDeadline(t *testing.T) {
	var d deadline
	until, set := d.due(time.Minute)
	require.True(t, set)
	require.InDelta(t, time.Minute, time.Until(until), float64(time.Second))
	again, set := d.due(time.Minute)
	require.False(t, set)
	require.Equal(t, until, again)
	d.until = until.Add(-time.Minute / 10)
	_, set = d.due(time.Minute)
	require.False(t, set)
	d.until = until.Add(-time.Minute / 7)
	until, set = d.due(time.Minute)
	require.True(t, set)
	require.InDelta(t, time.Minute, time.Until(until), float64(time.Second))

	for _, timeout := range []time.Duration{time.Second, time.Minute, time.Millisecond} {
		until, set = d.due(timeout)
		require.True(t, set)
		require.LessOrEqual(t, time.Until(until), timeout)
	}
}
