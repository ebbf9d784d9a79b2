package compact

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/layout"
)

// Amplification returns how many bytes of memory a decode of s may allocate for
// each byte of input, beside 64 KiB that any decode may take.
func Amplification(s *layout.Struct) int64 {
	return walk.Amplification(s, walk.Least{
		Field: 1, Container: 1, Bool: 0, Kept: mostInBinary,
		Value: func(k layout.Kind) int { return MinSize(TypeOf(k)) },
	})
}
