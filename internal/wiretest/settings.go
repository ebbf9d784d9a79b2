package wiretest

import (
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// NeedsStack skips a test of allocations where the build itself moves
// variables to the heap.
func NeedsStack(t testing.TB) {
	t.Helper()
	if Escapes() {
		t.Skip("asan, checkptr=2 and thriftcheck move variables to the heap wherever a pointer to one is converted")
	}
}

// Escapes reports whether the build itself moves variables to the heap: with
// the address sanitizer, with checkptr=2 it does so wherever a pointer to one is converted, with the tag
// thriftcheck where the asserts know of one.
func Escapes() bool {
	info, ok := debug.ReadBuildInfo()
	return Sanitized || ok && slices.ContainsFunc(info.Settings, func(s debug.BuildSetting) bool {
		return s.Key == "-gcflags" && strings.Contains(s.Value, "checkptr=2") || s.Key == "-tags" && strings.Contains(s.Value, "thriftcheck")
	})
}
