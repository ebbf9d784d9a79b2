//go:build !purego && !race && !thriftcheck

package compact

import "github.com/miserwire/miser/unsafeio"

// One call of skipFields is over before anyone waits for it.
const skipFrames = 32 // structs nested in it

// The assembly alone reads these.
var _ = [...]int{skipFrames, skipBytes, int(longForm)}

// skipFields skips the struct at offset i of the lim bytes at b, whose fields
// may nest depth-1 levels, and returns the offset behind it. At offset m, where
// it does not know, as for what is wrong, long or in a map, it returns ^m.
// Caller: depth > 0; this CPU has BMI2.
//
//go:noescape
func skipFields(b unsafeio.Ptr, i, lim, depth int) int
