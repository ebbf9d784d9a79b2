package wiretest

import "runtime"

// AllocBytes returns the bytes that f allocates, garbage included. What other goroutines allocate meanwhile
// counts too, so do not use it in a parallel test.
func AllocBytes(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
