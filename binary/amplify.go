package binary

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/layout"
)

// Amplification returns how many bytes of memory a decode of s may allocate for
// each byte of input, beside 64 KiB that any decode may take.
func Amplification(s *layout.Struct) int64 {
	return walk.Amplification(s, walk.Least{
		Field: 3, Container: 5, Bool: 1, Kept: 1,
		Value: func(k layout.Kind) int { return MinSize(TypeOf(k)) },
	})
}
