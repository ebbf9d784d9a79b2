package main

import (
	"slices"
	"time"
)

var begin = time.Now()

// took returns the time that f takes of this process.
func took(f func()) time.Duration {
	before := spent()
	f()
	return spent() - before
}

func median(ds []time.Duration) time.Duration {
	slices.Sort(ds)
	return ds[len(ds)/2]
}

// alternate runs each of fs so many times, in turns, so that what else the machine does meets all alike, and returns
// the times of each. Before is called before each, and does not count.
func alternate(times int, before func(), fs ...func()) [][]time.Duration {
	all := make([][]time.Duration, len(fs))
	for range times {
		for i, f := range fs {
			before()
			all[i] = append(all[i], took(f))
		}
	}
	return all
}
