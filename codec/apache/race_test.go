//go:build race || asan

package apache_test

const raceEnabled = true
