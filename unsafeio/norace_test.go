//go:build !race

package unsafeio

// raceEnabled: see race_test.go.
const raceEnabled = false
