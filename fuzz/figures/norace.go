//go:build !race

package main

// raceEnabled: see race.go.
const raceEnabled = false
