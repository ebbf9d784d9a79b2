//go:build !race && !asan

package miserkitex_test

// raceEnabled: see race_test.go.
const raceEnabled = false
