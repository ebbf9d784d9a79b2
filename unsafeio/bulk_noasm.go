//go:build !amd64 || purego || race || thriftcheck

package unsafeio

// This build has no vectors: see bulk_amd64.go.
//
// Rules: none. Guard: TestBulkLevels.

var (
	bulkLevels = [...]string{"go"}
	bulkLevel  = bulkBest()
)

func bulkBest() int { return 0 }

func swapWords(_, _ Ptr, _, _ int) bool { return false }

func vectorBools(_ boolsOp, _, _ Ptr, _ int) bool { return false }
