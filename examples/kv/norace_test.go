//go:build !race && !asan

package kv

const raceEnabled = false
