//go:build !race && !asan

package unsafeio

// raceEnabled: see race_test.go.
const raceEnabled = false
