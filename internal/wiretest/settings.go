package wiretest

import (
	"runtime/debug"
	"strings"
	"testing"
)

// NeedsStack skips a test of allocations where the build itself moves
// variables to the heap: checkptr=2 does so wherever a pointer to one is
// converted.
func NeedsStack(t testing.TB) {
	t.Helper()
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return
	}
	for _, s := range info.Settings {
		if s.Key == "-gcflags" && strings.Contains(s.Value, "checkptr=2") {
			t.Skip("checkptr=2 moves variables to the heap wherever a pointer to one is converted")
		}
	}
}
