//go:build !amd64 || purego || race

package compact

import "github.com/miserwire/miser/unsafeio"

// refill gives up: there is no assembly in this build.
func refill(*refillState, unsafeio.Ptr, int, int) int { return refillLeft }
