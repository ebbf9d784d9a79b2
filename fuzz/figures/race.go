//go:build race

package main

// raceEnabled: all is slow, and torn values would be reported.
const raceEnabled = true
