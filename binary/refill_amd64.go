//go:build !purego && !race

package binary

import (
	"github.com/miserwire/miser/internal/walk"
	"github.com/miserwire/miser/unsafeio"
)

// One call of refill is over before anyone waits for it.
const refillWork = 2048 // fields and texts

// resetEntry gives assembly the names of walk.Reset.
type resetEntry walk.Reset

// The assembly alone reads these.
var _ = [...]int{refillWork, int(resetEntry{}.Off)}

// refill decodes into the struct at s, whose memory and that of all structs in
// it is used, from the lim bytes at buf. most is the length that a text may
// have. It stores numbers and lengths of slices; pointers it logs.
// Caller: s.p refills; lim fits 31 bits.
//
//go:noescape
func refill(s *refillState, buf unsafeio.Ptr, lim, most int) int
