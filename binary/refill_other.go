//go:build !amd64 || purego || race

package binary

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// refillStruct gives up: there is no assembly in this build.
func refillStruct(*walk.Decoder, *Program, unsafeio.Ptr, unsafeio.Ptr, int, int, int) int { return -1 }
