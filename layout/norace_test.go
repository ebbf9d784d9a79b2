//go:build !race && !asan

package layout_test

// raceEnabled: see race_test.go.
const raceEnabled = false
