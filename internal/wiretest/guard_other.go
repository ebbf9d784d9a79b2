//go:build !linux

package wiretest

import "testing"

// guarded returns size bytes of ordinary memory.
func guarded(_ testing.TB, size int) []byte { return make([]byte, size) }
