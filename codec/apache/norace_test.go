//go:build !race

package apache_test

const raceEnabled = false
