//go:build !amd64 || purego || race

package unsafeio

// This build has no vectors: see bulk_amd64.go.
//
// Rules: none. Guard: TestBulkLevels.

var bulkLevels = [...]string{"go"}

var bulkLevel = bulkBest()

func bulkBest() int { return 0 }

type boolsOp struct{}

var boolsPut, boolsPutCompact, boolsGet boolsOp

func swapWords(dst, src Ptr, n, size int) bool { return false }

func vectorBools(op boolsOp, dst, src Ptr, n int) bool { return false }
