//go:build !amd64 || purego || race || thriftcheck

package binary

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

type scanLog = walk.Log

// scan leaves at once: there is no assembly in this build.
func scan(f *dfield, _ *Program, _, _, _ unsafeio.Ptr, n, _ int, seen uint64, _ *scanLog, _ bool) (next *dfield, m int, bits uint64) {
	return f, n, seen
}
