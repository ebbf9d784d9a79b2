//go:build race

package fuzz

// raceEnabled: there is no assembly, and all is slow.
const raceEnabled = true
