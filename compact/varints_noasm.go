//go:build !amd64 || purego || race || thriftcheck

package compact

import "github.com/miserwire/miser/unsafeio"

// This build has no assembly: see varints_amd64.go.

var (
	varintLevels = [...]string{"go"}
	varintLevel  = varintBest()
)

func varintBest() int { return 0 }

func vectorPut(_ unsafeio.Ptr, _ int, _ uintptr, _ unsafeio.Ptr, n, _ int) (i, m int) { return 0, n }

func vectorGet(_ unsafeio.Ptr, _ int, _ uintptr, _ unsafeio.Ptr, n, _ int) (i, m int) { return 0, n }
