//go:build !linux

package wiretest

// guarded returns size bytes of ordinary memory.
func guarded(_ Test, size int) []byte { return make([]byte, size) }
