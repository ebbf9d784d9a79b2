//go:build race || asan

package kv

// raceEnabled: sync.Pool drops items at random, so allocation counts say nothing.
const raceEnabled = true
