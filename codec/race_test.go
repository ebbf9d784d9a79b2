//go:build race || asan

package codec_test

// raceEnabled: sync.Pool drops items at random, so allocation counts say nothing.
const raceEnabled = true
