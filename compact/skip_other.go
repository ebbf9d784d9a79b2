//go:build !amd64 || purego || race

package compact

import "github.com/miserwire/miser/unsafeio"

// skipFields gives up: there is no assembly in this build.
func skipFields(unsafeio.Ptr, int, int, int) int { return -1 }
