//go:build !amd64 || purego || race || thriftcheck

package compact

import "github.com/miserwire/miser/unsafeio"

// This build has no assembly: see texts_amd64.go.

const textsLeast, textsMost, textsRoom, levelBMI2 = 0, 0, 0, -1

func textsBMI2(unsafeio.Ptr, uintptr, int, unsafeio.Ptr, int, int, int) (did, used int) {
	return 0, 0
}
