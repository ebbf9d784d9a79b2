//go:build !race && !asan

package codec_test

// raceEnabled: see race_test.go.
const raceEnabled = false
