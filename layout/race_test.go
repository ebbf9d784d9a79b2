//go:build race

package layout_test

// raceEnabled: times say nothing.
const raceEnabled = true
