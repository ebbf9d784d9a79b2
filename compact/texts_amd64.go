//go:build !purego && !race

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

// textsBMI2 writes the n strings at src, stride bytes apart, with their
// lengths to the room bytes at dst, and returns how many it did and the bytes
// those take. It stops where little room is left, or before a string that is
// long. Where before or after is not 0, an integer of so many bytes lies in
// the 8 bytes before or after each string and goes out with it. Twins: putTexts,
// appendEntry.
//
// Caller: n > 0, and the level is BMI2; before and after are 0, 4 or 8; src is
// where the first of an item lies.
//
//go:noescape
func textsBMI2(src unsafeio.Ptr, stride uintptr, n int, dst unsafeio.Ptr, room, before, after int) (did, used int)
