package unsafeio

import (
	"runtime/debug"
	"strings"
	"testing"
)

// escapes tells that this build moves variables to the heap: checkptr=2 does,
// wherever a pointer to one is converted.
var escapes = func() bool {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return false
	}
	for _, s := range info.Settings {
		if s.Key == "-gcflags" && strings.Contains(s.Value, "checkptr=2") {
			return true
		}
	}
	return false
}()

// atMost fails when f allocates more than want times a run.
func atMost(t *testing.T, want float64, f func(), format string, args ...any) {
	t.Helper()
	if got := testing.AllocsPerRun(20, f); got > want && !escapes {
		t.Errorf(format+": %v allocations, want %v", append(args, got, want)...)
	}
}
