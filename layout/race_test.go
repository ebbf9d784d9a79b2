//go:build race || asan

package layout_test

// raceEnabled: times say nothing.
const raceEnabled = true
