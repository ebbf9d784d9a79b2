//go:build race || asan

package miserkitex_test

// raceEnabled: sync.Pool drops items at random, so allocation counts say nothing.
const raceEnabled = true
