package unsafeio

import (
	"testing"

	"github.com/miserwire/miser/internal/wiretest"
)

// escapes tells that this build moves variables to the heap.
var escapes = wiretest.Escapes()

// atMost fails when f allocates more than want times a run.
func atMost(t *testing.T, want float64, f func(), format string, args ...any) {
	t.Helper()
	if got := testing.AllocsPerRun(20, f); got > want && !escapes {
		t.Errorf(format+": %v allocations, want %v", append(args, got, want)...)
	}
}
