//go:build !amd64 || purego || race || thriftcheck

package compact

import "github.com/miserwire/miser/unsafeio"

// refillStruct gives up: there is no assembly in this build.
func refillStruct(_ *Program, _, _ unsafeio.Ptr, _, _, _, _ int) int { return -1 }
