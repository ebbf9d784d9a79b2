//go:build !amd64 || purego || race || thriftcheck

package binary

import "github.com/miserwire/miser/unsafeio"

// This build has no assembly: see texts_amd64.go.

const textsLeast, textsMost, textsRoom, levelAVX2 = 0, 0, 0, -1

func textsAVX2(unsafeio.Ptr, uintptr, int, unsafeio.Ptr, int, int, int) (did, used int) {
	return 0, 0
}
