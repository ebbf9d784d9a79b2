//go:build !purego && !race && !thriftcheck

package compact

import "github.com/miserwire/miser/unsafeio"

const (
	textsLeast = 4    // strings from which a call pays
	textsMost  = 1024 // strings in one call, which nothing can preempt
	textsLong  = 1024 // bytes of a string that is for Go
	textsRoom  = 128  // bytes without which a call does nothing
)

// The assembly alone reads these.
var _ = [...]int{textsLong, textsRoom}

// textsBMI2 does as many items as it can, of n at src, into the room bytes at
// dst, and returns how many and the bytes those take. It stops where little
// room is left, and before a string that is long. Twins: putTexts,
// and putBeside where before or after is not 0.
//
// Caller: n > 0, and the level is BMI2; before and after are 0, 4 or 8.
//
//go:noescape
func textsBMI2(src unsafeio.Ptr, stride uintptr, n int, dst unsafeio.Ptr, room, before, after int) (did, used int)
