//go:build !race

package codec_test

// raceEnabled: see race_test.go.
const raceEnabled = false
